// §7: the characters that matter to an encoder, one by one and sixteen at a time.
//
// Contract: a mask has bit i for the i-th character of a block.  Masks of specials may name a "|" that is
// none; everything else is exact.  SSE2 where every processor of the target has it, else plain loops.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "words.hpp"

#if (defined(__x86_64__) || defined(_M_X64)) && !defined(TOONWIRE_PORTABLE)
#define TOONWIRE_SSE2_CHARACTERS
#include <emmintrin.h>
#endif

namespace toonwire {

enum character_class : std::uint8_t {
    special = 1,      // §7.2: a string that contains it is quoted, as is one with the delimiter
    escaped = 2,      // §7.1: has an escape in quoted tokens
    awkward = 4,      // §7.2: a string that starts with it is quoted, or has to be looked at
    key_start = 8,    // §7.3: may start an unquoted key
    key_rest = 16,    // §7.3: may stand in an unquoted key
};

namespace detail {

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> classes{};
    for (int c = 0; c < 0x20; ++c) {
        classes[c] = special | escaped;
    }
    for (const char c : {'"', '\\'}) {
        classes[c] = special | escaped;
    }
    for (const char c : {':', '[', ']', '{', '}'}) {
        classes[c] = special;
    }
    for (const char c : {' ', '-', '#', '+'}) {
        classes[c] = awkward;
    }
    for (int c = '0'; c <= '9'; ++c) {
        classes[c] = awkward | key_rest;
    }
    for (int c = 'A'; c <= 'Z'; ++c) {
        classes[c] = classes[c + ('a' - 'A')] = key_start | key_rest;
    }
    classes['_'] = key_start | key_rest;
    classes['.'] = key_rest;
    return classes;
}

}  // namespace detail

inline constexpr std::array<std::uint8_t, 256> classes = detail::make_classes();

constexpr std::size_t block_size = 16;

// A delimiter (§11): the character, and a block of it.
struct separator {
    alignas(block_size) char block[block_size];

    explicit separator(char c) noexcept { std::memset(block, c, block_size); }
    operator char() const noexcept { return block[0]; }
};

// Copies one to sixteen bytes that end at `end`, of which sixteen may be read in any case; sixteen may be
// written.  Returns a word of them, zeros behind them, where they are fewer than eight, else 0.
inline std::uint64_t copy_few(char* to, const std::uint8_t* end, std::size_t count) noexcept {
    const char* const behind = reinterpret_cast<const char*>(end);
    const std::uint64_t last = load_word(behind - 8);
    if (count >= 8) {
        const std::uint64_t first = load_word(behind - count);
        store_word(to + count - 8, last);
        store_word(to, first);
        return 0;
    }
    const std::uint64_t all = last >> (64 - 8 * count);
    store_word(to, all);
    return all;
}

#if defined(TOONWIRE_SSE2_CHARACTERS)

// Sixteen characters as bytes; any beyond U+00FF counts as U+00FF, which means nothing in any rule.
class block {
    __m128i bytes;

    static __m128i all(char c) noexcept { return _mm_set1_epi8(c); }
    __m128i is(char c) const noexcept { return _mm_cmpeq_epi8(bytes, all(c)); }
    __m128i controls() const noexcept { return _mm_cmpeq_epi8(_mm_min_epu8(bytes, all(0x1f)), bytes); }
    // which of `values` lie between two ASCII characters
    static __m128i between(__m128i values, char low, char high) noexcept {
        const __m128i moved = _mm_add_epi8(values, all(static_cast<char>(0x7f - high)));
        return _mm_cmpgt_epi8(moved, all(static_cast<char>(0x7f - high + low - 1)));
    }
    static unsigned mask(__m128i which) noexcept { return static_cast<unsigned>(_mm_movemask_epi8(which)); }
    static __m128i load(const void* from) noexcept { return _mm_loadu_si128(static_cast<const __m128i*>(from)); }

public:
    explicit block(const std::uint8_t* from) noexcept : bytes(load(from)) {}
    explicit block(const std::uint16_t* from) noexcept {
        const __m128i most = _mm_set1_epi16(0xff);
        const auto low = [most](__m128i v) { return _mm_sub_epi16(v, _mm_subs_epu16(v, most)); };
        bytes = _mm_packus_epi16(low(load(from)), low(load(from + 8)));
    }
    explicit block(const std::uint32_t* from) noexcept {
        const __m128i most = _mm_set1_epi16(0xff);
        const __m128i upper = _mm_packs_epi32(load(from), load(from + 4));
        const __m128i lower = _mm_packs_epi32(load(from + 8), load(from + 12));
        bytes = _mm_packus_epi16(_mm_min_epi16(upper, most), _mm_min_epi16(lower, most));
    }

