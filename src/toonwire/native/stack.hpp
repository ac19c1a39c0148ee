// The values of containers that are not complete yet, and what completes them.
//
// Contract: the stack owns what lies on it.  A container is made when its last value is there, so nothing
// outside ever sees half of one; only a long one is made in parts, to bound the memory, and then each part
// leaves a container that is sound.  A function that gets an object takes its reference over, whatever
// happens; null comes back for a null that came in, for repeated keys, or with an error set.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "words.hpp"

namespace toonwire {

// A list whose header says how long it is.  Memory is taken for that length only where the input that is
// left can have as many values; while some are missing, the list is hidden from the collector and so from
// all code that looks for it there.
class list_of_known_length {
    PyObject* list = nullptr;
    Py_ssize_t count = 0;
    Py_ssize_t length;
    const bool hidden;

public:
    list_of_known_length(std::uint64_t declared, std::uint64_t most, bool code_may_run) noexcept
        : length(declared <= most ? static_cast<Py_ssize_t>(declared) : 0), hidden(code_may_run) {
        list = declared <= most ? PyList_New(length) : nullptr;
        if (list == nullptr) {
            length = 0;
        } else if (hidden) {
            PyObject_GC_UnTrack(list);
        }
    }
    list_of_known_length(const list_of_known_length&) = delete;
    list_of_known_length& operator=(const list_of_known_length&) = delete;
    ~list_of_known_length() { Py_XDECREF(list); }

    // takes the value over; false for one too many
    bool add(PyObject* value) noexcept {
        if (TOONWIRE_UNLIKELY(value == nullptr || count == length)) {
            Py_XDECREF(value);
            return false;
        }
        PyList_SET_ITEM(list, count++, value);
        return true;
    }

    // the list, null if values are missing
    PyObject* complete() noexcept {
        if (list == nullptr || count != length) {
            return nullptr;
        }
        if (hidden) {
            PyObject_GC_Track(list);
        }
        return std::exchange(list, nullptr);
    }
};

// Memory for stacks that the last document left to the next one.
class spare_stack {
    PyObject** values = nullptr;

public:
    static constexpr std::size_t capacity = 1024;

    PyObject** take() noexcept {
        PyObject** taken = std::exchange(values, nullptr);
        return taken != nullptr ? taken : static_cast<PyObject**>(std::malloc(capacity * sizeof(PyObject*)));
    }

    void give(PyObject** left) noexcept { std::free(std::exchange(values, left)); }
};

class value_stack {
    spare_stack& spare;
    PyObject** values;
    PyObject** top;
    PyObject** end;

public:
    // values of one container that may lie on the stack before they are moved into it
    static constexpr std::size_t part = 16384;

    explicit value_stack(spare_stack& shared) noexcept
        : spare(shared),
          values(shared.take()),
          top(values),
          end(values == nullptr ? values : values + spare.capacity) {}
    value_stack(const value_stack&) = delete;
    value_stack& operator=(const value_stack&) = delete;

    ~value_stack() {
        while (top > values) {
            Py_DECREF(*--top);
        }
        if (end - values == spare.capacity) {
            spare.give(values);
        } else {
            std::free(values);
        }
    }

    std::size_t size() const noexcept { return static_cast<std::size_t>(top - values); }

    bool push(PyObject* value) noexcept {
        if (TOONWIRE_UNLIKELY(value == nullptr)) {
            return false;
        }
        if (TOONWIRE_UNLIKELY(top == end) && !grow()) {
            Py_DECREF(value);
            return false;
        }
        *top++ = value;
        return true;
    }

    PyObject* pop() noexcept { return *--top; }

    // The list of the values from `base` on, which are taken off the stack, after those in `first` (may be null).
    PyObject* make_list(std::size_t base, PyObject* first) noexcept {
        const std::size_t count = size() - base;
        PyObject* made = PyList_New(static_cast<Py_ssize_t>(count));
        if (TOONWIRE_UNLIKELY(made == nullptr)) {
            Py_XDECREF(first);
            return nullptr;
        }
        PyObject** const from = values + base;
        for (std::size_t i = 0; i < count; ++i) {
            PyList_SET_ITEM(made, static_cast<Py_ssize_t>(i), from[i]);
        }
        top = from;
        return first == nullptr ? made : append_all(first, made);
    }

    // The same for keys and values in turn.
    PyObject* make_object(std::size_t base, PyObject* first) noexcept {
        PyObject* made = first == nullptr ? PyDict_New() : first;
        if (TOONWIRE_UNLIKELY(made == nullptr)) {
            return nullptr;
        }
        PyObject** const from = values + base;
        const Py_ssize_t wanted = PyDict_GET_SIZE(made) + (top - from) / 2;
        bool good = true;
        for (PyObject** at = from; at < top; at += 2) {
            good = good && PyDict_SetItem(made, at[0], at[1]) == 0;
        }
        for (PyObject** at = from; at < top; ++at) {
            Py_DECREF(*at);
        }
        top = from;
        if (TOONWIRE_UNLIKELY(!good || PyDict_GET_SIZE(made) != wanted)) {
            Py_DECREF(made);
            return nullptr;
        }
        return made;
    }

private:
    static PyObject* append_all(PyObject* list, PyObject* more) noexcept {
        const Py_ssize_t end_of_list = PyList_GET_SIZE(list);
        const int failed = PyList_SetSlice(list, end_of_list, end_of_list, more);
        Py_DECREF(more);
        if (failed != 0) {
            Py_DECREF(list);
            return nullptr;
        }
        return list;
    }

    TOONWIRE_OUTLINE bool grow() noexcept {
        const std::size_t used = size(), capacity = 2 * (used < spare.capacity ? spare.capacity : used);
        PyObject** larger = static_cast<PyObject**>(std::realloc(values, capacity * sizeof(PyObject*)));
        if (larger == nullptr) {
            PyErr_NoMemory();
            return false;
        }
        values = larger;
        top = larger + used;
        end = larger + capacity;
        return true;
    }
};

}  // namespace toonwire
