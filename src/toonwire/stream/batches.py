"""Runs of rows, entry rows, items and fields, read by the engine as a whole.

Contract: a batch is taken where the line parser would read the same values without an error, and nowhere else.
Between two elements of a container the parser's state is the same before and after, so what stands between can be
given to the engine as a document of its own, under the header of a container that stands as deep.  The line parser
reads what lies between: some lines on the way into an element that is too long, and elements that are too few.
Whatever the engine refuses goes to the line parser, which knows the place; after that the rest of the part does, so
that nothing is read in vain twice.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from toonwire import codec
from toonwire.errors import DecodeError
from toonwire.options import DecodeOptions, Limits
from toonwire.reference.parser import LineParser
from toonwire.reference.scope import Scope
from toonwire.reference.source import Part
from toonwire.rules.headers import field_list, header
from toonwire.rules.strings import quote
from toonwire.stream.events import EventBuild
from toonwire.stream.runs import run_finder

__all__ = ["Batches"]

_LEAST = 400
"""Characters that are worth a call of the engine."""
_MOST_LINES = 1024
_WINDOW = 8192
"""Characters that the line parser reads at most, about, of elements that are not for the engine."""

_KEY = "x"
"""Of containers around a run that has to stand as deep as in the document."""


class _Run(NamedTuple):
    """Elements of a container that follow in a part: where the whole ones end, and where the others do."""

    end: int
    stop: int
    elements: int
    lines: int


class Batches:
    """Where in a part of a document the engine reads, and where the line parser does."""

    def __init__(self, parser: LineParser, build: EventBuild, options: DecodeOptions) -> None:
        self._parser = parser
        self._build = build
        self._options = options
        self._find = run_finder(codec.engine())

    def begin(self, part: Part, *, more: bool) -> None:
        """Passes to the next lines; ``more``: whether an element at the end may wait for the lines after them."""
        self._text = part.text
        self._returns = "\r" in part.text
        self._more = more
        self._refused = False
        self._lines = 1  # to be read by the line parser before the next try
        self._around = 0  # the end of elements among which is one that may not be in a batch

    def read(self, scope: Scope | None, position: int, wanted: str | int | None) -> tuple[int, bool]:
        """Reads some lines, from one on that adds to a container, or to something else.

        wanted: the key, or the index from here, of the element of the container that may not be in a batch.

        Returns where they end, and whether all after them is an element that should wait for its other lines.
        """
        if self._refused:
            return self._parse(position, len(self._text))
        if scope is None or (scope.width - 1) % self._options.indent:
            return self._parse(position, self._some_lines(position))
        self._lines = 1
        if position < self._around and wanted is not None:
            return self._parse(position, self._beside(scope, position))
        nested = scope.kind in ("list", "object")
        run = _Run(*self._find(self._text, position, scope.width - 1, nested, self._parser.blanks))
        if run.end - position >= _LEAST:
            return self._batch(scope, position, run, wanted)
        if wanted is None and self._waits(run):
            return self._parse(position, run.end)[0], True
        return self._parse(position, self._first_lines(position, run))

    def _parse(self, position: int, stop: int) -> tuple[int, bool]:
        if stop > position:
            self._parser.read(position, stop)
        return stop, False

    # ---- by the line parser

    def _some_lines(self, position: int) -> int:
        """The next line; more of them where there are many that add to no container."""
        for _ in range(self._lines):
            position = _line_end(self._text, position)
        self._lines = min(2 * self._lines, _MOST_LINES)
        return position

    def _beside(self, scope: Scope, position: int) -> int:
        """Some small elements, or those and the first line of a large one, in which there may be batches."""
        start = position
        for line in _sibling(scope.width - 1).finditer(self._text, position + 1):
            if line.start() - start >= _LEAST:
                return _line_end(self._text, start)
            start = line.start()
            if line.end() - start < scope.width or start - position >= _WINDOW:
                return start
        return _line_end(self._text, start) if len(self._text) - start >= _LEAST else len(self._text)

    def _first_lines(self, position: int, run: _Run) -> int:
        """A run that is too short, and the first line of an element that is too long to wait or stands before a gap."""
        if run.stop < len(self._text) and run.stop - position < _LEAST:
            return run.stop
        return run.end if run.end == run.stop else _line_end(self._text, run.end)

    def _waits(self, run: _Run) -> bool:
        """Whether the element behind a run goes on beyond the part, and is so small that it is soon looked at again.

        An element of one line may be complete, and a result must not wait.
        """
        text = self._text
        return (
            self._more
            and run.end < run.stop == len(text)
            and 2 * (len(text) - run.end) <= len(text)
            and text.find("\n", run.end + 1) >= 0
        )

    # ---- by the engine

    def _batch(self, scope: Scope, position: int, run: _Run, wanted: str | int | None) -> tuple[int, bool]:
        """Reads the elements of a run, or leaves them to the line parser."""
        text = self._text[position : run.end]
        if self._returns and "\r" in text:  # prepared once already, and it would be prepared again
            return self._parse(position, run.end)
        values = self._values(scope, text, run.elements)
        if values is not None and wanted is not None and _has(values, wanted):
            self._around = run.end
            return self._parse(position, self._beside(scope, position))
        if values is None or not self._build.batch(scope, values, position, run.end, run.lines):
            self._refused = True
            return self._parse(position, len(self._text))
        return run.end, False

    def _values(self, scope: Scope, text: str, count: int) -> Any:
        """The elements, None where one is refused."""
        options = self._options
        depth = (scope.width - 1) // options.indent
        if scope.kind == "object":
            if depth == 0 and text[1] == "[":  # which is a header only where a document begins
                return None
        elif options.strict and scope.count + count > scope.declared:
            return None
        try:
            values = codec.decode(
                _above(scope, count, depth, options.indent) + text,
                indent=options.indent,
                strict=options.strict,
                parse_float=options.parse_float,
                parse_int=options.parse_int,
                limits=_limits(options.limits, depth - scope.level),
            )
        except DecodeError:
            return None
        for _ in range(depth):
            values = values[_KEY]
        expected = dict if scope.kind in _OBJECTS else list
        return values if isinstance(values, expected) and len(values) == count else None


_OBJECTS = frozenset({"object", "keyed"})


def _has(values: Any, step: str | int) -> bool:
    return step < len(values) if isinstance(step, int) else step in values


@lru_cache(maxsize=64)
def _limits(limits: Limits, deeper: int) -> Limits:
    """Those for a document in which the container of a run has a level by ``deeper + 1`` higher."""
    return replace(limits, max_depth=limits.max_depth + deeper + 1, max_input_bytes=None)


@lru_cache(maxsize=64)
def _sibling(indent: int) -> re.Pattern[str]:
    """The line end before a line that is at most as deep."""
    return re.compile(rf"\n {{0,{indent}}}(?=[^ \n])")


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position + 1)
    return len(text) if end < 0 else end


def _above(scope: Scope, count: int, depth: int, unit: int) -> str:
    """The lines under which elements stand as deep as in the document."""
    if scope.kind == "object":
        return _nest(depth, unit)
    if scope.kind == "list":
        last = header(count, ",")
    else:
        fields = field_list(scope.fields.program, scope.delimiter, quote)
        last = header(count, scope.delimiter, keyed=scope.kind == "keyed", fields=fields)
    return f"{_nest(depth - 1, unit)}\n{' ' * (unit * (depth - 1))}{_KEY}{last}"


@lru_cache(maxsize=64)
def _nest(depth: int, unit: int) -> str:
    """Lines that open one object in the other."""
    return "".join([f"\n{' ' * (unit * step)}{_KEY}:" for step in range(depth)])
