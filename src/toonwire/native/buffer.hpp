// The text under construction, and the str or bytes that it becomes.
//
// Contract: a writer takes the place where it writes and returns the place behind what it wrote.  It asks
// for `room` first, after which it may also write up to `spare` bytes more; what it asked for is lost with
// the next call.
//
// ASCII and Latin-1 are written into the result itself.  Other text stands in bytes results as UTF-8; in str
// results it stands as the code units of the strings it came from, and `runs` says where, until the result
// is put together in the one kind of code units that all characters fit in.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>

#include "records.hpp"
#include "widen.hpp"
#include "words.hpp"

namespace toonwire {

class buffer {
    static constexpr std::size_t few = 4096, much = std::size_t{1} << 18;
    static constexpr std::size_t slack = 8192;  // more than is asked for at once, and not all used

    // Documents come in sizes alike.  An allocator may serve a text as long as the one before without a call
    // of the operating system, which one that is cut to size in the end would cost each time.
    static inline std::size_t last_length = 0;

    // The largest block that was freed at its full size: see `cut`.
    static inline std::size_t freed_whole = std::size_t{1} << 17;
    static constexpr std::size_t never_kept = std::size_t{1} << 25;

    char first[few];
    char* text = first;
    char* limit = first + few - spare;
    PyObject* result = nullptr;  // holds the text once it has outgrown `first`
    unsigned result_kind = 0;    // the `kind` that the result was made for
    unsigned kind = 0;           // bytes that a code unit takes, 0 while all is ASCII
    stack<wide_run, 32> runs;

public:
    static constexpr std::size_t spare = 128;

    const bool as_bytes;

    // a place in the text that one can return to
    struct mark {
        std::size_t length, runs;
    };

    explicit buffer(bool bytes) noexcept : as_bytes(bytes) {}
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    ~buffer() { Py_XDECREF(result); }

    char* start() noexcept { return text; }

    char* room(char* at, std::size_t count) {
        if (TOONWIRE_UNLIKELY(limit - at < static_cast<std::ptrdiff_t>(count))) {
            return grow(at, count);
        }
        return at;
    }

    mark here(const char* at) const noexcept { return {length_to(at), runs.size()}; }
    char* back_to(mark place) noexcept {
        runs.cut(place.runs);
        return text + place.length;
    }

    // From `start` on stand code units of `size` bytes each.
    char* add_run(std::size_t start, char* at, unsigned size) {
        runs.push({start, (length_to(at) - start) / size, size});
        if (size > kind) {
            kind = size;
            if (size == 1 && result != nullptr) {
                const std::size_t length = length_to(at), all = length_to(limit);
                move(length, all + spare);
                limit = text + all;
                return text + length;
            }
        }
        return at;
    }

    // The result, which is a new reference: the text up to `end`.  Nothing else may be called afterwards.
    PyObject* finish(const char* end) {
        const std::size_t length = length_to(end);
        last_length = length;
        kind = widest(runs.begin(), runs.end());
        if (kind > 1) {
            if (result != nullptr) {
                cut(length);  // the two stand side by side for a while
            }
            return widened(text, length, kind, runs.begin(), runs.end());
        }
        if (result != nullptr && kind == result_kind) {
            cut(length);
        } else {
            move(length, length);
        }
        PyObject* const out = result;
        result = nullptr;
        return out;
    }

private:
    std::size_t length_to(const char* at) const noexcept { return static_cast<std::size_t>(at - text); }

    // Twice as much while that is little, then a quarter more: little memory is wasted, and of large blocks
    // the allocator moves pages and not bytes.
    TOONWIRE_OUTLINE char* grow(char* at, std::size_t count) {
        const std::size_t length = length_to(at), now = length_to(limit) + spare;
        const std::size_t needed = length + count + spare, as_before = last_length + last_length / 16 + slack;
        std::size_t more = now + (now < much ? now : now / 4);
        if (needed <= as_before && now >= as_before / 16) {
            more = as_before;
        } else if (more < needed) {
            more = needed + needed / 4;
        }
        if (more > static_cast<std::size_t>(PY_SSIZE_T_MAX) / 2) {
            throw std::bad_alloc();
        }
        if (result == nullptr) {
            move(length, more);
        } else {
            resize(more);
        }
        limit = text + more - spare;
        return text + length;
    }

    // into a new result of the kind that is needed, with room for `size` bytes
    TOONWIRE_OUTLINE void move(std::size_t length, std::size_t size) {
        const auto wanted = static_cast<Py_ssize_t>(size);
        result_kind = kind == 1 ? 1 : 0;
        PyObject* const next =
            as_bytes ? PyBytes_FromStringAndSize(nullptr, wanted) : PyUnicode_New(wanted, kind == 1 ? 0xff : 0x7f);
        if (next == nullptr) {
            throw std::bad_alloc();
        }
        std::memcpy(data_of(next), text, length);
        Py_XDECREF(result);
        result = next;
        text = data_of(next);
    }

    // Gives back what lies behind the text.  The allocator of glibc asks the operating system for each block
    // beyond a size, and returns it, which costs more than to write it.  That size goes up to that of any such
    // block that is freed, but a block that is cut never counts in full: so one that nobody writes to is.
    void cut(std::size_t length) {
        const std::size_t size = length_to(limit) + spare, whole = size + size / 4;
        if (TOONWIRE_UNLIKELY(size > freed_whole && whole < never_kept)) {
            freed_whole = whole;
            void* volatile block = std::malloc(whole);  // volatile: else compilers leave both calls out
            std::free(block);
        }
        resize(length);
    }

    void resize(std::size_t size) {
        const auto length = static_cast<Py_ssize_t>(size);
        // _PyBytes_Resize is documented and part of the stable ABI, in spite of its name
        const int failed = as_bytes ? _PyBytes_Resize(&result, length) : PyUnicode_Resize(&result, length);
        if (failed != 0) {
            throw std::bad_alloc();
        }
        text = data_of(result);
    }

    char* data_of(PyObject* object) const noexcept {
        return as_bytes ? PyBytes_AS_STRING(object) : static_cast<char*>(PyUnicode_DATA(object));
    }
};

}  // namespace toonwire
