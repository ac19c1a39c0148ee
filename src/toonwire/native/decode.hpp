// §4, §12: from the caller's str or bytes to a document in the code units it has there.
//
// Contract: decode() gives a new reference, to `declined` for what it declines, or null with an error set.
// The input is neither copied nor kept.  The garbage collector rests meanwhile, unless hooks are called.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "document.hpp"
#include "hooks.hpp"
#include "text.hpp"

namespace toonwire {

// Nothing that a decoder makes is garbage before it is done, so looking for some is a waste.
class collector_pause {
    const bool resume;

public:
    explicit collector_pause(bool wanted) noexcept : resume(wanted && PyGC_Disable() != 0) {}
    collector_pause(const collector_pause&) = delete;
    collector_pause& operator=(const collector_pause&) = delete;
    ~collector_pause() {
        if (resume) {
            PyGC_Enable();
        }
    }
};

template <class Text>
inline PyObject* decode_units(Text text, remembered& from_before, const settings& options, const void* data,
                              Py_ssize_t count) noexcept {
    const auto* from = static_cast<const typename Text::unit*>(data);
    try {
        document<Text> read_document(text, from_before, options, from, from + count);
        return read_document.read();
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

inline PyObject* decode_str(remembered& from_before, const settings& options, PyObject* data) noexcept {
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(data) != 0) {
        return nullptr;
    }
#endif
    const void* from = PyUnicode_DATA(data);
    const Py_ssize_t count = PyUnicode_GET_LENGTH(data);
    const bool marked = count != 0 && PyUnicode_READ_CHAR(data, 0) == 0xfeff;
    switch (PyUnicode_KIND(data)) {
        case PyUnicode_1BYTE_KIND:
            return decode_units(latin(PyUnicode_IS_ASCII(data)), from_before, options, from, count);
        case PyUnicode_2BYTE_KIND:
            return decode_units(wide_units<Py_UCS2>(), from_before, options, static_cast<const Py_UCS2*>(from) + marked,
                                count - marked);
        default:
            return decode_units(wide_units<Py_UCS4>(), from_before, options, static_cast<const Py_UCS4*>(from) + marked,
                                count - marked);
    }
}

inline PyObject* decode_bytes(remembered& from_before, const settings& options, PyObject* data) noexcept {
    const auto* from = reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(data));
    const Py_ssize_t count = PyBytes_GET_SIZE(data);
    if (bits_in(from, static_cast<std::size_t>(count)) < 0x80) {
        return decode_units(latin(true), from_before, options, from, count);
    }
    const bool marked = count >= 3 && from[0] == 0xef && from[1] == 0xbb && from[2] == 0xbf;
    return decode_units(utf8(), from_before, options, from + 3 * marked, count - 3 * marked);
}

// the value of an int, the nearest one if it is out of range
inline Py_ssize_t size_of(PyObject* number) noexcept {
    int overflow;
    const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    return overflow > 0 || value > PY_SSIZE_T_MAX   ? PY_SSIZE_T_MAX
           : overflow < 0 || value < PY_SSIZE_T_MIN ? PY_SSIZE_T_MIN
                                                    : static_cast<Py_ssize_t>(value);
}

inline PyObject* decode(remembered& from_before, const settings& options, PyObject* data, PyObject* declined) noexcept {
    const collector_pause pause(options.rehearsal || !options.asks());
    PyObject* made = nullptr;
    if (options.max_depth > 0 && options.indent > 0) {
        if (PyUnicode_CheckExact(data)) {
            made = decode_str(from_before, options, data);
        } else if (PyBytes_CheckExact(data)) {
            made = decode_bytes(from_before, options, data);
        }
    }
    if (made == nullptr && PyErr_Occurred() == nullptr) {
        Py_INCREF(declined);
        made = declined;
    }
    return made;
}

}  // namespace toonwire
