// §2, §3: the text of one primitive.
//
// Contract: values of exactly the types None, bool, int, float and str; of a dict or list the answer is
// that it is none (nullptr), and anything else is declined.
#pragma once

#include <Python.h>

#include <cmath>
#include <cstddef>
#include <cstring>

#include "buffer.hpp"
#include "declined.hpp"
#include "integers.hpp"
#include "strings.hpp"
#include "words.hpp"
#include "numbers.hpp"

namespace toonwire {

struct style {
    separator delimiter;
    bool nan_is_null;  // what NaN and the infinities become, else they are declined
    std::size_t indent;
    std::size_t max_depth;
    std::size_t max_digits;
};

inline bool is_dict(const PyObject* value) noexcept { return Py_TYPE(value) == &PyDict_Type; }
inline bool is_list(const PyObject* value) noexcept { return Py_TYPE(value) == &PyList_Type; }

template <std::size_t Size>
inline char* put_text(char* at, const char (&text)[Size]) noexcept {
    std::memcpy(at, text, Size - 1);
    return at + (Size - 1);
}

namespace detail {

inline char* put_non_finite(char* at, const style& how) {
    if (!how.nan_is_null) {
        throw declined();
    }
    return put_text(at, "null");
}

TOONWIRE_OUTLINE inline char* put_no_string(buffer& out, char* at, PyObject* value, const style& how) {
    static_assert(longest_number <= buffer::spare, "a number needs no more room");
    PyTypeObject* const type = Py_TYPE(value);
    at = out.room(at, 0);
    if (type == &PyLong_Type) {
        return put_integer(out, at, value, how.max_digits);
    }
    if (type == &PyFloat_Type) {
        const double number = PyFloat_AS_DOUBLE(value);
        return std::isfinite(number) ? write_double(at, number) : put_non_finite(at, how);
    }
    if (value == Py_None) {
        return put_text(at, "null");
    }
    if (value == Py_True) {
        return put_text(at, "true");
    }
    if (value == Py_False) {
        return put_text(at, "false");
    }
    if (type == &PyDict_Type || type == &PyList_Type) {
        return nullptr;
    }
    throw declined();
}

}  // namespace detail

inline char* put_scalar(buffer& out, char* at, PyObject* value, const style& how) {
    return Py_TYPE(value) == &PyUnicode_Type ? put_string(out, at, value, how.delimiter)
                                             : detail::put_no_string(out, at, value, how);
}

}  // namespace toonwire
