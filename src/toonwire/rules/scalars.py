"""§4: the value of one token.

Contract: ``decode_scalar`` never looks beyond its token, and every token that is not quoted, not one of
the three literals and not a number is a string.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault, shorten
from toonwire.rules.numbers import NUMBER, check_digits, decode_float, decode_int
from toonwire.rules.strings import unquote

__all__ = ["LITERALS", "decode_scalar"]

LITERALS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


def decode_scalar(
    token: str,
    digit_limit: int,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
) -> Any:
    """The value of a token that is free of surrounding spaces; the empty token is "" (§11.2).

    Raises :class:`~toonwire.rules.fault.Fault` where a quoted token is broken or a number too large.

    >>> [decode_scalar(t, 4300) for t in ("1.50", "05", "null", '"null"', "a b", "")]
    [1.5, '05', None, 'null', 'a b', '']
    """
    first = token[:1]
    if first == '"':
        return unquote(token)
    if first and first in "-0123456789":
        m = NUMBER(token)
        if m is None:
            return token
        check_digits(token, digit_limit)
        if m[1] is None and m[2] is None:
            return decode_int(token) if parse_int is None else parse_int(token)
        return decode_float(token) if parse_float is None else _hooked(parse_float, token)
    return LITERALS.get(token, token)


def _hooked(parse_float: Callable[[str], Any], token: str) -> Any:
    """What a hook makes of a number; Decimal cannot hold an exponent of 20 digits either."""
    try:
        return parse_float(token)
    except ArithmeticError:
        raise Fault(
            ErrorCode.NUMBER_RANGE,
            expected="a number that parse_float can hold",
            found=shorten(token)[1:-1],
            hint="quote it to keep its text",
        ) from None
