// §2: the digits of Python's integers.
//
// Contract: all digits, or `declined` where there are more than the limit, or so many that a faster way
// than this one is called for.  Nothing that is called here can run code of the user's (str() of a large
// integer looks after signals on the way, and a method call may make the garbage collector run).
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>

#include "buffer.hpp"
#include "declined.hpp"
#include "numbers.hpp"
#include "words.hpp"

namespace toonwire {

namespace detail {

// an owned int
class integer {
    PyObject* object;

public:
    explicit integer(PyObject* made) : object(made) {
        if (made == nullptr) {
            PyErr_Clear();
            throw std::bad_alloc();
        }
    }
    integer(const integer&) = delete;
    integer& operator=(integer&& other) noexcept {
        std::swap(object, other.object);
        return *this;
    }
    ~integer() { Py_DECREF(object); }

    operator PyObject*() const noexcept { return object; }
};

// A positive int beyond 64 bits, as limbs of 32 bits, the least significant one first.
class large_integer {
    static constexpr std::size_t most_limbs = 480;  // about 4,600 digits
    static constexpr std::size_t few_limbs = 8;
    static constexpr std::uint32_t billion = 1000000000;

    std::uint32_t limbs[most_limbs];
    std::size_t count = 0;

public:
    static constexpr std::size_t most_digits = most_limbs * 10;

    explicit large_integer(PyObject* value) {
        const integer limb_bits(PyLong_FromLong(32));
        integer rest(Py_NewRef(value));
        for (bool more = true; more;) {
            limbs[count++] = static_cast<std::uint32_t>(PyLong_AsUnsignedLongLongMask(rest));
            rest = integer(PyNumber_Rshift(rest, limb_bits));
            more = !is_zero(rest);
            // each limb takes a copy of the rest, which a huge value must not be asked for
            if (count == few_limbs && more) {
                const integer too_many(PyLong_FromSize_t(32 * (most_limbs - few_limbs)));
                if (!is_zero(integer(PyNumber_Rshift(rest, too_many)))) {
                    throw declined();
                }
            }
        }
    }

    // Writes the digits, the last ones first, and returns where they begin.  The value is used up.
    char* digits_before(char* end) noexcept {
        while (count > 1) {
            std::uint32_t nine = remainder();
            for (int i = 0; i < 9; ++i, nine /= 10) {
                *--end = static_cast<char>('0' + nine % 10);
            }
        }
        for (std::uint32_t first = limbs[0]; first != 0; first /= 10) {
            *--end = static_cast<char>('0' + first % 10);
        }
        return end;
    }

private:
    static bool is_zero(PyObject* value) noexcept {
        int beyond;
        return PyLong_AsLongLongAndOverflow(value, &beyond) == 0 && beyond == 0;
    }

    // divides by a billion
    std::uint32_t remainder() noexcept {
        std::uint64_t rest = 0;
        for (std::size_t i = count; i-- > 0;) {
            rest = (rest << 32) | limbs[i];
            limbs[i] = static_cast<std::uint32_t>(rest / billion);
            rest %= billion;
        }
        while (count > 1 && limbs[count - 1] == 0) {
            --count;
        }
        return static_cast<std::uint32_t>(rest);
    }
};

TOONWIRE_OUTLINE inline char* put_large_integer(buffer& out, char* at, PyObject* value, bool negative,
                                                std::size_t max_digits) {
    char digits[large_integer::most_digits];
    char* const end = digits + large_integer::most_digits;
    large_integer size(integer(negative ? PyNumber_Negative(value) : Py_NewRef(value)));
    const char* const start = size.digits_before(end);
    const auto count = static_cast<std::size_t>(end - start);
    if (count > max_digits) {
        throw declined();
    }
    at = out.room(at, count + 1);
    *at = '-';
    at += negative;
    std::memcpy(at, start, count);
    return at + count;
}

}  // namespace detail

// `value` is an int; there is room for one of 64 bits.
inline char* put_integer(buffer& out, char* at, PyObject* value, std::size_t max_digits) {
    std::int64_t small;
#if PY_VERSION_HEX >= 0x030c0000
    if (auto* const whole = reinterpret_cast<PyLongObject*>(value); PyUnstable_Long_IsCompact(whole)) {
        small = PyUnstable_Long_CompactValue(whole);
    } else
#endif
    {
        int beyond;
        small = PyLong_AsLongLongAndOverflow(value, &beyond);
        if (TOONWIRE_UNLIKELY(beyond != 0)) {
            return detail::put_large_integer(out, at, value, beyond < 0, max_digits);
        }
    }
    char* const end = write_int64(at, small);
    if (TOONWIRE_UNLIKELY(static_cast<std::size_t>(end - at) > max_digits + (small < 0))) {
        throw declined();
    }
    return end;
}

}  // namespace toonwire
