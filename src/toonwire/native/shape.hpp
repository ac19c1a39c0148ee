// §9.3, §9.5: the field list that uniform objects share, and their cells in its order.
//
// Contract: a shape is learnt from the first object, as far as the second one has the same keys and nested
// objects.  So what a failure costs is bounded by the smaller of two siblings, and however often detection
// starts anew inside of what failed, all of it together costs n log n.  Objects are dicts; keys that are no
// str are declined, and so are objects that contain themselves or go deeper than they may.
//
// No look-up compares keys with anything but exact strings: nothing of the user's is called.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstring>

#include "buffer.hpp"
#include "declined.hpp"
#include "scalars.hpp"
#include "records.hpp"
#include "strings.hpp"
#include "words.hpp"

namespace toonwire {

namespace detail {

inline bool same_key(PyObject* a, PyObject* b) noexcept {
    if (!PyUnicode_CheckExact(a) || PyUnicode_GET_LENGTH(a) != PyUnicode_GET_LENGTH(b) ||
        PyUnicode_KIND(a) != PyUnicode_KIND(b)) {
        return false;
    }
    const auto size = static_cast<std::size_t>(PyUnicode_GET_LENGTH(a)) * static_cast<std::size_t>(PyUnicode_KIND(a));
    return std::memcmp(PyUnicode_DATA(a), PyUnicode_DATA(b), size) == 0;
}

inline void refuse_other_keys(PyObject* object) {
    Py_ssize_t at = 0;
    PyObject *key, *value;
    while (PyDict_Next(object, &at, &key, &value)) {
        if (!PyUnicode_CheckExact(key)) {
            throw declined();
        }
    }
}

// the value at a key of an object that has only strings for keys, nullptr if there is none
inline PyObject* look_up(PyObject* object, PyObject* key) {
    PyObject* const value = PyDict_GetItemWithError(object, key);
    if (value == nullptr && PyErr_Occurred()) {
        PyErr_Clear();
        throw declined();
    }
    return value;
}

}  // namespace detail

class shape {
    struct field {
        PyObject* name;
        Py_ssize_t width;  // the number of fields in its group (§9.3), 0 for a leaf field
    };
    // an object that is being learnt from, and its counterpart in the second row, if there is one
    struct pair {
        PyObject* box;
        PyObject* other;
        Py_ssize_t at;
        Py_ssize_t left;
        bool other_checked;
    };
    // an object that is being read, in the order of its keys as long as that is the order of the fields
    struct level {
        PyObject* box;
        Py_ssize_t at;
        Py_ssize_t left;
        bool in_order;
    };

    stack<field, 64> fields;  // in depth-first pre-order
    stack<PyObject*, 64> cells;
    stack<pair, 16> learning;
    stack<level, 16> reading;
    stack<Py_ssize_t, 16> opened;
    Py_ssize_t width = 0;  // of the outermost list
    bool groups = false;

public:
    bool has_groups() const noexcept { return groups; }

    // Takes on the shape of `first`, whose objects may nest `levels` deep; `second` is nullptr if there is
    // none.  Whether it is a shape.
    bool learn(PyObject* first, PyObject* second, std::size_t levels) {
        fields.cut(0);
        cells.cut(0);
        learning.cut(0);
        groups = false;
        width = PyDict_GET_SIZE(first);
        if (!may_pair(first, second)) {
            return false;
        }
        learning.push({first, second, 0, width, false});
        while (!learning.empty()) {
            pair& now = learning.top();
            if (now.left == 0) {
                learning.pop();
                continue;
            }
            --now.left;
            PyObject *name, *value;
            PyDict_Next(now.box, &now.at, &name, &value);
            if (!PyUnicode_CheckExact(name)) {
                throw declined();
            }
            if (is_dict(value)) {
                fields.push({name, PyDict_GET_SIZE(value)});
                if (!enter(now, name, value, levels)) {
                    return false;
                }
            } else if (is_list(value)) {
                return false;
            } else {
                fields.push({name, 0});
                cells.push(nullptr);
            }
        }
        return true;
    }

