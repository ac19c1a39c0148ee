// Short runs of bytes: copied, compared, hashed.
//
// Contract: most keys and tokens are so short that a loop, or a call of the C library, costs more than all
// the rest; two words that overlap hold any run of one to two words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "words.hpp"

namespace toonwire {

template <class Word>
struct word_pair {
    Word first, last;

    word_pair(const void* from, std::size_t count) noexcept {
        const char* in = static_cast<const char*>(from);
        std::memcpy(&first, in, sizeof(Word));
        std::memcpy(&last, in + count - sizeof(Word), sizeof(Word));
    }

    void store(void* to, std::size_t count) const noexcept {
        char* out = static_cast<char*>(to);
        std::memcpy(out, &first, sizeof(Word));
        std::memcpy(out + count - sizeof(Word), &last, sizeof(Word));
    }

    bool operator==(const word_pair& other) const noexcept { return first == other.first && last == other.last; }
};

// of one to three bytes
inline std::uint32_t few_bytes(const void* from, std::size_t count) noexcept {
    const auto* in = static_cast<const std::uint8_t*>(from);
    return static_cast<std::uint32_t>(in[0]) << 16 | static_cast<std::uint32_t>(in[count / 2]) << 8 | in[count - 1];
}

// as memcpy
inline void copy_bytes(void* to, const void* from, std::size_t count) noexcept {
    struct sixteen {
        std::uint64_t words[2];
    };
    if (count > 32) {
        std::memcpy(to, from, count);
    } else if (count >= 16) {
        word_pair<sixteen>(from, count).store(to, count);
    } else if (count >= 8) {
        word_pair<std::uint64_t>(from, count).store(to, count);
    } else if (count >= 4) {
        word_pair<std::uint32_t>(from, count).store(to, count);
    } else if (count != 0) {
        char* out = static_cast<char*>(to);
        const char* in = static_cast<const char*>(from);
        out[0] = in[0];
        out[count / 2] = in[count / 2];
        out[count - 1] = in[count - 1];
    }
}

// at least one byte
inline bool same_bytes(const void* one, const void* other, std::size_t count) noexcept {
    if (count > 16) {
        return std::memcmp(one, other, count) == 0;
    }
    if (count >= 8) {
        return word_pair<std::uint64_t>(one, count) == word_pair<std::uint64_t>(other, count);
    }
    if (count >= 4) {
        return word_pair<std::uint32_t>(one, count) == word_pair<std::uint32_t>(other, count);
    }
    return few_bytes(one, count) == few_bytes(other, count);
}

// of at least one byte; the upper half is as good as the lower one
inline std::uint64_t hash_bytes(const void* from, std::size_t count) noexcept {
    const auto stir = [](std::uint64_t state, std::uint64_t word) {
        state = (state ^ word) * 0x9e3779b97f4a7c15;
        return state ^ (state >> 29);
    };
    const std::uint64_t state = count;
    if (count >= 8) {
        const char* at = static_cast<const char*>(from);
        const char* const last = at + count - 8;
        std::uint64_t mixed = state;
        for (; at < last; at += 8) {
            mixed = stir(mixed, load_word(at));
        }
        return stir(mixed, load_word(last));
    }
    if (count >= 4) {
        const word_pair<std::uint32_t> words(from, count);
        return stir(state, static_cast<std::uint64_t>(words.first) << 32 | words.last);
    }
    return stir(state, few_bytes(from, count));
}

}  // namespace toonwire
