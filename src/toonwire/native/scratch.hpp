// Memory for the token at hand, kept for the next one.
//
// Contract: room(n) gives space for n units whose content is undefined, null if there is no memory; grow()
// keeps what was written.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace toonwire {

template <class Unit>
class scratch {
    Unit* units = nullptr;
    std::size_t capacity = 0;

public:
    scratch() noexcept = default;
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;
    ~scratch() { std::free(units); }

    std::size_t size() const noexcept { return capacity; }

    Unit* room(std::size_t wanted) noexcept {
        if (wanted <= capacity) {
            return units;
        }
        if (wanted > static_cast<std::size_t>(-1) / (4 * sizeof(Unit))) {
            return nullptr;
        }
        const std::size_t enough = wanted + wanted / 2 + 256;
        Unit* larger = static_cast<Unit*>(std::realloc(units, enough * sizeof(Unit)));
        if (larger != nullptr) {
            units = larger;
            capacity = enough;
        }
        return larger;
    }
};

}  // namespace toonwire
