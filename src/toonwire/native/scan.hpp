// Finds the characters that shape a line, sixteen code units at a time.
//
// Contract: a function looks for ASCII characters other than NUL in [from, to).  It may read units up to
// `limit`, the end of the document, but never beyond, and what it reads there changes nothing.  Units are
// 8, 16 or 32 bits wide, as str has them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "words.hpp"

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(TOONWIRE_PORTABLE)
#define TOONWIRE_SSE2
#include <emmintrin.h>
#endif

namespace toonwire {

#if defined(TOONWIRE_SSE2)

constexpr std::ptrdiff_t block = 16;

// Sixteen units as bytes.  A unit that is no ASCII character becomes some byte that is none either, or NUL.
inline __m128i sixteen_units(const std::uint8_t* from) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

inline __m128i sixteen_units(const std::uint16_t* from) noexcept {
    const __m128i* at = reinterpret_cast<const __m128i*>(from);
    return _mm_packus_epi16(_mm_loadu_si128(at), _mm_loadu_si128(at + 1));
}

inline __m128i sixteen_units(const std::uint32_t* from) noexcept {
    const __m128i* at = reinterpret_cast<const __m128i*>(from);
    return _mm_packus_epi16(_mm_packs_epi32(_mm_loadu_si128(at), _mm_loadu_si128(at + 1)),
                            _mm_packs_epi32(_mm_loadu_si128(at + 2), _mm_loadu_si128(at + 3)));
}

// eight units as bytes, with some bytes behind them
inline __m128i eight_units(const std::uint8_t* from) noexcept {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
}

inline __m128i eight_units(const std::uint16_t* from) noexcept {
    const __m128i units = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    return _mm_packus_epi16(units, units);
}

inline __m128i eight_units(const std::uint32_t* from) noexcept {
    const __m128i* at = reinterpret_cast<const __m128i*>(from);
    const __m128i units = _mm_packs_epi32(_mm_loadu_si128(at), _mm_loadu_si128(at + 1));
    return _mm_packus_epi16(units, units);
}

inline __m128i equal_to(__m128i units, char wanted) noexcept { return _mm_cmpeq_epi8(units, _mm_set1_epi8(wanted)); }

template <class... Chars>
inline __m128i equal_to(__m128i units, char wanted, Chars... others) noexcept {
    return _mm_or_si128(equal_to(units, wanted), equal_to(units, others...));
}

// one bit for each of the sixteen units that is one of the wanted characters
template <class Unit, class... Chars>
inline std::uint32_t found_among(const Unit* from, Chars... wanted) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(equal_to(sixteen_units(from), wanted...)));
}

#endif

template <class Unit>
inline bool is(Unit unit, char wanted) noexcept {
    return unit == static_cast<Unit>(wanted);
}

// the first unit in [from, to) that is one of the wanted characters, `to` if there is none
template <class Unit, class... Chars>
inline const Unit* find(const Unit* from, const Unit* to, const Unit* limit, Chars... wanted) noexcept {
#if defined(TOONWIRE_SSE2)
    while (limit - from >= block) {
        const std::uint32_t found = found_among(from, wanted...);
        if (found != 0) {
            from += zeros_below(found);
            return from < to ? from : to;
        }
        from += block;
        if (from >= to) {
            return to;
        }
    }
#else
    (void)limit;
#endif
    for (; from < to; ++from) {
        if ((is(*from, wanted) || ...)) {
            return from;
        }
    }
    return to;
}

template <class Unit>
inline const Unit* after_spaces(const Unit* from, const Unit* to) noexcept {
    while (from < to && is(*from, ' ')) {
        ++from;
    }
    return from;
}

// the same for more than a few spaces at a time
template <class Unit>
inline const Unit* after_indentation(const Unit* from, const Unit* limit) noexcept {
#if defined(TOONWIRE_SSE2)
    while (limit - from >= block) {
        const std::uint32_t others = found_among(from, ' ') ^ 0xffff;
        if (others != 0) {
            return from + zeros_below(others);
        }
        from += block;
    }
#endif
    return after_spaces(from, limit);
}

template <class Unit>
inline const Unit* before_spaces(const Unit* from, const Unit* to) noexcept {
    while (to > from && is(to[-1], ' ')) {
        --to;
    }
    return to;
}

// §5.2: where a quoted span ends that a quote at from[-1] opens: its closing quote, or `to` if nothing
// closes it.  `escaped` tells whether a backslash stands in it.
template <class Unit>
inline const Unit* closing_quote(const Unit* from, const Unit* to, const Unit* limit, bool& escaped) noexcept {
    escaped = false;
    for (;;) {
        from = find(from, to, limit, '"', '\\');
        if (from == to || is(*from, '"')) {
            return from;
        }
        escaped = true;
        if (to - from < 2) {
            return to;
        }
        from += 2;
    }
}

// the first unquoted unit in [from, to) that is one of the wanted characters, `to` if there is none
template <class Unit, class... Chars>
inline const Unit* find_unquoted(const Unit* from, const Unit* to, const Unit* limit, Chars... wanted) noexcept {
    for (;;) {
        from = find(from, to, limit, '"', wanted...);
        if (from == to || !is(*from, '"')) {
            return from;
        }
        bool escaped;
        from = closing_quote(from + 1, to, limit, escaped);
        if (from == to) {
            return to;
        }
        ++from;
    }
}

}  // namespace toonwire
