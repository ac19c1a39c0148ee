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

__all__ = ["UnsureError", "read_fast"]

# A number that a 64-bit integer or a double might not hold digit for digit.  Words inside strings may
# look like one, which costs time only.
_LONG = re.compile(rb"[\[:,\s]-?[0-9.]{16}|[\[:,\s]-?[0-9.]+[eE]|\A-?[0-9]").search

# What the json module reads but may not: escapes of surrogates, which may be lone; and digits in such
# number that the interpreter's own limit on int() could matter.
_ODD = re.compile(rb"\\u[dD][89a-fA-F]|[0-9]{600}").search


class UnsureError(Exception):
    """The work is better done by the exact reader or writer."""


def read_fast(data: bytes, *, strict: bool) -> Any:
    """The value of a JSON text; ``strict`` refuses a name that stands twice in an object."""
    try:
        if not strict and _LONG(data) is None:
            return orjson.loads(data)
        if _ODD(data) is None:
            return _decoder(strict).decode(data.decode("utf-8"))
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


def _number(value: object) -> orjson.Fragment:
    if isinstance(value, NumberText):
        return orjson.Fragment(value.text)
    raise TypeError
