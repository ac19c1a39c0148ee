// §6, §9.3: field lists, and the objects of their rows.
//
// Contract: a field list is read from its opening brace; one that is malformed, nests too deeply or repeats a
// name in a group is refused.  Nothing here recurses.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hooks.hpp"
#include "keys.hpp"
#include "quoted.hpp"
#include "scan.hpp"

namespace toonwire {

// an owned reference
class reference {
    PyObject* object;

public:
    explicit reference(PyObject* owned = nullptr) noexcept : object(owned) {}
    reference(reference&& other) noexcept : object(other.release()) {}
    reference& operator=(reference&& other) noexcept {
        std::swap(object, other.object);
        return *this;
    }
    ~reference() { Py_XDECREF(object); }

    PyObject* get() const noexcept { return object; }

    PyObject* release() noexcept {
        PyObject* owned = object;
        object = nullptr;
        return owned;
    }
};

// A field list as a walk in the order of the cells (§9.3).
class field_list {
public:
    enum kinds { leaf, open, shut };

    struct step {
        kinds kind;
        reference name;            // of a leaf field or of a group
        reference blank;           // of a group: the object before its fields are set
        PyObject* usual = Py_None;  // of a leaf field: its value in the blank object
    };

private:
    std::vector<step> steps;
    reference blank;
    std::size_t width = 0;
    Py_ssize_t depth = 1;
    bool learned = false;  // the usual values

public:
    // leaf fields, the cells of a row
    std::size_t cells() const noexcept { return width; }

    // 1, or more with nested groups
    Py_ssize_t levels() const noexcept { return depth; }

    // Reads the list whose brace opens at `at` and moves `at` behind its end.
    template <class Text>
    bool read(Text& text, document_keys<Text>& keys, quoted_tokens<Text>& quoted, const typename Text::unit*& at,
              const typename Text::unit* to, const typename Text::unit* limit, char delimiter, Py_ssize_t deepest) {
        std::vector<std::size_t> groups;  // that are open: the places of their steps
        blank = reference(PyDict_New());
        steps.reserve(8);
        ++at;
        for (;;) {
            PyObject* names = groups.empty() ? blank.get() : steps[groups.back()].blank.get();
            if (!read_name(text, keys, quoted, at, to, limit, names)) {
                return false;
            }
            if (at != to && is(*at, '{')) {
                ++at;
                groups.push_back(steps.size() - 1);
                steps.back().kind = open;
                steps.back().blank = reference(PyDict_New());
                depth = depth < static_cast<Py_ssize_t>(groups.size()) + 1 ? depth + 1 : depth;
                if (depth > deepest) {
                    return false;
                }
                continue;
            }
            ++width;
            for (;;) {
                at = after_spaces(at, to);
                if (at == to) {
                    return false;
                }
                const auto unit = *at++;
                if (is(unit, delimiter)) {
                    break;
                }
                if (!is(unit, '}')) {
                    return false;
                }
                if (groups.empty()) {
                    return true;
                }
                groups.pop_back();
                steps.push_back({shut, reference(), reference(), Py_None});
            }
        }
    }

    // objects around the group that is being filled, and the names of the groups in them
    using open_groups = std::vector<std::pair<PyObject*, PyObject*>>;

    // The object of a row; `cell` gives the value of the next cell.  Null where it does, or with an error set.
    template <class Cell>
    PyObject* row(const settings& options, open_groups& around, Cell cell) {
        if (depth == 1) {
            learned = learned || options.asks();  // a hook may decode rows of this list while a row is half full
            return fill(options, PyDict_Copy(blank.get()), cell);
        }
        around.reserve(static_cast<std::size_t>(depth));
        return fill_groups(options, PyDict_Copy(blank.get()), around, cell);
    }

private:
    static PyObject* refuse(PyObject* made) noexcept {
        Py_XDECREF(made);
        return nullptr;
    }

    // takes the value over
    static bool set(PyObject* object, PyObject* name, PyObject* value) noexcept {
        if (TOONWIRE_UNLIKELY(value == nullptr)) {
            return false;
        }
        const bool good = PyDict_SetItem(object, name, value) == 0;
        Py_DECREF(value);
        return good;
    }

    // the same where the object was a blank one
    static bool set(PyObject* object, const step& at, PyObject* value) noexcept {
        if (value == at.usual) {
            Py_DECREF(value);
            return true;
        }
        return set(object, at.name.get(), value);
    }

    template <class Cell>
    PyObject* fill(const settings& options, PyObject* made, Cell cell) {
        if (made == nullptr) {
            return nullptr;
        }
        for (const step& at : steps) {
            if (TOONWIRE_UNLIKELY(!set(made, at, cell()))) {
                return refuse(made);
            }
        }
        if (TOONWIRE_UNLIKELY(!learned)) {
            learn(made);
        }
        return options.object(made);
    }

    // Numbers and booleans that the interpreter has only once often come again in a column: those of the first
    // row become part of the blank object, once and for all.
    void learn(PyObject* row) {
        learned = true;
        for (step& at : steps) {
            PyObject* value = PyDict_GetItem(row, at.name.get());
            if (value != nullptr && Py_REFCNT(value) > 1 && (PyBool_Check(value) || PyLong_CheckExact(value)) &&
                PyDict_SetItem(blank.get(), at.name.get(), value) == 0) {
                at.usual = value;
            }
        }
    }

    template <class Cell>
    PyObject* fill_groups(const settings& options, PyObject* made, open_groups& around, Cell cell) {
        for (const step& at : steps) {
            bool good = made != nullptr;
            if (at.kind == leaf) {
                good = good && set(made, at, cell());
            } else if (at.kind == open) {
                around.emplace_back(made, at.name.get());
                made = PyDict_Copy(at.blank.get());
            } else {
                PyObject* group = made != nullptr ? options.object(made) : nullptr;
                made = around.back().first;
                good = set(made, around.back().second, group);
                around.pop_back();
            }
            if (TOONWIRE_UNLIKELY(!good)) {
                for (; !around.empty(); around.pop_back()) {
                    Py_DECREF(around.back().first);
                }
                return refuse(made);
            }
        }
        return options.object(made);
    }

    template <class Text>
    bool read_name(Text& text, document_keys<Text>& keys, quoted_tokens<Text>& quoted,
                   const typename Text::unit*& at, const typename Text::unit* to, const typename Text::unit* limit,
                   PyObject* names) {
        at = after_spaces(at, to);
        if (at == to || names == nullptr) {
            return false;
        }
        reference name;
        if (is(*at, '"')) {
            const auto body = quoted.read(text, at, to, limit);
            if (body.after == nullptr) {
                return false;
            }
            at = body.after;
            name = reference(body.made != nullptr ? keys.unique(body.made) : keys.get(body.from, body.count));
        } else {
            const auto* const stop = find_unquoted(at, to, limit, '{', '}', ',', '|', '\t');
            const auto* const end = before_spaces(at, stop);
            if (end == at || stop == to || (is(*stop, '{') && end != stop)) {
                return false;
            }
            name = reference(keys.get(at, static_cast<std::size_t>(end - at)));
            at = stop;
        }
        const Py_ssize_t before = PyDict_GET_SIZE(names);
        if (name.get() == nullptr || PyDict_SetItem(names, name.get(), Py_None) != 0 ||
            PyDict_GET_SIZE(names) == before) {
            return false;
        }
        steps.push_back({leaf, std::move(name), reference(), Py_None});
        return true;
    }
};

}  // namespace toonwire
