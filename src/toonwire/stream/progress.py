"""How far an open table, list or keyed table was read, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toonwire.errors import DecodeError
from toonwire.paths import format_path
from toonwire.reference.build import shown
from toonwire.reference.scope import Scope

__all__ = ["progress", "torn"]

_NOUNS = {"list": "items", "table": "rows", "keyed": "entry rows"}


def progress(scope: Scope, complete: int) -> str:
    """How many of the elements that a header declares are complete, as ``41 of 50 rows of users``."""
    steps: list[str | int] = []
    inner: Scope | None = scope
    while inner is not None and inner.parent is not None:
        if inner.key is not None:
            steps.append(inner.key)
        elif inner.parent.kind == "list":
            steps.append(inner.parent.count - 1)
        inner = inner.parent
    place = format_path(tuple(reversed(steps))) or "the root"
    return f"{complete} of {shown(scope.declared)} {_NOUNS[scope.kind]} of {place}"


def torn(error: DecodeError, line: int, scopes: Sequence[Scope], before: Mapping[Scope, int]) -> DecodeError:
    """The error of a last line, which was perhaps cut off: its hint says what was complete.

    before: what the open scopes had counted before that line.
    """
    scope = next((scope for scope in reversed(scopes) if scope.kind in _NOUNS), None)
    if error.line != line or scope is None or scope.count > scope.declared:
        return error
    counted = before.get(scope, 0)
    started = scope.count > counted or scope is scopes[-1]
    complete = counted if started else counted - 1
    hint = f"the input ends in this line, after {progress(scope, complete)}"
    return DecodeError(
        error.code,
        line=error.line,
        column=error.column,
        source_line=error.source_line,
        found=error.found,
        expected=error.expected,
        hint=f"{error.hint}; {hint}" if error.hint else hint,
    )
