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
    Record* behind = first;  // the last one
    Record* limit = first + Few;

public:
    stack() noexcept {}
    stack(const stack&) = delete;
    stack& operator=(const stack&) = delete;
    ~stack() {
        if (records != first) {
            std::free(records);
        }
    }

    std::size_t size() const noexcept { return static_cast<std::size_t>(behind - records); }
    bool empty() const noexcept { return behind == records; }
    Record* begin() noexcept { return records; }
    const Record* begin() const noexcept { return records; }
    const Record* end() const noexcept { return behind; }
    Record& top() noexcept { return behind[-1]; }
    const Record& operator[](std::size_t index) const noexcept { return records[index]; }

    void push(const Record& record) { add() = record; }
    // a new record on top, to be filled in
    Record& add() {
        if (TOONWIRE_UNLIKELY(behind == limit)) {
            grow();
        }
        return *behind++;
    }
    void pop() noexcept { --behind; }
    void cut(std::size_t size) noexcept { behind = records + size; }

private:
    TOONWIRE_OUTLINE void grow() {
        const bool in_place = records == first;
        const std::size_t used = size();
        void* const more = std::realloc(in_place ? nullptr : records, 2 * used * sizeof(Record));
        if (more == nullptr) {
            throw std::bad_alloc();
        }
        if (in_place) {
            std::memcpy(more, first, sizeof first);
        }
        records = static_cast<Record*>(more);
        behind = records + used;
        limit = records + 2 * used;
    }
};

// Whether a path of containers that would go on with `box` runs in a circle.  Asked at each step, it says so
// within a small multiple of the circle's length, and costs one comparison (Brent's algorithm).
template <typename Record, std::size_t Few, typename Box>
inline bool runs_in_circle(const stack<Record, Few>& path, const Box* box) noexcept {
    constexpr std::size_t short_path = 16;  // nothing is lost on it
    const std::size_t length = path.size();
    if (TOONWIRE_UNLIKELY(length >= short_path)) {
        return path[(std::size_t{1} << (63 - zeros_above(length))) - 1].box == box;
    }
    return false;
}

}  // namespace toonwire
