// 64-bit words: products of twice the width, bytes in order of memory, bit counts.
//
// Contract: the same results on every compiler and byte order.  In a loaded or stored word the byte at the
// lowest address is the least significant one.  TOONWIRE_PORTABLE, for tests, takes the code that knows no
// compiler and no processor.
#pragma once

#include <cstdint>
#include <cstring>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#define TOONWIRE_UNLIKELY(condition) (condition)
#define TOONWIRE_OUTLINE __declspec(noinline)
#else
#define TOONWIRE_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define TOONWIRE_OUTLINE __attribute__((noinline))
#endif

namespace toonwire {

struct wide {
    std::uint64_t high, low;
};

inline wide multiply(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__) && !defined(TOONWIRE_PORTABLE)
    __extension__ typedef unsigned __int128 uint128;
    const uint128 product = static_cast<uint128>(a) * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#elif defined(_MSC_VER) && defined(_M_X64) && !defined(TOONWIRE_PORTABLE)
    wide product;
    product.low = _umul128(a, b, &product.high);
    return product;
#else
    constexpr std::uint64_t half = 0xffffffff;
    const std::uint64_t low = (a & half) * (b & half);
    const std::uint64_t cross = (a >> 32) * (b & half) + (low >> 32);
    const std::uint64_t other = (a & half) * (b >> 32) + (cross & half);
    return {(a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32), (other << 32) | (low & half)};
#endif
}

// the number of zero bits below, and above, the bits of a word that is not zero
inline int zeros_below(std::uint64_t word) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanForward64(&index, word);
#else
    if (_BitScanForward(&index, static_cast<unsigned long>(word)) == 0) {
        _BitScanForward(&index, static_cast<unsigned long>(word >> 32));
        index += 32;
    }
#endif
    return static_cast<int>(index);
#else
    return __builtin_ctzll(word);
#endif
}

inline int zeros_above(std::uint64_t word) noexcept {
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long index;
#if defined(_M_X64) || defined(_M_ARM64)
    _BitScanReverse64(&index, word);
#else
    if (_BitScanReverse(&index, static_cast<unsigned long>(word >> 32)) != 0) {
        index += 32;
    } else {
        _BitScanReverse(&index, static_cast<unsigned long>(word));
    }
#endif
    return 63 - static_cast<int>(index);
#else
    return __builtin_clzll(word);
#endif
}

// words of bytes in order of memory
inline std::uint64_t in_order(std::uint64_t word) noexcept {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap64(word);
#else
    return word;
#endif
}

inline std::uint64_t load_word(const char* from) noexcept {
    std::uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return in_order(word);
}

inline void store_word(char* to, std::uint64_t word) noexcept {
    word = in_order(word);
    std::memcpy(to, &word, sizeof word);
}

inline std::uint64_t bits_of(double value) noexcept {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline double double_of(std::uint64_t bits) noexcept {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace toonwire
