"""JSON text to values and back with compiled code, where that loses nothing.

Contract: the same as :mod:`toonwire.cli.jsontext` reads and :mod:`toonwire.cli.jsonwrite` writes, or
:class:`UnsureError`; it is not said why, and the depth of a value that is read is not limited.
"""

from __future__ import annotations

import re
from functools import cache
from json import JSONDecoder
from typing import Any, NoReturn

import orjson

from toonwire.cli.jsontext import exact_float
from toonwire.cli.jsonwrite import NumberText
from toonwire.rules.fault import Fault

__all__ = ["UnsureError", "read_fast", "read_lines_fast", "write_fast", "write_lines_fast"]

# A number that a 64-bit integer or a double might not hold digit for digit.  Words inside strings may
# look like one, which costs time only.
_LONG_NUMBER = rb"-?(?:[0-9.]{16}|[0-9.]+[eE])"
_LONG_INSIDE = re.compile(rb"[\[:,\s]" + _LONG_NUMBER).search
_LONG_FIRST = re.compile(_LONG_NUMBER).match

_DIGITS = bytes.maketrans(b"0123456789.Ee", b"00000000000ee")


def _may_lose(text: bytes) -> bool:
    """Whether a number of a text may be more than a 64-bit integer or a double holds."""
    # a text in which this cannot be found needs no pattern, which is slower
    digits = text.translate(_DIGITS)
    if b"0" * 16 not in digits and b"0e" not in digits:
        return False
    return (_LONG_INSIDE(text) or _LONG_FIRST(text)) is not None


# What the json module reads but may not: escapes of surrogates, which may be lone; and digits in such
# number that the interpreter's own limit on int() could matter.
_ODD = re.compile(rb"\\u[dD][89a-fA-F]|[0-9]{600}").search


class UnsureError(Exception):
    """The work is better done by the exact reader or writer."""


def read_fast(data: bytes, *, strict: bool) -> Any:
    """The value of a JSON text; ``strict`` refuses a name that stands twice in an object."""
    try:
        if not strict and not _may_lose(data):
            return orjson.loads(data)
        if _ODD(data) is None:
            return _decoder(strict).decode(data.decode("utf-8"))
    except (ValueError, RecursionError, Fault):
        pass
    raise UnsureError


def read_lines_fast(text: bytes, lines: list[bytes], *, strict: bool) -> list[Any]:
    """The values of the lines of a text, each a JSON text by itself or empty."""
    try:
        if not strict and not _may_lose(text):
            return [orjson.loads(line) for line in lines if line]
        if _ODD(text) is None:
            read = _decoder(strict).decode
            return [read(line) for line in text.decode("utf-8").split("\n") if line]
    except (ValueError, RecursionError, Fault):
        pass
    raise UnsureError


@cache
def _decoder(strict: bool) -> JSONDecoder:
    return JSONDecoder(
        parse_float=exact_float,
        parse_constant=_refuse,
        object_pairs_hook=_each_once if strict else None,
    )


def _refuse(word: str) -> NoReturn:
    raise UnsureError(word)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise UnsureError
    return value


_LAYOUT = {0: 0, 2: orjson.OPT_INDENT_2}


def write_fast(value: Any, indent: int) -> bytes:
    """JSON text with an indentation of 0 or 2."""
    try:
        return orjson.dumps(value, default=_number, option=_LAYOUT[indent] | orjson.OPT_PASSTHROUGH_SUBCLASS)
    except TypeError:
        raise UnsureError from None


def write_lines_fast(values: list[Any]) -> bytes:
    """Each value as JSON text on a line of its own."""
    option = orjson.OPT_APPEND_NEWLINE | orjson.OPT_PASSTHROUGH_SUBCLASS
    text = bytearray()
    try:
        # one after another: all of them at once would make the heap grow and shrink with each batch
        for value in values:
            text += orjson.dumps(value, default=_number, option=option)
    except TypeError:
        raise UnsureError from None
    return bytes(text)


def _number(value: object) -> orjson.Fragment:
    if isinstance(value, NumberText):
        return orjson.Fragment(value.text)
    raise TypeError
