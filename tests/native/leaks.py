"""Calls of the public API that end in every way there is, and what the process holds after many of them.

Contract: a group is run again and again, one call after the other.  What is measured is what grows: memory
blocks of Python's allocator, objects that the collector knows, and the resident size where the system tells.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import toonwire
from toonwire import Limits
from toonwire.envelope import Envelope, render_bytes

__all__ = ["GROUPS", "Held", "growth"]

STATM = Path("/proc/self/statm")


class Held(NamedTuple):
    """What a process holds, or how much more of it."""

    blocks: int
    objects: int
    kilobytes: int


def held() -> Held:
    gc.collect()
    pages = int(STATM.read_text().split()[1]) if STATM.exists() else 0
    size = os.sysconf("SC_PAGE_SIZE") if pages else 0
    return Held(sys.getallocatedblocks(), len(gc.get_objects()), pages * size // 1024)


def growth(group: str, calls: int, warm_up: int) -> Held:
    """How much more is held after so many calls of a group, the first ones not counted."""
    _repeat(GROUPS[group], warm_up)
    before = held()
    _repeat(GROUPS[group], calls)
    after = held()
    return Held(*(b - a for a, b in zip(before, after, strict=True)))


def _repeat(actions: tuple[Callable[[], Any], ...], calls: int) -> None:
    for number in range(calls):
        with suppress(toonwire.ToonError, UnwantedError, KeyboardInterrupt, TypeError, OSError):
            actions[number % len(actions)]()


class UnwantedError(Exception):
    """What hooks and ``default`` raise."""


def refuse(*_: Any) -> Any:
    """A hook that raises."""
    raise UnwantedError


def interrupt(*_: Any) -> Any:
    """A hook that is interrupted."""
    raise KeyboardInterrupt


def third(*_: Any) -> Callable[[Any], Any]:
    """A hook that raises when it is called for the third time."""
    seen: list[Any] = []

    def hook(about: Any) -> Any:
        seen.append(about)
        return refuse() if len(seen) == 3 else about

    return hook


class Box:
    """Of a type that only ``default`` knows."""

    def __init__(self, content: Any) -> None:
        self.content = content


def unpack(box: Box) -> Any:
    """A ``default`` that knows it."""
    return box.content


class FullFile(io.RawIOBase):
    """A file that takes nothing."""

    def write(self, data: Any) -> int:
        raise OSError("full")


ROWS = [{"id": n, "name": f"user {n}", "rate": n / 7, "tags": {"x": n, "y": None}} for n in range(20)]
VALUE: Any = {"rows": ROWS, "list": [1, "two", [3.5, {"k": True}]], "keyed": {"a": {"v": 1}, "b": {"v": 2}}, "e": {}}
TEXT = toonwire.encode(VALUE)
GREEK = toonwire.encode({"αβγ": ["δ", "ε, ζ"], "rows": [{"η": "θ"}, {"η": 'ι"κ'}]})
WIDE = toonwire.encode({"😀": ["😃", "é"], "k" * 100: 2**70})


def decoding(*texts: str | bytes | bytearray, **options: Any) -> tuple[Callable[[], Any], ...]:
    return tuple(lambda text=text: toonwire.decode(text, **options) for text in texts)


def decoding_with(hook: str, make: Callable[[], Callable[[Any], Any]], text: str) -> Callable[[], Any]:
    return lambda: toonwire.decode(text, **{hook: make()})


def encoding(*values: Any, **options: Any) -> tuple[Callable[[], Any], ...]:
    calls = (toonwire.encode, toonwire.encode_bytes)
    return tuple(lambda value=value, call=call: call(value, **options) for value in values for call in calls)


def cycle() -> Any:
    inner: list[Any] = [1]
    inner.append({"a": inner})
    return inner


def changing() -> Any:
    """Rows that ``default`` empties while they are written."""
    rows: list[Any] = [Box(1), Box(2), {"a": Box(3)}]

    def default(box: Box) -> Any:
        rows.clear()
        return box.content

    return toonwire.encode(rows, default=default)


HOOKS = ("parse_int", "parse_float", "object_hook", "object_pairs_hook")

GROUPS: dict[str, tuple[Callable[[], Any], ...]] = {
    "decode": (
        *decoding(TEXT, TEXT.encode(), bytearray(TEXT.encode()), GREEK, GREEK.encode(), WIDE, WIDE.encode(), ""),
        *decoding(TEXT, indent=2, limits=Limits(max_input_bytes=10**6)),
        *decoding(TEXT, parse_float=Decimal, parse_int=str, object_hook=dict),
        *decoding(TEXT, object_pairs_hook=list),
        *decoding("a[3]: 1,2\nb: 1\nb: 2", "x:\n\ty: 1", strict=False),
    ),
    "decode, refused": (
        *decoding("a: 1\na: 2", TEXT + "\nrows: 1", TEXT + "\nx", "a[2]{x,y}:\n  1,2\n  3", "a[2]: 1", 'a: "b', "a[1"),
        *decoding(TEXT.encode() + b"\nz: \xff", "a: \ud800", TEXT.replace("  1,", " 1,"), GREEK + "\nx", WIDE + "\nx"),
        *decoding(TEXT, limits=Limits(max_depth=1)),
        *decoding(TEXT, limits=Limits(max_input_bytes=10)),
        *decoding("a: 1e999", "a: " + "1" * 5000, "a[1]{b{c}},d}:\n  1"),
        *(lambda hook=hook: toonwire.decode(TEXT, **{hook: refuse}) for hook in HOOKS),
        *(lambda hook=hook: toonwire.decode(TEXT, **{hook: interrupt}) for hook in HOOKS),
        *(decoding_with(hook, third, TEXT) for hook in HOOKS),
        lambda: toonwire.decode(1),  # type: ignore[arg-type]
        lambda: toonwire.load(io.StringIO("a: [")),
    ),
    "encode": (
        *encoding(VALUE, ROWS, [1.5, 2.25, 1e300], ["a,b", "é", "😀", ""], {"k": 2**70}, [], None, "x"),
        *encoding({"a": Box([Box(1), Box("x")])}, [{"a": Box(1)}, {"a": Box(2)}], default=unpack),
        *encoding({"d": Decimal("1.50"), "s": {3, 1}, "t": (1, (2,)), 1: range(3)}, float("nan")),
        *encoding(VALUE, delimiter="|", indent=4),
        lambda: toonwire.dump(VALUE, io.BytesIO()),
        changing,
    ),
    "encode, refused": (
        *encoding(object(), {"a": [1, object()]}, ["\ud800"], {"a\udfff": 1}, 10**5000, [{"a": 1}, {"a": 1j}]),
        *encoding({"a": [{"b": 1}, {"b": object()}]}, {1: 1, "1": 2}, {(1,): 1}),
        *encoding(float("nan"), [1, float("inf")], nan="error"),
        *encoding(VALUE, limits=Limits(max_depth=2)),
        *encoding(Box(1), [Box(1)], {"rows": [{"a": Box(1)}, {"a": 2}]}, default=refuse),
        *encoding(Box(1), [{"a": Box(1)}], default=interrupt),
        lambda: toonwire.encode(cycle()),
        lambda: toonwire.encode([Box(1), Box(2), [Box(3)]], default=third()),
        lambda: toonwire.dump(VALUE, FullFile()),
    ),
    "envelopes": (
        lambda: render_bytes(Envelope(verdict="SAFE", rows=ROWS, warnings=["a"]), "toon", layout="compact"),
        lambda: render_bytes(Envelope({"x": GREEK}, verdict="INFO", hint="é" * 9000), "toon", layout="compact"),
        lambda: Envelope(verdict="INFO", agent_summary={"summary_line": "x", "next_step": "y"}).replace(n=1),
        lambda: render_bytes(Envelope(verdict="INFO", deprecation={"a": Box(1)}), "toon", layout="compact"),
        lambda: render_bytes(Envelope(verdict="INFO", hint="\ud800"), "toon", layout="compact"),
        lambda: Envelope({"hint": 1}, verdict="INFO"),
        lambda: Envelope(verdict="INFO", callers=[1], caller_count=2),
        lambda: Envelope({}, {}, verdict="INFO"),  # type: ignore[call-arg]
        lambda: Envelope(success=True),  # type: ignore[call-arg]
    ),
}
"""No call of a group leaves anything behind, except in caches, which the first calls fill."""
