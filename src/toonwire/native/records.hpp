// A stack of plain records that begins in place, so that small documents need no allocation for it.
//
// Contract: records are copied bytewise; references to them end with the next push.  `push` throws
// std::bad_alloc.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>

#include "words.hpp"

namespace toonwire {

template <typename Record, std::size_t Few>
class stack {
    static_assert(std::is_trivially_copyable_v<Record>, "records are moved as bytes");

    Record first[Few];
    Record* records = first;
    std::size_t used = 0, room = Few;

public:
    stack() noexcept {}
    stack(const stack&) = delete;
    stack& operator=(const stack&) = delete;
    ~stack() {
        if (records != first) {
            std::free(records);
        }
    }

    std::size_t size() const noexcept { return used; }
    bool empty() const noexcept { return used == 0; }
    const Record* begin() const noexcept { return records; }
    const Record* end() const noexcept { return records + used; }
    Record& top() noexcept { return records[used - 1]; }
    const Record& operator[](std::size_t index) const noexcept { return records[index]; }

    void push(const Record& record) { add() = record; }
    // a new record on top, to be filled in
    Record& add() {
        if (TOONWIRE_UNLIKELY(used == room)) {
            grow();
        }
        return records[used++];
    }
    void pop() noexcept { --used; }
    void cut(std::size_t size) noexcept { used = size; }

private:
    TOONWIRE_OUTLINE void grow() {
        const bool in_place = records == first;
        void* const more = std::realloc(in_place ? nullptr : records, 2 * room * sizeof(Record));
        if (more == nullptr) {
            throw std::bad_alloc();
        }
        if (in_place) {
            std::memcpy(more, first, used * sizeof(Record));
        }
        records = static_cast<Record*>(more);
        room *= 2;
    }
};

// Whether a path of containers that would go on with `box` runs in a circle.  Asked at each step, it says
// so within a small multiple of the circle's length, and costs one comparison (Brent's algorithm).
template <typename Record, std::size_t Few, typename Box>
inline bool runs_in_circle(const stack<Record, Few>& path, const Box* box) noexcept {
    const std::size_t length = path.size();
    return length != 0 && path[(std::size_t{1} << (63 - zeros_above(length))) - 1].box == box;
}

}  // namespace toonwire
