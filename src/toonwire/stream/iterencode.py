"""A document in pieces of one size.

Contract: the pieces in a row are what :func:`toonwire.encode` gives, and an error has the code and the path
that it has there; pieces that came before the error are out by then.  Where several things in a value cannot
be written, the first one that the walk meets is told, and that may be another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, AnyStr

from toonwire.errors import OptionError
from toonwire.options import Delimiter, Limits, NanPolicy
from toonwire.stream.encoding import Encoding
from toonwire.stream.walk import walk

__all__ = ["iterencode", "iterencode_bytes"]

_LIMITS = Limits()


def iterencode(
    value: Any,
    *,
    chunk_size: int = 65536,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _LIMITS,
) -> Iterator[str]:
    r"""The TOON document of a value in pieces of ``chunk_size`` characters; the last one may be shorter.

    The other options are those of :func:`toonwire.encode`, and so is the text.  Options are checked at once,
    the value as the pieces are taken: its parts must not change meanwhile.  Besides the value there is never
    more in memory than a few pieces; a single string is written as a whole.  ``default`` may be asked more
    than once about a value.

    >>> from toonwire.stream import iterencode
    >>> list(iterencode({"users": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]}, chunk_size=20))
    ['users[2]{id,name}:\n ', ' 1,Ada\n  2,Bo']
    """
    encoding = _checked(chunk_size, Encoding(indent, delimiter, default, nan, limits))
    return _cut(walk(value, encoding, chunk_size), chunk_size, "", "\n")


def iterencode_bytes(
    value: Any,
    *,
    chunk_size: int = 65536,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _LIMITS,
) -> Iterator[bytes]:
    r""":func:`iterencode` in UTF-8, in pieces of ``chunk_size`` bytes; a piece may end inside a character.

    >>> from toonwire.stream import iterencode_bytes
    >>> list(iterencode_bytes(["Zürich"], chunk_size=8))
    [b'[1]: Z\xc3\xbc', b'rich']
    """
    encoding = _checked(chunk_size, Encoding(indent, delimiter, default, nan, limits))
    return _cut(map(str.encode, walk(value, encoding, chunk_size)), chunk_size, b"", b"\n")


def _checked(chunk_size: int, encoding: Encoding) -> Encoding:
    if isinstance(chunk_size, bool) or not isinstance(chunk_size, int) or chunk_size < 1:
        raise OptionError(option="chunk_size", expected="a whole number of at least 1", found=ascii(chunk_size)[:40])
    return encoding


def _cut(parts: Iterable[AnyStr], size: int, empty: AnyStr, last: AnyStr) -> Iterator[AnyStr]:
    """The parts, which end with ``last``, in pieces of one size and without it."""
    held: list[AnyStr] = []
    length = 0
    for part in parts:
        held.append(part)
        length += len(part)
        if length > size + 1:
            text = empty.join(held)
            # the last character is held back: it may be the one that is left out
            end = (length - 1) // size * size
            for start in range(0, end, size):
                yield text[start : start + size]
            held, length = [text[end:]], length - end
    text = empty.join(held).removesuffix(last)
    for start in range(0, len(text), size):
        yield text[start : start + size]
