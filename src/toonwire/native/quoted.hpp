// §7.1, §7.4: the text of quoted tokens.
//
// Contract: a token is read from its opening quote; where it is unterminated, has an escape that TOON does
// not know or encodes a surrogate, it is refused.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "scan.hpp"
#include "scratch.hpp"
#include "text.hpp"

namespace toonwire {

// The character of an escape whose backslash stands at `at`, and how many units the escape has; 0 units for
// what is no escape.
struct escape {
    std::uint32_t character;
    unsigned units;

    template <class Unit>
    static escape read(const Unit* at, const Unit* to) noexcept {
        if (to - at < 2) {
            return {0, 0};
        }
        const std::uint32_t letter = at[1];
        switch (letter) {
            case '"':
            case '\\':
                return {letter, 2};
            case 'n':
                return {'\n', 2};
            case 'r':
                return {'\r', 2};
            case 't':
                return {'\t', 2};
            case 'u':
                return to - at < 6 ? escape{0, 0} : four_digits(at + 2);
            default:
                return {0, 0};
        }
    }

private:
    template <class Unit>
    static escape four_digits(const Unit* at) noexcept {
        std::uint32_t character = 0;
        for (int i = 0; i < 4; ++i) {
            const std::uint32_t unit = at[i], letter = unit | 0x20;
            const std::uint32_t digit = unit - '0' < 10 ? unit - '0' : letter - 'a' < 6 ? letter - 'a' + 10 : 16;
            if (digit == 16) {
                return {0, 0};
            }
            character = character * 16 + digit;
        }
        return (character & 0xf800) == 0xd800 ? escape{0, 0} : escape{character, 6};
    }
};

// An escaped character in the code units of an encoding; 0 units where it has none.  There is room for four.
inline unsigned put_character(const latin&, std::uint8_t* out, std::uint32_t character) noexcept {
    *out = static_cast<std::uint8_t>(character);
    return character < 0x100;
}

template <class Unit>
inline unsigned put_character(const wide_units<Unit>&, Unit* out, std::uint32_t character) noexcept {
    *out = static_cast<Unit>(character);
    return 1;
}

inline unsigned put_character(const utf8&, std::uint8_t* out, std::uint32_t character) noexcept {
    if (character < 0x80) {
        out[0] = static_cast<std::uint8_t>(character);
        return 1;
    }
    if (character < 0x800) {
        out[0] = static_cast<std::uint8_t>(0xc0 | (character >> 6));
        out[1] = static_cast<std::uint8_t>(0x80 | (character & 0x3f));
        return 2;
    }
    out[0] = static_cast<std::uint8_t>(0xe0 | (character >> 12));
    out[1] = static_cast<std::uint8_t>(0x80 | ((character >> 6) & 0x3f));
    out[2] = static_cast<std::uint8_t>(0x80 | (character & 0x3f));
    return 3;
}

template <class Text>
class quoted_tokens {
    using unit = typename Text::unit;
    static constexpr std::ptrdiff_t step = 16;

    scratch<unit> plain;
    scratch<std::uint32_t> wide;

public:
    // A token's text in [from, to) without quotes and escapes; `after` is where the token ends, null if it is
    // refused.  The text is good until the next call.
    struct body {
        const unit* from;
        std::size_t count;
        const unit* after;
        PyObject* made;  // instead of from and count, for characters that no unit can hold
    };

    body read(const Text& text, const unit* opening, const unit* to, const unit* limit) noexcept {
        const unit* from = opening + 1;
        const unit* at = find(from, to, limit, '"', '\\');
        if (TOONWIRE_UNLIKELY(at == to)) {
            return {};
        }
        if (is(*at, '"')) {
            return {from, static_cast<std::size_t>(at - from), at + 1, nullptr};
        }
        return unescape(text, from, to, limit);
    }

private:
    body unescape(const Text& text, const unit* from, const unit* to, const unit* limit) noexcept {
        const unit* at = from;
        unit* out = plain.room(step);
        if (TOONWIRE_UNLIKELY(out == nullptr)) {
            return {};
        }
        unit* stop = out + plain.size();
        for (;;) {
            if (TOONWIRE_UNLIKELY(stop - out < step)) {
                const std::size_t written = plain.size() - static_cast<std::size_t>(stop - out);
                unit* larger = plain.room(2 * plain.size() + step);
                if (larger == nullptr) {
                    return {};
                }
                out = larger + written;
                stop = larger + plain.size();
            }
#if defined(TOONWIRE_SSE2)
            if (limit - at >= step) {
                std::memcpy(out, at, step * sizeof(unit));
                const std::uint32_t found = found_among(at, '"', '\\');
                const int passed = found == 0 ? static_cast<int>(step) : zeros_below(found);
                at += passed;
                out += passed;
                if (TOONWIRE_UNLIKELY(at >= to)) {
                    return {};
                }
                if (found == 0) {
                    continue;
                }
            } else
#endif
            if (at >= to) {
                return {};
            }
            if (is(*at, '"')) {
                const unit* start = stop - plain.size();
                return {start, static_cast<std::size_t>(out - start), at + 1, nullptr};
            }
            if (TOONWIRE_UNLIKELY(!is(*at, '\\'))) {
                *out++ = *at++;
                continue;
            }
            const escape found = escape::read(at, to);
            if (TOONWIRE_UNLIKELY(found.units == 0)) {
                return {};
            }
            const unsigned written = put_character(text, out, found.character);
            if (TOONWIRE_UNLIKELY(written == 0)) {
                return unescape_widely(from, to, limit);
            }
            at += found.units;
            out += written;
        }
    }

    TOONWIRE_OUTLINE body unescape_widely(const unit* from, const unit* to, const unit* limit) noexcept {
        bool escaped;
        const unit* end = closing_quote(from, to, limit, escaped);
        std::uint32_t* const start = wide.room(static_cast<std::size_t>(end - from) + 1);
        if (end == to || start == nullptr) {
            return {};
        }
        std::uint32_t* out = start;
        while (from < end) {
            const escape found = is(*from, '\\') ? escape::read(from, end) : escape{*from, 1};
            if (found.units == 0) {
                return {};
            }
            *out++ = found.character;
            from += found.units;
        }
        const std::size_t count = static_cast<std::size_t>(out - start);
        PyObject* made = str_of(start, count, bits_in(start, count));
        return made == nullptr ? body{} : body{nullptr, 0, end + 1, made};
    }
};

}  // namespace toonwire
