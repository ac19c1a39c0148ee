// §5.1, §12: the lines of a document that count, and how deep they stand.
//
// Contract: next() moves to the next line that is neither blank nor a comment.  It is false where a line is
// indented with a tab or not by a multiple of the indentation unit, or a comment is ill-formed.
#pragma once

#include <Python.h>

#include <cstddef>

#include "scan.hpp"

namespace toonwire {

template <class Text>
class line_reader {
public:
    using unit = typename Text::unit;

    // the content of the line, without indentation, trailing spaces and line end
    const unit* from = nullptr;
    const unit* to = nullptr;
    Py_ssize_t depth = 0;  // -1 after the last line
    bool blank = false;    // a blank line was passed on the way here

private:
    Text& text;
    const unit* at;
    const unit* const limit;
    const std::ptrdiff_t unit_of_indent;
    std::ptrdiff_t latest = 0;  // spaces in front of the line of `depth`

public:
    line_reader(Text& encoding, const unit* start, const unit* end, Py_ssize_t indent) noexcept
        : text(encoding), at(start), limit(end), unit_of_indent(indent) {}

    bool ended() const noexcept { return depth < 0; }

    bool next() noexcept {
        blank = false;
        for (;;) {
            if (at >= limit) {
                depth = -1;
                latest = -1;
                return true;
            }
            const unit* const start = at;
            from = after_indentation(start, limit);
            const unit* const line_end = find(from, limit, limit, '\n');
            at = line_end + 1;
            to = line_end;
            if (to > from && is(to[-1], '\r')) {
                --to;
            }
            to = before_spaces(from, to);
            if (TOONWIRE_UNLIKELY(from == to)) {
                blank = true;
                continue;
            }
            if (TOONWIRE_UNLIKELY(is(*from, '#'))) {
                if (!text.valid(from, static_cast<std::size_t>(to - from))) {
                    return false;
                }
                continue;
            }
            if (TOONWIRE_UNLIKELY(is(*from, '\t'))) {
                return false;
            }
            return from - start == latest || indented_by(from - start);
        }
    }

private:
    bool indented_by(std::ptrdiff_t spaces) noexcept {
        latest = spaces;
        depth = spaces / unit_of_indent;
        return spaces % unit_of_indent == 0;
    }
};

}  // namespace toonwire
