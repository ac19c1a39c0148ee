"""Reference and native encode any value, host types and all, to the same text or to the same error and path.

Data: seven bytes for the options, one for where the value comes from, then what makes the value: JSON text, or
the choices of a generator.  ``encode_bytes`` is ``encode`` in UTF-8, no engine changes the value that it is
given, and the short ways of the public functions do what the long ones do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import toonwire
from tests.fuzz.choices import Choices
from tests.fuzz.outcomes import RefusedError, encoded, engines, outcome, require_alike
from tests.fuzz.seeds import values
from tests.native.documents import json_value
from tests.native.hosts import Box, hosted
from toonwire.options import EncodeOptions, Limits

__all__ = ["Case", "case_of", "check", "compare", "seeds", "shown", "value_of"]


def _unboxed(value: Any) -> Any:
    if isinstance(value, Box):
        return value.content
    raise RefusedError(type(value).__name__)


class Case(NamedTuple):
    """How a value is to be written, and whether there is a default that knows boxes."""

    options: EncodeOptions
    boxes: bool


def case_of(choices: Choices) -> Case:
    """The options that the next six bytes describe; zeros are the defaults."""
    options = EncodeOptions(
        indent=choices.pick((2, 2, 1, 3, 4, 8, 17)),
        delimiter=choices.pick((",", "\t", "|")),
        nan=choices.pick(("null", "error")),
        limits=Limits(
            max_depth=choices.pick((1000, 1000, 1000, 0, 1, 2, 3, 5)),
            max_number_digits=choices.pick((4300, 4300, 4300, 1, 5, 18, 19, 20, 10_000)),
        ),
    )
    return Case(options, choices.pick((False, True)))


SHARES = (0, 0, 0.05, 0.2, 0.6)
LEVELS = (*(0,) * 61, 3, 40, 1001)
"""Levels around the value; few, since each is as much white space as all before it."""
WRAPPERS: tuple[Callable[[Any], Any], ...] = (
    lambda value: [value],
    lambda value: {"a": value},
    lambda value: (value,),
    lambda value: [{"a": value}, {"a": 1}],
)


def value_of(choices: Choices) -> Any:
    """The value that the bytes after the options describe."""
    levels, generated, share = choices.pick(LEVELS), choices.pick((False, True)), choices.pick(SHARES)
    if generated:
        value = json_value(choices)
    else:
        steering = Choices(choices.take(4))
        try:
            value = json.loads(choices.rest())
        except (ValueError, RecursionError):
            value = None
        choices = steering
    value = hosted(value, choices, share)
    wrap = WRAPPERS[levels % len(WRAPPERS)]
    for _ in range(levels):
        value = wrap(value)
    return value


def check(data: bytes) -> None:
    """Raises where the invariant does not hold."""
    choices = Choices(data)
    case = case_of(choices)
    start = choices.rest()
    compare(case, lambda: value_of(Choices(start)))


def compare(case: Case, make: Callable[[], Any]) -> list[Any]:
    """The outcome that both engines agree on; ``make`` makes the value, equal each time."""
    reference, native = engines()
    default = _unboxed if case.boxes else None
    wanted = encoded(reference, make(), case.options, default)
    value = make()
    what = _Shown(case, make)
    for attempt in ("native", "native once more"):
        require_alike(wanted, encoded(native, value, case.options, default), ("reference", attempt), what)
    in_utf8 = ["value", wanted[1].encode()] if wanted[0] == "value" else wanted
    for engine in engines():
        found = encoded(engine, value, case.options, default, as_bytes=True)
        require_alike(in_utf8, found, ("encode().encode()", f"{engine.name} encode_bytes"), what)
    if case == _PLAIN:
        require_alike(wanted, outcome(lambda: toonwire.encode(value)), ("reference", "toonwire.encode"), what)
        found = outcome(lambda: toonwire.encode_bytes(value))
        require_alike(in_utf8, found, ("reference", "toonwire.encode_bytes"), what)
    return wanted


_PLAIN = Case(EncodeOptions(), boxes=False)


class _Shown:
    """The case in words, which only a difference needs."""

    def __init__(self, case: Case, make: Callable[[], Any]) -> None:
        self._case = case
        self._make = make

    def __str__(self) -> str:
        try:
            return f"{self._case} of {self._make()!r}"
        except (RecursionError, ValueError) as error:
            return f"{self._case} of a value that has no repr: {error}"


def shown(data: bytes) -> str:
    """The case in words."""
    choices = Choices(data)
    case = case_of(choices)
    start = choices.rest()
    return str(_Shown(case, lambda: value_of(Choices(start))))


def seeds() -> Iterator[bytes]:
    """Values of the cases as they are and with host types, and generated values."""
    for number, value in enumerate(values()):
        text = json.dumps(value).encode()
        yield bytes(9) + bytes(4) + text
        rng = Random(number)
        yield bytes(6) + bytes([0, 0, 3]) + rng.randbytes(4) + text
    for number in range(300):
        rng = Random(f"encode_engines {number}")
        yield bytes(6) + bytes([0, 1, number % len(SHARES)]) + rng.randbytes(rng.randint(20, 300))
