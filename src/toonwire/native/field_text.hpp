// §6: the text of field lists.
//
// Contract: a list is read from its opening brace; one that is malformed, nests too deeply or repeats a name
// in a group is refused.
#pragma once

#include <Python.h>

#include <cstddef>

#include "fields.hpp"
#include "keys.hpp"
#include "quoted.hpp"
#include "scan.hpp"

namespace toonwire {

template <class Text>
class field_list_reader {
    using unit = typename Text::unit;

    Text& text;
    document_keys<Text>& keys;
    quoted_tokens<Text>& quoted;
    const unit* const limit;
    const Py_ssize_t deepest;

public:
    field_list_reader(Text& encoding, document_keys<Text>& names, quoted_tokens<Text>& quotes, const unit* end,
                      Py_ssize_t max_depth) noexcept
        : text(encoding), keys(names), quoted(quotes), limit(end), deepest(max_depth) {}

    // Reads into an empty list, and moves `at` from the opening brace behind the closing one.
    bool read(field_list& fields, const unit*& at, const unit* to, char delimiter) {
        for (++at; fields.add(read_name(at, to));) {
            if (at != to && is(*at, '{')) {
                ++at;
                fields.open_group();
                if (fields.levels() > deepest) {
                    return false;
                }
                continue;
            }
            for (;;) {
                at = after_spaces(at, to);
                if (at == to) {
                    return false;
                }
                const unit following = *at++;
                if (is(following, delimiter)) {
                    break;
                }
                if (!is(following, '}')) {
                    return false;
                }
                if (!fields.shut_group()) {
                    return true;
                }
            }
        }
        return false;
    }

private:
    PyObject* read_name(const unit*& at, const unit* to) {
        at = after_spaces(at, to);
        if (at != to && is(*at, '"')) {
            const auto body = quoted.read(text, at, to, limit);
            if (body.after == nullptr) {
                return nullptr;
            }
            at = body.after;
            return body.made != nullptr ? keys.unique(body.made) : keys.get(body.from, body.count);
        }
        const unit* const from = at;
        at = find_unquoted(from, to, limit, '{', '}', ',', '|', '\t');
        const unit* const end = before_spaces(from, at);
        if (end == from || at == to || (is(*at, '{') && end != at)) {
            return nullptr;
        }
        return keys.get(from, static_cast<std::size_t>(end - from));
    }
};

}  // namespace toonwire
