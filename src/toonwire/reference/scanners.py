"""§5.2: the patterns that tell line classes, made from the grammar's terminals.

Contract: a pattern tries the classes that a parser state accepts, in the order of the grammar, and says
by ``match.lastgroup`` which it is.  Group 1 is the line end and indentation before the line, "" where the
pattern starts inside a line; the groups after ``match.lastindex`` are the parts of the line.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from toonwire.reference._grammar import STEPS, TERMINALS

__all__ = ["MALFORMED", "any_scanner", "item_scanner", "line_scanner", "rest_scanner"]

MALFORMED = "MALFORMED"
"""A line of no class: its first unquoted [ precedes its first unquoted colon, yet it is no header (§5.2,
class 4)."""

_RUNS = frozenset({"PAIR", "ENTRY", "ROW_C", "ROW_T", "ROW_P"})
_LONGEST_RUN = 512
"""Long enough to be fast, short enough for what a regular expression keeps of each line."""
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


_SCALARS = frozenset({"EMPTY", "SCALAR", "SCALAR_ALONE"})
_FIELDS = frozenset({"PAIR", "EMPTY_PAIR", "OPEN"})


def _names(state: int, quoted: bool) -> list[str]:
    """The classes of a state, the likely ones first: scalars, then fields where a quote comes first, else headers.

    But for scalars among themselves no two classes match one line, so the order makes no difference.
    """

    def rank(name: str) -> int:
        return 0 if name in _SCALARS else 1 + ((name in _FIELDS) != quoted)

    return sorted((name for name in TERMINALS if name in STEPS[state]), key=rank)


@lru_cache(maxsize=256)  # one entry a set of classes and kind of prefix
def _scanner(names: tuple[str, ...], prefix: str, run: str | None) -> re.Pattern[str]:
    classes = "|".join(_class(name, run) for name in names)
    return re.compile(f"{prefix}(?:{classes})" if names else r"(?!)")


@cache  # one entry a parser state
def line_scanner(state: int, runs: bool, quoted: bool) -> re.Pattern[str]:
    """Matches a whole line, from the LF before it, of a class that the state accepts, or a run of such.

    States that accept the same classes share one pattern.
    """
    return _scanner(tuple(_names(state, quoted)), rf"(\n *){_CONTENT}", r"\1" if runs else None)


@lru_cache(maxsize=64)  # one entry a parser state and indentation unit
def item_scanner(state: int, runs: bool, unit: int, quoted: bool) -> re.Pattern[str]:
    """Matches a list-item line as a whole; the fields that follow stand one unit deeper (§10)."""
    return _scanner(tuple(_names(state, quoted)), r"(\n *)- +", rf"\1 {{{unit}}}" if runs else None)


@cache  # one entry a parser state
def rest_scanner(state: int) -> re.Pattern[str]:
    """Matches a line from its content on."""
    return _scanner(tuple(_names(state, True)), "()", None)


@lru_cache(maxsize=1)
def any_scanner() -> re.Pattern[str]:
    """Matches any line by what it looks like, for the message; rows, entries and items look like nothing."""
    names = [n for n in TERMINALS if n.startswith(("PAIR", "OPEN", "EMPTY", "INLINE", "LIST", "TABLE", "KEY"))]
    classes = "|".join(_class(name, None) for name in [*names, "SCALAR"])
    return re.compile(f"()(?:{classes}|(?P<{MALFORMED}>[^\\n]+))")
