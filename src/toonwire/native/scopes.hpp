// Containers that are being read, and what one document leaves to the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "keys.hpp"
#include "known_fields.hpp"
#include "reference.hpp"
#include "stack.hpp"

namespace toonwire {

struct scope {
    enum kinds { object, list, root_array };

    kinds kind;
    std::size_t base;        // where its values begin on the stack
    std::uint64_t declared;  // of a list, as the next one
    std::uint64_t count;
    reference moved;         // its container, once a part of its values was moved there
};

struct remembered {
    static constexpr std::size_t most_scopes = 64;

    key_cache keys;
    field_list_cache lists;
    spare_stack stacks;
    std::vector<scope> scopes;  // an empty one, for its memory
};

}  // namespace toonwire
