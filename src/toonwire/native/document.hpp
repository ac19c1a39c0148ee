// §5, §8 to §10: the value of a document.
//
// Contract: read() gives a new reference, or null: with an error set if a hook raised one or the memory ran
// out, else for a document that strict decoding refuses or that this reader is not sure of.  Rows and
// entries are read in loops of their own, so only objects and lists have a place on the stack of scopes;
// scope number d has its lines at depth d.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "field_text.hpp"
#include "fields.hpp"
#include "headers.hpp"
#include "hooks.hpp"
#include "keys.hpp"
#include "lines.hpp"
#include "quoted.hpp"
#include "reference.hpp"
#include "scan.hpp"
#include "scopes.hpp"
#include "stack.hpp"
#include "tokens.hpp"

namespace toonwire {

template <class Text>
class document {
    using unit = typename Text::unit;
    using heading = header<unit>;

    Text& text;
    const settings& options;
    const unit* const limit;
    line_reader<Text> line;
    quoted_tokens<Text> quoted;
    document_keys<Text> keys;
    primitive_tokens<Text> tokens;
    header_reader<Text> headers;
    value_stack values;
    remembered& memory;
    std::vector<scope> scopes;
    field_list::open_groups groups;
    Py_ssize_t spans = 0;       // open lists that have a line (§12, header span)
    Py_ssize_t root_level = 1;  // how deep in the value the container of scope 0 stands

public:
    document(Text& encoding, remembered& from_before, const settings& chosen, const unit* from, const unit* to)
        : text(encoding),
          options(chosen),
          limit(to),
          line(encoding, from, to, chosen.indent),
          keys(encoding, from_before.keys),
          tokens(encoding, quoted, chosen, to),
          headers(from_before.lists, field_list_reader<Text>(encoding, keys, quoted, to, chosen.max_depth)),
          values(from_before.stacks),
          memory(from_before),
          scopes(std::move(from_before.scopes)) {}
    document(const document&) = delete;
    document& operator=(const document&) = delete;

    ~document() {
        scopes.clear();
        if (scopes.capacity() <= remembered::most_scopes) {
            memory.scopes = std::move(scopes);
        }
    }

    PyObject* read() {
        if (!line.next()) {
            return nullptr;
        }
        const bool good = line.ended() ? values.push(options.object(PyDict_New())) : line.depth == 0 && first_line();
        return good && read_lines() ? values.pop() : nullptr;
    }

private:
    // ---- root forms (§5)

    bool first_line() {
        const unit* const from = line.from;
        const unit* const to = line.to;
        if (is_empty_list(from, to)) {
            return values.push(PyList_New(0)) && line.next();
        }
        heading found;
        const unit* const mark = find_unquoted(from, to, limit, ':', '[');
        if (mark == to || !begins_field(mark, to, found)) {
            return scalar(from, to, mark);
        }
        if (mark == from && is(*mark, '[')) {
            root_level = 0;
            begin(scope::root_array, 0);
            return array(found, 0);
        }
        begin(scope::object, 0);
        return field(from, to, mark, found, 0);
    }

    // A line that is one primitive (§5.2), given its first unquoted colon or bracket: no colon may follow.
    bool scalar(const unit* from, const unit* to, const unit* mark) {
        return find_unquoted(mark, to, limit, ':') == to && values.push(tokens.value(from, to)) && line.next();
    }

    // ---- scopes

    void begin(scope::kinds kind, std::uint64_t declared) {
        scopes.push_back({kind, values.size(), declared, 0, reference()});
        spans += kind == scope::list;
    }

    Py_ssize_t depth() const noexcept { return static_cast<Py_ssize_t>(scopes.size()) - 1; }

    // whether the containers that a line at a depth opens stand within the limit; `inside` more are in each
    bool fits(Py_ssize_t at, Py_ssize_t inside = 0) const noexcept {
        return at + root_level + 1 + inside <= options.max_depth;
    }

    bool end() {
        scope& last = scopes.back();
        PyObject* made = nullptr;
        if (last.kind == scope::object) {
            made = options.object(values.make_object(last.base, last.moved.release()));
        } else if (last.kind == scope::list) {
            --spans;
            if (last.count != last.declared) {
                return false;
            }
            made = values.make_list(last.base, last.moved.release());
        } else {
            scopes.pop_back();
            return true;
        }
        scopes.pop_back();
        return values.push(made);
    }

