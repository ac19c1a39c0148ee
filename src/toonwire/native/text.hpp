// §3, §4: from the code units of a token to a str, whose kind is known before it is made.
//
// Contract: an encoding offers
//     unit            the type of its code units
//     str(from, n)    a new reference; null where the units are ill-formed, or with an error set
//     valid(from, n)  whether text that becomes no str, such as a comment, is well-formed
// ASCII characters are one unit each in all of them.  UTF-8 bytes and unpaired surrogates are refused here,
// token by token, so a document needs no look in advance.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "scan.hpp"
#include "scratch.hpp"

namespace toonwire {

// as memcpy; most tokens are so short that calling it costs more than copying
inline void copy_bytes(void* to, const void* from, std::size_t count) noexcept {
    char* out = static_cast<char*>(to);
    const char* in = static_cast<const char*>(from);
    const auto both_ends = [&](auto word) {
        decltype(word) first, last;
        std::memcpy(&first, in, sizeof word);
        std::memcpy(&last, in + count - sizeof word, sizeof word);
        std::memcpy(out, &first, sizeof word);
        std::memcpy(out + count - sizeof word, &last, sizeof word);
    };
    if (count > 16) {
        std::memcpy(out, in, count);
    } else if (count >= 8) {
        both_ends(std::uint64_t());
    } else if (count >= 4) {
        both_ends(std::uint32_t());
    } else if (count != 0) {
        out[0] = in[0];
        out[count - 1] = in[count - 1];
        out[count / 2] = in[count / 2];
    }
}

// all bits that are set in some unit
template <class Unit>
inline std::uint32_t bits_in(const Unit* from, std::size_t count) noexcept {
    std::size_t i = 0;
    std::uint32_t bits = 0;
#if defined(TOONWIRE_SSE2)
    constexpr std::size_t step = 16 / sizeof(Unit);
    const auto load = [&](std::size_t at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at)); };
    if (count >= step) {
        __m128i all = load(count - step);
        for (; i + step <= count; i += step) {
            all = _mm_or_si128(all, load(i));
        }
        alignas(16) Unit folded[step];
        _mm_store_si128(reinterpret_cast<__m128i*>(folded), all);
        for (const Unit unit : folded) {
            bits |= unit;
        }
        return bits;
    }
#endif
    for (; i < count; ++i) {
        bits |= from[i];
    }
    return bits;
}

template <class Out, class Unit>
inline void narrow(Out* out, const Unit* from, std::size_t count) noexcept {
    std::size_t i = 0;
#if defined(TOONWIRE_SSE2)
    if (sizeof(Out) == 1) {
        for (; i + 16 <= count; i += 16) {
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), sixteen_units(from + i));
        }
    }
#endif
    for (; i < count; ++i) {
        out[i] = static_cast<Out>(from[i]);
    }
}

// a str of units whose set bits are known
template <class Unit>
inline PyObject* str_of(const Unit* from, std::size_t count, std::uint32_t bits) noexcept {
    const Py_UCS4 largest = bits < 0x80 ? 0x7f : bits < 0x100 ? 0xff : bits < 0x10000 ? 0xffff : 0x10ffff;
    if (count <= 1 && largest <= 0xff) {
        return count == 0 ? PyUnicode_New(0, 0) : PyUnicode_FromOrdinal(static_cast<int>(*from));
    }
    PyObject* made = PyUnicode_New(static_cast<Py_ssize_t>(count), largest);
    if (TOONWIRE_UNLIKELY(made == nullptr)) {
        return nullptr;
    }
    void* out = PyUnicode_DATA(made);
    const std::size_t size = largest <= 0xff ? 1 : largest <= 0xffff ? 2 : 4;
    if (size == sizeof(Unit)) {
        copy_bytes(out, from, count * sizeof(Unit));
    } else if (size == 1) {
        narrow(static_cast<Py_UCS1*>(out), from, count);
    } else {
        narrow(static_cast<Py_UCS2*>(out), from, count);
    }
    return made;
}

template <class Unit>
inline bool no_surrogates(const Unit* from, std::size_t count) noexcept {
    std::uint32_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        found |= (from[i] & 0x1ff800u) == 0xd800u ? 1u : 0u;
    }
    return found == 0;
}

