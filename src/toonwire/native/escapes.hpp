// §7.1: quoted tokens of ASCII strings.
//
// Contract: the text is that of toonwire.rules.strings.quote.  Sixteen bytes that end anywhere in a string
// may be read (see strings.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "buffer.hpp"
#include "characters.hpp"
#include "words.hpp"

namespace toonwire {

struct escape {
    char text[7];
    std::uint8_t length;
};

namespace detail {

constexpr std::array<escape, 0x80> make_escapes() {
    constexpr char hex[] = "0123456789abcdef", of[] = "\\\"\n\r\t", letters[] = "\\\"nrt";
    std::array<escape, 0x80> escapes{};
    for (int c = 0; c < 0x20; ++c) {
        escapes[c] = {{'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6};
    }
    for (int i = 0; i < 5; ++i) {
        escapes[of[i]] = {{'\\', letters[i]}, 2};
    }
    return escapes;
}

}  // namespace detail

inline constexpr std::array<escape, 0x80> escapes = detail::make_escapes();

constexpr std::size_t longest_escape = 6;

// So much of a string is quoted at a time: room for what its escapes could take is no waste of memory then.
constexpr std::size_t quoted_at_once = 1024;

inline char* put_escape(char* at, std::uint8_t c) noexcept {
    std::memcpy(at, &escapes[c], sizeof(escape));
    return at + escapes[c].length;
}

inline char* put_escaped(char* at, const std::uint8_t* s, const std::uint8_t* end) noexcept {
    // as long as a block may be read from any place in this one, each escape is a step within it
    while (end - s >= static_cast<std::ptrdiff_t>(2 * block_size)) {
        std::size_t done = 0;
        for (unsigned found = block(s).escapes(); found != 0; found &= found - 1) {
            const auto next = static_cast<std::size_t>(zeros_below(found));
            block(s + done).store(at);
            at = put_escape(at + (next - done), s[next]);
            done = next + 1;
        }
        block(s + done).store(at);
        at += block_size - done;
        s += block_size;
    }
    while (s != end) {
        const auto left = static_cast<std::size_t>(end - s);
        const std::size_t count = left < block_size ? left : block_size;
        const unsigned found = block(s + count - block_size).escapes() >> (block_size - count);
        copy_few(at, s + count, count);
        if (found == 0) {
            at += count;
            s += count;
            continue;
        }
        const auto next = static_cast<std::size_t>(zeros_below(found));
        at = put_escape(at + next, s[next]);
        s += next + 1;
    }
    return at;
}

TOONWIRE_OUTLINE inline char* put_quoted(buffer& out, char* at, const std::uint8_t* s, std::size_t length) {
    const std::uint8_t* const end = s + length;
    at = out.room(at, 0);
    *at++ = '"';
    while (s != end) {
        const std::uint8_t* const stop = end - s <= static_cast<std::ptrdiff_t>(quoted_at_once) ? end : s + quoted_at_once;
        at = out.room(at, longest_escape * static_cast<std::size_t>(stop - s));
        at = put_escaped(at, s, stop);
        s = stop;
    }
    *at = '"';
    return at + 1;
}

}  // namespace toonwire
