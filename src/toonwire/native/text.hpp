// §3, §4: from the code units of a token to a str, whose kind is known before it is made.
//
// Contract: an encoding offers
//     unit            the type of its code units
//     one_unit_a_character
//     str(from, n)    a new reference; null where the units are ill-formed, or with an error set
//     valid(from, n)  whether text that becomes no str, such as a comment, is well-formed
// ASCII characters are one unit each in all of them.  UTF-8 bytes and unpaired surrogates are refused here,
// token by token, so a document needs no look in advance.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>

#include "bytes.hpp"
#include "scan.hpp"
#include "scratch.hpp"

namespace toonwire {

// all bits that are set in some unit
template <class Unit>
inline std::uint32_t bits_in(const Unit* from, std::size_t count) noexcept {
    const std::size_t size = count * sizeof(Unit);
    std::uint64_t bits = 0;
    if (size >= 16) {
#if defined(TOONWIRE_SSE2)
        const char* at = reinterpret_cast<const char*>(from);
        const char* const last = at + size - 16;
        const auto load = [](const char* place) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(place)); };
        __m128i all = load(last);
        for (; at < last; at += 16) {
            all = _mm_or_si128(all, load(at));
        }
        _mm_storel_epi64(reinterpret_cast<__m128i*>(&bits), _mm_or_si128(all, _mm_srli_si128(all, 8)));
#else
        for (std::size_t i = 0; i < count; ++i) {
            bits |= from[i];
        }
#endif
    } else if (size >= 8) {
        const word_pair<std::uint64_t> words(from, size);
        bits = words.first | words.last;
    } else if (size >= 4) {
        const word_pair<std::uint32_t> words(from, size);
        bits = words.first | words.last;
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            bits |= from[i];
        }
    }
    for (std::size_t width = 32; width >= 8 * sizeof(Unit); width /= 2) {
        bits |= bits >> width;
    }
    return static_cast<Unit>(bits);
}

// as sixteen_units: a unit that no byte can hold becomes no ASCII character but NUL
template <class Unit>
inline void narrow_to_bytes(std::uint8_t* out, const Unit* from, std::size_t count) noexcept {
#if defined(TOONWIRE_SSE2)
    if (count >= 16) {
        const auto sixteen = [&](std::size_t at) {
            _mm_storeu_si128(reinterpret_cast<__m128i*>(out + at), sixteen_units(from + at));
        };
        for (std::size_t at = 0; at + 16 < count; at += 16) {
            sixteen(at);
        }
        sixteen(count - 16);
        return;
    }
    if (count >= 8) {
        const auto eight = [&](std::size_t at) {
            _mm_storel_epi64(reinterpret_cast<__m128i*>(out + at), eight_units(from + at));
        };
        eight(0);
        eight(count - 8);
        return;
    }
#endif
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = static_cast<std::uint8_t>(from[i] < 0x100 ? from[i] : 0xff);
    }
}

// an unwritten str for characters whose set bits are known
inline PyObject* new_str(std::size_t count, std::uint32_t bits) noexcept {
    const Py_UCS4 largest = bits < 0x80 ? 0x7f : bits < 0x100 ? 0xff : bits < 0x10000 ? 0xffff : 0x10ffff;
    return PyUnicode_New(static_cast<Py_ssize_t>(count), largest);
}

// units to characters that can hold them
template <class Out, class Unit>
inline void copy_units(Out* out, const Unit* from, std::size_t count) noexcept {
    if (sizeof(Out) == sizeof(Unit)) {
        copy_bytes(out, from, count * sizeof(Unit));
    } else if (sizeof(Out) == 1) {
        narrow_to_bytes(reinterpret_cast<std::uint8_t*>(out), from, count);
    } else {
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = static_cast<Out>(from[i]);
        }
    }
}

// a str of units whose set bits are known
template <class Unit>
inline PyObject* str_of(const Unit* from, std::size_t count, std::uint32_t bits) noexcept {
    if (count <= 1 && bits < 0x100) {
        return count == 0 ? PyUnicode_New(0, 0) : PyUnicode_FromOrdinal(static_cast<int>(*from));
    }
    PyObject* made = new_str(count, bits);
    if (TOONWIRE_UNLIKELY(made == nullptr)) {
        return nullptr;
    }
    void* const data = PyUnicode_DATA(made);
    if (bits < 0x100) {
        copy_units(static_cast<Py_UCS1*>(data), from, count);
    } else if (bits < 0x10000) {
        copy_units(static_cast<Py_UCS2*>(data), from, count);
    } else {
        copy_units(static_cast<Py_UCS4*>(data), from, count);
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
    static constexpr bool one_unit_a_character = true;

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
    static constexpr bool one_unit_a_character = true;

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
    static constexpr bool one_unit_a_character = false;

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
