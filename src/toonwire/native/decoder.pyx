# cython: language_level=3, binding=True, embedsignature=False
"""Strict TOON decoding (§4 to §12, §14.1 to §14.3) in C++, as the extension ``toonwire.native._decoder``.

Contract: what it accepts has the value that the reference engine gives it.  Everything else (errors, limits,
subclasses of str and bytes, integers of more digits than every interpreter converts) it declines.
"""

from cpython.ref cimport PyObject

cdef extern from "decode.hpp" namespace "toonwire" nogil:
    cppclass remembered:
        remembered() except +

    cppclass settings:
        Py_ssize_t indent
        Py_ssize_t max_depth
        Py_ssize_t max_digits
        PyObject* parse_float
        PyObject* parse_int
        PyObject* object_hook
        bint rehearsal
        bint asks()

    Py_ssize_t size_of(object number)
    object read_document "toonwire::decode"(remembered&, const settings&, object, object)

cdef extern from *:
    """
    #if defined(Py_GIL_DISABLED)
    #define TOONWIRE_WITHOUT_LOCK 1
    #else
    #define TOONWIRE_WITHOUT_LOCK 0
    #endif
    """
    bint WITHOUT_LOCK "TOONWIRE_WITHOUT_LOCK"

if WITHOUT_LOCK:
    raise ImportError("toonwire's native engine needs an interpreter with the global lock")


class _Declined:
    """The type of DECLINED."""

    def __repr__(self):
        return "DECLINED"


DECLINED = _Declined()
"""What ``decode`` returns for a document that the reference engine must look at."""

cdef object _declined = DECLINED
cdef remembered* _remembered = new remembered()


cdef inline PyObject* _hook(object given):
    return <PyObject*>(<void*>NULL if given is None else <void*>given)


def decode(data, indent, max_depth, max_digits, parse_float=None, parse_int=None, object_hook=None):
    """The value of a str or bytes, or DECLINED; what a hook raises is raised.

    indent: spaces a level.  max_depth, max_digits: as in ``Limits``.
    """
    cdef settings options
    options.indent = size_of(indent)
    options.max_depth = size_of(max_depth)
    options.max_digits = size_of(max_digits)
    options.parse_float = _hook(parse_float)
    options.parse_int = _hook(parse_int)
    options.object_hook = _hook(object_hook)
    options.rehearsal = options.asks()
    if options.rehearsal:
        if read_document(_remembered[0], options, data, _declined) is _declined:
            return _declined
        options.rehearsal = False
    return read_document(_remembered[0], options, data, _declined)


def quick(careful, otherwise, indent, max_depth, max_digits):
    """``careful`` with a short way for calls that give no keyword, which have these options.

    otherwise: gets the source that is declined.
    """
    cdef settings options
    options.indent = size_of(indent)
    options.max_depth = size_of(max_depth)
    options.max_digits = size_of(max_digits)
    options.parse_float = options.parse_int = options.object_hook = NULL
    options.rehearsal = False

    def decode(source, **keywords):
        if keywords:
            return careful(source, **keywords)
        value = read_document(_remembered[0], options, source, _declined)
        return otherwise(source) if value is _declined else value

    return decode