    // {a,b{c,d}}
    char* put_field_list(buffer& out, char* at, char delimiter) {
        opened.cut(0);
        Py_ssize_t left = width;
        bool starts = true;
        *at++ = '{';
        for (const field& next : fields) {
            if (!starts) {
                *at++ = delimiter;
            }
            at = put_key(out, at, 0, next.name);
            --left;
            starts = next.width != 0;
            if (starts) {
                *at++ = '{';
                opened.push(left);
                left = next.width;
                continue;
            }
            while (left == 0 && !opened.empty()) {
                at = out.room(at, 0);
                *at++ = '}';
                left = opened.top();
                opened.pop();
            }
        }
        *at++ = '}';
        return at;
    }

    // The values of an object in the order of the leaf fields: as many as there are, behind the address that
    // is returned, until the next call; nullptr if it is not of this shape.  Any of them may be a container.
    PyObject* const* read(PyObject* row) {
        if (!is_dict(row) || PyDict_GET_SIZE(row) != width) {
            return nullptr;
        }
        return groups ? read_nested(row) : read_flat(row);
    }
    std::size_t leaves() const noexcept { return cells.size(); }

private:
    static bool may_pair(PyObject* box, PyObject* other) noexcept {
        return PyDict_GET_SIZE(box) != 0 &&
               (other == nullptr || (is_dict(other) && PyDict_GET_SIZE(other) == PyDict_GET_SIZE(box)));
    }

    bool enter(pair& now, PyObject* name, PyObject* value, std::size_t levels) {
        groups = true;
        PyObject* other = now.other;
        if (other != nullptr) {
            if (!now.other_checked) {
                detail::refuse_other_keys(other);
                now.other_checked = true;
            }
            other = detail::look_up(other, name);
            if (other == nullptr) {
                return false;
            }
        }
        if (!may_pair(value, other)) {
            return false;
        }
        if (learning.size() >= levels || runs_in_circle(learning, value)) {
            throw declined();
        }
        learning.push({value, other, 0, PyDict_GET_SIZE(value), false});
        return true;
    }

    PyObject* const* read_flat(PyObject* row) {
        PyObject** cell = cells.begin();
        const field* const end = fields.end();
        Py_ssize_t at = 0;
        for (const field* next = fields.begin(); next != end; ++next, ++cell) {
            PyObject* key;
            PyDict_Next(row, &at, &key, cell);
            if (TOONWIRE_UNLIKELY(key != next->name) && !detail::same_key(key, next->name)) {
                return look_up_rest(row, cell);
            }
        }
        return cells.begin();
    }

    // fields in another order
    TOONWIRE_OUTLINE PyObject* const* look_up_rest(PyObject* row, PyObject** cell) {
        detail::refuse_other_keys(row);
        for (const field* next = fields.begin() + (cell - cells.begin()); next != fields.end(); ++next) {
            *cell = detail::look_up(row, next->name);
            if (*cell++ == nullptr) {
                return nullptr;
            }
        }
        return cells.begin();
    }

    PyObject* const* read_nested(PyObject* row) {
        PyObject** cell = cells.begin();
        reading.cut(0);
        reading.push({row, 0, width, true});
        for (const field& next : fields) {
            while (reading.top().left == 0) {
                reading.pop();
            }
            PyObject* const value = value_of(reading.top(), next.name);
            if (next.width == 0) {
                *cell++ = value;
            } else if (value == nullptr || !is_dict(value) || PyDict_GET_SIZE(value) != next.width) {
                return nullptr;
            } else {
                reading.push({value, 0, next.width, true});
            }
            if (value == nullptr) {
                return nullptr;
            }
        }
        return cells.begin();
    }

    static PyObject* value_of(level& from, PyObject* name) {
        --from.left;
        if (from.in_order) {
            PyObject *key, *value;
            PyDict_Next(from.box, &from.at, &key, &value);
            if (key == name || detail::same_key(key, name)) {
                return value;
            }
            detail::refuse_other_keys(from.box);
            from.in_order = false;
        }
        return detail::look_up(from.box, name);
    }
};

}  // namespace toonwire
