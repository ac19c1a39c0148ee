"""§2 and §4: numbers, both ways.

Contract: a finite number is written with the fewest digits that decode to an equal number, in plain
decimal form from 1e-6 up to 1e21, else in exponent form with a lowercase ``e`` and a signed exponent;
an integer keeps all its digits.  No exponent is ever expanded, and the interpreter's own digit limit
(``sys.set_int_max_str_digits``) neither helps nor hinders.
"""

from __future__ import annotations

import re
from decimal import Decimal
from math import isfinite, isinf

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault

__all__ = [
    "NUMBER",
    "check_digits",
    "decode_float",
    "decode_int",
    "encode_decimal",
    "encode_float",
    "encode_int",
    "number_text",
]

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?").fullmatch
"""§4: the one decision whether an unquoted token is a number; groups: fraction, exponent."""

_CHUNK = 600
"""Digits that ``int`` and ``str`` convert under every interpreter setting (the lowest limit is 640)."""

_CHUNK_END = 10**_CHUNK

_SMALL, _LARGE = 1e-6, 1e21


# ---- decoding


def check_digits(token: str, limit: int) -> None:
    """Raises ``digit-limit`` where the mantissa of a number token has more than ``limit`` digits."""
    if len(token) <= limit:
        return
    mantissa = re.split("[eE]", token, maxsplit=1)[0]
    digits = sum(c.isdigit() for c in mantissa)
    if digits > limit:
        raise Fault(
            ErrorCode.DIGIT_LIMIT,
            expected=f"a number of at most {limit} digits",
            found=f"{digits} digits",
            hint="raise Limits.max_number_digits or quote the token",
        )


def decode_int(token: str) -> int:
    """The value of an integer token of any length.

    >>> decode_int("-0"), decode_int("9007199254740993")
    (0, 9007199254740993)
    """
    if len(token) <= _CHUNK:
        return int(token)
    value = _join(token.lstrip("-"))
    return -value if token[0] == "-" else value


def _join(digits: str) -> int:
    if len(digits) <= _CHUNK:
        return int(digits)
    low = len(digits) // 2
    high: int = _join(digits[:-low]) * 10**low
    return high + _join(digits[-low:])


def decode_float(token: str) -> float:
    """The double nearest to a number token.  Raises ``number-range`` where it would be infinite (§4)."""
    value = float(token)
    if isinf(value):
        raise Fault(
            ErrorCode.NUMBER_RANGE,
            expected="a number within the range of a double",
            found=token if len(token) <= 40 else f"{token[:39]}…",
            hint="pass parse_float=Decimal to keep it exactly",
        )
    return value


# ---- encoding


def encode_int(value: int, digit_limit: int) -> str:
    """The digits of an integer.  Raises ``digit-limit`` above ``digit_limit`` digits.

    >>> encode_int(-12, 4300)
    '-12'
    """
    if digit_limit >= _CHUNK and -_CHUNK_END < value < _CHUNK_END:
        return str(value)
    # 30102/100000 < log10(2): no more digits than there are, which spares the conversion of a hopeless number
    if value.bit_length() * 30102 // 100000 > digit_limit:
        raise _too_long(digit_limit)
    text = _split(abs(value)) or "0"
    if len(text) > digit_limit:
        raise _too_long(digit_limit)
    return f"-{text}" if value < 0 else text


def _split(value: int) -> str:
    """Digits of a non-negative integer without leading zeros, "" for zero."""
    half = value.bit_length() * 30103 // 200000
    if half <= _CHUNK // 2:
        return str(value) if value else ""
    high, low = divmod(value, 10**half)
    head, tail = _split(high), _split(low)
    return head + tail.rjust(half, "0") if head else tail


def _too_long(limit: int) -> Fault:
    return Fault(
        ErrorCode.DIGIT_LIMIT,
        expected=f"a number of at most {limit} digits",
        found="a longer one",
        hint="raise Limits.max_number_digits or pass the number as a string",
    )


def encode_float(value: float) -> str | None:
    """The text of a finite float (§2), None for NaN and the infinities.

    >>> [encode_float(x) for x in (1.0, 1e-6, 1e-7, 1e20, 1e21, -0.0, 2.0**60, 5e-324)]
    ['1', '0.000001', '1e-7', '100000000000000000000', '1e+21', '0', '1152921504606846976', '5e-324']
    """
    if not isfinite(value):
        return None
    size = abs(value)
    if size >= _LARGE or (size < _SMALL and value):
        return _exponent(repr(value))
    if value.is_integer():
        # all digits: a token without fraction decodes to that very integer, also beyond 2**53
        return str(int(value))
    text = repr(value)
    return text if "e" not in text else f"{value:.{_decimals(text)}f}"


def _exponent(text: str) -> str:
    """``1e-07`` to ``1e-7``; the shortest digits are repr's own."""
    mantissa, _, power = text.partition("e")
    return f"{mantissa}e{power[0]}{power[1:].lstrip('0')}"


def _decimals(text: str) -> int:
    """Places after the point that hold all digits of ``1.5e-05``: 6."""
    mantissa, _, power = text.partition("e-")
    return int(power) + len(mantissa.lstrip("-")) - (2 if "." in mantissa else 1)


def encode_decimal(value: Decimal, digit_limit: int) -> str | None:
    """The exact text of a finite decimal, None for NaN and the infinities.

    Digits are never rounded; trailing zeros of a fraction go (§2).  A whole number keeps plain digits,
    unless its exponent would have to be expanded.

    >>> [encode_decimal(Decimal(t), 4300) for t in ("19.90", "1E+400", "-0.0", "0.10000000000000000001")]
    ['19.9', '1e+400', '0', '0.10000000000000000001']
    """
    if not value.is_finite():
        return None
    sign, digit_tuple, exponent = value.as_tuple()
    digits = "".join(map(str, digit_tuple)).lstrip("0")
    text = number_text(digits, int(exponent))
    check_digits(text, digit_limit)
    return f"-{text}" if sign and text != "0" else text


def number_text(digits: str, exponent: int) -> str:
    """§2 form of ``digits`` times ten to the ``exponent``; ``digits`` without leading zeros, "" is zero.

    >>> number_text("15", -1), number_text("1", 2), number_text("1", 21), number_text("12", -8)
    ('1.5', '100', '1e+21', '1.2e-7')
    """
    if not digits:
        return "0"
    plain = exponent == 0
    short = digits.rstrip("0")
    exponent += len(digits) - len(short)
    point = len(short) + exponent  # the value is 0.SHORT times ten to the point
    if exponent >= 0:
        if plain or point <= 21:
            return short + "0" * exponent
    elif -5 <= point <= 21:
        return f"{short[:point]}.{short[point:]}" if point > 0 else f"0.{'0' * -point}{short}"
    elif point > 21:
        return f"{short[0]}.{short[1:]}e+{point - 1}"
    power = point - 1
    mantissa = f"{short[0]}.{short[1:]}" if len(short) > 1 else short
    return f"{mantissa}e{'+' if power >= 0 else '-'}{abs(power)}"
