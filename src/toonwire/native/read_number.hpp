// §4: the value of a number token.
//
// Contract: `scan_number` reads the longest number of the grammar
//     -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
// from the start of a text, which the caller must find to be a whole token: where text goes on that could not
// follow a number, as in "05", "1." or "1e", it may find no number or a shorter one.  `read_number` takes a
// whole token.  Doubles are the nearest ones, ties to even, by the exact quotient of short numbers, else as
// E. Lemire and D. Lemire describe ("Number parsing at a gigabyte per second"), with the bounds of the error
// spelled out; the C++ library is asked only where they leave a doubt.
#pragma once

#include <cfloat>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "digits.hpp"
#include "powers.hpp"
#include "words.hpp"

namespace toonwire {

enum class number_kind : unsigned char {
    none,         // no number: the token is a string
    integer,      // no fraction and no exponent, in `integer`
    real,         // in `real`
    infinite,     // a fraction or an exponent, and beyond the range of a double
    big_integer,  // beyond 64 bits: left to Python
    undecided,    // a fraction or an exponent: left to Python
};

struct number {
    number_kind kind;
    union {
        std::int64_t integer;
        double real;
    };
};

namespace detail {

constexpr std::uint64_t small_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

constexpr double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr std::uint64_t infinity_bits = 0x7ffULL << 52;
constexpr std::uint64_t no_bits = ~0ULL;

inline bool is_digit(char c) noexcept { return static_cast<unsigned char>(c - '0') < 10; }

// Appends the digits at `at` to `value`, modulo 2^64, and returns their end.
inline const char* take_digits(const char* at, const char* end, std::uint64_t& value) noexcept {
    while (end - at >= 8) {
        const std::uint64_t digits = load_word(at) ^ ascii_zeros;
        const std::uint64_t stop = no_digits(digits);
        if (stop == 0) {
            value = value * hundred_million + value_of_digits(digits);
            at += 8;
            continue;
        }
        const int bits = zeros_below(stop) & ~7;
        value = value * small_powers[bits >> 3] + value_of_digits((digits << 8) << (56 - bits));
        return at + (bits >> 3);
    }
    while (at != end && is_digit(*at)) {
        value = value * 10 + static_cast<std::uint64_t>(*at++ - '0');
    }
    return at;
}

// The bits of digits * 10^exponent, rounded to the nearest double, or `no_bits` where a tie cannot be told
// from its neighbourhood; digits are not zero.
inline std::uint64_t nearest_bits(std::uint64_t digits, std::int64_t exponent) noexcept {
    if (exponent < first_power) {
        return 0;  // below half of the smallest double, whatever the digits
    }
    if (exponent > 308) {
        return infinity_bits;
    }
    const power_of_ten& power = powers[exponent - first_power];
    const int shift = zeros_above(digits);
    digits <<= shift;

    // the product over 2^128 is at least high.high + high.low / 2^64, and less than 1 above it
    wide high = multiply(digits, power.high);
    const int top = 62 + static_cast<int>(high.high >> 63);
    const int field = top + floor_log2_pow10(static_cast<int>(exponent)) + 1 - shift + 1023;
    int dropped = top - 52;
    if (TOONWIRE_UNLIKELY(field <= 0)) {
        dropped += 1 - field;  // a subnormal double has fewer bits
        if (dropped >= 64) {
            return dropped == 64 ? no_bits : 0;
        }
    }
    const std::uint64_t half = 1ULL << (dropped - 1);
    std::uint64_t rest = high.high & (2 * half - 1);
    if (TOONWIRE_UNLIKELY(rest - half + 1 <= 1)) {
        // with the rest of the power it is less than 2 / 2^64 above
        const wide low = multiply(digits, power.low);
        high.low += low.high;
        high.high += high.low < low.high;
        rest = high.high & (2 * half - 1);
        if ((rest == half && high.low == 0) || (rest == half - 1 && high.low == ~0ULL)) {
            return no_bits;
        }
    }
    const std::uint64_t significand = (high.high >> dropped) + (rest >= half);
    // the hidden bit, and a carry out of the significand, count up the field
    const std::uint64_t bits = significand + (static_cast<std::uint64_t>(field > 0 ? field - 1 : 0) << 52);
    return bits < infinity_bits ? bits : infinity_bits;
}

// The first 19 digits that count of a longer mantissa that ends at `end`, and what they must be scaled by;
// returns whether others than zeros follow.
inline bool leading_digits(const char* at, const char* end, std::uint64_t& digits, std::int64_t& exponent) noexcept {
    constexpr std::uint64_t nineteen_digits = 1000000000000000000;
    std::int64_t decimals = 0;
    bool fraction = false, more = false;
    digits = 0;
    for (; at != end; at++) {
        if (*at == '.') {
            fraction = true;
        } else if (digits < nineteen_digits) {
            digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
            decimals -= fraction;
        } else {
            more |= *at != '0';
            decimals += !fraction;
        }
    }
    exponent += decimals;
    return more;
}

TOONWIRE_OUTLINE inline void ask_library(const char* start, const char* end, number& out) noexcept {
#if defined(__cpp_lib_to_chars) && __cpp_lib_to_chars >= 201611L
    const std::from_chars_result result = std::from_chars(start, end, out.real);
    if (result.ec == std::errc() && result.ptr == end) {
        out.kind = number_kind::real;
        return;
    }
#else
    (void)start, (void)end;
#endif
    out.kind = number_kind::undecided;
}

inline void set_real(std::uint64_t bits, bool negative, number& out) noexcept {
    out.kind = bits == infinity_bits ? number_kind::infinite : number_kind::real;
    out.real = double_of(bits | static_cast<std::uint64_t>(negative) << 63);
}

// of a mantissa
inline std::int64_t leading_zeros(const char* at, const char* end) noexcept {
    std::int64_t zeros = 0;
    for (; at != end && (*at == '0' || *at == '.'); at++) {
        zeros += *at == '0';
    }
    return zeros;
}

// A mantissa of at most 19 digits after leading zeros.
inline bool set_short(std::uint64_t digits, std::int64_t exponent, bool negative, number& out) noexcept {
    constexpr std::uint64_t fifteen_digits = 999999999999999;
    if (FLT_EVAL_METHOD == 0 && digits <= fifteen_digits && exponent >= -22 && exponent <= 22) {
        const double value = static_cast<double>(static_cast<std::int64_t>(digits));
        const double scaled = exponent < 0 ? value / exact_powers[-exponent] : value * exact_powers[exponent];
        out.kind = number_kind::real;
        out.real = negative ? -scaled : scaled;
        return true;
    }
    const std::uint64_t bits = digits != 0 ? nearest_bits(digits, exponent) : 0;
    if (TOONWIRE_UNLIKELY(bits == no_bits)) {
        return false;
    }
    set_real(bits, negative, out);
    return true;
}

// A longer mantissa: its value is at least that of its first digits, and below that of the next ones.
TOONWIRE_OUTLINE inline bool set_long(const char* start, const char* end, std::int64_t exponent, bool negative,
                                      number& out) noexcept {
    std::uint64_t digits;
    const bool more = leading_digits(start, end, digits, exponent);
    if (!more) {
        return set_short(digits, exponent, negative, out);
    }
    const std::uint64_t bits = nearest_bits(digits, exponent);
    if (bits == no_bits || bits != nearest_bits(digits + 1, exponent)) {
        return false;
    }
    set_real(bits, negative, out);
    return true;
}

// Reads the digits of an exponent that begins with its sign; one too large to matter stays so.
inline const char* take_exponent(const char* at, const char* end, std::int64_t& exponent) noexcept {
    const bool negative = at != end && *at == '-';
    at += at != end && (*at == '-' || *at == '+');
    constexpr std::int64_t beyond = 1LL << 58;
    exponent = 0;
    const char* const start = at;
    for (; at != end && is_digit(*at); at++) {
        if (exponent < beyond) {
            exponent = exponent * 10 + (*at - '0');
        }
    }
    exponent = negative ? -exponent : exponent;
    return at != start ? at : nullptr;
}

// Reads digits with at most one point among them; `point` is its place or null.  The first eight bytes are
// taken as one word in which the point is closed up, so that where a number ends does not wait for where its
// point is.
inline const char* take_mantissa(const char* at, const char* end, std::uint64_t& digits, const char*& point) noexcept {
    point = nullptr;
    if (end - at >= 8) {
        const std::uint64_t bytes = load_word(at) ^ ascii_zeros;
        const std::uint64_t stops = no_digits(bytes);
        const int whole = stops != 0 ? zeros_below(stops) & ~7 : 0;
        if (whole != 0) {
            if (at[whole >> 3] != '.') {
                digits = value_of_digits(bytes << (64 - whole));
                return at + (whole >> 3);
            }
            point = at + (whole >> 3);
            const std::uint64_t before = (1ULL << whole) - 1;
            const std::uint64_t closed_up = (bytes & before) | ((bytes >> 8) & ~before);
            const std::uint64_t further = stops & (stops - 1);
            if (further == 0) {
                digits = value_of_digits(closed_up << 8);
                return take_digits(at + 8, end, digits);
            }
            const int both = zeros_below(further) & ~7;
            digits = value_of_digits(closed_up << (72 - both));
            return at + (both >> 3);
        }
    }
    digits = 0;
    at = take_digits(at, end, digits);
    if (at != end && *at == '.') {
        point = at;
        at = take_digits(at + 1, end, digits);
    }
    return at;
}

inline const char* set_integer(const char* start, const char* end, std::uint64_t digits, bool negative,
                               number& out) noexcept {
    constexpr std::uint64_t beyond = 1ULL << 63;
    if (end - start > 19 || digits > beyond - !negative) {
        out.kind = number_kind::big_integer;
    } else {
        out.kind = number_kind::integer;
        out.integer = static_cast<std::int64_t>(negative ? 0 - digits : digits);
    }
    return end;
}

}  // namespace detail

// Returns the end of the number at the start of a text, or its start where there is none.
inline const char* scan_number(const char* start, const char* end, number& out) noexcept {
    using namespace detail;
    out.kind = number_kind::none;
    const bool negative = start != end && *start == '-';
    const char* const whole = start + negative;
    std::uint64_t digits;
    const char* point;
    const char* const mantissa_end = take_mantissa(whole, end, digits, point);
    const char* const whole_end = point != nullptr ? point : mantissa_end;
    if (whole_end == whole || (*whole == '0' && whole_end - whole > 1)) {
        return start;
    }
    const bool has_exponent = mantissa_end != end && (*mantissa_end | 0x20) == 'e';
    if (point == nullptr && !has_exponent) {
        return set_integer(whole, mantissa_end, digits, negative, out);
    }
    const std::int64_t decimals = mantissa_end - whole_end - (point != nullptr);
    const char* at = mantissa_end;
    std::int64_t exponent = 0;
    if (has_exponent) {
        at = take_exponent(at + 1, end, exponent);
    }
    if (at == nullptr || (point != nullptr && decimals == 0)) {
        return start;
    }
    const std::int64_t written = whole_end - whole + decimals;
    const bool is_short = written <= 19 || written - leading_zeros(whole, mantissa_end) <= 19;
    const bool known = is_short ? set_short(digits, exponent - decimals, negative, out)
                                : set_long(whole, mantissa_end, exponent, negative, out);
    if (TOONWIRE_UNLIKELY(!known)) {
        ask_library(start, at, out);
    }
    return at;
}

// The number that a whole token is; `none` where it is not one.
inline number read_number(const char* start, const char* end) noexcept {
    number value;
    if (scan_number(start, end, value) != end || start == end) {
        value.kind = number_kind::none;
    }
    return value;
}

}  // namespace toonwire