    // moves what a scope has so far to its container, if that is much
    bool move_part() {
        scope& last = scopes.back();
        if (TOONWIRE_UNLIKELY(values.size() - last.base > value_stack::part)) {
            PyObject* moved = last.moved.release();
            moved = last.kind == scope::object ? values.make_object(last.base, moved)
                                               : values.make_list(last.base, moved);
            last.moved = reference(moved);
            return moved != nullptr;
        }
        return true;
    }

    bool read_lines() {
        for (;;) {
            while (depth() > line.depth) {
                if (!end()) {
                    return false;
                }
            }
            if (line.ended()) {
                return true;
            }
            if (line.depth != depth() || (line.blank && spans != 0) || !move_part()) {
                return false;
            }
            const scope::kinds kind = scopes.back().kind;
            if (!(kind == scope::object ? field() : kind == scope::list && item())) {
                return false;
            }
        }
    }

    // Moves on to the line after one that opens a scope; `inside` tells whether it belongs to that scope.
    bool enter(Py_ssize_t at, bool& inside) {
        if (!line.next()) {
            return false;
        }
        inside = line.depth > at;
        if (!inside) {
            return true;
        }
        const bool good = line.depth == at + 1 && !(line.blank && spans != 0);
        line.blank = false;
        return good;
    }

    // ---- fields (§8, §9.1)

    bool field() {
        heading found;
        const unit* const mark = find_unquoted(line.from, line.to, limit, ':', '[');
        return mark != line.to && begins_field(mark, line.to, found) &&
               field(line.from, line.to, mark, found, line.depth);
    }

    // whether a key ends at a mark: a colon, or a bracket that begins a header
    bool begins_field(const unit* mark, const unit* to, heading& found) {
        return is(*mark, ':') || headers.read(mark, to, found);
    }

    // the field in [from, to), which stands at a depth
    bool field(const unit* from, const unit* to, const unit* mark, const heading& found, Py_ssize_t at) {
        if (is(*mark, '[')) {
            return mark != from && !is_space(mark[-1]) && values.push(read_key(from, mark)) && array(found, at);
        }
        if (!values.push(read_key(from, before_spaces(from, mark)))) {
            return false;
        }
        const unit* const start = after_spaces(mark + 1, to);
        if (start == to) {
            return open_object(at);
        }
        if (is_empty_list(start, to)) {
            return fits(at) && values.push(PyList_New(0)) && line.next();
        }
        return values.push(tokens.value(start, to)) && line.next();
    }

    static bool is_space(unit character) noexcept { return is(character, ' ') || is(character, '\t'); }

    // the key whose token is [from, to)
    PyObject* read_key(const unit* from, const unit* to) {
        if (from == to || !is(*from, '"')) {
            return keys.get(from, static_cast<std::size_t>(to - from));
        }
        const auto body = quoted.read(text, from, to, limit);
        if (body.after != to) {
            Py_XDECREF(body.made);
            return nullptr;
        }
        return body.made != nullptr ? keys.unique(body.made) : keys.get(body.from, body.count);
    }

    static bool is_empty_list(const unit* from, const unit* to) noexcept {
        return to - from == 2 && is(from[0], '[') && is(from[1], ']');
    }

    bool open_object(Py_ssize_t at) {
        bool inside;
        if (!fits(at) || !enter(at, inside)) {
            return false;
        }
        if (!inside) {
            return values.push(options.object(PyDict_New()));
        }
        begin(scope::object, 0);
        return true;
    }

    // what a header says, of a line at a depth
    bool array(const heading& found, Py_ssize_t at) {
        if (found.fields != nullptr) {
            return fits(at, found.fields->levels()) && (found.keyed ? entries(found, at) : rows(found, at));
        }
        if (!fits(at)) {
            return false;
        }
        return found.values == line.to ? open_list(found, at) : inline_values(found) && line.next();
    }

    bool open_list(const heading& found, Py_ssize_t at) {
        const std::uint64_t declared = found.declared;
        bool inside;
        if (!enter(at, inside)) {
            return false;
        }
        if (!inside) {
            return declared == 0 && values.push(PyList_New(0));
        }
        begin(scope::list, declared);
        return true;
    }

