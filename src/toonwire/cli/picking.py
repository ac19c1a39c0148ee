"""What is taken of the data: ``--select`` and ``--max-rows``.

Contract: inside an expression a number counts as a double, but one that is only copied keeps every digit.
What is left out is counted, and :meth:`Picker.notices` says so in words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from toonwire.cli.jsonwrite import NumberText
from toonwire.errors import ErrorCode, ToonError
from toonwire.paths import format_path

__all__ = ["BadExpressionError", "Expression", "Picker", "compile_expression"]

Expression = Callable[[Any], Any]


class BadExpressionError(Exception):
    """A text that is no JMESPath expression."""


def compile_expression(text: str) -> Expression:
    """The function of a JMESPath expression.

    Raises :class:`BadExpressionError`; a :class:`ToonError` (``select``) where the extra is missing.
    """
    try:
        import jmespath
    except ImportError:
        raise ToonError(
            ErrorCode.SELECT,
            found="the package jmespath is not installed",
            hint="pip install 'toonwire[select]'",
        ) from None
    try:
        search = jmespath.compile(text).search
    except ValueError as error:
        raise BadExpressionError(str(error)) from None
    return lambda value: _apply(search, value)


def _apply(search: Expression, value: Any) -> Any:
    try:
        return _restored(search(_prepared(value)))
    except (ValueError, TypeError, ArithmeticError, RecursionError) as error:
        reason = "the expression is too deep" if isinstance(error, RecursionError) else str(error)
        raise ToonError(ErrorCode.SELECT, found=reason if len(reason) <= 200 else f"{reason[:199]}…") from None


class Picker:
    """Takes what was asked for.  ``most``: rows that are kept, None for all."""

    def __init__(self, expression: Expression | None = None, most: int | None = None) -> None:
        self._expression = expression
        self._most = most
        self._kept = 0
        self._null = 0
        self._beyond = 0
        self._cut: dict[str, tuple[int, int]] = {}

    @property
    def room(self) -> int | None:
        """Rows that are still taken, None for all."""
        return None if self._most is None else self._most - self._kept

    @property
    def idle(self) -> bool:
        """Whether all is taken as it is."""
        return self._expression is None and self._most is None

    def elements(self, value: Any) -> Any:
        """:meth:`rows` of a value that may be no array."""
        return self.rows(value) if isinstance(value, list) else value

    def rows(self, values: list[Any]) -> list[Any]:
        """What is taken of some of the rows; a row whose expression is null is left out."""
        if self._expression is not None:
            taken = list(map(self._expression, values))
            values = [value for value in taken if value is not None]
            self._null += len(taken) - len(values)
        if self._most is not None:
            room = self._most - self._kept
            self._beyond += max(len(values) - room, 0)
            values = values[:room]
        self._kept += len(values)
        return values

    def leave(self, count: int) -> None:
        """Counts rows that come when no more are taken."""
        self._beyond += count

    def whole(self, value: Any) -> Any:
        """What is taken of one value: of its root array, or else of each array that is a field of the root."""
        if self._expression is not None:
            value = self._expression(value)
        if self._most is None:
            return value
        if isinstance(value, dict):
            return {key: self._shortened(item, format_path((key,))) for key, item in value.items()}
        return self._shortened(value, "")

    def _shortened(self, value: Any, path: str) -> Any:
        if not isinstance(value, list) or self._most is None or len(value) <= self._most:
            return value
        self._cut[path] = (len(value) - self._most, len(value))
        return value[: self._most]

    def notices(self) -> Iterator[dict[str, Any]]:
        """What was left out, each with its ``message``."""
        if self._null:
            text = f"left out {_count(self._null, 'row')} for which --select gives null"
            yield {"notice": "select", "message": text, "left_out": self._null}
        if self._beyond:
            text = f"left out {_count(self._beyond, 'row')} after the first {self._kept:,} (--max-rows)"
            yield {"notice": "max-rows", "message": text, "left_out": self._beyond, "kept": self._kept}
        for path, (left, size) in self._cut.items():
            text = f"left out {left:,} of {_count(size, 'row')} of {path or 'the root'} (--max-rows)"
            yield {"notice": "max-rows", "message": text, "left_out": left, "kept": size - left, "path": path}


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# ---- numbers in expressions


class _Number(float):
    """A number that knows its digits."""

    exact: Any

    @classmethod
    def of(cls, exact: Any) -> _Number:
        number = cls(exact.text if isinstance(exact, NumberText) else exact)
        number.exact = exact
        return number


# jmespath tells a number by the name of its type
_Number.__name__ = "float"

_CONTAINERS = (dict, list)
_PLAIN = {str, int, float, bool, type(None), Decimal, NumberText, *_CONTAINERS}


def _prepared(value: Any) -> Any:
    return _replaced(value, lambda item: _Number.of(item) if type(item) in (Decimal, NumberText) else item)


def _restored(value: Any) -> Any:
    return _replaced(value, _plain)


def _plain(item: Any) -> Any:
    if type(item) is _Number:
        return item.exact
    if type(item) not in _PLAIN:
        raise ValueError("the expression gives a reference to an expression, which is no value")
    if type(item) is float and not math.isfinite(item):
        raise ValueError("the expression gives a number beyond the range of a double")
    return item


def _replaced(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with all its scalars changed in their places."""
    if not isinstance(value, _CONTAINERS):
        return change(value)
    stack = [value]
    while stack:
        container = stack.pop()
        entries = container.items() if isinstance(container, dict) else enumerate(container)
        for key, item in entries:
            if isinstance(item, _CONTAINERS):
                stack.append(item)
            else:
                new = change(item)
                if new is not item:
                    container[key] = new
    return value
