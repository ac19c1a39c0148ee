// §4, §7.4, §11.2: the values of primitive tokens.
//
// Contract: value() reads a token that fills [from, to), cell() one that ends at a delimiter or at the end.
// A new reference; null where the token is refused, or with an error set.
#pragma once

#include <Python.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "hooks.hpp"
#include "numbers.hpp"
#include "quoted.hpp"
#include "scan.hpp"
#include "scratch.hpp"
#include "text.hpp"

namespace toonwire {

template <class Text>
class primitive_tokens {
public:
    using unit = typename Text::unit;

private:
    Text& text;
    quoted_tokens<Text>& quoted;
    const settings& options;
    const unit* const limit;
    const std::ptrdiff_t quick_digits;  // a number of no more characters meets no hook and no limit
    scratch<std::uint8_t> digits;

public:
    primitive_tokens(Text& encoding, quoted_tokens<Text>& quotes, const settings& chosen, const unit* end) noexcept
        : text(encoding),
          quoted(quotes),
          options(chosen),
          limit(end),
          quick_digits(chosen.parse_float != nullptr || chosen.parse_int != nullptr ? 0 : chosen.max_digits) {}

    PyObject* value(const unit* from, const unit* to) noexcept {
        if (from == to) {
            return text.str(from, 0);
        }
        const unit first = *from;
        if (is(first, '"')) {
            const unit* after;
            PyObject* made = string(from, to, after);
            return made != nullptr && after != to ? refuse(made) : made;
        }
        if (starts_number(first)) {
            number found;
            if (parse(from, to, found) == to - from) {
                return make(found, from, to - from);
            }
        }
        return word(from, to);
    }

    // Reads from `at`, where a cell may begin with spaces, and leaves it at the delimiter or at `to`.  In the
    // first cell of a row a colon is forbidden, since the line would be no row (§9.3); it is the delimiter in
    // all others.
    PyObject* cell(const unit*& at, const unit* to, char delimiter, char forbidden) noexcept {
        if (at != to) {
            const unit* const from = at;
            if (starts_number(*from)) {
                number found;
                const unit* const after = from + parse(from, to, found);
                if (after != from && (after == to || is(*after, delimiter))) {
                    at = after;
                    return make(found, from, after - from);
                }
            } else if (!is(*from, ' ')) {
                const unit* const stop = find(from, to, limit, '"', delimiter, forbidden);
                if (stop == to || is(*stop, delimiter)) {
                    at = stop;
                    return word(from, before_spaces(from, stop));
                }
            }
        }
        return unusual_cell(at, to, delimiter, forbidden);
    }

private:
    static bool starts_number(unit first) noexcept { return (first >= '0' && first <= '9') || first == '-'; }

    static PyObject* refuse(PyObject* made) noexcept {
        Py_DECREF(made);
        return nullptr;
    }

    PyObject* string(const unit* from, const unit* to, const unit*& after) noexcept {
        const auto body = quoted.read(text, from, to, limit);
        after = body.after;
        if (TOONWIRE_UNLIKELY(after == nullptr)) {
            return nullptr;
        }
        return body.made != nullptr ? body.made : text.str(body.from, body.count);
    }

    TOONWIRE_OUTLINE PyObject* unusual_cell(const unit*& at, const unit* to, char delimiter, char forbidden) noexcept {
        const unit* from = after_spaces(at, to);
        if (from == to) {
            at = to;
            return text.str(from, 0);
        }
        const unit first = *from;
        if (is(first, '"')) {
            PyObject* made = string(from, to, at);
            return made != nullptr && !ends_cell(at, to, delimiter) ? refuse(made) : made;
        }
        if (starts_number(first)) {
            number found;
            const std::ptrdiff_t length = parse(from, to, found);
            const unit* after = from + length;
            if (length != 0 && ends_cell(after, to, delimiter)) {
                at = after;
                return make(found, from, length);
            }
        }
        const unit* stop = find(from, to, limit, '"', delimiter, forbidden);
        if (TOONWIRE_UNLIKELY(stop != to && is(*stop, '"'))) {
            stop = find_unquoted(stop, to, limit, delimiter, forbidden);
        }
        if (TOONWIRE_UNLIKELY(stop != to && !is(*stop, delimiter))) {
            return nullptr;
        }
        at = stop;
        return word(from, before_spaces(from, stop));
    }

    // whether only spaces stand between a token and the end of its cell, which `at` is moved to
    static bool ends_cell(const unit*& at, const unit* to, char delimiter) noexcept {
        if (at != to && !is(*at, delimiter)) {
            at = after_spaces(at, to);
        }
        return at == to || is(*at, delimiter);
    }

