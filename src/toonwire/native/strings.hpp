// §7: the tokens of strings and keys.
//
// Contract: the text is that of toonwire.rules.strings and toonwire.rules.keys.  An ASCII str is compact, so
// its characters stand behind a header of more than sixteen bytes: a block that ends anywhere in them may be
// read, but nothing behind them.  Throws `declined` for a str that is stored in another way, for one with an
// unpaired surrogate (§3) and for a key that is no str.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstring>

#include "buffer.hpp"
#include "declined.hpp"
#include "escapes.hpp"
#include "plain.hpp"
#include "wide.hpp"
#include "words.hpp"

namespace toonwire {

static_assert(sizeof(PyASCIIObject) >= block_size, "a block before the characters of a str is its own memory");

// there is room for them
inline char* put_spaces(char* at, std::size_t count) noexcept {
    constexpr std::size_t few = 16;
    if (count <= few) {
        std::memset(at, ' ', few);  // a size that the compiler knows
    } else {
        std::memset(at, ' ', count);
    }
    return at + count;
}

namespace detail {

inline void refuse_odd_storage(PyObject* text) {
    if (!PyUnicode_IS_COMPACT(text)) {
        throw declined();
    }
}

TOONWIRE_OUTLINE inline char* put_wide_key(buffer& out, char* at, PyObject* key) {
    if (!PyUnicode_CheckExact(key)) {
        throw declined();
    }
    refuse_odd_storage(key);
    return put_wide_quoted(out, at, key);
}

// `s` is ASCII, or UTF-8 of at least a block; a block that ends anywhere in it may be read
inline char* put_bytes(buffer& out, char* at, const std::uint8_t* s, std::size_t length, const separator& delimiter) {
    at = out.room(at, length);
    return copy_plain(at, s, length, delimiter) ? at + length : put_quoted(out, at, s, length);
}

TOONWIRE_OUTLINE inline char* put_other_string(buffer& out, char* at, PyObject* text, const separator& delimiter) {
    refuse_odd_storage(text);
    if (out.as_bytes) {
        const auto* const wide = reinterpret_cast<PyCompactUnicodeObject*>(text);
        const auto length = static_cast<std::size_t>(wide->utf8_length);
        // that somebody has asked this str for its UTF-8 proves it free of surrogates
        if (wide->utf8 != nullptr && length >= block_size) {
            return put_bytes(out, at, reinterpret_cast<const std::uint8_t*>(wide->utf8), length, delimiter);
        }
    }
    return put_wide_string(out, at, text, delimiter);
}

// the characters of a compact ASCII str
inline const std::uint8_t* ascii_of(PyObject* text) noexcept {
    return reinterpret_cast<const std::uint8_t*>(reinterpret_cast<PyASCIIObject*>(text) + 1);
}

}  // namespace detail

// §7.2; `text` is a str
inline char* put_string(buffer& out, char* at, PyObject* text, const separator& delimiter) {
    if (TOONWIRE_UNLIKELY(!PyUnicode_IS_COMPACT_ASCII(text))) {
        return detail::put_other_string(out, at, text, delimiter);
    }
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
    return detail::put_bytes(out, at, detail::ascii_of(text), length, delimiter);
}

// That many spaces and a key (§7.3), which may be anything.
inline char* put_key(buffer& out, char* at, std::size_t spaces, PyObject* key) {
    if (TOONWIRE_UNLIKELY(!PyUnicode_CheckExact(key) || !PyUnicode_IS_COMPACT_ASCII(key))) {
        return detail::put_wide_key(out, put_spaces(out.room(at, spaces), spaces), key);
    }
    const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(key));
    const std::uint8_t* const s = detail::ascii_of(key);
    at = put_spaces(out.room(at, spaces + length), spaces);
    return copy_plain_key(at, s, length) ? at + length : put_quoted(out, at, s, length);
}

}  // namespace toonwire
