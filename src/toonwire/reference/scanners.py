"""§5.2: the patterns that tell line classes, made from the grammar's terminals.

Contract: a pattern tries the classes that a parser state accepts, in the order of the grammar, and says
by ``match.lastgroup`` which it is.  Group 1 is the line end and indentation before the line, "" where the
pattern starts inside a line; the groups after ``match.lastindex`` are the parts of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby

from toonwire.reference._grammar import STEPS, TERMINALS

__all__ = ["MALFORMED", "any_scanner", "item_scanner", "line_scanner", "rest_scanner"]

MALFORMED = "MALFORMED"
"""A line of no class: its first unquoted [ precedes its first unquoted colon, yet it is no header (§5.2,
class 4)."""

_RUNS = frozenset({"PAIR", "ENTRY", "ROW_C", "ROW_T", "ROW_P"})
_LONGEST_RUN = 256
"""Long enough to be fast, short enough for what a regular expression keeps of each line."""
_WANT_COLON = frozenset({"PAIR", "EMPTY_PAIR", "OPEN", "INLINE", "LIST", "TABLE_C", "TABLE_T", "TABLE_P", "KEYED"})
_NO_COLON = r'(?![^:\n]*\n|"[^"\\\n]*(?:\\.[^"\\\n]*)*"\n)'
_CONTENT = r"(?=[^ \t\n#])"


def _plain(pattern: str) -> str:
    """The pattern with its capture groups turned into plain ones."""
    return re.sub(r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\])|\((?!\?)", lambda m: m[1] or "(?:", pattern)


def _class(name: str, run: str | None) -> str:
    """The pattern of a class; ``run`` matches the line end and indentation of the lines that follow."""
    pattern = TERMINALS[name]
    if run is not None and name in _RUNS:
        pattern += f"(?:{run}{_CONTENT}{_plain(pattern)}){{0,{_LONGEST_RUN - 1}}}"
    return f"(?P<{name}>{pattern})"


def _classes(names: Iterable[str], run: str | None) -> str:
    """The classes in their order.

    A line that plainly has no unquoted colon is kept from those that want one: each of them would look for
    it from every place in the line.
    """
    parts = []
    for wants_colon, group in groupby(names, _WANT_COLON.__contains__):
        classes = "|".join(_class(name, run) for name in group)
        parts.append(f"{_NO_COLON}(?:{classes})" if wants_colon else classes)
    return "|".join(parts)


_FIELDS = frozenset({"PAIR", "EMPTY_PAIR", "OPEN"})


def _names(state: int, quoted: bool = True) -> tuple[str, ...]:
    """The classes of a state; headers come first where no quote does, for speed: a field is no header."""
    names = [name for name in TERMINALS if name in STEPS[state]]
    return tuple(names if quoted else sorted(names, key=_FIELDS.__contains__))


@cache  # one entry a set of classes and kind of prefix
def _scanner(names: tuple[str, ...], prefix: str, run: str | None) -> re.Pattern[str]:
    return re.compile(f"{prefix}(?:{_classes(names, run)})" if names else r"(?!)")


@cache  # one entry a parser state
def line_scanner(state: int, runs: bool, quoted: bool) -> re.Pattern[str]:
    """Matches a whole line, from the LF before it, of a class that the state accepts, or a run of such.

    States that accept the same classes share one pattern.
    """
    return _scanner(_names(state, quoted), rf"(\n *){_CONTENT}", r"\1" if runs else None)


@lru_cache(maxsize=64)  # one entry a parser state and indentation unit
def item_scanner(state: int, runs: bool, unit: int) -> re.Pattern[str]:
    """Matches a list-item line as a whole; the fields that follow stand one unit deeper (§10)."""
    return _scanner(_names(state), r"(\n *)- +", rf"\1 {{{unit}}}" if runs else None)


@cache  # one entry a parser state
def rest_scanner(state: int) -> re.Pattern[str]:
    """Matches a line from its content on."""
    return _scanner(_names(state), "()", None)


@lru_cache(maxsize=1)
def any_scanner() -> re.Pattern[str]:
    """Matches any line by what it looks like, for the message; rows, entries and items look like nothing."""
    names = [n for n in TERMINALS if n.startswith(("PAIR", "OPEN", "EMPTY", "INLINE", "LIST", "TABLE", "KEY"))]
    return re.compile(f"()(?:{_classes([*names, 'SCALAR'], None)}|(?P<{MALFORMED}>[^\\n]+))")