    // a token that is neither quoted nor a number
    PyObject* word(const unit* from, const unit* to) noexcept {
        const std::ptrdiff_t count = to - from;
        if (count == 4 || count == 5) {
            PyObject* literal = nullptr;
            if (is(*from, 't')) {
                literal = spells(from, count, "true") ? Py_True : nullptr;
            } else if (is(*from, 'n')) {
                literal = spells(from, count, "null") ? Py_None : nullptr;
            } else if (is(*from, 'f')) {
                literal = spells(from, count, "false") ? Py_False : nullptr;
            }
            if (literal != nullptr) {
                Py_INCREF(literal);
                return literal;
            }
        }
        return text.str(from, static_cast<std::size_t>(count));
    }

    template <std::size_t Size>
    static bool spells(const unit* from, std::ptrdiff_t count, const char (&wanted)[Size]) noexcept {
        bool same = count == static_cast<std::ptrdiff_t>(Size) - 1;
        for (std::size_t i = 0; same && i + 1 < Size; ++i) {
            same = is(from[i], wanted[i]);
        }
        return same;
    }

    // ---- numbers

    // A number at the start of [from, to) and its length, 0 if there is none.
    std::ptrdiff_t parse(const unit* from, const unit* to, number& found) noexcept {
        if (sizeof(unit) == 1) {
            return scan(reinterpret_cast<const char*>(from), to - from, found);
        }
        constexpr std::ptrdiff_t usual = 32, lookahead = 3;  // as in 1e+5
        std::uint8_t bytes[usual] = {};
        const std::ptrdiff_t count = to - from < usual ? to - from : usual;
        narrow_to_bytes(bytes, from, static_cast<std::size_t>(count));
        const std::ptrdiff_t length = scan(reinterpret_cast<const char*>(bytes), count, found);
        const bool cut = count < to - from && (length == 0 || length > usual - lookahead);
        return TOONWIRE_UNLIKELY(cut) ? parse_long(from, to, found) : length;
    }

    static std::ptrdiff_t scan(const char* start, std::ptrdiff_t count, number& found) noexcept {
        return scan_number(start, start + count, found) - start;
    }

    std::ptrdiff_t parse_long(const unit* from, const unit* to, number& found) noexcept {
        const unit* end = from;
        while (end != to && ((*end >= '0' && *end <= '9') || is(*end, '.') || is(*end, '-') || is(*end, '+') ||
                             is(*end, 'e') || is(*end, 'E'))) {
            ++end;
        }
        const char* const start = narrowed(from, static_cast<std::size_t>(end - from));
        return start == nullptr ? 0 : scan(start, end - from, found);
    }

    const char* narrowed(const unit* from, std::size_t count) noexcept {
        std::uint8_t* const room = digits.room(count + 1);
        if (room != nullptr) {
            narrow_to_bytes(room, from, count);
            room[count] = 0;
        }
        return reinterpret_cast<const char*>(room);
    }

    PyObject* make(const number& found, const unit* from, std::ptrdiff_t length) noexcept {
        if (TOONWIRE_UNLIKELY(length > quick_digits || found.kind > number_kind::real)) {
            return make_slowly(from, static_cast<std::size_t>(length));
        }
        return found.kind == number_kind::integer ? PyLong_FromLongLong(found.integer)
                                                  : PyFloat_FromDouble(found.real);
    }

    // a number that is long, out of range or a hook's business
    TOONWIRE_OUTLINE PyObject* make_slowly(const unit* from, std::size_t count) noexcept {
        const char* token = narrowed(from, count);
        if (token == nullptr) {
            return PyErr_NoMemory();
        }
        bool fractional = false, exponent = false;
        Py_ssize_t mantissa = 0;
        for (const char* at = token; *at != 0; ++at) {
            exponent = exponent || *at == 'e' || *at == 'E';
            fractional = fractional || *at == '.';
            mantissa += !exponent && *at >= '0' && *at <= '9';
        }
        if (mantissa > options.max_digits) {
            return nullptr;
        }
        PyObject* hook = fractional || exponent ? options.parse_float : options.parse_int;
        if (hook != nullptr) {
            return options.ask(hook, text.str(from, count));
        }
        return fractional || exponent ? make_float(token) : make_int(token, count);
    }

    // any length that the interpreter converts under all of its settings
    static PyObject* make_int(const char* token, std::size_t count) noexcept {
        constexpr std::size_t convertible = 600;
        return count > convertible ? nullptr : PyLong_FromString(token, nullptr, 10);
    }

    static PyObject* make_float(const char* token) noexcept {
        const double value = PyOS_string_to_double(token, nullptr, nullptr);
        if (value == -1.0 && PyErr_Occurred()) {
            return nullptr;
        }
        return std::isinf(value) ? nullptr : PyFloat_FromDouble(value);
    }
};

}  // namespace toonwire
