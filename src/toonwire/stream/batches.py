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
from typing import Any

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
_HEADER = re.compile(r"[\]}]:(?=\n)").search


_AFTER_INDENT = {"list": r"[^\n]", "table": r"[^ \n]", "keyed": r"[^ \n]"}


@lru_cache(maxsize=64)
def _other(kind: str, indent: int) -> re.Pattern[str]:
    """The line end before a line that is no row, or no line of an item, at that indentation."""
    return re.compile(rf"\n(?! {{{indent}}}{_AFTER_INDENT[kind]})")


@lru_cache(maxsize=64)
def _sibling(indent: int) -> re.Pattern[str]:
    """The line end before a line that is at most as deep."""
    return re.compile(rf"\n {{0,{indent}}}(?=[^ \n])")


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
        self._refused = False
        self._header = 0  # the end of a line that is perhaps a header, the first one after those that were read
        self._lines = 1

    def read(self, scope: Scope, position: int) -> int:
        """Reads elements of a container from a line on; where they end, which is the same position if none is read."""
        run = None if self._refused else self._run(scope, position)
        values = self._values(scope, *run) if run is not None else None
        if run is None or values is None or not self._build.batch(scope, values, position + len(run[1])):
            self._refused = self._refused or run is not None
            self._lines = min(2 * self._lines, _MOST_LINES)
            return position
        self._lines = 1
        return position + len(run[1])

    def stop(self, position: int) -> int:
        """How far the line parser should read from a line on."""
        text = self._text
        if self._refused:
            return len(text)
        if self._header <= position:
            found = _HEADER(text, position)
            self._header = len(text) if found is None else found.end()
        # a header and the first line below it, which the parser must have seen
        first = text.find("\n", self._header + 1)
        stop = len(text) if first < 0 else first
        scope = next((s for s in reversed(self._parser.scopes) if s.kind != "object" and s.width > 0), None)
        if scope is not None:
            siblings = _sibling(scope.width - 1).finditer(text, position + 1, stop)
            sibling = next(islice(siblings, self._lines - 1, None), None)
            stop = stop if sibling is None else sibling.start()
        return stop

    def _run(self, scope: Scope, position: int) -> tuple[int, str] | None:
        """How many elements follow, and their text; None where they are too few, or not to be told apart surely."""
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
        if "\r" in run:  # prepared once already, and it would be prepared again
            return None
        rows = run.count("\n") - run.count(f"{margin}#")
        return (run.count(f"{margin}-") if scope.kind == "list" else rows), run

    def _values(self, scope: Scope, count: int, run: str) -> Any:
        """The elements, None where one is refused."""
        options = self._options
        if options.strict and scope.count + count > scope.declared:
            return None
        indent = scope.width - 1
        if indent != options.indent:
            run = run.replace(f"\n{' ' * indent}", f"\n{' ' * options.indent}")
        try:
            values = codec.decode(
                f"{_header(scope, count)}{run}",
                indent=options.indent,
                strict=options.strict,
                parse_float=options.parse_float,
                parse_int=options.parse_int,
                limits=replace(self._unlimited, max_depth=self._unlimited.max_depth - scope.level + 1),
            )
        except DecodeError:
            return None
        return values if len(values) == count else None


def _header(scope: Scope, count: int) -> str:
    if scope.kind == "list":
        return header(count, ",")
    fields = field_list(scope.fields.program, scope.delimiter, quote)
    return header(count, scope.delimiter, keyed=scope.kind == "keyed", fields=fields)
