"""Taking out what says nothing: null, empty text, placeholders, empty containers.

Contract: zero, False and the text "0" say something and stay.  Elements of a list keep their places unless
the caller gives them up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from toonwire.paths import Path, parse_path
from toonwire.shaping.rebuild import GONE, Entries, rebuild
from toonwire.shaping.schema import Schema

__all__ = ["PLACEHOLDERS", "drop_empty"]

PLACEHOLDERS = frozenset(
    {
        *("null", "undefined", "none", "(none)", "<none>", "nil", "nan"),
        *("n/a", "na", "unknown", "<unknown>", "(unknown)", "[object object]"),
        *("-", "--", "---", "–", "—", "…"),
    }
)
"""Texts that stand for nothing, in lower case."""


def drop_empty(
    value: Any,
    *,
    placeholders: Iterable[str] = PLACEHOLDERS,
    schema: Mapping[str, Any] | None = None,
    keep: Iterable[str] = (),
    in_lists: bool = False,
) -> Any:
    """A payload without null, NaN, infinities, blank texts, placeholders and containers left empty.

    placeholders: texts that count as empty, compared without case and outer white space.
    schema: a JSON Schema of the payload.  Required keys stay, as null where that is allowed, an empty list
        as ``[]``; a placeholder that an ``enum`` names stays too.
    keep: paths whose values stay as they are; a path without indexes speaks of every row.
    in_lists: drop elements of lists too, which moves the others up.

    An element that stays though it says nothing stays as it is; NaN and the infinities become None.

    >>> drop_empty({"id": 0, "name": " ", "owner": {"team": None}, "tags": ["a", None], "note": "N/A"})
    {'id': 0, 'tags': ['a', None]}
    >>> drop_empty({"rows": [{"state": "none"}, {"state": None}]}, keep=["rows.state"])
    {'rows': [{'state': 'none'}, {'state': None}]}
    """
    words = frozenset(word.strip().casefold() for word in placeholders)
    known = Schema(schema) if schema is not None else None
    made = rebuild(value, *_Dropper(words, {parse_path(path) for path in keep}, known, in_lists).both)
    if made is not GONE:
        return made
    return type(value)() if type(value) in (dict, list, tuple) else None


class _Dropper:
    """What is dropped where."""

    def __init__(self, words: frozenset[str], kept: set[Path], schema: Schema | None, in_lists: bool) -> None:
        self._words = words
        self._kept = kept
        self._schema = schema
        self._in_lists = in_lists
        self._wants_paths = bool(kept) or schema is not None
        self.both = self._leaf, self._close

    def _is_kept(self, path: Path) -> bool:
        return path in self._kept or tuple(step for step in path if isinstance(step, str)) in self._kept

    def _leaf(self, item: Any, path: Callable[[], Path]) -> Any:
        if isinstance(item, float) and not math.isfinite(item):
            item = None
        if not _says_nothing(item, self._words):
            return item
        if self._wants_paths:
            where = path()
            named = self._schema is not None and isinstance(item, str) and self._schema.names(where, item)
            if named or self._is_kept(where):
                return item
        return GONE

    def _close(self, container: Any, entries: Entries, path: Callable[[], Path]) -> Any:
        where = path() if self._wants_paths else ()
        if self._kept and self._is_kept(where):
            return list(container.items() if isinstance(container, dict) else enumerate(container))
        if isinstance(container, dict):
            if self._schema is not None:
                entries = _required(container, entries, where, self._schema)
        elif not self._in_lists:
            entries = _with_places(container, entries)
        return entries if entries else GONE


def _says_nothing(item: Any, words: frozenset[str]) -> bool:
    if isinstance(item, str):
        text = item.strip()
        return not text or text.casefold() in words
    return item is None or (isinstance(item, (set, frozenset)) and not item)


def _with_places(container: Any, entries: Entries) -> Entries:
    """The entries of a list with its empty elements back in their places, emptied."""
    if len(entries) == len(container):
        return entries
    by_place = dict(entries)
    return [(place, by_place[place] if place in by_place else _emptied(item)) for place, item in enumerate(container)]


def _emptied(item: Any) -> Any:
    if isinstance(item, (dict, list, tuple)):
        return {} if isinstance(item, dict) else type(item)() if type(item) in (list, tuple) else []
    return None if isinstance(item, float) else item


def _required(container: dict[Any, Any], entries: Entries, where: Path, schema: Schema) -> Entries:
    needed = schema.required(where)
    if not needed or len(entries) == len(container):
        return entries
    there = dict(entries)
    out: Entries = []
    for key, before in container.items():
        if key in there:
            out.append((key, there[key]))
        elif key in needed:
            out.append((key, schema.empty((*where, key), before)))
    return out
