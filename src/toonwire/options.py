"""What a caller may choose, checked once and frozen (§13).

Contract: an engine receives one of these records and may trust every value in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from toonwire.errors import OptionError

__all__ = ["DELIMITERS", "DecodeOptions", "Delimiter", "EncodeOptions", "Limits", "NanPolicy"]

Delimiter = Literal[",", "\t", "|"]
NanPolicy = Literal["null", "error"]

DELIMITERS: dict[str, Delimiter] = {"comma": ",", "tab": "\t", "pipe": "|"}
"""The spec's names of the delimiters (§11) and the characters they stand for."""

DEEPEST = 10_000
"""The largest ``max_depth`` that is accepted: far above real data, far below what hurts an interpreter."""

WIDEST = 1000
"""The largest ``indent`` that is accepted: a level costs as much memory in each line."""


@dataclass(frozen=True, slots=True)
class Limits:
    r"""How much an encoder or decoder takes on before it refuses (§15).

    max_depth: nested containers, counted alike both ways; ``{"a": [1]}`` has depth 2.  0 to 10,000.
    max_input_bytes: size of the text to decode in UTF-8, or None for no limit.
    max_number_digits: digits in one number token, exponent not counted; independent of
        ``sys.set_int_max_str_digits``.

    A limit that is hit raises an error with a code of its own (``depth-limit``, ``input-limit``,
    ``digit-limit``).  Raises :class:`OptionError` for a value out of range.

    >>> decode("a:\n  b: 1", limits=Limits(max_depth=1))
    Traceback (most recent call last):
    toonwire.errors.DecodeError: line 1, column 1: expected at most 1 nested container, found one more; ...
    """

    max_depth: int = 1000
    max_input_bytes: int | None = None
    max_number_digits: int = 4300

    def __post_init__(self) -> None:
        _whole("max_depth", self.max_depth, 0, DEEPEST)
        _whole("max_number_digits", self.max_number_digits, 1, None)
        if self.max_input_bytes is not None:
            _whole("max_input_bytes", self.max_input_bytes, 0, None)


@dataclass(frozen=True, slots=True)
class EncodeOptions:
    """The options of :func:`toonwire.encode` but for ``default``, which is not the engine's business."""

    indent: int = 2
    delimiter: Delimiter = ","
    nan: NanPolicy = "null"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        _whole("indent", self.indent, 1, WIDEST)
        _one_of("delimiter", self.delimiter, tuple(DELIMITERS.values()))
        _one_of("nan", self.nan, ("null", "error"))
        _limits(self.limits)


@dataclass(frozen=True, slots=True)
class DecodeOptions:
    """The options of :func:`toonwire.decode`."""

    indent: int = 2
    strict: bool = True
    parse_float: Callable[[str], Any] | None = None
    parse_int: Callable[[str], Any] | None = None
    object_hook: Callable[[dict[str, Any]], Any] | None = None
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        _whole("indent", self.indent, 1, WIDEST)
        if not isinstance(self.strict, bool):
            raise OptionError(option="strict", expected="True or False", found=_show(self.strict))
        for name in ("parse_float", "parse_int", "object_hook", "object_pairs_hook"):
            hook = getattr(self, name)
            if hook is not None and not callable(hook):
                raise OptionError(option=name, expected="a callable or None", found=_show(hook))
        _limits(self.limits)


def _whole(option: str, value: object, low: int, high: int | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < low or (high is not None and value > high):
        span = f"from {low} to {high}" if high is not None else f"of at least {low}"
        raise OptionError(option=option, expected=f"a whole number {span}", found=_show(value))


def _one_of(option: str, value: object, allowed: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in allowed:
        names = ", ".join(ascii(item) for item in allowed)
        raise OptionError(option=option, expected=f"one of {names}", found=_show(value))


def _limits(value: object) -> None:
    if not isinstance(value, Limits):
        raise OptionError(option="limits", expected="a Limits", found=_show(value))


def _show(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
