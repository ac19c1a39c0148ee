// Strings as JSON has them, with the escapes that orjson writes.
//
// Contract: the text is UTF-8 and stays so: what JSON need not escape is copied.  Whoever writes asks first
// how much longer the text becomes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "words.hpp"

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(TOONWIRE_PORTABLE)
#define TOONWIRE_SSE2_JSON
#include <emmintrin.h>
#endif

namespace toonwire::json {

// the letter behind the backslash, 'u' for an escape by number, 0 for a byte that stands for itself
constexpr std::array<char, 256> escape_letters() noexcept {
    std::array<char, 256> letters{};
    for (std::size_t byte = 0; byte != 0x20; ++byte) {
        letters[byte] = 'u';
    }
    letters['\b'] = 'b';
    letters['\t'] = 't';
    letters['\n'] = 'n';
    letters['\f'] = 'f';
    letters['\r'] = 'r';
    letters['"'] = '"';
    letters['\\'] = '\\';
    return letters;
}

inline constexpr std::array<char, 256> escapes = escape_letters();

inline char letter_of(char byte) noexcept { return escapes[static_cast<std::uint8_t>(byte)]; }

inline std::size_t growth_of(char byte) noexcept {
    const char letter = letter_of(byte);
    return letter == 0 ? 0 : letter == 'u' ? 5 : 1;
}

#if defined(TOONWIRE_SSE2_JSON)
constexpr std::ptrdiff_t block = 16;

// all bits of the bytes that are escaped
inline __m128i escaped(__m128i bytes) noexcept {
    const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return _mm_or_si128(low, _mm_or_si128(quote, backslash));
}

// one bit for each of sixteen bytes
inline std::uint32_t bits_of(__m128i bytes) noexcept { return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes)); }

constexpr std::ptrdiff_t two_blocks = 2 * block;

// copies thirty-two bytes and finds those that are escaped
inline std::uint32_t copy_two(char* out, const char* from) noexcept {
    const __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m128i second = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + block));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), first);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + block), second);
    const __m128i of_first = escaped(first), of_second = escaped(second);
    if (_mm_movemask_epi8(_mm_or_si128(of_first, of_second)) == 0) {
        return 0;
    }
    return bits_of(of_first) | bits_of(of_second) << block;
}

#endif

inline char* put_escape(char* out, char byte) noexcept {
    constexpr char digits[] = "0123456789abcdef";
    const char letter = letter_of(byte);
    out[0] = '\\';
    out[1] = letter;
    if (TOONWIRE_UNLIKELY(letter == 'u')) {
        out[2] = out[3] = '0';
        out[4] = digits[byte >> 4];
        out[5] = digits[byte & 15];
        return out + 6;
    }
    return out + 2;
}

// the bytes that escapes add
inline std::size_t growth(const char* from, std::size_t length) noexcept {
    std::size_t more = 0;
    const char* const end = from + length;
#if defined(TOONWIRE_SSE2_JSON)
    for (; end - from >= block; from += block) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
        for (std::uint32_t found = bits_of(escaped(bytes)); found != 0; found &= found - 1) {
            more += growth_of(from[zeros_below(found)]);
        }
    }
#endif
    for (; from != end; ++from) {
        more += growth_of(*from);
    }
    return more;
}

// The string with its quotes, nullptr if it comes near `limit`, where the room ends; no limit where that is known
// to do.
inline char* put_within(const char* limit, char* out, const char* from, std::size_t length) noexcept {
    constexpr std::ptrdiff_t longest = 6;  // that one byte becomes
    const char* const end = from + length;
    const auto full = [&](std::ptrdiff_t bytes) { return limit != nullptr && limit - out < bytes * longest; };
    if (full(1)) {
        return nullptr;
    }
    *out++ = '"';
#if defined(TOONWIRE_SSE2_JSON)
    // The next block is found without waiting for the escapes in this one, behind each of which the rest is
    // copied again.  So as many bytes again are read, and as many written: fewer than the string still takes.
    for (; end - from >= 2 * two_blocks; from += two_blocks) {
        if (full(2 * two_blocks)) {
            return nullptr;
        }
        for (std::uint32_t found = copy_two(out, from); found != 0; found &= found - 1) {
            const int plain = zeros_below(found);
            char* const next = put_escape(out + plain, from[plain]);
            copy_two(next, from + plain + 1);
            out = next - (plain + 1);
        }
        out += two_blocks;
    }
    while (end - from >= block) {
        if (full(block)) {
            return nullptr;
        }
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
        const std::uint32_t found = bits_of(escaped(bytes));
        const std::ptrdiff_t plain = found == 0 ? block : zeros_below(found);
        from += plain;
        out += plain;
        if (found != 0) {
            out = put_escape(out, *from++);
        }
    }
#endif
    if (full(end - from + 1)) {
        return nullptr;
    }
    for (; from != end; ++from) {
        if (letter_of(*from) == 0) {
            *out++ = *from;
        } else {
            out = put_escape(out, *from);
        }
    }
    *out++ = '"';
    return out;
}

// The string with its quotes; there is room for them and for what `growth` told, and no more is written.
inline char* put_string(char* out, const char* from, std::size_t length) noexcept {
    return put_within(nullptr, out, from, length);
}

}  // namespace toonwire::json
