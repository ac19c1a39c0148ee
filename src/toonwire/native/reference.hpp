// A reference to a Python object that is given up when it goes out of scope.
//
// Contract: takes over the reference that it is made of; null is allowed.
#pragma once

#include <Python.h>

#include <utility>

namespace toonwire {

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

    PyObject* release() noexcept { return std::exchange(object, nullptr); }
};

}  // namespace toonwire
