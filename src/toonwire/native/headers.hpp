// §6: headers, from the bracket on.
//
// Contract: a header is read from its opening bracket to the end of its line.  What is no header, or has a
// malformed field list, is refused; whether it may stand where it stands is for the document to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "fields.hpp"
#include "scan.hpp"

namespace toonwire {

template <class Unit>
struct header {
    std::uint64_t declared;  // `unreachable` for a length that no document can meet
    bool keyed;
    char delimiter;
    field_list* fields;   // null for none
    const Unit* values;   // what follows the colon and its spaces; the end of the line for nothing

    static constexpr std::uint64_t unreachable = 1000000000000000000;
};

// The headers of one document.  Field lists that come again are read once.
template <class Text>
class header_reader {
    using unit = typename Text::unit;

    struct known {
        const unit* from = nullptr;  // of the field list's text, in the document
        std::size_t count = 0;
        char delimiter = 0;
        std::unique_ptr<field_list> fields;
    };

    static constexpr std::size_t places = 16;

    Text& text;
    document_keys<Text>& keys;
    quoted_tokens<Text>& quoted;
    const unit* const limit;
    const Py_ssize_t deepest;
    known lists[places];

public:
    header_reader(Text& encoding, document_keys<Text>& names, quoted_tokens<Text>& quotes, const unit* end,
                  Py_ssize_t max_depth) noexcept
        : text(encoding), keys(names), quoted(quotes), limit(end), deepest(max_depth) {}

    // A header's field list is good until the next header is read.
    bool read(const unit* at, const unit* to, header<unit>& found) {
        ++at;
        if (!read_length(at, to, found.declared)) {
            return false;
        }
        found.keyed = at != to && is(*at, ':');
        at += found.keyed;
        found.delimiter = at == to ? ',' : is(*at, '\t') ? '\t' : is(*at, '|') ? '|' : ',';
        at += found.delimiter != ',';
        if (to - at < 2 || !is(*at, ']')) {
            return false;
        }
        ++at;
        found.fields = nullptr;
        if (is(*at, '{')) {
            found.fields = list(at, to, found.delimiter);
            found.values = to;
            return found.fields != nullptr;
        }
        if (found.keyed || !is(*at, ':')) {
            return false;
        }
        found.values = after_spaces(at + 1, to);
        return true;
    }

private:
    static bool read_length(const unit*& at, const unit* to, std::uint64_t& length) noexcept {
        const unit* const start = at;
        length = 0;
        for (; at != to && *at >= '0' && *at <= '9'; ++at) {
            length = length * 10 + (*at - '0');  // wraps where it is too long anyway
        }
        const std::ptrdiff_t digits = at - start;
        if (digits > 18) {
            length = header<unit>::unreachable;
        }
        return digits == 1 || (digits > 1 && !is(*start, '0'));
    }

    // the field list that, with the colon after it, fills [from, to)
    field_list* list(const unit* from, const unit* to, char delimiter) {
        const std::size_t count = static_cast<std::size_t>(to - from);
        known& place = lists[(count * 7 + from[count / 2] * 3 + from[count > 2 ? count - 3 : 0]) % places];
        if (place.count == count && place.delimiter == delimiter &&
            std::memcmp(place.from, from, count * sizeof(unit)) == 0) {
            return place.fields.get();
        }
        auto fresh = std::make_unique<field_list>();
        const unit* at = from;
        if (!fresh->read(text, keys, quoted, at, to, limit, delimiter, deepest) || to - at != 1 || !is(*at, ':')) {
            return nullptr;
        }
        place.from = from;
        place.count = count;
        place.delimiter = delimiter;
        place.fields = std::move(fresh);
        return place.fields.get();
    }
};

}  // namespace toonwire
