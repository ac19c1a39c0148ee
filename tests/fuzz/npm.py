"""toonwire and the reference npm package write the same text, and read the same value or both refuse.

Data: four bytes for the options, then a document, or the choices that make a value.  Where they may differ is
said in tests/integration: what JavaScript cannot hold, limits, and one fault of the package.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Protocol

from tests.equality import same
from tests.fuzz.choices import Choices
from tests.fuzz.outcomes import DifferenceError
from tests.fuzz.seeds import documents
from tests.integration.agreement import Decoder, difference
from tests.integration.oracle import Oracle, RefusedError, start_oracle
from tests.json_values import as_javascript, beyond_double_text
from tests.native.documents import json_value
from toonwire import ToonError, decode, encode

__all__ = ["check", "judge", "oracle", "seeds", "shown"]

BUILD = Path(__file__).parents[2] / "build" / "fuzz"
_Start = tuple[bool, Any, dict[str, Any], dict[str, Any]]


class Package(Decoder, Protocol):
    """The package, both ways."""

    def encode(self, value: Any, *, indent: int, delimiter: str) -> str:
        """The text of a value."""


@cache
def oracle() -> Oracle:
    """The package in a process of its own.  Raises UnavailableError where there can be none."""
    return start_oracle(Path(os.environ.get("TOON_NPM_DIR") or BUILD / "npm").resolve())


def _start(data: bytes) -> _Start:
    """Whether a document is given, else a value; itself; and the options both ways."""
    choices = Choices(data)
    given, indent = choices.pick((True, False)), choices.pick((2, 2, 1, 4))
    reading = {"indent": indent, "strict": choices.pick((True, False))}
    writing = {"indent": indent, "delimiter": choices.pick((",", "\t", "|"))}
    return given, choices.rest().decode(errors="replace") if given else json_value(choices), reading, writing


def check(data: bytes) -> None:
    """Raises where the invariant does not hold."""
    judge(data, oracle())


def judge(data: bytes, package: Package) -> None:
    """``check`` with the package of the caller's."""
    given, start, reading, writing = _start(data)
    try:
        wrong = _reading(package, start, reading) if given else _writing(package, start, reading, writing)
    except (ToonError, RefusedError) as error:
        wrong = f"refused: {error}"
    if wrong:
        raise DifferenceError(f"{start!r}, {reading}, {writing}: {wrong}")


def _reading(package: Package, text: str, reading: dict[str, Any]) -> str:
    try:
        return difference(package, text, **reading)[0]
    except OverflowError:
        return ""  # an integer that JavaScript takes for an infinity


def _writing(package: Package, value: Any, reading: dict[str, Any], writing: dict[str, Any]) -> str:
    held = as_javascript(value)
    text, theirs = encode(value, **writing), package.encode(value, **writing)
    if not beyond_double_text(value) and encode(held, **writing) != theirs:
        return f"toonwire writes {text!r}, the package {theirs!r}"
    if not same(as_javascript(decode(theirs, **reading)), held, ordered=False):
        return f"toonwire does not read what the package writes, {theirs!r}"
    if not same(as_javascript(decode(text, **reading)), package.decode(text, **reading)):
        return f"the package does not read what toonwire writes, {text!r}"
    return ""


def shown(data: bytes) -> str:
    """The case in words."""
    return repr(_start(data)[1:])


def seeds() -> Iterator[bytes]:
    """Documents of the cases, and generated values."""
    for number, text in enumerate(documents()):
        yield bytes([0, 0, number % 2, 0]) + text.encode(errors="replace")
    for number in range(300):
        rng = Random(f"npm {number}")
        yield bytes([1, number % 4, 0, number % 3]) + rng.randbytes(rng.randint(20, 300))
