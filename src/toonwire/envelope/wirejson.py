"""JSON text of a response, for the wire.

Contract: the data that the TOON text of the same value has, digit for digit; minified unless asked otherwise.
Plain values take a compiled writer, all others go by way of their TOON, which has the table of host types.
"""

from __future__ import annotations

from typing import Any

import orjson

from toonwire import codec
from toonwire.errors import EncodeError, ErrorCode

__all__ = ["to_json"]

_PLAIN = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME
_PRETTY = _PLAIN | orjson.OPT_INDENT_2


def to_json(value: Any, *, pretty: bool = False) -> bytes:
    r"""JSON in UTF-8.

    Raises :class:`~toonwire.errors.EncodeError` for a value that has no JSON form, or nests deeper than the
    writer goes.

    >>> to_json({"n": 2**70, "at": (1, 2)})
    b'{"n":1180591620717411303424,"at":[1,2]}'
    """
    option = _PRETTY if pretty else _PLAIN
    try:
        return orjson.dumps(value, option=option)
    except TypeError:
        plain = codec.decode(codec.encode(value), parse_int=orjson.Fragment, parse_float=orjson.Fragment)
    try:
        return orjson.dumps(plain, option=option)
    except TypeError:
        raise EncodeError(
            ErrorCode.DEPTH_LIMIT,
            expected="nesting that a JSON reader takes",
            found="some hundreds of levels",
            hint="send it as TOON",
        ) from None
