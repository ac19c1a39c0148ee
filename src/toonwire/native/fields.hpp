// §9.3: field lists as data, and the objects of rows.
//
// Contract: a field list is a walk in the order of the cells, built name by name.  The object of a row starts
// as a copy of a blank one that has all keys already; nothing here recurses.
#pragma once

#include <Python.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "hooks.hpp"
#include "reference.hpp"

namespace toonwire {

class field_list {
    enum kinds { leaf, open, shut };

    struct step {
        kinds kind;
        reference name;   // of a leaf field or of a group
        reference blank;  // of a group: the object before its fields are set
        PyObject* usual;  // of a leaf field: its value in the blank object
    };

    std::vector<step> steps;
    std::vector<std::size_t> unclosed;  // groups: the places of their steps
    reference blank;
    std::size_t width = 0;
    Py_ssize_t depth = 1;
    bool learned = false;  // the usual values

public:
    // objects around the group that is being filled, and the names of the groups in them
    using open_groups = std::vector<std::pair<PyObject*, PyObject*>>;

    field_list() : blank(PyDict_New()) { steps.reserve(8); }

    // leaf fields, the cells of a row
    std::size_t cells() const noexcept { return width; }

    // 1, or more with nested groups
    Py_ssize_t levels() const noexcept { return depth; }

    // ---- building

    // Appends a leaf field, whose name is taken over; false for null and for a name that its group has already.
    bool add(PyObject* name) {
        reference owned(name);
        PyObject* const names = unclosed.empty() ? blank.get() : steps[unclosed.back()].blank.get();
        if (name == nullptr || names == nullptr) {
            return false;
        }
        const Py_ssize_t before = PyDict_GET_SIZE(names);
        if (PyDict_SetItem(names, name, Py_None) != 0 || PyDict_GET_SIZE(names) == before) {
            return false;
        }
        steps.push_back({leaf, std::move(owned), reference(), Py_None});
        ++width;
        return true;
    }

    // The latest field turns out to be a group.
    void open_group() {
        --width;
        steps.back().kind = open;
        steps.back().blank = reference(PyDict_New());
        unclosed.push_back(steps.size() - 1);
        const Py_ssize_t level = static_cast<Py_ssize_t>(unclosed.size()) + 1;
        depth = level > depth ? level : depth;
    }

    // false if no group is open
    bool shut_group() {
        if (unclosed.empty()) {
            return false;
        }
        unclosed.pop_back();
        steps.push_back({shut, reference(), reference(), nullptr});
        return true;
    }

    // ---- rows

    // The object of a row; `cell` gives the value of the next cell.  Null where it does, or with an error set.
    template <class Cell>
    PyObject* row(const settings& options, open_groups& around, Cell cell) {
        if (depth == 1) {
            learned = learned || options.asks();  // a hook may decode rows of this list while a row is half full
            return fill(options, PyDict_Copy(blank.get()), cell);
        }
        around.reserve(static_cast<std::size_t>(depth));
        if (options.object_hook == nullptr) {
            return fill_groups(options, PyDict_Copy(blank.get()), around, cell);
        }
        return row_at_once(options, around, cell);
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
            PyObject* value = PyDict_GetItemWithError(row, at.name.get());
            if (value != nullptr && Py_REFCNT(value) > 1 && (PyBool_Check(value) || PyLong_CheckExact(value)) &&
                PyDict_SetItem(blank.get(), at.name.get(), value) == 0) {
                at.usual = value;
            }
        }
    }

    // All cells are known, and what was asked about them, before the hook is asked about the first group.
    template <class Cell>
    PyObject* row_at_once(const settings& options, open_groups& around, Cell cell) {
        std::vector<reference> values;
        values.reserve(width);
        while (values.size() < width) {
            values.emplace_back(cell());
            if (values.back().get() == nullptr) {
                return nullptr;
            }
        }
        auto next = values.begin();
        return fill_groups(options, PyDict_Copy(blank.get()), around, [&next] { return (next++)->release(); });
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
};

}  // namespace toonwire
