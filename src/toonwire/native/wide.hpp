// §7: strings that are not all ASCII.
//
// Contract: as in strings.hpp.  In a bytes result they stand as UTF-8, in a str result as their own code
// units, quotes and escapes included (see buffer.hpp).
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "buffer.hpp"
#include "characters.hpp"
#include "declined.hpp"
#include "escapes.hpp"
#include "plain.hpp"
#include "utf8.hpp"

namespace toonwire {

namespace detail {

// The index of the first character that `mask` finds in a block, else `length`.
template <typename Unit, typename Mask>
inline std::size_t first_of(const Unit* s, std::size_t length, Mask mask) noexcept {
    constexpr bool header_has_block = sizeof(PyCompactUnicodeObject) >= block_size * sizeof(Unit);
    std::size_t done = 0;
    for (; done + block_size <= length; done += block_size) {
        if (const unsigned found = mask(s + done); found != 0) {
            return done + static_cast<std::size_t>(zeros_below(found));
        }
    }
    const std::size_t left = length - done;
    unsigned found = 0;
    if (header_has_block || done != 0) {
        found = mask(s + length - block_size) >> (block_size - left);
    } else {
        Unit few[block_size] = {};
        std::memcpy(few, s, left * sizeof(Unit));
        found = mask(few) & ((1U << left) - 1);
    }
    return found != 0 ? done + static_cast<std::size_t>(zeros_below(found)) : length;
}

template <typename Unit>
inline void refuse_surrogates(const Unit* s, std::size_t length) {
    if (sizeof(Unit) > 1 && first_of(s, length, [](const Unit* from) { return block::surrogates(from); }) != length) {
        throw declined();
    }
}

// §7.2 for a string that its one character beyond ASCII keeps from being empty, a literal or numeric-like.
template <typename Unit>
inline bool is_plain(const Unit* s, std::size_t length, const separator& delimiter) noexcept {
    if (has_awkward_end(s, length)) {
        return false;
    }
    const std::size_t first =
        first_of(s, length, [&delimiter](const Unit* from) { return block(from).specials(delimiter); });
    return first == length || (s[first] == '|' && !has_special(s + first, s + length, delimiter));
}

// How code units stand in a result: the most bytes that one takes, and how they get there.
template <typename Unit>
struct as_units {
    static constexpr std::size_t most = sizeof(Unit), most_of_ascii = sizeof(Unit);
    static char* put(char* at, const Unit* s, std::size_t count) noexcept {
        std::memcpy(at, s, count * sizeof(Unit));
        return at + count * sizeof(Unit);
    }
};

template <typename Unit>
struct as_utf8 {
    static constexpr std::size_t most = utf8_most<Unit>, most_of_ascii = 1;
    static char* put(char* at, const Unit* s, std::size_t count) noexcept { return put_utf8(at, s, count); }
};

template <typename Units, typename Unit>
inline char* put_one_escaped(char* at, Unit c) noexcept {
    if (c >= 0x80 || (classes[c] & escaped) == 0) {
        return Units::put(at, &c, 1);
    }
    for (std::size_t i = 0; i < escapes[c].length; ++i) {
        const Unit unit = static_cast<std::uint8_t>(escapes[c].text[i]);
        at = Units::put(at, &unit, 1);
    }
    return at;
}

template <typename Units, typename Unit>
inline char* put_escaped(char* at, const Unit* s, const Unit* end) noexcept {
    while (end - s >= static_cast<std::ptrdiff_t>(block_size)) {
        const unsigned found = block(s).escapes();
        const std::size_t count = found == 0 ? block_size : static_cast<std::size_t>(zeros_below(found));
        at = Units::put(at, s, count);
        s += count;
        if (found != 0) {
            at = put_one_escaped<Units>(at, *s++);
        }
    }
    for (; s != end; ++s) {
        at = put_one_escaped<Units>(at, *s);
    }
    return at;
}

template <typename Units, typename Unit>
inline char* put_token(buffer& out, char* at, const Unit* s, std::size_t length, bool quoted) {
    constexpr std::size_t escape_most = longest_escape * Units::most_of_ascii;
    constexpr std::size_t most = escape_most > Units::most ? escape_most : Units::most;
    const Unit* const end = s + length;
    const Unit quote = '"';
    if (quoted) {
        at = Units::put(at, &quote, 1);
    }
    while (s != end) {
        const Unit* const stop = end - s <= static_cast<std::ptrdiff_t>(quoted_at_once) ? end : s + quoted_at_once;
        const auto count = static_cast<std::size_t>(stop - s);
        at = out.room(at, count * (quoted ? most : Units::most));
        at = quoted ? put_escaped<Units>(at, s, stop) : Units::put(at, s, count);
        s = stop;
    }
    return quoted ? Units::put(at, &quote, 1) : at;
}

template <typename Unit>
inline char* put_wide(buffer& out, char* at, const Unit* s, std::size_t length, bool quoted) {
    refuse_surrogates(s, length);
    at = out.room(at, 0);
    if (out.as_bytes) {
        return put_token<as_utf8<Unit>>(out, at, s, length, quoted);
    }
    const std::size_t start = out.here(at).length;
    at = put_token<as_units<Unit>>(out, at, s, length, quoted);
    return out.add_run(start, at, sizeof(Unit));
}

// calls with the code units of a str
template <typename Call>
inline char* with_units(PyObject* text, Call call) {
    switch (PyUnicode_KIND(text)) {
        case PyUnicode_1BYTE_KIND: return call(PyUnicode_1BYTE_DATA(text));
        case PyUnicode_2BYTE_KIND: return call(PyUnicode_2BYTE_DATA(text));
        default: return call(PyUnicode_4BYTE_DATA(text));
    }
}

}  // namespace detail

TOONWIRE_OUTLINE inline char* put_wide_string(buffer& out, char* at, PyObject* text, const separator& delimiter) {
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
    return detail::with_units(text, [&](const auto* s) {
        return detail::put_wide(out, at, s, length, !detail::is_plain(s, length, delimiter));
    });
}

// always in quotes: a key (§7.3), or a root that starts with U+FEFF (§7.2)
TOONWIRE_OUTLINE inline char* put_wide_quoted(buffer& out, char* at, PyObject* text) {
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
    return detail::with_units(text, [&](const auto* s) { return detail::put_wide(out, at, s, length, true); });
}

}  // namespace toonwire
