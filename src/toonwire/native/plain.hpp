// §7.2 and §7.3: strings and keys of ASCII that stand without quotes.
//
// Contract: the decision is that of toonwire.rules.strings.plain_test and toonwire.rules.keys.PLAIN_KEY.
// There is room for the string and a block behind it; sixteen bytes that end anywhere in it may be read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "characters.hpp"
#include "words.hpp"

namespace toonwire {

template <typename Unit>
inline bool is_special(Unit c, char delimiter) noexcept {
    return c < 0x80 && ((classes[c] & special) != 0 || c == static_cast<Unit>(delimiter));
}

// whether a string that is not empty starts or ends as no plain one does
template <typename Unit>
inline bool has_awkward_end(const Unit* s, std::size_t length) noexcept {
    return s[0] == ' ' || s[0] == '-' || s[0] == '#' || s[length - 1] == ' ';
}

// A mask of specials may name a "|" for its neighbours' sake: whether there is a special character indeed.
template <typename Unit>
TOONWIRE_OUTLINE inline bool has_special(const Unit* s, const Unit* end, char delimiter) noexcept {
    for (; s != end; ++s) {
        if (is_special(*s, delimiter)) {
            return true;
        }
    }
    return false;
}

namespace detail {

// the literals as the words that copy_few gives
constexpr std::uint64_t word_true = 0x65757274, word_null = 0x6c6c756e, word_false = 0x65736c6166;

inline bool is_literal(std::uint64_t word) noexcept {
    return word == word_true || word == word_null || word == word_false;
}

struct digit_reader {
    const std::uint8_t* at;
    const std::uint8_t* end;

    bool skip(std::uint8_t c) noexcept {
        const bool here = at != end && *at == c;
        at += here;
        return here;
    }
    void sign() noexcept { skip('-') || skip('+'); }
    bool digits() noexcept {
        const std::uint8_t* const start = at;
        while (at != end && static_cast<std::uint8_t>(*at - '0') < 10) {
            ++at;
        }
        return at != start;
    }
};

inline bool numeric_like(const std::uint8_t* s, const std::uint8_t* end) noexcept {
    digit_reader in{s, end};
    in.sign();
    if (!in.digits() || (in.skip('.') && !in.digits())) {
        return false;
    }
    if (in.skip('e') || in.skip('E')) {
        in.sign();
        return in.digits() && in.at == end;
    }
    return in.at == end;
}

// whether a string with an awkward start or a space at its end stands without quotes as far as they go
TOONWIRE_OUTLINE inline bool has_plain_ends(const std::uint8_t* s, std::size_t length) noexcept {
    return !has_awkward_end(s, length) && !numeric_like(s, s + length);
}

}  // namespace detail

// Copies a string and says whether the copy is its token.
inline bool copy_plain(char* at, const std::uint8_t* s, std::size_t length, const separator& delimiter) noexcept {
    const std::uint8_t* const end = s + length;
    if (length == 0) {
        return false;
    }
    const std::uint8_t* next = s;
    unsigned found;
    if (length <= block_size) {
        found = block(end - block_size).specials(delimiter) >> (block_size - length);
        if (detail::is_literal(copy_few(at, end, length))) {
            return false;
        }
    } else {
        const std::uint8_t* const last = end - block_size;
        for (;;) {
            const block these(next);
            these.store(at + (next - s));
            found = these.specials(delimiter);
            if (found != 0 || next == last) {
                break;
            }
            next = last - next < static_cast<std::ptrdiff_t>(block_size) ? last : next + block_size;
        }
    }
    if (TOONWIRE_UNLIKELY(found != 0)) {
        if (next[zeros_below(found)] != '|' || has_special(next, end, delimiter)) {
            return false;
        }
        std::memcpy(at, s, length);
    }
    if (TOONWIRE_UNLIKELY((classes[s[0]] & awkward) != 0 || end[-1] == ' ')) {
        return detail::has_plain_ends(s, length);
    }
    return true;
}

// Copies a key and says whether the copy is its token.
inline bool copy_plain_key(char* at, const std::uint8_t* s, std::size_t length) noexcept {
    const std::uint8_t* const end = s + length;
    if ((classes[s[0]] & key_start) == 0) {
        return false;  // as the zero behind an empty one
    }
    if (length <= block_size) {
        copy_few(at, end, length);
        return block(end - block_size).beyond_keys() >> (block_size - length) == 0;
    }
    unsigned odd = 0;
    for (const std::uint8_t* next = s; end - next > static_cast<std::ptrdiff_t>(block_size); next += block_size) {
        const block these(next);
        these.store(at + (next - s));
        odd |= these.beyond_keys();
    }
    const block last(end - block_size);
    last.store(at + length - block_size);
    return (odd | last.beyond_keys()) == 0;
}

}  // namespace toonwire
