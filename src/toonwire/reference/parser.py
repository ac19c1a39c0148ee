"""§5.2, §8, §10, §12: lines, the scopes they open and close, and the tight loop over the grammar's tables.

Contract: a line is classified by the parser's state as it stands after all lines before it, so "is this a
row, an entry row, an item or a field" is answered by the grammar; its action runs before the next line is
read.  Only what concerns depth and blank lines is refused here.  Since no rule looks at the next line (but
for a scalar as the root, which stands alone), a document may come in pieces of whole lines: ``read`` goes on
where it stopped, ``go_on`` passes to the next piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, Protocol

from toonwire.errors import ErrorCode
from toonwire.reference._grammar import STARTS, STEPS
from toonwire.reference.indentation import depth_of
from toonwire.reference.scanners import MALFORMED, any_scanner, item_scanner, line_scanner, rest_scanner
from toonwire.reference.scope import Kind, Match, Scope, Unmasked
from toonwire.reference.source import Part, Source
from toonwire.reference.tables import Misplaced, settle

__all__ = ["Action", "LineParser", "Token"]

Action = Callable[[Any, Scope, Match, "Scope | None"], None]
"""Gets the values' side, the scope that a line stands in, its match, and the scope that it opens; for the end
of a scope, that scope and a match of nothing."""

Token = tuple[str, Scope, Match, "Scope | None", int]
"""What a trace sees: terminal, the arguments of the action, and where the token starts."""

_GAPS = frozenset({"", "\n", "#"})
_ITEM_VALUES = frozenset({"SCALAR", "EMPTY", "KEYLESS_INLINE", "KEYLESS_LIST"})
_HEADER_SCOPES = frozenset({"list", "table", "keyed"})
_OPENS: dict[str, Kind] = {
    "OPEN": "object",
    **dict.fromkeys(("LIST", "KEYLESS_LIST"), "list"),
    **dict.fromkeys(("KEYED", "KEYLESS_KEYED"), "keyed"),
    **dict.fromkeys((f"{prefix}TABLE_{d}" for prefix in ("", "KEYLESS_") for d in "CTP"), "table"),
}
"""Classes that open a scope: its content is the next line, if that is deeper."""

_FRESH = [STARTS["start"]]
_ANY_INDENT = re.compile(r"\n([ \t]*)").match
_NOTHING = next(re.finditer("()", ""))

# The next line: indentation, list-item hyphen, and, where no quoted span and no bracket stands before the
# first colon, the parts of PAIR or OPEN, which then need no search among the classes.
_LINES = re.compile(r'\n( *)(- +)?(?:([^ \t\n#":\[][^":\[\n]*):(?: *([^ \n][^\n]*))?(?![^\n]))?')
_KEY = 3


# A line of content that is indented with spaces.
_CONTENT = re.compile(r"\n( *)(?=[^ \t\n#])").match


class Builder(Protocol):
    """What the parser asks of the values' side besides actions."""

    root: Scope

    def plain_pair(self, scope: Scope, line: re.Match[str], token: str, text: str) -> None:
        """``key: value``, in groups 3 and 4."""

    def plain_open(self, scope: Scope, line: re.Match[str], token: str, opens: Scope) -> None:
        """``key:``, in group 3."""

    def check_depth(self, level: int, position: int) -> None:
        """Raises where a container of that level may not exist: an object as a list item has no action."""


