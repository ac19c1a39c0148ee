"""§6, §9.3: the field list of a header, and records built from columns of cells.

Contract: a field list is parsed by the grammar's ``fields_x``; what the grammar refuses,
:mod:`toonwire.reference.malformed` explains.  Nothing here recurses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from toonwire.reference._grammar import LOOKAHEADS, STEPS, TERMINALS
from toonwire.reference.tables import Misplaced, drive
from toonwire.rules.fault import Fault
from toonwire.rules.headers import LEAF, OPEN, SHUT
from toonwire.rules.keys import decode_key
from toonwire.rules.spans import shape_of

__all__ = ["FieldList", "Piece", "parse_fields"]

_SHORT = 500
_STARTS = {",": "fields_c", "\t": "fields_t", "|": "fields_p"}


class Piece(NamedTuple):
    """A token of a field list; ``start`` is its offset there."""

    type: str
    text: str
    start: int


@cache  # one entry a parser state
def _scanner(state: int) -> re.Pattern[str]:
    kinds = {*STEPS[state], *LOOKAHEADS.get(state, {})}
    return re.compile("|".join(f"(?P<{name}>{TERMINALS[name]})" for name in TERMINALS if name in kinds) or "(?!)")


class FieldList:
    """A parsed field list.

    program: its walk (§9.3).  width: leaf fields, the cells of a row.  depth: 1, or more with nested field groups.
    repeated: the first name that stands twice in one group (§14.2), None if there is none.
    """

    __slots__ = ("_flat", "depth", "program", "repeated", "width")

    def __init__(self, program: list[tuple[int, str]], depth: int, repeated: Piece | None) -> None:
        self.program = tuple(program)  # depth-first, pre-order (§9.3)
        self.depth = depth
        self.repeated = repeated
        self.width = sum(step == LEAF for step, _ in program)
        self._flat = [name for _, name in program] if depth == 1 else None

    def records(
        self, columns: Iterable[Sequence[Any]], hook: Callable[[dict[str, Any]], Any] | None = None
    ) -> list[Any]:
        """One object a row, from one column of values a leaf field; inner objects meet the hook first."""
        if self._flat is not None:
            return _zip(self._flat, columns, hook)
        rest = iter(columns)
        levels: list[tuple[list[str], list[Sequence[Any]]]] = [([], [])]
        for step, name in self.program:
            if step == LEAF:
                levels[-1][0].append(name)
                levels[-1][1].append(next(rest))
            elif step == OPEN:
                levels[-1][0].append(name)
                levels.append(([], []))
            else:
                names, inner = levels.pop()
                levels[-1][1].append(_zip(names, inner, hook))
        return _zip(*levels[0], hook)


def _zip(names: list[str], columns: Iterable[Sequence[Any]], hook: Callable[[dict[str, Any]], Any] | None) -> list[Any]:
    rows = zip(*columns, strict=True)
    if hook is None:
        # repeated names: the last value at the first position (§14.4, recovery 2)
        return [dict(zip(names, row, strict=True)) for row in rows]
    return [hook(dict(zip(names, row, strict=True))) for row in rows]


class _Reader:
    """The actions of the field-list grammar."""

    def __init__(self) -> None:
        self.program: list[tuple[int, str]] = []
        self.depth = 1
        self.repeated: Piece | None = None
        self._seen: list[set[str]] = [set()]

    def name(self, piece: Piece) -> None:
        name = decode_key(piece.text)
        if name in self._seen[-1] and self.repeated is None:
            self.repeated = piece
        self._seen[-1].add(name)
        self.program.append((LEAF, name))

    def group(self, _: Piece) -> None:
        self.program[-1] = (OPEN, self.program[-1][1])
        self._seen.append(set())
        self.depth = max(self.depth, len(self._seen))

    def endgroup(self, _: Piece) -> None:
        self.program.append((SHUT, ""))
        self._seen.pop()


@lru_cache(maxsize=256)
def _parse_short(text: str, delimiter: str) -> FieldList | None:
    return _parse(text, delimiter)


def parse_fields(text: str, delimiter: str) -> FieldList | None:
    """The field list between the outer braces of a header, None where it is malformed.

    >>> parse_fields("id,customer{name,country}", ",").width
    3
    >>> parse_fields("a,,b", ",") is None
    True
    """
    # servers answer with the same few headers again and again
    return _parse_short(text, delimiter) if len(text) <= _SHORT else _parse(text, delimiter)


def _parse(text: str, delimiter: str) -> FieldList | None:
    reader = _Reader()
    actions = {"name": reader.name, "group": reader.group, "endgroup": reader.endgroup}

    def lex(states: list[int]) -> Iterator[Piece]:
        shape, at = shape_of(text), 0
        while at < len(text):
            match = _scanner(states[-1]).match(shape, at)
            if match is None or match.lastgroup is None:
                raise Misplaced(text[at], states[-1], at)
            yield Piece(match.lastgroup, text[at : match.end()], at)
            at = match.end()

    try:
        drive(_STARTS[delimiter], lex, actions)
    except (Misplaced, Fault):
        return None
    return FieldList(reader.program, reader.depth, reader.repeated)
