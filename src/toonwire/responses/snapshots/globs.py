"""Patterns for fields: paths in which ``*`` stands for a part of a key and ``**`` for any keys.

Contract: indexes of lists are passed over, so a pattern speaks of every row.  Time is linear in the payload.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import translate
from typing import Any

from toonwire.errors import OptionError
from toonwire.paths import format_path
from toonwire.rules.fault import Fault
from toonwire.rules.strings import unquote

__all__ = ["Glob", "parse_glob"]

_STEP = re.compile(r'\[("(?:[^"\\]|\\.)*")\]|\.?([^.\[\]]+)')

_Way = tuple[str | int, Any] | None
"""The last step to a value, and the way to what holds it."""


@dataclass(frozen=True)
class Glob:
    """A pattern that was taken apart: for each step a pattern of keys, or None for ``**``."""

    text: str
    steps: tuple[re.Pattern[str] | None, ...]
    last: str
    """The pattern of the key itself."""

    def found_in(self, value: Any) -> Iterator[str]:
        """The paths of the fields that match.

        >>> payload = {"rules": [{"id": 1, "detectorId": 7}, {"id": 2, "_links": {}}]}
        >>> list(parse_glob("**.*Id").found_in(payload)), list(parse_glob("rules._*").found_in(payload))
        (['rules[0].detectorId'], ['rules[1]._links'])
        """
        left: list[tuple[Any, _Way, frozenset[int]]] = [(value, None, self._reached({0}))]
        while left:
            item, way, at = left.pop()
            if len(self.steps) in at and way is not None and isinstance(way[0], str):
                yield format_path(_path(way))
            if isinstance(item, Mapping):
                below = [(inner, (str(key), way), self._after(at, str(key))) for key, inner in item.items()]
                left += [entry for entry in reversed(below) if entry[2]]
            elif isinstance(item, (list, tuple)):
                further = at - {len(self.steps)}
                if further:
                    left += [(inner, (place, way), further) for place, inner in reversed(list(enumerate(item)))]

    def _after(self, at: frozenset[int], key: str) -> frozenset[int]:
        taken: set[int] = set()
        for place in at:
            if place < len(self.steps):
                step = self.steps[place]
                if step is None:
                    taken.add(place)
                elif step.fullmatch(key):
                    taken.add(place + 1)
        return self._reached(taken)

    def _reached(self, places: set[int]) -> frozenset[int]:
        """Places in the pattern, with those that an empty ``**`` leads to."""
        out: set[int] = set()
        left = list(places)
        while left:
            place = left.pop()
            out.add(place)
            if place < len(self.steps) and self.steps[place] is None and place + 1 not in out:
                left.append(place + 1)
        return frozenset(out)


def _path(way: _Way) -> tuple[str | int, ...]:
    steps: list[str | int] = []
    while way is not None:
        steps.append(way[0])
        way = way[1]
    return tuple(reversed(steps))


def parse_glob(text: str) -> Glob:
    """A pattern such as ``**.detectorId``, ``rules.*.id`` or ``meta["a.b"]``.

    Raises :class:`OptionError` for what is none, and for one that ends in ``**``.
    """
    steps: list[re.Pattern[str] | None] = []
    last, at = "", 0
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None or (match[2] is not None and (text[at] == ".") != bool(steps)):
            raise _bad(text)
        try:
            last = match[2] if match[1] is None else unquote(match[1])
        except Fault:
            raise _bad(text) from None
        if match[1] is not None:
            steps.append(re.compile(re.escape(last)))
        else:
            steps.append(None if last == "**" else re.compile(translate(last)))
        at = match.end()
    if not steps or steps[-1] is None:
        raise _bad(text)
    return Glob(text, tuple(steps), last)


def _bad(text: str) -> OptionError:
    return OptionError(
        option="pattern", expected='a pattern such as **.detectorId or a.*["other key"]', found=ascii(text)
    )
