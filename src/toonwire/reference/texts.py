"""§2, §7: the text of primitives, one by one and by columns.

Contract: a column without an awkward value is written as a whole; any doubt sends it value by value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.options import EncodeOptions
from toonwire.rules.fault import Fault
from toonwire.rules.keys import encode_key
from toonwire.rules.numbers import encode_decimal, encode_float, encode_int
from toonwire.rules.strings import plain_column_test, plain_test, quote

__all__ = ["KeyTexts", "Texts"]

_MOST = 16_384
"""Keys that the memory holds before it starts anew."""

_COLUMN_FROM = 4
_COLUMN_TO = 4096
"""Values that are looked at together: a regular expression keeps a place to come back to for each."""
_SMALL_DIGITS = 18
# repr writes a float as §2 wants it but for whole numbers, exponents, NaN and the infinities
_AWKWARD_FLOAT = re.compile(r"\.0$|[en]", re.MULTILINE).search


class KeyTexts(dict[str, str]):
    """Key to its token (§7.3); a key that is not exactly a ``str`` is a Fault."""

    def __missing__(self, key: str) -> str:
        if type(key) is not str:
            raise Fault(ErrorCode.UNSUPPORTED_KEY)  # hosttypes knows what becomes of it
        text = encode_key(key)
        if len(self) >= _MOST:
            self.clear()
        self[key] = text
        return text


def _string_text(delimiter: str) -> Callable[[str], str]:
    plain = plain_test(delimiter)
    return lambda value: quote(value) if plain(value) is None else value


def _int_text(digits: int) -> Callable[[int], str]:
    small = 10 ** min(digits, _SMALL_DIGITS)
    return lambda value: str(value) if -small < value < small else encode_int(value, digits)


class Texts:
    """The texts of primitives under one set of options; ``of[type(value)](value)`` is one text."""

    def __init__(self, options: EncodeOptions) -> None:
        self._digits = options.limits.max_number_digits
        self._small = 10 ** min(self._digits, _SMALL_DIGITS)
        self._nan_is_null = options.nan == "null"
        self._plain_column = plain_column_test(options.delimiter)
        self.of: dict[type, Callable[[Any], str]] = {
            str: _string_text(options.delimiter),
            int: _int_text(self._digits),
            float: self._float,
            bool: {True: "true", False: "false"}.__getitem__,
            type(None): lambda _: "null",
            Decimal: self._decimal,
        }

    def column(self, values: Sequence[Any]) -> Sequence[str]:
        """The texts of values.  Raises :class:`~toonwire.rules.fault.Fault` if one has none."""
        if len(values) > _COLUMN_TO:
            pieces = (values[start : start + _COLUMN_TO] for start in range(0, len(values), _COLUMN_TO))
            return [text for piece in pieces for text in self.column(piece)]
        kinds = set(map(type, values))
        of = self.of
        if len(kinds) > 1 or len(values) < _COLUMN_FROM:
            return [of[type(value)](value) for value in values]
        kind = kinds.pop()
        if kind is str:
            joined = "\n".join([*values, ""])
            if joined.count("\n") == len(values) and self._plain_column(joined) is not None:
                return values
        elif kind is int:
            if -self._small < min(values) and max(values) < self._small:
                return list(map(str, values))
        elif kind is float:
            texts = list(map(repr, values))
            if _AWKWARD_FLOAT("\n".join(texts)) is None:
                return texts
            pairs = zip(values, texts, strict=True)
            return [text if _AWKWARD_FLOAT(text) is None else self._float(value) for value, text in pairs]
        return list(map(of[kind], values))

    def _float(self, value: float) -> str:
        text = encode_float(value)
        return self._non_finite(value) if text is None else text

    def _decimal(self, value: Decimal) -> str:
        text = encode_decimal(value, self._digits)
        return self._non_finite(value) if text is None else text

    def _non_finite(self, value: object) -> str:
        if self._nan_is_null:
            return "null"  # §3
        raise Fault(
            ErrorCode.NON_FINITE,
            expected="a finite number",
            found=str(value),
            hint='pass nan="null" to write null for it',
        )
