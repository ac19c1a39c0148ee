# cython: language_level=3, binding=True
# distutils: language=c++
"""Values to text: the native engine's ``encode``, as ``toonwire.native._encoder``.

Contract: ``encode`` gives the text of ``toonwire.reference.encoder``, or None where it is not sure of it.
The work is done in ``writer.hpp`` and the headers that it includes; here is what Python sees.
"""

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    static const bool toonwire_without_gil = true;
    #else
    static const bool toonwire_without_gil = false;
    #endif
    """
    const bint toonwire_without_gil

cdef extern from "writer.hpp" namespace "toonwire":
    object write_document(
        object root,
        char delimiter,
        bint nan_is_null,
        size_t indent,
        size_t max_depth,
        size_t max_digits,
        bint as_bytes,
    )


if toonwire_without_gil:
    raise ImportError("toonwire's native engine needs the global interpreter lock: it serves no free-threaded build")


def encode(
    object value,
    size_t indent,
    str delimiter not None,
    bint nan_is_null,
    size_t max_depth,
    size_t max_digits,
    bint as_bytes,
    /,
):
    """The document of a value as str, or in UTF-8 as bytes; None for what the reference engine must decide.

    That is any value that is not exactly of the type None, bool, int, float, str, list or dict with str keys,
    and all that the reference engine refuses.  The options are those of ``toonwire.options.EncodeOptions``,
    checked already.
    """
    return write_document(value, <char> ord(delimiter), nan_is_null, indent, max_depth, max_digits, as_bytes)


def quick(
    careful,
    otherwise,
    size_t indent,
    str delimiter not None,
    bint nan_is_null,
    size_t max_depth,
    size_t max_digits,
    bint as_bytes,
    /,
):
    """``careful`` with a short way for calls that give no keyword, which have these options.

    otherwise: gets the value that is declined.
    """
    cdef char active = <char> ord(delimiter)

    def encode(value, **options):
        if options:
            return careful(value, **options)
        document = write_document(value, active, nan_is_null, indent, max_depth, max_digits, as_bytes)
        return otherwise(value) if document is None else document

    return encode
