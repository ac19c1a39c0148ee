// §2: the text of a number.
//
// Contract: `write_double` gives for every finite double the text that toonwire.rules.numbers.encode_float
// gives, in a buffer of at least `longest_number` bytes, of which it may use all; it returns the end.
#pragma once

#include <cfloat>
#include <cstdint>
#include <cstring>

#include "digits.hpp"
#include "shortest.hpp"
#include "sixteen.hpp"
#include "words.hpp"

namespace toonwire {

constexpr int longest_number = 40;

namespace detail {

constexpr std::uint64_t million = 1000000;
constexpr double two_to_53 = 9007199254740992.0;
constexpr std::uint64_t smallest_plain = 0x3eb0c6f7a0b5ed8d, smallest_exponent = 0x444b1ae4d6e2ef50;  // 1e-6, 1e21

// An integer of at most 53 bits with up to 17 zero bits behind it, which is all below 10^21.
inline char* write_shifted(char* out, std::uint64_t c, int shift) noexcept {
    constexpr std::uint64_t billion = 1000000000;
    const std::uint64_t top = (c >> 32) << shift;
    const std::uint64_t rest = ((top % billion) << 32) + ((c & 0xffffffff) << shift);
    out = write_uint64(out, ((top / billion) << 32) + rest / billion);
    const std::uint64_t last = rest % billion;
    *out = static_cast<char>('0' + last / hundred_million);
    write_eight(out + 1, last % hundred_million);
    return out + 9;
}

// From 2^53 on doubles are integers, written exactly, since a token without fraction decodes to one.
TOONWIRE_OUTLINE inline char* write_large(char* out, std::uint64_t bits) noexcept {
    const std::uint64_t c = (bits & fraction_bits) | hidden_bit;
    const int shift = static_cast<int>(bits >> 52) - 1075;
    return shift <= 11 ? write_uint64(out, c << shift) : write_shifted(out, c, shift);
}

// the digits of a shortest decimal: one, and sixteen more
struct split_digits {
    char first;
    sixteen_digits others;

    explicit split_digits(std::uint64_t digits) noexcept : split_digits(digits, digits / hundred_million) {}

private:
    split_digits(std::uint64_t digits, std::uint64_t upper) noexcept
        : first(static_cast<char>('0' + upper / hundred_million)),
          others(upper % hundred_million, digits - upper * hundred_million) {}
};

// From 10^-6 on, and no integer.
TOONWIRE_OUTLINE inline char* write_plain(char* out, std::uint64_t bits) noexcept {
    const scientific value = shortest(bits);
    const split_digits digits(value.digits);
    if (value.exponent < 0) {
        store_word(out, 0x3030303030302e30);  // 0.000000
        out += 1 - value.exponent;
        *out = digits.first;
        digits.others.write(out + 1);
        return out + 1 + digits.others.length();
    }
    *out = digits.first;
    digits.others.write_with_point(out + 1, static_cast<unsigned>(value.exponent));
    return out + 2 + digits.others.length();
}

TOONWIRE_OUTLINE inline char* write_scientific(char* out, std::uint64_t bits) noexcept {
    const scientific value = shortest(bits);
    const split_digits digits(value.digits);
    const unsigned length = digits.others.length();
    const bool negative = value.exponent < 0;
    out[0] = digits.first;
    out[1] = '.';
    digits.others.write(out + 2);
    out += length != 0 ? 2 + length : 1;
    out[0] = 'e';
    out[1] = negative ? '-' : '+';
    return write_below_hundred_million(out + 2, static_cast<unsigned>(negative ? -value.exponent : value.exponent));
}

// A value below 10^8 with up to six decimals, which the quotient of two exact integers proves: so few digits
// are always the shortest ones.  Returns whether it is `millionths` over 10^6.
inline bool few_decimals(double size, std::uint64_t& millionths) noexcept {
    if (FLT_EVAL_METHOD != 0 || !(size < 1e8)) {
        return false;
    }
    constexpr double two_to_52 = 4503599627370496.0;  // adding it rounds to an integer
    const double rounded = size * 1e6 + two_to_52;
    millionths = bits_of(rounded) & fraction_bits;
    return (rounded - two_to_52) / 1e6 == size;
}

inline char* write_millionths(char* out, std::uint64_t millionths) noexcept {
    const std::uint64_t whole = millionths / million;
    const std::uint64_t part = millionths - whole * million;
    return part != 0 ? sixteen_digits(whole, part * 100).write_halves(out) : write_uint64(out, whole);
}

}  // namespace detail

inline char* write_double(char* out, double finite) noexcept {
    using namespace detail;
    constexpr std::uint64_t sign_bit = 1ULL << 63;
    const std::uint64_t bits = bits_of(finite) & ~sign_bit;
    if (bits == 0) {
        *out = '0';
        return out + 1;
    }
    *out = '-';
    out += bits_of(finite) >> 63;
    const double size = double_of(bits);
    if (bits - smallest_plain >= smallest_exponent - smallest_plain) {
        return write_scientific(out, bits);
    }
    std::uint64_t millionths;
    if (few_decimals(size, millionths)) {
        return write_millionths(out, millionths);
    }
    if (size >= two_to_53) {
        return write_large(out, bits);
    }
    const std::int64_t whole = static_cast<std::int64_t>(size);
    return static_cast<double>(whole) == size ? write_uint64(out, static_cast<std::uint64_t>(whole))
                                              : write_plain(out, bits);
}

}  // namespace toonwire
