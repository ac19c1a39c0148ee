// §2: the digits of Python's integers.
//
// Contract: all digits, or `declined` where there are more than the limit, or so many that a faster way
// than this one is called for.  Nothing that is called here can run code of the user's (str() of a large
// integer looks after signals on the way, and a method call may make the garbage collector run).
#pragma once

#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "buffer.hpp"
#include "declined.hpp"
#include "numbers.hpp"
#include "words.hpp"

namespace toonwire {

namespace detail {

// An integer beyond 64 bits, as limbs of 32 bits, the least significant one first.
class large_integer {
    static constexpr std::size_t most_limbs = 480;  // about 4,600 digits
    static constexpr std::uint32_t billion = 1000000000;

    std::uint32_t limbs[most_limbs];
    std::size_t count = 0;

public:
    // `value` is not negative; the reference to it is taken over
    explicit large_integer(PyObject* value) {
        PyObject* const sixty_four = PyLong_FromLong(64);
        std::uint64_t low = 0;
        while (value != nullptr && sixty_four != nullptr && count + 2 <= most_limbs) {
            low = PyLong_AsUnsignedLongLongMask(value);
            limbs[count++] = static_cast<std::uint32_t>(low);
            limbs[count++] = static_cast<std::uint32_t>(low >> 32);
            int more;
            PyLong_AsLongLongAndOverflow(value, &more);
            if (more == 0) {
                break;
            }
            PyObject* const rest = PyNumber_Rshift(value, sixty_four);
            Py_DECREF(value);
            value = rest;
        }
        const bool all = value != nullptr && sixty_four != nullptr, few = count + 2 <= most_limbs;
        Py_XDECREF(value);
        Py_XDECREF(sixty_four);
        if (!all) {
            PyErr_Clear();
            throw std::bad_alloc();
        }
        if (!few) {
            throw declined();
        }
    }

    // writes the digits, the last ones first, and returns where they begin
    char* digits_before(char* end) noexcept {
        while (count > 2 || (count == 2 && limbs[1] != 0)) {
            std::uint32_t nine = remainder();
            for (int i = 0; i < 9; ++i, nine /= 10) {
                *--end = static_cast<char>('0' + nine % 10);
            }
        }
        for (std::uint32_t last = limbs[0]; last != 0; last /= 10) {
            *--end = static_cast<char>('0' + last % 10);
        }
        return end;
    }

private:
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

TOONWIRE_OUTLINE inline char* put_large_integer(buffer& out, char* at, PyObject* value, bool negative, std::size_t limit) {
    constexpr std::size_t most_digits = 4700;
    char digits[most_digits];
    large_integer all(negative ? PyNumber_Negative(value) : Py_NewRef(value));
    const char* const start = all.digits_before(digits + most_digits);
    const auto count = static_cast<std::size_t>(digits + most_digits - start);
    if (count > limit) {
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
    if (auto* const integer = reinterpret_cast<PyLongObject*>(value); PyUnstable_Long_IsCompact(integer)) {
        small = PyUnstable_Long_CompactValue(integer);
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
