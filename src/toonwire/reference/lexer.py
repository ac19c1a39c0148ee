"""§5.1, §5.2, §12: lines, their classes and the scopes they open and close.

Contract: a token is yielded with the parser's state as it stands after all tokens before it, so "is this
a row, an entry, an item or a field" is answered by the grammar.  Only what concerns indentation and
blank lines is refused here; a line that the state has no class for is yielded as whatever it looks like,
and the parser refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NoReturn

from toonwire.errors import ErrorCode
from toonwire.reference._grammar import STEPS, TERMINALS
from toonwire.reference.indentation import Place, next_place
from toonwire.reference.scope import Kind, Line, Scope
from toonwire.reference.source import Source

__all__ = ["MALFORMED", "LineLexer"]

MALFORMED = "MALFORMED"
"""The type of a line of no class: its first unquoted [ precedes its first unquoted colon, yet it is no
header (§5.2, class 4)."""

_ITEM_VALUES = frozenset({"SCALAR", "EMPTY", "KEYLESS_INLINE", "KEYLESS_LIST"})
_HEADER_SCOPES = frozenset({"list", "table", "keyed"})
_OPENS: dict[str, Kind] = {
    "OPEN": "object",
    **dict.fromkeys(("LIST", "KEYLESS_LIST"), "list"),
    **dict.fromkeys(("KEYED", "KEYLESS_KEYED"), "keyed"),
    **dict.fromkeys((f"{prefix}TABLE_{d}" for prefix in ("", "KEYLESS_") for d in "CTP"), "table"),
}
"""Classes that open a scope: its content is the next line, if that is deeper."""

_RUNS = frozenset({"PAIR", "ENTRY", "ROW_C", "ROW_T", "ROW_P"})
_LONGEST_RUN = 4096
_CONTENT = r"(?=[^ \t\n#])"

_ANY_INDENT = re.compile(r"\n([ \t]*)").match
_NO_TEXT = next(re.finditer("()", ""))


def _plain(pattern: str) -> str:
    """The pattern with its capture groups turned into plain ones."""
    return re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\((?!\?)", lambda m: m[1] or "(?:", pattern)


def _class(name: str, run: str | None) -> str:
    """The pattern of a class; ``run`` matches the line end and indentation of the lines that follow."""
    pattern = TERMINALS[name]
    if run is not None and name in _RUNS:
        pattern += f"(?:{run}{_CONTENT}{_plain(pattern)}){{0,{_LONGEST_RUN - 1}}}"
    return f"(?P<{name}>{pattern})"


def _names(state: int) -> tuple[str, ...]:
    return tuple(name for name in TERMINALS if name in STEPS[state])


@cache  # one entry a set of classes and kind of prefix
def _scanner(names: tuple[str, ...], prefix: str, run: str | None) -> re.Pattern[str]:
    classes = "|".join(_class(name, run) for name in names)
    return re.compile(f"{prefix}(?:{classes})" if classes else r"(?!)")


@cache  # one entry a parser state
def _line_scanner(state: int, runs: bool) -> re.Pattern[str]:
    """Matches a whole line, from the LF before it, of a class that the state accepts, or a run of such.

    States that accept the same classes share one pattern.
    """
    return _scanner(_names(state), rf"(\n *){_CONTENT}", r"\1" if runs else None)


@lru_cache(maxsize=64)  # one entry a parser state and indentation unit
def _item_scanner(state: int, runs: bool, unit: int) -> re.Pattern[str]:
    """Matches a list-item line as a whole; the fields that follow stand one unit deeper (§10)."""
    return _scanner(_names(state), r"(\n *)- +", rf"\1 {{{unit}}}" if runs else None)


@cache  # one entry a parser state
def _rest_scanner(state: int) -> re.Pattern[str]:
    """Matches a line from its content on."""
    return _scanner(_names(state), "()", None)


@lru_cache(maxsize=1)
def _any_scanner() -> re.Pattern[str]:
    """Matches any line by what it looks like, for the message; rows, entries and items look like nothing."""
    names = [n for n in TERMINALS if n.startswith(("PAIR", "OPEN", "EMPTY", "INLINE", "LIST", "TABLE", "KEY"))]
    classes = "|".join(_class(name, None) for name in [*names, "SCALAR"])
    return re.compile(f"()(?:{classes}|(?P<{MALFORMED}>[^\\n]+))")


class LineLexer:
    """The tokens of one document."""

    def __init__(self, source: Source, root: Scope, *, strict: bool, indent: int, runs: bool = True) -> None:
        self._source = source
        self._strict = strict
        self._unit = indent
        self._runs = runs
        self._scopes = [root]
        self._opened: Scope | None = None  # the scope that the last line opened
        self._spans = 0  # open header scopes that have a line already (§12, header span)
        root.width = 1

    def tokens(self, states: list[int]) -> Iterator[Line]:
        """Yields the lines and the bounds of their scopes; ``states`` is the parser's stack."""
        source, scopes, runs = self._source, self._scopes, self._runs
        text, end = source.text, len(source.text)
        position, turned = 0, False  # turned: the line at position has opened and closed its scopes
        scanner: re.Pattern[str] | None = None
        match: re.Match[str] | None = None  # what scanner found
        while True:
            if self._opened is None:
                wanted = _line_scanner(states[-1], runs)
                if wanted is not scanner:
                    scanner = wanted
                    match = wanted.match(text, position)
                scope = scopes[-1]
                fits = match is not None and match.end(1) - position == scope.width
                if not fits and turned:
                    match, fits = self._irregular(states[-1], position), True
                if match is not None and fits:
                    start, position, turned, scanner = position, match.end(), False, None
                    kind = match.lastgroup or MALFORMED
                    yield self._line(kind, scope, match.end(1), match)
                    if kind == "HYPHEN":
                        line = self._item(states[-1], start, position)
                        position = line.match.end()
                        yield line
                    continue
            place = next_place(source, position, self._unit, strict=self._strict)
            if place.position == end:
                break
            if place.position != position:
                position, scanner = place.position, None
            yield from self._turn(place)
            turned = True
        source.end()
        yield from self._close(end)

    def _item(self, state: int, line: int, start: int) -> Line:
        """What stands after a list-item hyphen; a field there opens the item's scope (§10)."""
        text = self._source.text
        match = _item_scanner(state, self._runs, self._unit).match(text, line) or self._at(state, start)
        kind, scope = match.lastgroup or MALFORMED, self._scopes[-1]
        if kind in STEPS[state] and kind not in _ITEM_VALUES:
            item = Scope("object", scope)
            item.content = item.depth = scope.depth + 1
            item.width = scope.width + self._unit if scope.width > 0 else -1
            self._scopes.append(scope := item)
        return self._line(kind, scope, start, match)

    def _line(self, kind: str, scope: Scope, start: int, match: re.Match[str]) -> Line:
        opens = _OPENS.get(kind)
        if opens is not None:
            self._opened = Scope(opens, scope)
        return Line(kind, scope, start, match, self._opened)

    def _irregular(self, state: int, position: int) -> re.Match[str]:
        """A line that is indented with tabs, or of no class that the state accepts."""
        indent = _ANY_INDENT(self._source.text, position)
        assert indent is not None
        return self._at(state, indent.end())

    def _at(self, state: int, start: int) -> re.Match[str]:
        text = self._source.text
        match = _rest_scanner(state).match(text, start) or _any_scanner().match(text, start)
        assert match is not None
        return match

    # ---- depth

    def _turn(self, place: Place) -> Iterator[Line]:
        """Ends the scopes that a line ends by its depth, and begins the one that it may begin (§8)."""
        depth, scopes = place.depth, self._scopes
        opened, self._opened = self._opened, None
        if opened is not None and depth <= scopes[-1].depth:
            yield Line("_DEDENT", opened, place.start, _NO_TEXT)
            opened = None
        while depth < scopes[-1].content:
            yield Line("_DEDENT", self._leave(), place.start, _NO_TEXT)
        scope = scopes[-1]
        if depth < scope.depth or (place.blank is not None and self._strict and self._spans):
            self._refuse(place, scope)
        if opened is not None:
            scope = self._enter(opened, place)
        scope.width = place.width
        if opened is not None or depth > scope.depth:
            yield Line("_INDENT", scope, place.start, _NO_TEXT)

    def _refuse(self, place: Place, scope: Scope) -> NoReturn:
        if place.depth < scope.depth:
            self._source.fail(
                ErrorCode.UNDER_INDENTED,
                place.start,
                expected=f"indentation of {scope.depth} levels as in the first line of this scope, or fewer than "
                f"{scope.content}",
                found=f"{place.depth} level{'s' * (place.depth != 1)}",
                hint="give all lines of one scope the same indentation",
            )
        assert place.blank is not None
        self._source.fail(
            ErrorCode.BLANK_LINE,
            place.blank + 1,
            expected="no blank line between the items, rows or entries of a header",
            found="one",
            hint="remove the blank line",
        )

    def _enter(self, scope: Scope, place: Place) -> Scope:
        scope.content = self._scopes[-1].depth + 1
        if place.depth > scope.content and self._strict:
            self._source.fail(
                ErrorCode.DEPTH_JUMP,
                place.start,
                expected=f"indentation of {scope.content * self._unit} spaces, one level deeper than the line above",
                found=f"{place.depth * self._unit}",
                hint=f"indent by {self._unit} space{'s' * (self._unit != 1)} a level",
            )
        scope.depth = place.depth  # §14.4, recovery 5
        self._scopes.append(scope)
        self._spans += scope.kind in _HEADER_SCOPES
        return scope

    def _leave(self) -> Scope:
        scope = self._scopes.pop()
        self._spans -= scope.kind in _HEADER_SCOPES
        return scope

    def _close(self, end: int) -> Iterator[Line]:
        """At the end of the input all scopes end."""
        opened, self._opened = self._opened, None
        if opened is not None:
            yield Line("_DEDENT", opened, end, _NO_TEXT)
        while len(self._scopes) > 1:
            yield Line("_DEDENT", self._leave(), end, _NO_TEXT)
