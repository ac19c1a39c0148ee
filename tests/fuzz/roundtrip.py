"""decode(encode(x)) is x, and encode(decode(t)) is a fixed point that keeps the value of t, with both engines.

Data: four bytes for the options, then a document, or the choices that make a value.  Numbers are compared by
value, and only tables may change the order of keys (§9.3, §9.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from tests.equality import same
from tests.fuzz.choices import Choices
from tests.fuzz.outcomes import DifferenceError, encoded, engines, outcome
from tests.fuzz.seeds import documents
from tests.native.documents import json_value
from toonwire.engines import Engine
from toonwire.options import DecodeOptions, EncodeOptions

__all__ = ["check", "seeds", "shown"]

_Start = tuple[bool, Any, EncodeOptions, DecodeOptions]


def _start(data: bytes) -> _Start:
    """Whether a document is given, else a value; itself; and the options both ways."""
    choices = Choices(data)
    given = choices.pick((True, False))
    indent = choices.pick((2, 2, 1, 3, 4, 8))
    writing = EncodeOptions(indent, choices.pick((",", "\t", "|")))
    reading = DecodeOptions(indent, choices.pick((True, False)))
    start = choices.rest().decode(errors="replace") if given else json_value(choices)
    return given, start, writing, reading


def check(data: bytes) -> None:
    """Raises where the invariant does not hold."""
    given, start, writing, reading = _start(data)
    for engine in engines():
        if not given:
            _writes_and_reads(engine, start, writing, reading, start)
            continue
        kind, value = outcome(partial(engine.decode, start, reading))
        if kind == "value":
            _writes_and_reads(engine, value, writing, reading, start)


def _writes_and_reads(
    engine: Engine, value: Any, writing: EncodeOptions, reading: DecodeOptions, start: object
) -> None:
    text = _text(engine, value, writing, start)
    again = outcome(partial(engine.decode, text, reading))
    if again[0] != "value" or not same(again[1], value, ordered=False):
        raise DifferenceError(f"{engine.name}, from {start!r}: {value!r} is written {text!r}, which is {again!r}")
    twice = _text(engine, again[1], writing, start)
    if twice != text:
        raise DifferenceError(f"{engine.name}, from {start!r}: {text!r} becomes {twice!r}")


def _text(engine: Engine, value: Any, writing: EncodeOptions, start: object) -> str:
    kind, text = encoded(engine, value, writing, None)
    if kind != "value":
        raise DifferenceError(f"{engine.name}, from {start!r}: {value!r} is not written: {text!r}")
    assert isinstance(text, str)
    return text


def shown(data: bytes) -> str:
    """The case in words."""
    return repr(_start(data)[1:])


def seeds() -> Iterator[bytes]:
    """Documents of the cases, and generated values."""
    for number, text in enumerate(documents()):
        yield bytes([0, 0, number % 3, number % 2]) + text.encode(errors="replace")
    for number in range(300):
        rng = Random(f"roundtrip {number}")
        yield bytes([1, number % 6, number % 3, 0]) + rng.randbytes(rng.randint(20, 300))
