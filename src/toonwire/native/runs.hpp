// §8, §9, §12: where whole elements of an open container end in a text.
//
// Contract: what toonwire.stream.runs finds.  No line is understood but by its indentation and first character.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>

#include "scan.hpp"

namespace toonwire {

// positions are those of the LF before a line, or the end of the text
struct element_run {
    Py_ssize_t end;
    Py_ssize_t stop;
    Py_ssize_t elements;
    Py_ssize_t lines;
};

struct run_rules {
    Py_ssize_t indent;
    bool nested;  // an element may have deeper lines
    bool blanks;  // blank lines may stand between lines
};

namespace detail {

// Whether what comes after a blank line is less deep, or `none` if nothing does.
enum class follower { none, shallower, other };

template <class Unit>
inline follower after_gaps(const Unit* at, const Unit* const limit, Py_ssize_t indent) noexcept {
    while (at < limit) {
        const Unit* const line = at + 1;
        const Unit* const first = after_indentation(line, limit);
        if (first == limit) {
            break;
        }
        if (!is(*first, '\n') && !is(*first, '#')) {
            return first - line < indent && !is(*first, '\t') ? follower::shallower : follower::other;
        }
        at = find(first, limit, limit, '\n');
    }
    return follower::none;
}

template <class Unit>
inline element_run run_in(const Unit* const text, const Unit* const limit, Py_ssize_t start,
                          const run_rules& rules) noexcept {
    const Unit* at = text + start;
    const Unit* last = at;
    Py_ssize_t elements = 0, lines = 0, lines_before_last = 0;
    bool whole = false;  // the last element, too
    while (at < limit) {
        const Unit* const line = at + 1;
        const Unit* const first = after_indentation(line, limit);
        const Py_ssize_t spaces = first - line;
        if (first == limit || is(*first, '\n')) {
            if (!rules.nested) {
                break;
            }
            if (!rules.blanks) {
                const follower next = after_gaps(at, limit, rules.indent);
                whole = next == follower::shallower;
                at = next == follower::none ? limit : at;
                break;
            }
        } else if (is(*first, '\t')) {
            break;
        } else if (!is(*first, '#')) {
            if (spaces < rules.indent) {
                whole = true;
                break;
            }
            if (spaces == rules.indent) {
                ++elements;
                last = at;
                lines_before_last = lines;
            } else if (!rules.nested) {
                break;
            }
        }
        ++lines;
        at = find(first, limit, limit, '\n');
    }
    if (whole || !rules.nested) {
        return {at - text, at - text, elements, lines};
    }
    return {last - text, at - text, elements - 1, lines_before_last};
}

}  // namespace detail

// The run of elements whose first line starts behind the LF at `start`.
inline element_run run_of(PyObject* text, Py_ssize_t start, const run_rules& rules) noexcept {
    const void* const data = PyUnicode_DATA(text);
    const Py_ssize_t size = PyUnicode_GET_LENGTH(text);
    switch (PyUnicode_KIND(text)) {
        case PyUnicode_1BYTE_KIND: {
            const auto* const from = static_cast<const std::uint8_t*>(data);
            return detail::run_in(from, from + size, start, rules);
        }
        case PyUnicode_2BYTE_KIND: {
            const auto* const from = static_cast<const std::uint16_t*>(data);
            return detail::run_in(from, from + size, start, rules);
        }
        default: {
            const auto* const from = static_cast<const std::uint32_t*>(data);
            return detail::run_in(from, from + size, start, rules);
        }
    }
}

}  // namespace toonwire
