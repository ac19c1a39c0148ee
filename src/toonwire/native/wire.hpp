// The compact wire of a response as JSON: its TOON as one string, and beside it some of its scalars.
//
// Contract: the bytes that orjson writes for the layout of toonwire.envelope.layouts, or None where a field
// beside the content is not a str, an int of 64 bits, a bool or null, and for what `write_document` declines.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "declined.hpp"
#include "json_text.hpp"
#include "numbers.hpp"
#include "writer.hpp"

namespace toonwire {

namespace detail {

constexpr char wire_start[] = "{\"format\":\"toon\",\"toon_content\":";

struct utf8 {
    const char* text;
    std::size_t length;
};

// It lives as long as the str.
inline utf8 utf8_of(PyObject* text) {
    Py_ssize_t length;
    const char* const bytes = PyUnicode_AsUTF8AndSize(text, &length);
    if (bytes == nullptr) {
        PyErr_Clear();  // an unpaired surrogate, or no memory: whoever decides raises it again
        throw declined();
    }
    return {bytes, static_cast<std::size_t>(length)};
}

constexpr std::ptrdiff_t longest_word = longest_number;  // of an int, true, false, null

inline char* put_json_word(char* out, PyObject* value) {
    const char* const word = value == Py_True    ? "true"
                             : value == Py_False ? "false"
                             : value == Py_None  ? "null"
                                                 : nullptr;
    if (word != nullptr) {
        const std::size_t length = std::strlen(word);
        std::memcpy(out, word, length);
        return out + length;
    }
    if (!PyLong_CheckExact(value)) {
        throw declined();
    }
    int beyond = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value, &beyond);
    if (beyond != 0) {
        throw declined();
    }
    return write_int64(out, static_cast<std::int64_t>(number));
}

class owned {
    PyObject* object;

public:
    explicit owned(PyObject* taken) noexcept : object(taken) {}
    owned(const owned&) = delete;
    owned& operator=(const owned&) = delete;
    ~owned() { Py_XDECREF(object); }
    PyObject* get() const noexcept { return object; }
};

inline PyObject* new_bytes(const char* from, std::size_t length) {
    PyObject* const bytes = PyBytes_FromStringAndSize(from, static_cast<Py_ssize_t>(length));
    if (bytes == nullptr) {
        PyErr_Clear();
        throw std::bad_alloc();
    }
    return bytes;
}

// No code of the user's runs here: the keys are exactly str.
inline PyObject* value_of(PyObject* response, PyObject* key) {
    PyObject* const value = PyUnicode_CheckExact(key) ? PyDict_GetItemWithError(response, key) : nullptr;
    if (value == nullptr) {
        PyErr_Clear();
        throw declined();
    }
    return value;
}

// Writes the wire into room of a fixed size, if that will do.
class short_wire {
    static constexpr std::ptrdiff_t size = 8192;
    char text[size];

public:
    PyObject* write(PyObject* response, const utf8& toon, PyObject* beside) {
        const char* const limit = text + size;
        std::memcpy(text, wire_start, sizeof wire_start - 1);
        char* at = json::put_within(limit, text + sizeof wire_start - 1, toon.text, toon.length);
        for (Py_ssize_t i = 0; i != PyTuple_GET_SIZE(beside) && at != nullptr; ++i) {
            PyObject* const key = PyTuple_GET_ITEM(beside, i);
            PyObject* const value = value_of(response, key);
            const utf8 name = utf8_of(key);
            if (limit - at < longest_word) {
                return nullptr;
            }
            *at++ = ',';
            at = json::put_within(limit, at, name.text, name.length);
            if (at == nullptr || limit - at < 2 * longest_word) {
                return nullptr;
            }
            *at++ = ':';
            if (PyUnicode_CheckExact(value)) {
                const utf8 inner = utf8_of(value);
                at = json::put_within(limit, at, inner.text, inner.length);
            } else {
                at = put_json_word(at, value);
            }
        }
        if (at == nullptr || at == limit) {
            return nullptr;
        }
        *at++ = '}';
        return new_bytes(text, static_cast<std::size_t>(at - text));
    }
};

// Measures first.
inline PyObject* write_long_wire(PyObject* response, const utf8& toon, PyObject* beside) {
    const Py_ssize_t count = PyTuple_GET_SIZE(beside);
    std::size_t size = sizeof wire_start + toon.length + json::growth(toon.text, toon.length) + 2;
    char word[longest_word];
    for (Py_ssize_t i = 0; i != count; ++i) {
        PyObject* const key = PyTuple_GET_ITEM(beside, i);
        PyObject* const value = value_of(response, key);
        const utf8 name = utf8_of(key);
        size += name.length + json::growth(name.text, name.length) + 4;
        if (PyUnicode_CheckExact(value)) {
            const utf8 inner = utf8_of(value);
            size += inner.length + json::growth(inner.text, inner.length) + 2;
        } else {
            size += static_cast<std::size_t>(put_json_word(word, value) - word);
        }
    }
    PyObject* const whole = new_bytes(nullptr, size);
    char* at = PyBytes_AS_STRING(whole);
    std::memcpy(at, wire_start, sizeof wire_start - 1);
    at = json::put_string(at + sizeof wire_start - 1, toon.text, toon.length);
    for (Py_ssize_t i = 0; i != count; ++i) {
        PyObject* const key = PyTuple_GET_ITEM(beside, i);
        PyObject* const value = value_of(response, key);
        const utf8 name = utf8_of(key);
        *at++ = ',';
        at = json::put_string(at, name.text, name.length);
        *at++ = ':';
        if (PyUnicode_CheckExact(value)) {
            const utf8 inner = utf8_of(value);
            at = json::put_string(at, inner.text, inner.length);
        } else {
            const auto length = static_cast<std::size_t>(put_json_word(word, value) - word);
            std::memcpy(at, word, length);
            at += length;
        }
    }
    *at = '}';
    return whole;
}

inline PyObject* write_wire(PyObject* response, PyObject* content, PyObject* beside) {
    const utf8 toon{PyBytes_AS_STRING(content), static_cast<std::size_t>(PyBytes_GET_SIZE(content))};
    short_wire first;
    PyObject* const whole = first.write(response, toon, beside);
    return whole != nullptr ? whole : write_long_wire(response, toon, beside);
}

}  // namespace detail

// The wire as new bytes, None where it is declined, nullptr with an exception set.
inline PyObject* wire_of(PyObject* response, PyObject* beside, std::size_t max_depth, std::size_t max_digits) noexcept {
    try {
        const detail::owned content(write_document(response, ',', true, 2, max_depth, max_digits, true));
        if (content.get() == nullptr) {
            return nullptr;
        }
        if (content.get() == Py_None) {
            Py_RETURN_NONE;
        }
        return detail::write_wire(response, content.get(), beside);
    } catch (const declined&) {
        Py_RETURN_NONE;
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

}  // namespace toonwire
