// Field lists that were read before, in this document or in an earlier one.
//
// Contract: a list is known by its text and delimiter.  Only short ASCII texts are remembered, in a cache of
// fixed size; whoever uses a list shares it, so that it outlives its place there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "bytes.hpp"
#include "fields.hpp"

namespace toonwire {

class field_list_cache {
public:
    static constexpr std::size_t longest = 256;

    struct place {
        std::shared_ptr<field_list> list;
        std::size_t count = 0;
        char delimiter = 0;
        char text[longest];

        bool holds(const char* from, std::size_t length, char separator) const noexcept {
            return count == length && delimiter == separator && std::memcmp(text, from, length) == 0;
        }

        void fill(const char* from, std::size_t length, char separator, std::shared_ptr<field_list> fresh) noexcept {
            list = std::move(fresh);
            count = length;
            delimiter = separator;
            std::memcpy(text, from, length);
        }
    };

private:
    static constexpr std::size_t places = 32;

    place known[places];

public:
    // where the list of a text is, if it is known; at least one byte, at most `longest`
    place& at(const char* from, std::size_t count, char delimiter) noexcept {
        return known[(hash_bytes(from, count) + static_cast<std::size_t>(delimiter)) % places];
    }
};

}  // namespace toonwire
