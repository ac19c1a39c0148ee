// Code units of a str to UTF-8.
//
// Contract: the units hold no surrogates.
#pragma once

#include <cstddef>
#include <cstdint>

#include "characters.hpp"

namespace toonwire {

// the most bytes that a unit of that size can take
template <typename Unit>
inline constexpr std::size_t utf8_most = sizeof(Unit) == 1 ? 2 : sizeof(Unit) == 2 ? 3 : 4;

template <typename Unit>
inline char* put_utf8(char* out, Unit unit) noexcept {
    const std::uint32_t c = unit;
    const auto tail = [c](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
    if (c < 0x80) {
        *out = static_cast<char>(c);
        return out + 1;
    }
    if (c < 0x800) {
        out[0] = static_cast<char>(0xc0 | (c >> 6));
        out[1] = tail(0);
        return out + 2;
    }
    if (c < 0x10000) {
        out[0] = static_cast<char>(0xe0 | (c >> 12));
        out[1] = tail(6);
        out[2] = tail(0);
        return out + 3;
    }
    out[0] = static_cast<char>(0xf0 | (c >> 18));
    out[1] = tail(12);
    out[2] = tail(6);
    out[3] = tail(0);
    return out + 4;
}

template <typename Unit>
inline char* put_utf8(char* out, const Unit* units, std::size_t count) noexcept {
    for (; count >= block_size; units += block_size, count -= block_size) {
        const block these(units);
        if (these.ascii()) {
            these.store(out);
            out += block_size;
            continue;
        }
        for (std::size_t i = 0; i < block_size; ++i) {
            out = put_utf8(out, units[i]);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        out = put_utf8(out, units[i]);
    }
    return out;
}

}  // namespace toonwire
