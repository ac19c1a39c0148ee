// Sixteen digits at once, as the fraction of a shortest decimal needs them.
//
// Contract: SSE2 where every processor of the target has it, else two words; both give the same text.
#pragma once

#include <cstdint>
#include <cstring>

#include "digits.hpp"

#if (defined(__x86_64__) || defined(_M_X64)) && !defined(TOONWIRE_PORTABLE)
#define TOONWIRE_SSE2_DIGITS
#include <emmintrin.h>
#endif

namespace toonwire {

#if defined(TOONWIRE_SSE2_DIGITS)

class sixteen_digits {
    __m128i digits;

    // sixteen bytes of ones, then sixteen of zeros: loaded from 16 - n they select the first n bytes
    alignas(16) static constexpr std::uint8_t select[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                            255, 255, 255, 255, 255, 255, 255, 255};

public:
    // both below 10^8; the steps are those of eight_digits
    sixteen_digits(std::uint64_t upper, std::uint64_t lower) noexcept {
        const __m128i values = _mm_unpacklo_epi64(_mm_cvtsi64_si128(static_cast<long long>(upper)),
                                                  _mm_cvtsi64_si128(static_cast<long long>(lower)));
        const __m128i upper_fours = _mm_srli_epi64(_mm_mul_epu32(values, _mm_set1_epi64x(109951163)), 40);
        const __m128i lower_fours = _mm_sub_epi64(values, _mm_mul_epu32(upper_fours, _mm_set1_epi64x(10000)));
        const __m128i fours = _mm_or_si128(upper_fours, _mm_slli_epi64(lower_fours, 32));
        const __m128i hundreds = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(10486)), 4);
        const __m128i rest = _mm_sub_epi32(fours, _mm_madd_epi16(hundreds, _mm_set1_epi32(100)));
        const __m128i pairs = _mm_or_si128(hundreds, _mm_slli_epi32(rest, 16));
        const __m128i tens = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
        digits = _mm_sub_epi16(_mm_slli_epi16(pairs, 8), _mm_mullo_epi16(tens, _mm_set1_epi16((10 << 8) - 1)));
    }

    // digits up to the last one that is not zero
    unsigned length() const noexcept { return 63 - static_cast<unsigned>(zeros_above((not_zero() << 1) | 1)); }

    void write(char* out) const noexcept { _mm_storeu_si128(reinterpret_cast<__m128i*>(out), text()); }

    // writes 17 bytes: the first `whole` (at most 15) digits, a point, the others
    void write_with_point(char* out, unsigned whole) const noexcept {
        const __m128i mask = _mm_loadu_si128(reinterpret_cast<const __m128i*>(select + 16 - whole));
        const __m128i ascii = text();
        const __m128i moved = _mm_slli_si128(ascii, 1);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 1), ascii);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                         _mm_or_si128(_mm_and_si128(mask, ascii), _mm_andnot_si128(mask, moved)));
        out[whole] = '.';
    }

    // writes the first half without zeros before it, a point, the second half without zeros behind it
    char* write_halves(char* out) const noexcept {
        const std::uint64_t nonzero = not_zero();
        const __m128i ascii = text();
        const int leading = zeros_below(nonzero | 0x80);
        store_word(out, static_cast<std::uint64_t>(_mm_cvtsi128_si64(ascii)) >> (8 * leading));
        out += 8 - leading;
        *out = '.';
        _mm_storel_epi64(reinterpret_cast<__m128i*>(out + 1), _mm_srli_si128(ascii, 8));
        return out + 57 - zeros_above(nonzero | 0x100);
    }

private:
    // a bit for each digit that is not zero, the first digit's the lowest
    std::uint64_t not_zero() const noexcept {
        return 0xffffULL & ~static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_setzero_si128())));
    }

    __m128i text() const noexcept { return _mm_or_si128(digits, _mm_set1_epi8('0')); }
};

#else

class sixteen_digits {
    std::uint64_t upper, lower;

public:
    // both below 10^8
    sixteen_digits(std::uint64_t high, std::uint64_t low) noexcept
        : upper(eight_digits(high)), lower(eight_digits(low)) {}

    // digits up to the last one that is not zero
    unsigned length() const noexcept {
        if (lower != 0) {
            return 16 - static_cast<unsigned>(zeros_above(lower) >> 3);
        }
        return upper != 0 ? 8 - static_cast<unsigned>(zeros_above(upper) >> 3) : 0;
    }

    void write(char* out) const noexcept {
        store_word(out, upper | ascii_zeros);
        store_word(out + 8, lower | ascii_zeros);
    }

    // writes 17 bytes: the first `whole` (at most 15) digits, a point, the others
    void write_with_point(char* out, unsigned whole) const noexcept {
        char text[16];
        write(text);
        write(out + 1);
        std::memcpy(out, text, whole);
        out[whole] = '.';
    }

    // writes the first half without zeros before it, a point, the second half without zeros behind it
    char* write_halves(char* out) const noexcept {
        out = write_eight_trimmed(out, upper);
        *out = '.';
        store_word(out + 1, lower | ascii_zeros);
        return out + 9 - (zeros_above(lower | 1) >> 3);
    }
};

#endif

}  // namespace toonwire