// A str of one byte a character, or bytes that are all ASCII.
class latin {
    bool ascii;

public:
    using unit = std::uint8_t;

    explicit latin(bool only_ascii) noexcept : ascii(only_ascii) {}

    PyObject* str(const unit* from, std::size_t count) noexcept {
        return str_of(from, count, ascii ? 0 : bits_in(from, count));
    }

    bool valid(const unit*, std::size_t) const noexcept { return true; }
};

// A str of two or four bytes a character.
template <class Unit>
class wide_units {
public:
    using unit = Unit;

    PyObject* str(const unit* from, std::size_t count) noexcept {
        const std::uint32_t bits = bits_in(from, count);
        if (bits >= 0xd800 && !no_surrogates(from, count)) {
            return nullptr;
        }
        return str_of(from, count, bits);
    }

    bool valid(const unit* from, std::size_t count) const noexcept { return no_surrogates(from, count); }
};

// Bytes that are not all ASCII.
class utf8 {
    static constexpr std::size_t huge = 1 << 16;

    scratch<std::uint32_t> characters;

public:
    using unit = std::uint8_t;

    PyObject* str(const unit* from, std::size_t count) noexcept {
        if (bits_in(from, count) < 0x80) {
            return str_of(from, count, 0);
        }
        if (count > huge) {
            return str_of_huge(from, count);
        }
        std::uint32_t* out = characters.room(count);
        if (out == nullptr) {
            PyErr_NoMemory();
            return nullptr;
        }
        std::uint32_t bits = 0;
        const std::ptrdiff_t length = decode(from, from + count, out, bits);
        return length < 0 ? nullptr : str_of(out, static_cast<std::size_t>(length), bits);
    }

    bool valid(const unit* from, std::size_t count) noexcept {
        PyObject* made = str(from, count);
        if (made == nullptr) {
            return false;
        }
        Py_DECREF(made);
        return true;
    }

private:
    static PyObject* str_of_huge(const unit* from, std::size_t count) noexcept {
        PyObject* made =
            PyUnicode_DecodeUTF8(reinterpret_cast<const char*>(from), static_cast<Py_ssize_t>(count), "strict");
        if (made == nullptr && PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) {
            PyErr_Clear();
        }
        return made;
    }

    static bool continues(std::uint32_t byte) noexcept { return (byte & 0xc0) == 0x80; }

    // The number of characters; -1 for bytes that encode none, encode one in more bytes than it needs, a
    // surrogate, or what lies beyond U+10FFFF.
    static std::ptrdiff_t decode(const unit* at, const unit* to, std::uint32_t* out, std::uint32_t& bits) noexcept {
        std::uint32_t* const start = out;
        std::uint32_t all = 0;
        while (at < to) {
            const std::uint32_t first = *at;
            std::uint32_t character;
            if (first < 0x80) {
                character = first;
                at += 1;
            } else if (first < 0xe0) {
                if (to - at < 2 || first < 0xc2 || !continues(at[1])) {
                    return -1;
                }
                character = ((first & 0x1f) << 6) | (at[1] & 0x3fu);
                at += 2;
            } else if (first < 0xf0) {
                if (to - at < 3 || !continues(at[1]) || !continues(at[2])) {
                    return -1;
                }
                character = ((first & 0xf) << 12) | ((at[1] & 0x3fu) << 6) | (at[2] & 0x3fu);
                if (character < 0x800 || (character & 0xf800) == 0xd800) {
                    return -1;
                }
                at += 3;
            } else {
                if (to - at < 4 || first > 0xf4 || !continues(at[1]) || !continues(at[2]) || !continues(at[3])) {
                    return -1;
                }
                character = ((first & 7) << 18) | ((at[1] & 0x3fu) << 12) | ((at[2] & 0x3fu) << 6) | (at[3] & 0x3fu);
                if (character < 0x10000 || character > 0x10ffff) {
                    return -1;
                }
                at += 4;
            }
            all |= character;
            *out++ = character;
        }
        bits = all;
        return out - start;
    }
};

}  // namespace toonwire