    bool inline_values(const heading& found) {
        const unit* at = found.values;
        const unit* const to = line.to;
        list_of_known_length made(found.declared, static_cast<std::uint64_t>(to - at) + 1, options.asks());
        for (;; ++at) {
            if (!made.add(tokens.cell(at, to, found.delimiter, found.delimiter))) {
                return false;
            }
            if (at == to) {
                return values.push(made.complete());
            }
        }
    }

    // ---- list items (§9.2, §9.4, §10)

    bool item() {
        const unit* const to = line.to;
        const unit* from = line.from;
        const Py_ssize_t at = line.depth;
        scope& last = scopes.back();
        if (!is(*from, '-') || last.count == last.declared) {
            return false;
        }
        ++last.count;
        ++from;
        if (from == to) {
            return fits(at) && values.push(options.object(PyDict_New())) && line.next();
        }
        if (!is(*from, ' ')) {
            return false;
        }
        from = after_spaces(from, to);
        if (is_empty_list(from, to)) {
            return fits(at) && values.push(PyList_New(0)) && line.next();
        }
        heading found;
        const unit* const mark = find_unquoted(from, to, limit, ':', '[');
        if (mark == to || !begins_field(mark, to, found)) {
            return scalar(from, to, mark);
        }
        if (mark == from && is(*mark, '[')) {
            return found.fields == nullptr && array(found, at);
        }
        begin(scope::object, 0);
        return fits(at) && field(from, to, mark, found, at + 1);
    }

    // ---- rows (§9.3) and entry rows (§9.5)

    // Reads the lines of a header with fields by `read`, which takes one.
    template <class Read>
    bool read_rows(Py_ssize_t at, Read read) {
        bool inside;
        if (!enter(at, inside)) {
            return false;
        }
        for (; inside; inside = line.depth > at) {
            if (line.depth != at + 1 || line.blank || !read() || !line.next()) {
                return false;
            }
        }
        return true;
    }

    bool rows(const heading& found, Py_ssize_t at) {
        list_of_known_length made(found.declared, most_lines(), options.asks());
        const auto read = [&] { return made.add(row(*found.fields, line.from, line.to, found.delimiter, ':')); };
        return read_rows(at, read) && values.push(made.complete());
    }

    bool entries(const heading& found, Py_ssize_t at) {
        reference made(PyDict_New());
        const auto read = [&] { return entry(made.get(), found); };
        return made.get() != nullptr && read_rows(at, read) &&
               static_cast<std::uint64_t>(PyDict_GET_SIZE(made.get())) == found.declared &&
               values.push(options.object(made.release()));
    }

    bool entry(PyObject* all, const heading& found) {
        const unit* const from = line.from;
        const unit* const to = line.to;
        const unit* const mark = find_unquoted(from, to, limit, ':');
        if (mark == to) {
            return false;
        }
        const unit* const start = after_spaces(mark + 1, to);
        const reference key(read_key(from, before_spaces(from, mark)));
        if (start == to || key.get() == nullptr) {
            return false;
        }
        const reference value(row(*found.fields, start, to, found.delimiter, found.delimiter));
        const Py_ssize_t before = PyDict_GET_SIZE(all);
        return value.get() != nullptr && PyDict_SetItem(all, key.get(), value.get()) == 0 &&
               PyDict_GET_SIZE(all) != before;
    }

    // the lines that the rest of the document can have at most
    std::uint64_t most_lines() const noexcept { return static_cast<std::uint64_t>(limit - line.to) / 2; }

    // the object of a row; `forbidden` may not stand before its first delimiter
    PyObject* row(field_list& fields, const unit* at, const unit* to, char delimiter, char forbidden) {
        std::size_t left = fields.cells();
        PyObject* made = fields.row(options, groups, [&]() -> PyObject* {
            PyObject* value = tokens.cell(at, to, delimiter, forbidden);
            forbidden = delimiter;
            if (--left != 0) {
                if (TOONWIRE_UNLIKELY(at == to)) {
                    Py_XDECREF(value);
                    return nullptr;
                }
                ++at;
            }
            return value;
        });
        if (TOONWIRE_UNLIKELY(made != nullptr && at != to)) {
            Py_DECREF(made);
            return nullptr;
        }
        return made;
    }
};

}  // namespace toonwire
