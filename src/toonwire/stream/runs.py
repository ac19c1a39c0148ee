"""Where whole elements of an open container end in a text (§8, §9, §12).

Contract: no line is understood but by its indentation and first character, so what is told apart here may still be
refused by whoever reads it.  Where the native engine serves, a compiled function answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from toonwire.engines import EngineName

__all__ = ["FindRun", "find_run", "run_finder"]

FindRun = Callable[[str, int, int, bool, bool], "tuple[int, int, int, int]"]
"""The type of :func:`find_run`."""


def run_finder(engine: EngineName) -> FindRun:
    """The function that goes with an engine."""
    if engine == "native":
        native: FindRun = import_module("toonwire.native._extent").run
        return native
    return find_run


def find_run(text: str, start: int, indent: int, nested: bool, blanks: bool) -> tuple[int, int, int, int]:
    r"""Elements of a container whose lines stand behind ``indent`` spaces, from one on that a line begins.

    start: the LF before that line.  nested: whether an element may have deeper lines; its end shows only in a line
    behind it.  blanks: whether blank lines may stand between such lines; else the run ends before one.

    Returns the end of the whole elements, where the run stops, which is the end of the text if that may go on with
    it, and the numbers of these elements and their lines.  Comments belong to the run.

    >>> find_run("\n  - a\n  - b: 1\n    c: 2\nd: 3", 0, 2, True, False)
    (24, 24, 2, 3)
    >>> find_run("\n  - a\n  - b: 1\n    c: 2", 0, 2, True, False)
    (6, 24, 1, 1)
    >>> find_run("\n  1,2\n  3,4\nd: 3", 0, 2, False, False)
    (12, 12, 2, 2)
    """
    stop, whole = len(text), False
    if (other := _other(indent, nested, blanks).search(text, start)) is not None:
        stop = other.start()
        whole = other["shallower"] is not None
        if other["blank"] is not None and nested:
            after = _content().search(text, stop)
            whole = after is not None and after.end(1) - after.start(1) < indent and after[2] != "\t"
            stop = stop if after is not None else len(text)
    starts = [line.start() for line in _element(indent).finditer(text, start, stop)]
    if whole or not nested:
        return stop, stop, len(starts), text.count("\n", start, stop)
    end = starts[-1] if starts else start
    return end, stop, len(starts) - 1, text.count("\n", start, end)


@lru_cache(maxsize=64)
def _other(indent: int, nested: bool, blanks: bool) -> re.Pattern[str]:
    """The LF before a line that is not of the run."""
    others = [r" *\t"]
    if indent:
        others.append(rf"(?P<shallower> {{0,{indent - 1}}}(?=[^ \t\n#]))")
    else:
        others.append(r"(?P<shallower>(?!))")
    if not nested:
        others.append(rf" {{{indent + 1},}}[^ \t\n#]")
    others.append(r"(?P<blank>(?!))" if nested and blanks else r"(?P<blank> *(?![^\n]))")
    return re.compile(rf"\n(?:{'|'.join(others)})")


@lru_cache(maxsize=64)
def _element(indent: int) -> re.Pattern[str]:
    return re.compile(rf"\n {{{indent}}}(?=[^ \t\n#])")


@lru_cache(maxsize=1)
def _content() -> re.Pattern[str]:
    """The LF before a line that is neither blank nor a comment."""
    return re.compile(r"\n( *)([^ \n#])")
