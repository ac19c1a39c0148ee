// What the caller wants to be asked about, and the limits he sets (§15).
//
// Contract: a hook is called with new objects only, and may run any code.  In a rehearsal none is called and
// None stands for what it would give: it tells whether a document is accepted, so that each hook runs as
// often as if the document had been read only once.
#pragma once

#include <Python.h>

#include "words.hpp"

namespace toonwire {

struct settings {
    Py_ssize_t indent;
    Py_ssize_t max_depth;
    Py_ssize_t max_digits;
    PyObject* parse_float;  // null for none, as the next two
    PyObject* parse_int;
    PyObject* object_hook;
    bool rehearsal;

    bool asks() const noexcept { return parse_float != nullptr || parse_int != nullptr || object_hook != nullptr; }

    // what a hook makes of an object, whose reference is taken over
    PyObject* ask(PyObject* hook, PyObject* about) const noexcept {
        if (about == nullptr) {
            return nullptr;
        }
        PyObject* made = Py_None;
        if (rehearsal) {
            Py_INCREF(made);
        } else {
            made = PyObject_CallFunctionObjArgs(hook, about, nullptr);
        }
        Py_DECREF(about);
        return made;
    }

    // the value of a complete object
    PyObject* object(PyObject* made) const noexcept {
        return TOONWIRE_UNLIKELY(object_hook != nullptr) ? ask(object_hook, made) : made;
    }
};

}  // namespace toonwire
