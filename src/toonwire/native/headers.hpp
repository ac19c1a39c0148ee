// §6: headers, from the bracket on.
//
// Contract: a header is read from its opening bracket to the end of its line.  What is no header, or has a
// malformed field list, is refused; whether it may stand where it stands is for the document to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "field_text.hpp"
#include "fields.hpp"
#include "known_fields.hpp"
#include "scan.hpp"
#include "text.hpp"

namespace toonwire {

template <class Unit>
struct header {
    std::uint64_t declared;  // `unreachable` for a length that no document can meet
    bool keyed;
    char delimiter;
    std::shared_ptr<field_list> fields;  // null for none
    const Unit* values;  // what follows the colon and its spaces; the end of the line for nothing

    static constexpr std::uint64_t unreachable = 1000000000000000000;
};

template <class Text>
class header_reader {
    using unit = typename Text::unit;

    field_list_cache& known;
    field_list_reader<Text> lists;

public:
    header_reader(field_list_cache& shared, const field_list_reader<Text>& reader) noexcept
        : known(shared), lists(reader) {}

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
        if (is(*at, '{')) {
            found.values = to;
            found.fields = list(at, to, found.delimiter);
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
    std::shared_ptr<field_list> list(const unit* from, const unit* to, char delimiter) {
        const std::size_t count = static_cast<std::size_t>(to - from);
        if (count > field_list_cache::longest || bits_in(from, count) >= 0x80) {
            return fresh_list(from, to, delimiter);
        }
        std::uint8_t narrowed[field_list_cache::longest];
        const auto* bytes = reinterpret_cast<const char*>(from);
        if (sizeof(unit) != 1) {
            narrow_to_bytes(narrowed, from, count);
            bytes = reinterpret_cast<const char*>(narrowed);
        }
        auto& place = known.at(bytes, count, delimiter);
        if (!place.holds(bytes, count, delimiter)) {
            std::shared_ptr<field_list> fresh = fresh_list(from, to, delimiter);
            if (fresh == nullptr) {
                return nullptr;
            }
            place.fill(bytes, count, delimiter, std::move(fresh));
        }
        return place.list;
    }

    std::shared_ptr<field_list> fresh_list(const unit* at, const unit* to, char delimiter) {
        auto fresh = std::make_shared<field_list>();
        return lists.read(*fresh, at, to, delimiter) && to - at == 1 && is(*at, ':') ? fresh : nullptr;
    }
};

}  // namespace toonwire
