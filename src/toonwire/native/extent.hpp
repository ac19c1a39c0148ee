// How much text values come to, about, and which form a list takes (§9), before anything of it is written.
//
// Contract: no code of the user's runs meanwhile.  An estimate stops at its budget, so that it costs no more
// than the batch that it is made for, however large a value is or if it contains itself.
#pragma once

#include <Python.h>

#include <algorithm>
#include <cstddef>

#include "declined.hpp"
#include "records.hpp"
#include "scalars.hpp"
#include "shape.hpp"
#include "words.hpp"

namespace toonwire {

// The forms of toonwire.stream.extent.Form.
enum class form { list, inline_values, table, unknown };

struct list_form {
    int of;  // a form
    std::size_t longest_row;  // in a table, about
};

namespace detail {

constexpr int as_number(form of) noexcept { return static_cast<int>(of); }

constexpr std::size_t number_text = 8;
constexpr std::size_t overhead = 4;  // a delimiter, quotes, a colon, a hyphen

inline bool is_plain_scalar(PyObject* value) noexcept {
    const PyTypeObject* const type = Py_TYPE(value);
    return type == &PyUnicode_Type || type == &PyLong_Type || type == &PyFloat_Type || type == &PyBool_Type ||
           value == Py_None;
}

// The values in containers wait here for their turn.
class extent_reader {
    struct open_container {
        PyObject* box;
        Py_ssize_t at;
    };

    stack<open_container, 16> open;
    const std::size_t host;  // what a value of another type counts, 0 if it ends the estimate

public:
    explicit extent_reader(std::size_t of_host) noexcept : host(of_host) {}

    // Takes the estimate of a value from what is left; false where that is too little.
    bool take(PyObject* value, std::size_t& left) {
        open.cut(0);
        if (!take_one(value, left)) {
            return false;
        }
        while (!open.empty()) {
            open_container& now = open.top();
            PyObject *key = nullptr, *next;
            if (is_dict(now.box)) {
                if (!PyDict_Next(now.box, &now.at, &key, &next)) {
                    open.pop();
                    continue;
                }
                if (!take_one(key, left)) {
                    return false;
                }
            } else {
                if (now.at == PyList_GET_SIZE(now.box)) {
                    open.pop();
                    continue;
                }
                next = PyList_GET_ITEM(now.box, now.at++);
            }
            if (!take_one(next, left)) {
                return false;
            }
        }
        return true;
    }

private:
    bool take_one(PyObject* value, std::size_t& left) {
        const PyTypeObject* const type = Py_TYPE(value);
        std::size_t size = number_text;
        if (type == &PyUnicode_Type) {
            size = overhead + static_cast<std::size_t>(PyUnicode_GET_LENGTH(value));
        } else if (is_dict(value) || is_list(value)) {
            open.push({value, 0});
        } else if (!is_plain_scalar(value)) {
            if (host == 0) {
                return false;
            }
            size = host;
        }
        if (size > left) {
            return false;
        }
        left -= size;
        return true;
    }
};

// The form of a list whose first value is an object, and the longest estimate of a row.
inline list_form form_of_rows(PyObject* list) {
    const Py_ssize_t size = PyList_GET_SIZE(list);
    PyObject* const second = size > 1 && is_dict(PyList_GET_ITEM(list, 1)) ? PyList_GET_ITEM(list, 1) : nullptr;
    shape rows;
    if (!rows.learn(PyList_GET_ITEM(list, 0), second, static_cast<std::size_t>(-1))) {
        return {as_number(form::list), 0};
    }
    bool known = true;
    std::size_t longest = 0;
    for (Py_ssize_t i = 0; i != size; ++i) {
        PyObject* const row = PyList_GET_ITEM(list, i);
        PyObject* const* cell = rows.read(row);
        if (TOONWIRE_UNLIKELY(cell == nullptr)) {
            if (is_dict(row) || is_list(row) || is_plain_scalar(row)) {
                return {as_number(form::list), 0};
            }
            known = false;
            continue;
        }
        std::size_t length = 0;
        for (PyObject* const* const end = cell + rows.leaves(); cell != end; ++cell) {
            if (PyUnicode_CheckExact(*cell)) {
                length += overhead + static_cast<std::size_t>(PyUnicode_GET_LENGTH(*cell));
            } else if (is_plain_scalar(*cell)) {
                length += number_text;
            } else if (is_dict(*cell) || is_list(*cell)) {
                return {as_number(form::list), 0};
            } else {
                known = false;
            }
        }
        longest = std::max(longest, length);
    }
    return {as_number(known ? form::table : form::unknown), longest};
}

inline list_form form_of(PyObject* list) {
    if (is_dict(PyList_GET_ITEM(list, 0))) {
        return form_of_rows(list);
    }
    bool scalars = false, objects = false, hosts = false;
    const Py_ssize_t size = PyList_GET_SIZE(list);
    for (Py_ssize_t i = 0; i != size; ++i) {
        PyObject* const value = PyList_GET_ITEM(list, i);
        if (is_plain_scalar(value)) {
            scalars = true;
        } else if (is_dict(value)) {
            objects = true;
        } else if (is_list(value)) {
            return {as_number(form::list), 0};
        } else {
            hosts = true;
        }
        if (scalars && objects) {
            return {as_number(form::list), 0};
        }
    }
    return {as_number(hosts ? form::unknown : form::inline_values), 0};
}

}  // namespace detail

// The end of the longest run of values from `start` on whose estimates fit into `budget` together: `start`
// itself where the first of them does not fit.
inline Py_ssize_t reach_of(PyObject* list, Py_ssize_t start, std::size_t budget, std::size_t host) {
    detail::extent_reader reader(host);
    const Py_ssize_t size = PyList_GET_SIZE(list);
    std::size_t left = budget;
    Py_ssize_t end = start;
    while (end < size && reader.take(PyList_GET_ITEM(list, end), left)) {
        ++end;
    }
    return end;
}

// The form of a list that is not empty; unknown where values of other types than those of JSON have a say.
inline list_form form_of_list(PyObject* list) {
    try {
        return detail::form_of(list);
    } catch (const declined&) {
        return {detail::as_number(form::unknown), 0};
    }
}

}  // namespace toonwire