class LineParser:
    """One document on its way through the tables."""

    def __init__(
        self,
        source: Source,
        build: Builder,
        actions: Mapping[str, Action],
        *,
        strict: bool,
        indent: int,
        trace: Callable[[Token], None] | None = None,
    ) -> None:
        """With a ``trace``, every line is a token of its own."""
        self._trace = trace
        self._take_up(source)
        self._build = build
        self._actions = actions
        self._close = actions["close"]
        self._strict = strict
        self._unit = indent
        self._states = [*_FRESH]
        self._scopes = [build.root]
        self._opened: Scope | None = None  # the scope that the last line opened
        self._blank: int | None = None  # the first blank line since the last line of content
        self._spans = 0  # open header scopes that have a line already (§12, header span)
        build.root.width = 1

    def run(self) -> None:
        """Reads a whole document.  Raises ``DecodeError`` and :class:`Misplaced`."""
        self.read(0, len(self._source.shape))
        self._source.end()
        self.finish()

    def read(self, start: int, stop: int) -> None:
        """Reads lines, from the LF before the first to the end of the last.

        Raises ``DecodeError`` and :class:`Misplaced`.
        """
        scopes, shape, blank = self._scopes, self._source.shape, self._blank
        self._stop = stop
        position: int | None = start
        while position is not None:
            lines = _LINES.finditer(shape, position, stop)
            position = None
            for line in lines:
                indent, hyphen, key, value = line.groups()
                tabbed = False
                if key is None and hyphen is None:
                    first = shape[line.end(1) : line.end(1) + 1]
                    if first in _GAPS:
                        if blank is None and first != "#":
                            blank = line.end(1)
                        continue
                    tabbed = first == "\t"
                width = len(indent) + 1
                if width != scopes[-1].width or self._opened is not None or blank is not None or tabbed:
                    self._turn(line.start(), line.end(1), width, blank)
                    blank = None
                if key is None or not self._plain(line, hyphen, key, value):
                    end = self._line(line.start(), quoted=shape.startswith('"', line.end(1)))
                    if end != line.end():
                        position = end
                        break
        self._blank = blank

    def finish(self) -> None:
        """Ends all scopes: the input is over."""
        end = len(self._source.shape)
        opened, self._opened = self._opened, None
        if opened is not None:
            self._end(opened, end)
        while len(self._scopes) > 1:
            self._end(self._leave(), end)

    # ---- documents in pieces

    @property
    def scopes(self) -> Sequence[Scope]:
        """The scopes that are open and have a line, the root first."""
        return self._scopes

    @property
    def blanks(self) -> bool:
        """Whether a blank line may stand before the next line of the innermost open scope."""
        return not (self._strict and self._spans)

    @property
    def fresh(self) -> bool:
        """Whether no line of content has been read."""
        return self._states == _FRESH

    def go_on(self, source: Part) -> None:
        """Passes to the next lines, as the values' side does; the places that an error may still name are kept."""
        past = self._source
        for scope in [*self._scopes, *([self._opened] if self._opened is not None else [])]:
            if scope.kind in _HEADER_SCOPES:
                scope.header = source.keep(past.place(scope.header))
        if self._blank is not None:
            self._blank = source.keep(past.place(self._blank))
        self._take_up(source)

    def continued(self, position: int) -> Scope | None:
        """The container that the line at a position adds to, if it has a line already.

        Scopes that this line ends are over then.  Raises ``DecodeError``.
        """
        line = _CONTENT(self._source.shape, position)
        if line is None or self.fresh:
            return None
        scopes, width = self._scopes, line.end() - position
        scope = next((scope for scope in reversed(scopes) if scope.width <= width), None)
        if scope is None or scope.width != width:
            return None
        if scope is not scopes[-1] or self._opened is not None or self._blank is not None:
            self._turn(position, line.end(), width, self._blank)
            self._blank = None
        return scope if scope is scopes[-1] and (scope.count or scope.kind == "object") else None

    def _take_up(self, source: Source) -> None:
        self._source = source
        self._stop = len(source.shape)
        self._masked = source.shape is not source.text
        self._runs = self._trace is None and not self._masked

    # ---- lines

    def _plain(self, line: re.Match[str], hyphen: str | None, key: str, value: str | None) -> bool:
        """Reads a plain field, or a list item that begins with one; False where the state has no place for it."""
        states, scope = self._states, self._scopes[-1]
        kinds = STEPS[states[-1]]
        if not self._runs:
            return False
        if hyphen is not None:
            if "HYPHEN" not in kinds:
                return False
            self._actions["hyphen"](self._build, scope, line, None)
            states += kinds["HYPHEN"][1]
            scope = self._enter_item(scope, line.start(_KEY))
            kinds = STEPS[states[-1]]
        if "PAIR" not in kinds:
            return False
        if value is not None:
            self._build.plain_pair(scope, line, key, value)
            states += kinds["PAIR"][1]
        else:
            opens = self._opened = Scope("object", scope)
            self._build.plain_open(scope, line, key, opens)
            states += kinds["OPEN"][1]
        return True

    def _line(self, position: int, *, quoted: bool) -> int:
        """A line, or a run of lines, by the classes that the state accepts; where it ends."""
        scope = self._scopes[-1]
        match = line_scanner(self._states[-1], self._runs, quoted).match(self._source.shape, position, self._stop)
        if match is None or match.end(1) - position != scope.width:
            match = self._irregular(position)
        kind = match.lastgroup or MALFORMED
        self._take(kind, scope, match)
        return self._item(position, match.end()) if kind == "HYPHEN" else match.end()

    # ---- tokens

    def _take(self, kind: str, scope: Scope, match: re.Match[str]) -> None:
        """Moves on by a line and runs its action."""
        states = self._states
        step = STEPS[states[-1]].get(kind)
        opens = None
        if kind in _OPENS:
            opens = self._opened = Scope(_OPENS[kind], scope)
        if self._trace is not None:
            self._trace((kind, scope, match, opens, match.start(match.lastindex or 0)))
        if step is None:
            raise Misplaced(kind, states[-1], match.start(match.lastindex or 0), scope)
        action, pushed, reductions = step
        if action is not None:
            self._actions[action](
                self._build, scope, Unmasked(match, self._source.text) if self._masked else match, opens
            )
        states += pushed
        if reductions:
            settle(states)

    def _item(self, line: int, start: int) -> int:
        """What stands after a list-item hyphen; a field there opens the item's scope (§10)."""
        state, scope = self._states[-1], self._scopes[-1]
        shape = self._source.shape
        match = item_scanner(state, self._runs, self._unit, shape.startswith('"', start)).match(shape, line, self._stop)
        if match is None:
            match = self._at(start)
        kind = match.lastgroup or MALFORMED
        if kind in STEPS[state] and kind not in _ITEM_VALUES:
            scope = self._enter_item(scope, start)
        self._take(kind, scope, match)
        return match.end()

    def _enter_item(self, scope: Scope, start: int) -> Scope:
        item = Scope("object", scope)
        self._build.check_depth(item.level, start)
        item.content = item.depth = scope.depth + 1
        item.width = scope.width + self._unit if scope.width > 0 else -1
        self._scopes.append(item)
        return item

    def _irregular(self, position: int) -> re.Match[str]:
        """A line that is indented with tabs, or of no class that the state accepts."""
        indent = _ANY_INDENT(self._source.shape, position)
        assert indent is not None
        return self._at(indent.end())

    def _at(self, start: int) -> re.Match[str]:
        shape = self._source.shape
        match = rest_scanner(self._states[-1]).match(shape, start) or any_scanner().match(shape, start)
        assert match is not None
        return match

    # ---- depth

    def _turn(self, position: int, start: int, width: int, blank: int | None) -> None:
        """Ends the scopes that a line ends by its depth, and begins the one that it may begin (§8)."""
        depth, left = divmod(width - 1, self._unit)
        if left or self._source.shape.startswith("\t", start):
            indent = _ANY_INDENT(self._source.shape, position)
            assert indent is not None
            start = indent.end()
            depth = depth_of(self._source, start, indent[1], self._unit, strict=self._strict)
            # widths compare like depths only where all is spaces
            width = -1 if "\t" in indent[1] else width
        scopes = self._scopes
        opened, self._opened = self._opened, None
        if opened is not None and depth <= scopes[-1].depth:
            self._end(opened, start)
            opened = None
        while depth < scopes[-1].content:
            self._end(self._leave(), start)
        scope = scopes[-1]
        if depth < scope.depth or (blank is not None and self._strict and self._spans):
            self._refuse(depth, start, blank)
        if opened is not None:
            scope = self._enter(opened, depth, start)
        scope.width = width
        if opened is not None:
            self._begin(scope, start)
        elif depth > scope.depth:
            if self._trace is not None:
                self._trace(("_INDENT", scope, _NOTHING, None, start))
            raise Misplaced("_INDENT", self._states[-1], start, scope)

    def _refuse(self, depth: int, start: int, blank: int | None) -> NoReturn:
        scope = self._scopes[-1]
        if depth < scope.depth:
            self._source.fail(
                ErrorCode.UNDER_INDENTED,
                start,
                expected=f"indentation of {scope.depth} levels as in the first line of this scope, or at most "
                f"{scope.content - 1}",
                found=f"{depth} level{'s' * (depth != 1)}",
                hint="give all lines of one scope the same indentation",
            )
        assert blank is not None
        self._source.fail(
            ErrorCode.BLANK_LINE,
            blank,
            expected="no blank line between the items, rows or entries of a header",
            found="one",
            hint="remove the blank line",
        )

    def _enter(self, scope: Scope, depth: int, start: int) -> Scope:
        scope.content = self._scopes[-1].depth + 1
        if depth > scope.content and self._strict:
            self._source.fail(
                ErrorCode.DEPTH_JUMP,
                start,
                expected=f"indentation of {scope.content * self._unit} spaces, one level deeper than the line above",
                found=f"{depth * self._unit}",
                hint="indent by one level at a time"
                if scope.content > 1
                else f"indent by {self._unit} a level, or set the indent option to {depth * self._unit}",
            )
        scope.depth = depth  # §14.4, recovery 5
        self._scopes.append(scope)
        self._spans += scope.kind in _HEADER_SCOPES
        return scope

    # The states after a line that opens a scope accept _INDENT and _DEDENT, those in a scope _DEDENT.

    def _begin(self, scope: Scope, start: int) -> None:
        if self._trace is not None:
            self._trace(("_INDENT", scope, _NOTHING, None, start))
        self._states += STEPS[self._states[-1]]["_INDENT"][1]

    def _end(self, scope: Scope, start: int) -> None:
        if self._trace is not None:
            self._trace(("_DEDENT", scope, _NOTHING, None, start))
        self._close(self._build, scope, _NOTHING, None)
        self._states += STEPS[self._states[-1]]["_DEDENT"][1]
        settle(self._states)

    def _leave(self) -> Scope:
        scope = self._scopes.pop()
        self._spans -= scope.kind in _HEADER_SCOPES
        return scope
