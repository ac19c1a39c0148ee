"""Runs of rows, entry rows and items, read by the engine as a whole.

Contract: a batch is taken where the line parser would read the same values without an error, and nowhere else.
Between two elements of a container the parser's state is the same before and after, so what stands between can be
given to the engine as a document of its own, under a header without a key.  Whatever the engine refuses goes to
the line parser, which knows the place; after that the rest of the part does, so that nothing is read in vain twice.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from toonwire import codec
from toonwire.errors import DecodeError
from toonwire.options import DecodeOptions
from toonwire.reference.parser import LineParser
from toonwire.reference.scope import Scope
from toonwire.reference.source import Part
from toonwire.rules.headers import field_list, header
from toonwire.rules.strings import quote
from toonwire.stream.events import EventBuild

__all__ = ["Batches"]

_LEAST = 1000
"""Characters that are worth a call of the engine."""
_MOST_LINES = 1024
_WINDOW = 8192
"""Characters that the line parser reads at most before the next try."""
_HEADER_ENDS = ("]:\n", "}:\n")


_AFTER_INDENT = {"list": r"[^\n]", "table": r"[^ \n]", "keyed": r"[^ \n]"}


@lru_cache(maxsize=64)
def _other(kind: str, indent: int) -> re.Pattern[str]:
    """The line end before a line that is no row, or no line of an item, at that indentation."""
    return re.compile(rf"\n(?! {{{indent}}}{_AFTER_INDENT[kind]})")


@lru_cache(maxsize=64)
def _sibling(indent: int) -> re.Pattern[str]:
    """The line end before a line that is at most as deep."""
    return re.compile(rf"\n {{0,{indent}}}(?=[^ \n])")


class _Run(NamedTuple):
    """Whole elements of a container: their text, its lines, and how many they are."""

    text: str
    lines: int
    elements: int


class Batches:
    """Where in a part of a document the engine reads, and where the line parser does."""

    def __init__(self, parser: LineParser, build: EventBuild, options: DecodeOptions) -> None:
        self._parser = parser
        self._build = build
        self._options = options
        self._unlimited = replace(options.limits, max_input_bytes=None)
        self._lines = 1  # to be read by the line parser before the next try

    def begin(self, part: Part) -> None:
        """Passes to the next lines."""
        self._text = part.text
        self._returns = "\r" in part.text
        self._refused = False
        self._lines = 1

    def read(self, scope: Scope, position: int) -> int:
        """Reads elements of a container from a line on; where they end, which is the same position if none is read."""
        run = None if self._refused else self._run(scope, position)
        if run is None:
            self._lines = min(2 * self._lines, _MOST_LINES)
            return position
        values = self._values(scope, run)
        if values is None or not self._build.batch(scope, values, position, position + len(run.text), run.lines):
            self._refused = True
            return position
        self._lines = 1
        return position + len(run.text)

    def stop(self, position: int) -> int:
        """How far the line parser should read from a line on."""
        text = self._text
        if self._refused:
            return len(text)
        stop = _line_end(text, position + _WINDOW)
        scope = next((s for s in reversed(self._parser.scopes) if s.kind != "object" and s.width > 0), None)
        if scope is not None:
            siblings = _sibling(scope.width - 1).finditer(text, position + 1, stop)
            sibling = next(islice(siblings, self._lines - 1, None), None)
            stop = stop if sibling is None else sibling.start()
        for end in _HEADER_ENDS:
            if (found := text.find(end, position, stop)) >= 0:
                # the parser must have seen the first line below a header
                stop = min(stop, _line_end(text, found + len(end)))
        return stop

    def _run(self, scope: Scope, position: int) -> _Run | None:
        """The elements that follow; None where they are too few, or not to be told apart surely."""
        text, indent = self._text, scope.width - 1
        other = _other(scope.kind, indent).search(text, position)
        end = len(text) if other is None else other.start()
        margin = f"\n{' ' * indent}"
        if scope.kind == "list":
            if indent % self._options.indent:
                return None
            # more lines of the last item may come
            end = text.rfind(f"{margin}-", position, end)
        if end - position < _LEAST:
            return None
        run = text[position:end]
        if self._returns and "\r" in run:  # prepared once already, and it would be prepared again
            return None
        lines = run.count("\n")
        if scope.kind == "list":
            return _Run(run, lines, run.count(f"{margin}-"))
        return _Run(run, lines, lines - run.count(f"{margin}#") if "#" in run else lines)

    def _values(self, scope: Scope, run: _Run) -> Any:
        """The elements, None where one is refused."""
        options, indent, text = self._options, scope.width - 1, run.text
        if options.strict and scope.count + run.elements > scope.declared:
            return None
        if indent != options.indent:
            text = text.replace(f"\n{' ' * indent}", f"\n{' ' * options.indent}")
        try:
            values = codec.decode(
                f"{_header(scope, run.elements)}{text}",
                indent=options.indent,
                strict=options.strict,
                parse_float=options.parse_float,
                parse_int=options.parse_int,
                limits=replace(self._unlimited, max_depth=self._unlimited.max_depth - scope.level + 1),
            )
        except DecodeError:
            return None
        return values if len(values) == run.elements else None


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _header(scope: Scope, count: int) -> str:
    if scope.kind == "list":
        return header(count, ",")
    fields = field_list(scope.fields.program, scope.delimiter, quote)
    return header(count, scope.delimiter, keyed=scope.kind == "keyed", fields=fields)
