"""How much text values come to, about, and which form a list takes (§9), before anything of it is written.

Contract: an estimate stops at its budget, so that it costs no more than the batch that it is made for,
however large a value is or if it contains itself.  A form is exact, or unknown where values of other types
than those of JSON have a say.  Where the native engine serves, compiled functions answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from importlib import import_module
from typing import Any, NamedTuple

from toonwire.engines import EngineName
from toonwire.rules.forms import find_table

__all__ = ["Extent", "Form", "extent_for"]


class Form(IntEnum):
    """The forms of a list that is not empty; the native engine knows them by their numbers."""

    LIST = 0
    INLINE = 1
    TABLE = 2
    UNKNOWN = 3


class Extent(NamedTuple):
    """The two questions.

    ``reach(values, start, budget, host)`` is the end of the run of values from ``start`` on that come to no
    more than about ``budget`` characters.  ``host`` is what a value of another type counts; 0: the run ends
    before it.  ``form(values)`` is the :class:`Form` of a list that is not empty, and what the longest row of
    a table comes to; 0 where that is not known.
    """

    reach: Callable[[list[Any], int, int, int], int]
    form: Callable[[list[Any]], tuple[int, int]]


def extent_for(engine: EngineName) -> Extent:
    """The functions that go with an engine."""
    if engine == "native":
        native = import_module("toonwire.native._extent")
        return Extent(native.reach, native.form)
    return Extent(_reach, lambda values: (_form(values), 0))


_PLAIN = frozenset({str, int, float, bool, type(None)})
_NUMBER_TEXT = 8
_OVERHEAD = 4
"""A delimiter, quotes, a colon, a hyphen."""
_ROWS = 512
_DEEPEST = 10_000
"""Groups in each other that no limit lets through."""


class _OtherType(Exception):
    """A value that is not exactly of a type of JSON, where its form is asked for."""


def _reach(values: list[Any], start: int, budget: int, host: int) -> int:
    left = budget
    for end in range(start, len(values)):
        todo: list[Iterator[Any]] = [iter((values[end],))]
        while todo:
            for value in todo[-1]:
                kind = type(value)
                if kind is str:
                    left -= _OVERHEAD + len(value)
                elif kind in _PLAIN:
                    left -= _NUMBER_TEXT
                elif kind is list or kind is dict:
                    left -= _NUMBER_TEXT
                    todo.append(iter(value) if kind is list else (part for pair in value.items() for part in pair))
                else:
                    left = left - host if host else -1
                if left < 0:
                    return end
                if kind is list or kind is dict:
                    break
            else:
                todo.pop()
    return len(values)


def _form(values: list[Any]) -> Form:
    kinds = set(map(type, values))
    plain = not kinds.isdisjoint(_PLAIN)
    if list in kinds or (plain and dict in kinds):
        return Form.LIST
    if not kinds <= _PLAIN | {dict}:
        return Form.UNKNOWN
    if plain:
        return Form.INLINE
    try:
        return Form.TABLE if _uniform(values) else Form.LIST
    except _OtherType:
        return Form.UNKNOWN


def _uniform(rows: list[dict[str, Any]]) -> bool:
    """Whether rows make a table, a batch of them at a time: each has the fields of the first row."""
    program: object = None
    for start in range(0, len(rows), _ROWS):
        batch = [rows[0], *_of_json(rows[start : start + _ROWS])]
        table = find_table(batch, lambda column, _: _of_json(column), _not_endless)
        if table is None or (program is not None and table.program != program):
            return False
        program = table.program
    return True


def _of_json(values: Sequence[Any]) -> Sequence[Any]:
    for value in values:
        kind = type(value)
        if kind not in _PLAIN and kind is not list and (kind is not dict or not set(map(type, value)) <= {str}):
            raise _OtherType
    return values


def _not_endless(path: list[str], _first: Any) -> None:
    if len(path) >= _DEEPEST:
        raise _OtherType