    void store(char* to) const noexcept { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes); }

    unsigned specials(const separator& delimiter) const noexcept {
        const __m128i delimiters = _mm_load_si128(reinterpret_cast<const __m128i*>(delimiter.block));
        // with bit 5 set, [ \ ] are { | }
        const __m128i brackets = between(_mm_or_si128(bytes, all(0x20)), '{', '}');
        const __m128i quotes = _mm_or_si128(is('"'), is(':'));
        return mask(_mm_or_si128(_mm_or_si128(brackets, quotes), _mm_or_si128(controls(), _mm_cmpeq_epi8(bytes, delimiters))));
    }
    unsigned escapes() const noexcept {
        return mask(_mm_or_si128(_mm_or_si128(is('"'), is('\\')), controls()));
    }
    unsigned beyond_keys() const noexcept {
        const __m128i letters = between(_mm_or_si128(bytes, all(0x20)), 'a', 'z');
        const __m128i others = _mm_or_si128(between(bytes, '0', '9'), _mm_or_si128(is('_'), is('.')));
        return mask(_mm_or_si128(letters, others)) ^ 0xffff;
    }
    bool ascii() const noexcept { return mask(bytes) == 0; }

    static unsigned surrogates(const std::uint8_t*) noexcept { return 0; }
    static unsigned surrogates(const std::uint16_t* from) noexcept {
        const __m128i head = _mm_set1_epi16(static_cast<short>(0xf800));
        const __m128i wanted = _mm_set1_epi16(static_cast<short>(0xd800));
        const auto found = [=](int i) { return _mm_cmpeq_epi16(_mm_and_si128(load(from + i), head), wanted); };
        return mask(_mm_packs_epi16(found(0), found(8)));
    }
    static unsigned surrogates(const std::uint32_t* from) noexcept {
        const __m128i head = _mm_set1_epi32(~0x7ff), wanted = _mm_set1_epi32(0xd800);
        const auto found = [=](int i) { return _mm_cmpeq_epi32(_mm_and_si128(load(from + i), head), wanted); };
        return mask(_mm_packs_epi16(_mm_packs_epi32(found(0), found(4)), _mm_packs_epi32(found(8), found(12))));
    }
};

#else

class block {
    std::uint8_t bytes[block_size];

    template <typename Test>
    static unsigned mask(Test test) noexcept {
        unsigned out = 0;
        for (unsigned i = 0; i < block_size; ++i) {
            out |= static_cast<unsigned>(test(i)) << i;
        }
        return out;
    }

public:
    template <typename Unit>
    explicit block(const Unit* from) noexcept {
        for (unsigned i = 0; i < block_size; ++i) {
            bytes[i] = static_cast<std::uint8_t>(from[i] < 0xff ? from[i] : 0xff);
        }
    }

    void store(char* to) const noexcept { std::memcpy(to, bytes, block_size); }

    unsigned specials(const separator& delimiter) const noexcept {
        return mask([&](unsigned i) {
            return (classes[bytes[i]] & special) != 0 || bytes[i] == static_cast<std::uint8_t>(char{delimiter});
        });
    }
    unsigned escapes() const noexcept {
        return mask([&](unsigned i) { return (classes[bytes[i]] & escaped) != 0; });
    }
    unsigned beyond_keys() const noexcept {
        return mask([&](unsigned i) { return (classes[bytes[i]] & key_rest) == 0; });
    }
    bool ascii() const noexcept {
        return mask([&](unsigned i) { return bytes[i] >= 0x80; }) == 0;
    }

    template <typename Unit>
    static unsigned surrogates(const Unit* from) noexcept {
        return sizeof(Unit) > 1 ? mask([&](unsigned i) { return (from[i] & ~0x7ffU) == 0xd800; }) : 0;
    }
};

#endif

}  // namespace toonwire
