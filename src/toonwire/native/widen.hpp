// One str out of ASCII bytes and runs of wider code units.
//
// Contract: code units are those of PEP 393, one, two or four bytes each, at any address.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include "characters.hpp"

namespace toonwire {

// code units that are not ASCII, or are a quoted token with such
struct wide_run {
    std::size_t at;  // in bytes from the start of the text
    std::size_t units;
    unsigned size;  // of a unit
};

namespace detail {

#if defined(TOONWIRE_SSE2_CHARACTERS)

// eight code units, all from one load
inline void widen_eight(std::uint16_t* to, __m128i bytes) noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi8(bytes, _mm_setzero_si128()));
}
inline void widen_eight(std::uint32_t* to, __m128i pairs) noexcept {
    auto* const out = reinterpret_cast<__m128i*>(to);
    _mm_storeu_si128(out, _mm_unpacklo_epi16(pairs, _mm_setzero_si128()));
    _mm_storeu_si128(out + 1, _mm_unpackhi_epi16(pairs, _mm_setzero_si128()));
}

inline void widen_eight(std::uint16_t* to, const std::uint8_t* from) noexcept {
    widen_eight(to, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
}
inline void widen_eight(std::uint32_t* to, const std::uint8_t* from) noexcept {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    widen_eight(to, _mm_unpacklo_epi8(bytes, _mm_setzero_si128()));
}
inline void widen_eight(std::uint32_t* to, const std::uint16_t* from) noexcept {
    widen_eight(to, _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

#else

template <typename To, typename From>
inline void widen_eight(To* to, const From* from) noexcept {
    From units[8];
    std::memcpy(units, from, sizeof units);
    for (int i = 0; i < 8; ++i) {
        to[i] = units[i];
    }
}

#endif

// A text, and the code units that it is copied to: behind the last block either may end.
template <typename To>
class widener {
    To* to;
    To* const to_end;
    const char* const from_end;

public:
    widener(To* start, std::size_t units, const char* text_end) noexcept
        : to(start), to_end(start + units), from_end(text_end) {}

    template <typename From>
    void copy(const char* from, std::size_t units) noexcept {
        if constexpr (sizeof(To) == sizeof(From)) {
            std::memcpy(to, from, units * sizeof(To));
        } else {
            // what a block writes too much is written over by the next one
            std::size_t done = 0;
            while (done < units && to_end - to >= static_cast<std::ptrdiff_t>(done + 8) &&
                   from_end - from >= static_cast<std::ptrdiff_t>((done + 8) * sizeof(From))) {
                widen_eight(to + done, reinterpret_cast<const From*>(from) + done);
                done += 8;
            }
            for (; done < units; ++done) {
                From unit;
                std::memcpy(&unit, from + done * sizeof(From), sizeof unit);
                to[done] = unit;
            }
        }
        to += units;
    }
};

template <typename To>
inline void widen(To* to, std::size_t units, const char* text, std::size_t length, const wide_run* run,
                  const wide_run* end) noexcept {
    widener<To> out(to, units, text + length);
    std::size_t at = 0;
    for (; run != end; ++run) {
        out.template copy<std::uint8_t>(text + at, run->at - at);
        const char* const from = text + run->at;
        if (run->size == 1) {
            out.template copy<std::uint8_t>(from, run->units);
        } else if (run->size == 2) {
            out.template copy<std::uint16_t>(from, run->units);
        } else if constexpr (sizeof(To) == 4) {
            out.template copy<std::uint32_t>(from, run->units);
        }
        at = run->at + run->units * run->size;
    }
    out.template copy<std::uint8_t>(text + at, length - at);
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
        detail::widen(static_cast<std::uint16_t*>(to), units, text, length, runs, end);
    } else {
        detail::widen(static_cast<std::uint32_t*>(to), units, text, length, runs, end);
    }
    return out;
}

}  // namespace toonwire
