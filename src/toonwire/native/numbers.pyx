# distutils: language = c++
# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The number routines of the native engine under their own names, for its tests and proofs.

Contract: nothing else imports this module; the engine includes numbers.hpp itself.  The checks compare with
CPython's own conversions, those of ``repr`` and ``float``, which share no code with numbers.hpp.
"""

from cpython.mem cimport PyMem_Free
from libc.math cimport fabs, isfinite
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset, strchr, strcmp, strlen

cdef extern from "Python.h":
    char* PyOS_double_to_string(double, char, int, int, int*) except NULL
    double PyOS_string_to_double(const char*, char**, void*) except? -1.0

cdef extern from "numbers.hpp" namespace "toonwire" nogil:
    enum class number_kind(unsigned char):
        none
        integer
        real
        infinite
        big_integer
        undecided

    struct number:
        number_kind kind
        int64_t integer
        double real

    const int longest_number
    char* c_write_double "toonwire::write_double"(char*, double) noexcept
    char* c_write_int64 "toonwire::write_int64"(char*, int64_t) noexcept
    const char* c_scan_number "toonwire::scan_number"(const char*, const char*, number&) noexcept
    number c_read_number "toonwire::read_number"(const char*, const char*) noexcept
    uint64_t bits_of(double) noexcept
    double double_of(uint64_t) noexcept

__all__ = ["check_doubles", "check_random", "read_number", "scan_number", "write_double", "write_int64"]

_KINDS = ("none", "integer", "real", "infinite", "big_integer", "undecided")

cdef enum:
    ROOM = 64  # for a number, with a margin behind the longest
    MARGIN = 0x55
    REPORTED = 10  # disagreements that end a check
    MOST_DIGITS = 24  # behind the first, in texts that a check reads


def write_double(double value):
    """§2: the text of a finite float.

    >>> write_double(1e-6), write_double(2.0**60)
    ('0.000001', '1152921504606846976')
    """
    cdef char text[ROOM]
    if not isfinite(value):
        raise ValueError("not finite")
    return text[: c_write_double(text, value) - text].decode("ascii")


def write_int64(int64_t value):
    """The text of an integer of 64 bits.

    >>> write_int64(-(2**63))
    '-9223372036854775808'
    """
    cdef char text[ROOM]
    return text[: c_write_int64(text, value) - text].decode("ascii")


def read_number(bytes token):
    """§4: what a whole token is: the kind, and the value of kinds ``integer`` and ``real``.

    >>> read_number(b"1.50"), read_number(b"05"), read_number(b"1e999")
    (('real', 1.5), ('none', None), ('infinite', None))
    """
    cdef const char* start = token
    return _result(c_read_number(start, start + len(token)))


def scan_number(bytes text):
    """The number at the start of a text: its length, kind and value.

    >>> scan_number(b"12,Ada")
    (2, 'integer', 12)
    """
    cdef const char* start = text
    cdef number found
    cdef const char* end = c_scan_number(start, start + len(text), found)
    return end - start, *_result(found)


cdef tuple _result(number found):
    value = None
    if found.kind == number_kind.integer:
        value = found.integer
    elif found.kind == number_kind.real:
        value = found.real
    return _KINDS[<int>found.kind], value


# ---- checks


def check_doubles(const double[::1] values):
    """Writes each value, reads it back, and reads it with other numbers of digits: those that went wrong.

    Values that are not finite are passed over.  Stops after ten.

    >>> from array import array
    >>> check_doubles(array("d", [0.1, 5e-324, 2.0**53]))
    []
    """
    cdef Py_ssize_t i
    wrong = []
    for i in range(values.shape[0]):
        if isfinite(values[i]) and not _agrees(values[i], i % MOST_DIGITS):
            wrong.append(values[i])
            if len(wrong) == REPORTED:
                break
    return wrong


def check_random(uint64_t first, uint64_t count):
    """The same for a stretch of one fixed order of all bit patterns, in which each comes once.

    >>> check_random(0, 1000)
    []
    """
    cdef double value
    cdef uint64_t i
    wrong = []
    for i in range(count):
        value = double_of(_mixed(first + i))
        if isfinite(value) and not _agrees(value, i % MOST_DIGITS):
            wrong.append(value)
            if len(wrong) == REPORTED:
                break
    return wrong


cdef uint64_t _mixed(uint64_t state) noexcept:
    """SplitMix64, a permutation of the integers of 64 bits."""
    state *= <uint64_t>0x9E3779B97F4A7C15
    state = (state ^ (state >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    state = (state ^ (state >> 27)) * <uint64_t>0x94D049BB133111EB
    return state ^ (state >> 31)


cdef bint _agrees(double value, int digits) except -1:
    cdef char text[ROOM]
    cdef char expected[ROOM]
    cdef int i
    memset(text, MARGIN, ROOM)
    cdef char* end = c_write_double(text, value)
    for i in range(longest_number, ROOM):
        if text[i] != MARGIN:
            return False
    end[0] = 0
    _expect(value, expected)
    return strcmp(text, expected) == 0 and _reads(text, value) and _reads_digits(value, digits)


cdef int _expect(double value, char* out) except -1:
    """§2 from the digits of ``repr``."""
    cdef double size = fabs(value)
    cdef bint exact = 2.0**53 <= size < 1e21
    cdef char* found = PyOS_double_to_string(value if value else 0.0, c"f" if exact else c"r", 0, 0, NULL)
    cdef char* exponent = strchr(found, c"e")
    if exponent == NULL:
        memcpy(out, found, strlen(found) + 1)
    elif 1e-6 <= size < 1.0:
        _expand(found, exponent, out)
    else:
        # the exponent has at least two digits in repr
        memcpy(out, found, exponent + 2 - found)
        out += exponent + 2 - found
        exponent += 3 if exponent[2] == c"0" else 2
        memcpy(out, exponent, strlen(exponent) + 1)
    PyMem_Free(found)
    return 0


cdef void _expand(const char* digits, const char* exponent, char* out) noexcept:
    """``1.5e-05`` to ``0.000015``."""
    cdef int zeros = exponent[3] - c"0"
    if digits[0] == c"-":
        out[0] = c"-"
        out += 1
        digits += 1
    memcpy(out, b"0.00000000", zeros + 1)
    out += zeros + 1
    while digits != exponent:
        if digits[0] != c".":
            out[0] = digits[0]
            out += 1
        digits += 1
    out[0] = 0


cdef bint _reads(const char* text, double value) except -1:
    """Whether a text is read as a value, or left to Python for a reason."""
    cdef size_t length = strlen(text)
    cdef number found = c_read_number(text, text + length)
    if found.kind == number_kind.integer:
        return <double>found.integer == value and strchr(text, c".") == NULL and strchr(text, c"e") == NULL
    if found.kind == number_kind.big_integer:
        return fabs(value) >= 2.0**63
    if found.kind == number_kind.infinite:
        return not isfinite(value)
    return found.kind == number_kind.real and bits_of(found.real) == bits_of(value)


cdef bint _reads_digits(double value, int digits) except -1:
    """Whether ``d.ddde+dd`` is read as by ``float``: with few digits another value, with many the same."""
    cdef char* text = PyOS_double_to_string(value, c"e", digits, 0, NULL)
    cdef double expected = PyOS_string_to_double(text, NULL, NULL)
    cdef bint right = _reads(text, expected)
    PyMem_Free(text)
    return right
