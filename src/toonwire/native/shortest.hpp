// The shortest decimal that reads back as a double (§2: fewest digits, then closest, then even).
//
// Contract: Schubfach (R. Giulietti, "The Schubfach way to render doubles") on 128-bit powers.  A double
// c * 2^q is scaled by 10^-k so that its neighbours are between one and ten apart.  Then at most one multiple
// of ten rounds to it, and if none does, the nearest integer does.
//
// `shortest` decides with one product and takes the bounds of the rounding interval from the power itself.
// What it computes is low by at most a known amount; where that amount could change the answer, and where the
// interval is lopsided (c is a power of two), `shortest_by_three_products` answers as in the paper.
#pragma once

#include <cstdint>

#include "powers.hpp"
#include "words.hpp"

namespace toonwire {

// digits * 10^(exponent - 16), with exactly 17 digits (zeros at the end count): d.ddd… * 10^exponent
struct scientific {
    std::uint64_t digits;
    int exponent;
};

namespace detail {

constexpr std::uint64_t ten_to_15 = 1000000000000000, ten_to_16 = 10000000000000000;
constexpr std::uint64_t fraction_bits = (1ULL << 52) - 1, hidden_bit = 1ULL << 52;

// The product of g and c over 2^127, its last bit set if the rest is not zero ("round to odd" in the paper).
inline std::uint64_t product_to_odd(wide g, std::uint64_t c) noexcept {
    const wide low = multiply(g.low, c);
    wide high = multiply(g.high, c);
    high.low += low.high;
    high.high += high.low < low.high;
    const std::uint64_t rest = high.low & ~(1ULL << 63);
    return (high.high << 1) | (high.low >> 63) | (rest > 1);
}

TOONWIRE_OUTLINE inline scientific shortest_by_three_products(std::uint64_t c, int q, bool lopsided) noexcept {
    const int k = lopsided ? floor_log10_three_quarters_pow2(q) : floor_log10_pow2(q);
    const int h = q + floor_log2_pow10(-k) + 2;
    const power_of_ten& power = powers[-k - first_power];
    // the power of 126 bits, rounded up
    wide g = {power.high >> 2, (power.high << 62) | (power.low >> 2)};
    g.low += 1;
    g.high += g.low == 0;

    const std::uint64_t odd = c & 1;
    const std::uint64_t lower = product_to_odd(g, (4 * c - (lopsided ? 1 : 2)) << h) + odd;
    const std::uint64_t value = product_to_odd(g, (4 * c) << h);
    const std::uint64_t upper = product_to_odd(g, (4 * c + 2) << h) - odd;

    const std::uint64_t tens = value / 40 * 10;
    if (lower <= 4 * tens) {
        return {tens, k};
    }
    if (4 * (tens + 10) <= upper) {
        return {tens + 10, k};
    }
    const std::uint64_t below = value / 4;
    const bool below_fits = lower <= 4 * below, above_fits = 4 * (below + 1) <= upper;
    if (below_fits != above_fits) {
        return {below + above_fits, k};
    }
    const std::uint64_t middle = 4 * below + 2;
    return {below + (value > middle || (value == middle && (below & 1))), k};
}

// brings digits * 10^k to 17 digits
inline scientific normal(std::uint64_t digits, int k) noexcept {
    while (TOONWIRE_UNLIKELY(digits < ten_to_15)) {
        digits *= 10;
        k -= 1;
    }
    const std::uint64_t short_by_one = digits < ten_to_16;
    return {digits + ((0 - short_by_one) & (digits * 9)), k + 16 - static_cast<int>(short_by_one)};
}

}  // namespace detail

// For the bits of a finite double above zero.
inline scientific shortest(std::uint64_t bits) noexcept {
    using namespace detail;
    const std::uint64_t fraction = bits & fraction_bits;
    const int field = static_cast<int>(bits >> 52);
    const std::uint64_t c = field != 0 ? fraction | hidden_bit : fraction;
    const int q = (field != 0 ? field : 1) - 1075;
    const int k = floor_log10_pow2(q);
    const int h = q + floor_log2_pow10(-k) + 1;  // 1 to 4
    const power_of_ten& power = powers[-k - first_power];

    // c * 2^q * 10^-k is at least whole + part / 2^64, and less than 2 / 2^64 above it
    const wide low = multiply(c << h, power.low);
    const wide high = multiply(c << h, power.high);
    const std::uint64_t part = high.low + low.high;
    const std::uint64_t whole = high.high + (part < low.high);

    // In units of 2^-60: half the interval, low by less than 1; the way down to a multiple of ten, low by
    // less than 1.2; the way up to the next, high by less than 1.2.
    const std::uint64_t half = power.high >> (5 - h);
    const std::uint64_t last = whole % 10;
    const std::uint64_t down = (last << 60) | (part >> 4);
    const std::uint64_t up = (10ULL << 60) - down;
    constexpr std::uint64_t middle = 1ULL << 63;
    const bool unsure = (down - half + 1 <= 1) | (up - half <= 2) | (part - middle + 1 <= 1) | (fraction == 0);
    if (TOONWIRE_UNLIKELY(unsure)) {
        const scientific exact = shortest_by_three_products(c, q, fraction == 0 && field > 1);
        return normal(exact.digits, exact.exponent);
    }
    const std::uint64_t tens = whole - last;
    std::uint64_t digits = whole + (part >> 63);
    digits = down < half ? tens : digits;
    digits = up < half ? tens + 10 : digits;
    return normal(digits, k);
}

}  // namespace toonwire
