// §7.4: keys as str, equal ones as one object.
//
// Contract: short ASCII keys are remembered from document to document, in a cache of fixed size where a key
// that comes again and again is not driven out by keys that come once; all others are remembered while
// their document is read.  The cache owns its keys, and whoever gets a key owns a reference of its own.
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bytes.hpp"
#include "text.hpp"
#include "words.hpp"

namespace toonwire {

class key_cache {
    struct entry {
        PyObject* key;
        std::uint32_t hash;
        std::uint32_t length;
    };

    static constexpr std::size_t sets = 1024;

    // of each pair the first has been asked for twice
    entry entries[sets][2] = {};

public:
    static constexpr std::size_t longest = 64;

    // a key of ASCII bytes, at least 1 and at most `longest`; null with an error set
    PyObject* get(const std::uint8_t* from, std::size_t count) noexcept {
        const std::uint64_t mixed = hash_bytes(from, count);
        const std::uint32_t hash = static_cast<std::uint32_t>(mixed >> 32);
        entry* pair = entries[mixed % sets];
        if (matches(pair[0], hash, from, count)) {
            return again(pair[0].key);
        }
        if (matches(pair[1], hash, from, count)) {
            const entry hot = pair[1];
            pair[1] = pair[0];
            pair[0] = hot;
            return again(hot.key);
        }
        return add(pair[1], hash, from, count);
    }

private:
    static PyObject* again(PyObject* key) noexcept {
        Py_INCREF(key);
        return key;
    }

    static bool matches(const entry& known, std::uint32_t hash, const std::uint8_t* from, std::size_t count) noexcept {
        return known.hash == hash && known.length == count && same_bytes(PyUnicode_DATA(known.key), from, count);
    }

    TOONWIRE_OUTLINE static PyObject* add(entry& place, std::uint32_t hash, const std::uint8_t* from,
                                          std::size_t count) noexcept {
        PyObject* made = PyUnicode_New(static_cast<Py_ssize_t>(count), 0x7f);
        if (made == nullptr) {
            return nullptr;
        }
        std::memcpy(PyUnicode_DATA(made), from, count);
        PyObject* const dropped = place.key;
        place = {again(made), hash, static_cast<std::uint32_t>(count)};
        Py_XDECREF(dropped);
        return made;
    }
};

template <class Text>
class document_keys {
    using unit = typename Text::unit;

    Text& text;
    key_cache& cache;
    PyObject* others = nullptr;  // those that the cache does not take: key to itself

public:
    document_keys(Text& encoding, key_cache& shared) noexcept : text(encoding), cache(shared) {}
    document_keys(const document_keys&) = delete;
    document_keys& operator=(const document_keys&) = delete;
    ~document_keys() { Py_XDECREF(others); }

    // a new reference; null where the text is ill-formed, or with an error set
    PyObject* get(const unit* from, std::size_t count) noexcept {
        if (count != 0 && count <= key_cache::longest && bits_in(from, count) < 0x80) {
            if (sizeof(unit) == 1) {
                return cache.get(reinterpret_cast<const std::uint8_t*>(from), count);
            }
            std::uint8_t bytes[key_cache::longest];
            narrow_to_bytes(bytes, from, count);
            return cache.get(bytes, count);
        }
        return unique(text.str(from, count));
    }

    // takes a key over and gives its equal that came first
    PyObject* unique(PyObject* key) noexcept {
        if (key == nullptr || (others == nullptr && (others = PyDict_New()) == nullptr)) {
            Py_XDECREF(key);
            return nullptr;
        }
        PyObject* first = PyDict_SetDefault(others, key, key);
        Py_XINCREF(first);
        Py_DECREF(key);
        return first;
    }
};

}  // namespace toonwire
