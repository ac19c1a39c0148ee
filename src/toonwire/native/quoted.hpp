// §7.1, §7.4: the text of quoted tokens.
//
// Contract: a token is read from its opening quote; where it is unterminated, has an escape that TOON does
// not know or encodes a surrogate, it is refused.
#pragma once

#include <Python.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "scan.hpp"
#include "scratch.hpp"
#include "text.hpp"

namespace toonwire {

// by the letter after the backslash; zero for those of no or of longer escapes
constexpr std::array<char, 128> short_escapes = [] {
    std::array<char, 128> characters = {};
    characters['"'] = '"';
    characters['\\'] = '\\';
    characters['n'] = '\n';
    characters['r'] = '\r';
    characters['t'] = '\t';
    return characters;
}();

// The character of an escape whose backslash stands at `at`, and how many units the escape has; 0 units for
// what is no escape.
struct escape {
    std::uint32_t character;
    unsigned units;

    template <class Unit>
    static escape read(const Unit* at, const Unit* to) noexcept {
        if (to - at >= 2 && at[1] < short_escapes.size() && short_escapes[at[1]] != 0) {
            return {static_cast<std::uint32_t>(short_escapes[at[1]]), 2};
        }
        return to - at >= 6 && is(at[1], 'u') ? four_digits(at + 2) : escape{0, 0};
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

    static constexpr std::size_t huge = 1 << 16;

    scratch<unit> plain;

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
                if (Text::one_unit_a_character && plain.size() > huge) {
                    return unescape_directly(from, to, limit);
                }
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
            if (to - at >= 2 && at[1] < short_escapes.size() && short_escapes[at[1]] != 0) {
                *out++ = static_cast<unit>(short_escapes[at[1]]);
                at += 2;
                continue;
            }
            const escape found = escape::read(at, to);
            if (TOONWIRE_UNLIKELY(found.units == 0)) {
                return {};
            }
            const unsigned written = put_character(text, out, found.character);
            if (TOONWIRE_UNLIKELY(written == 0)) {
                return unescape_directly(from, to, limit);
            }
            at += found.units;
            out += written;
        }
    }

    // Straight into the str, for a token that is long or has characters that no unit can hold.
    TOONWIRE_OUTLINE static body unescape_directly(const unit* from, const unit* to, const unit* limit) noexcept {
        bool escaped;
        const unit* const end = closing_quote(from, to, limit, escaped);
        std::size_t count = 0;
        std::uint32_t bits = 0;
        const auto measure = [&](const unit* start, std::size_t units) {
            count += units;
            bits |= bits_in(start, units);
        };
        const auto measure_escape = [&](std::uint32_t character) {
            ++count;
            bits |= character;
        };
        if (end == to || !for_each_piece(from, end, limit, measure, measure_escape) ||
            has_surrogates(from, end, bits)) {
            return {};
        }
        PyObject* made = new_str(count, bits);
        if (made == nullptr) {
            return {};
        }
        void* const data = PyUnicode_DATA(made);
        switch (PyUnicode_KIND(made)) {
            case PyUnicode_1BYTE_KIND:
                write(static_cast<Py_UCS1*>(data), from, end, limit);
                break;
            case PyUnicode_2BYTE_KIND:
                write(static_cast<Py_UCS2*>(data), from, end, limit);
                break;
            default:
                write(static_cast<Py_UCS4*>(data), from, end, limit);
        }
        return {nullptr, 0, end + 1, made};
    }

    static bool has_surrogates(const unit* from, const unit* to, std::uint32_t bits) noexcept {
        return sizeof(unit) > 1 && bits >= 0xd800 && !no_surrogates(from, static_cast<std::size_t>(to - from));
    }

    template <class Out>
    static void write(Out* out, const unit* from, const unit* end, const unit* limit) noexcept {
        const auto copy = [&](const unit* start, std::size_t units) {
            copy_units(out, start, units);
            out += units;
        };
        for_each_piece(from, end, limit, copy, [&](std::uint32_t character) { *out++ = static_cast<Out>(character); });
    }

    // the runs of units between escapes, and the characters of these; false for what is no escape
    template <class Units, class Character>
    static bool for_each_piece(const unit* from, const unit* end, const unit* limit, Units units,
                               Character character) noexcept {
        for (;;) {
            const unit* const stop = find(from, end, limit, '\\');
            units(from, static_cast<std::size_t>(stop - from));
            if (stop == end) {
                return true;
            }
            const escape found = escape::read(stop, end);
            if (found.units == 0) {
                return false;
            }
            character(found.character);
            from = stop + found.units;
        }
    }
};

}  // namespace toonwire
