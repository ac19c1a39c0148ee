// Digits of integers, eight at a time in one 64-bit word, both ways.
//
// Contract: "digits" are eight bytes of 0 to 9, the leading digit at the lowest address.  A writer may write
// up to eight bytes beyond the end that it returns.
#pragma once

#include <cstdint>

#include "words.hpp"

namespace toonwire {

constexpr std::uint64_t ascii_zeros = 0x3030303030303030;
constexpr std::uint64_t hundred_million = 100000000;

// The digits of a value below 10^8: halves of four, then pairs, then single digits, each division as a
// multiplication that is exact for its range.
inline std::uint64_t eight_digits(std::uint64_t value) noexcept {
    const std::uint64_t upper = (value * 109951163) >> 40;
    const std::uint64_t fours = (value << 32) - upper * ((10000ULL << 32) - 1);
    const std::uint64_t hundreds = ((fours * 10486) >> 20) & 0x0000007f0000007f;
    const std::uint64_t pairs = (fours << 16) - hundreds * ((100ULL << 16) - 1);
    const std::uint64_t tens = ((pairs * 103) >> 10) & 0x000f000f000f000f;
    return (pairs << 8) - tens * ((10ULL << 8) - 1);
}

// The digits of a value below 10^4 in the lower half of a word.
inline std::uint64_t four_digits(std::uint64_t value) noexcept {
    const std::uint64_t hundreds = (value * 10486) >> 20;
    const std::uint64_t pairs = (value << 16) - hundreds * ((100ULL << 16) - 1);
    const std::uint64_t tens = ((pairs * 103) >> 10) & 0x000f000f;
    return (pairs << 8) - tens * ((10ULL << 8) - 1);
}

// the value of eight digits
inline std::uint64_t value_of_digits(std::uint64_t digits) noexcept {
    const std::uint64_t pairs = ((digits * ((10ULL << 8) + 1)) >> 8) & 0x00ff00ff00ff00ff;
    const std::uint64_t fours = ((pairs * ((100ULL << 16) + 1)) >> 16) & 0x0000ffff0000ffff;
    return (fours * ((10000ULL << 32) + 1)) >> 32;
}

// the high bits of the bytes of `text ^ ascii_zeros` that are no digits
inline std::uint64_t no_digits(std::uint64_t bytes) noexcept {
    return (((bytes & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676) | bytes) & 0x8080808080808080;
}

// Writes digits without zeros before them, but at least the last.
inline char* write_eight_trimmed(char* out, std::uint64_t digits) noexcept {
    const int leading = zeros_below(digits | (1ULL << 56)) & ~7;
    store_word(out, (digits | ascii_zeros) >> leading);
    return out + 8 - (leading >> 3);
}

inline char* write_below_ten_thousand(char* out, std::uint64_t value) noexcept {
    return write_eight_trimmed(out, four_digits(value) << 32);
}

inline char* write_below_hundred_million(char* out, std::uint64_t value) noexcept {
    return write_eight_trimmed(out, eight_digits(value));
}

inline void write_eight(char* out, std::uint64_t value) noexcept {
    store_word(out, eight_digits(value) | ascii_zeros);
}

inline char* write_uint64(char* out, std::uint64_t value) noexcept {
    if (value < 10) {
        *out = static_cast<char>('0' + value);
        return out + 1;
    }
    if (value < 10000) {
        return write_below_ten_thousand(out, value);
    }
    if (value < hundred_million) {
        return write_below_hundred_million(out, value);
    }
    const std::uint64_t upper = value / hundred_million;
    if (upper < hundred_million) {
        out = write_below_hundred_million(out, upper);
    } else {
        out = write_below_hundred_million(out, upper / hundred_million);
        write_eight(out, upper % hundred_million);
        out += 8;
    }
    write_eight(out, value % hundred_million);
    return out + 8;
}

// §2: an integer keeps all its digits; at most 20 bytes are part of the text.
inline char* write_int64(char* out, std::int64_t value) noexcept {
    const std::uint64_t sign = value < 0;
    *out = '-';
    return write_uint64(out + sign, (static_cast<std::uint64_t>(value) ^ (0 - sign)) + sign);
}

}  // namespace toonwire
