// One str out of ASCII bytes and runs of wider code units.
//
// Contract: code units are those of PEP 393, one, two or four bytes each, at any address.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#if defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace toonwire {

// code units that are not ASCII, or are a quoted token with such
struct wide_run {
    std::size_t at;  // in bytes from the start of the text
    std::size_t units;
    unsigned size;  // of a unit
};

namespace detail {

template <typename To, typename From>
inline To* widen(To* to, const char* from, std::size_t units) noexcept {
    if constexpr (sizeof(To) == sizeof(From)) {
        std::memcpy(to, from, units * sizeof(To));
        return to + units;
    }
    for (std::size_t i = 0; i < units; ++i) {
        From unit;
        std::memcpy(&unit, from + i * sizeof(From), sizeof unit);
        to[i] = unit;
    }
    return to + units;
}

template <typename To>
inline To* widen_run(To* to, const char* from, std::size_t units, unsigned size) noexcept {
    if (size == 1) {
        return widen<To, std::uint8_t>(to, from, units);
    }
    if constexpr (sizeof(To) == 4) {
        if (size == 4) {
            return widen<To, std::uint32_t>(to, from, units);
        }
    }
    if constexpr (sizeof(To) >= 2) {
        return widen<To, std::uint16_t>(to, from, units);
    }
    return to;
}

template <typename To>
inline void widen_all(To* to, const char* text, std::size_t length, const wide_run* run, const wide_run* end) noexcept {
    std::size_t at = 0;
    for (; run != end; ++run) {
        to = widen<To, std::uint8_t>(to, text + at, run->at - at);
        to = widen_run(to, text + run->at, run->units, run->size);
        at = run->at + run->units * run->size;
    }
    widen<To, std::uint8_t>(to, text + at, length - at);
}

}  // namespace detail

// bytes of the largest code units; since those of a str are of its canonical kind, of the result's as well
inline unsigned widest(const wide_run* runs, const wide_run* end) noexcept {
    unsigned size = 0;
    for (; runs != end; ++runs) {
        size = runs->size > size ? runs->size : size;
    }
    return size;
}

// The str of `length` bytes of text with runs of at most `kind` bytes a unit, which is two or four.
inline PyObject* widened(const char* text, std::size_t length, unsigned kind, const wide_run* runs,
                         const wide_run* end) {
    std::size_t units = length;
    for (const wide_run* run = runs; run != end; ++run) {
        units -= run->units * (run->size - 1);
    }
    PyObject* const out = PyUnicode_New(static_cast<Py_ssize_t>(units), kind == 2 ? 0xffff : 0x10ffff);
    if (out == nullptr) {
        throw std::bad_alloc();
    }
    void* const to = PyUnicode_DATA(out);
    if (kind == 2) {
        detail::widen_all(static_cast<std::uint16_t*>(to), text, length, runs, end);
    } else {
        detail::widen_all(static_cast<std::uint32_t*>(to), text, length, runs, end);
    }
    return out;
}

}  // namespace toonwire
