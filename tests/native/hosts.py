"""Values with host types (§3), made from values of the JSON model, for tests that compare encoders.

Contract: the same chances make an equal value, built anew.  Some of what is made has no TOON form: objects of
unknown types, containers that contain themselves, unpaired surrogates, keys that collide.
"""

from __future__ import annotations

from collections import ChainMap, OrderedDict, UserDict, UserList, UserString, deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import PurePosixPath
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

__all__ = ["Box", "hosted"]


class Box:
    """Of a type that only ``default`` knows."""

    def __init__(self, content: Any) -> None:
        self.content = content


class Text(str):
    """A subclass that adds nothing."""

    __slots__ = ()


class Whole(int):
    """The same."""


class Real(float):
    """The same."""


class Items(list[Any]):
    """The same."""


class Fields(dict[str, Any]):
    """The same."""


class Pair(NamedTuple):
    """A tuple with names."""

    left: Any
    right: Any


@dataclass
class Record:
    """An object with fields."""

    id: Any
    name: Any


class Colour(Enum):
    """Members that stand for what may need quotes."""

    RED = "red"
    NONE = "null"
    PAIR = (1, "x")


class Level(IntEnum):
    """Members that are integers."""

    LOW = 1
    HIGH = 10**20


def _in_itself(value: Any) -> Any:
    inner: list[Any] = [value]
    inner.append({"again": inner})
    return inner


def _odd_key(value: dict[str, Any], rng: Random) -> dict[Any, Any]:
    keys = list(value)
    at = rng.randrange(len(keys)) if keys else -1
    odd: Any = rng.choice([1, None, False, 2.5, 10**30, -0.0, Text("a"), Level.LOW, "\ud800", float("nan"), (1,), b"k"])
    return {(odd if place == at else key): value[key] for place, key in enumerate(keys)}


STANDALONE: tuple[Callable[[], Any], ...] = (
    lambda: date(2026, 1, 2),
    lambda: datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=timezone.utc),
    lambda: time(1, 2),
    lambda: UUID(int=2**100),
    lambda: PurePosixPath("/a b/c,d"),
    lambda: Colour.RED,
    lambda: Colour.NONE,
    lambda: Colour.PAIR,
    lambda: Level.HIGH,
    lambda: Decimal("-19.90"),
    lambda: Decimal("1E+400"),
    lambda: Decimal("NaN"),
    lambda: {"b", "a", "1"},
    lambda: frozenset({3, 1, None, "x", (1, 2)}),
    lambda: range(3),
    lambda: float("nan"),
    lambda: float("-inf"),
    {"a": 1, "b": 2}.items,
    list,
    dict,
    lambda: "\ud800x",
    lambda: "é\udfff",
    lambda: 10**4300,
    lambda: -(10**640),
    object,
    lambda: b"bytes",
    lambda: Box,
)
TEXTS: tuple[Callable[[str], Any], ...] = (Text, UserString, lambda text: f"{text}\ud9ab")
LISTS: tuple[Callable[[list[Any]], Any], ...] = (
    tuple,
    Items,
    deque,
    UserList,
    lambda value: dict(enumerate(value)).values(),
    lambda value: Pair(value, len(value)),
    Box,
    _in_itself,
)
OBJECTS: tuple[Callable[[dict[str, Any], Random], Any], ...] = (
    lambda value, _: OrderedDict(value),
    lambda value, _: Fields(value),
    lambda value, _: MappingProxyType(value),
    lambda value, _: UserDict(value),
    lambda value, _: ChainMap(value, {"rest": 1}),
    lambda value, _: Record(1, value),
    lambda value, _: Record(*list(value.values())[:2]) if len(value) >= 2 else value,
    lambda value, _: Box(value),
    lambda value, _: _in_itself(value),
    _odd_key,
    _odd_key,
)


def _scalar(value: Any, rng: Random) -> Any:
    if isinstance(value, str) and rng.random() < 0.5:
        return rng.choice(TEXTS)(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and rng.random() < 0.5:
        return rng.choice([Whole, Decimal])(value) if isinstance(value, int) else rng.choice([Real, Decimal])(value)
    return rng.choice(STANDALONE)()


def hosted(value: Any, rng: Random, share: float) -> Any:
    """The value with about such a share of its parts replaced by host values.

    >>> hosted([1, {"a": "x"}], Random(1), 0)
    [1, {'a': 'x'}]
    """
    replaced = share > 0 and rng.random() < share
    if isinstance(value, dict):
        inner = {key: hosted(part, rng, share) for key, part in value.items()}
        return rng.choice(OBJECTS)(inner, rng) if replaced else inner
    if isinstance(value, list):
        items = [hosted(part, rng, share) for part in value]
        return rng.choice(LISTS)(items) if replaced else items
    return _scalar(value, rng) if replaced else value
