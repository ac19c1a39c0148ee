"""Whether a table in a document still has the names that the code has.

Contract: the names are the first cells, in backquotes, of the table rows between two markers.  Both directions
count: a name that only the document has is as wrong as one that it lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from toonwire.errors import OptionError

__all__ = ["Drift", "documented_names", "drift"]

_ROW = re.compile(r"^\|\s*`([^`\n]+)`\s*\|", re.MULTILINE)


class Drift(NamedTuple):
    """Names in the code that the document lacks, and names that only the document has."""

    undocumented: tuple[str, ...]
    unknown: tuple[str, ...]


def documented_names(text: str, marker: str) -> list[str]:
    r"""The names between ``<!-- drift:MARKER:start -->`` and ``<!-- drift:MARKER:end -->``.

    >>> documented_names("<!-- drift:x:start -->\n| `a` | A |\n<!-- drift:x:end -->", "x")
    ['a']
    """
    start, end = (f"<!-- drift:{marker}:{edge} -->" for edge in ("start", "end"))
    if text.count(start) != 1 or text.count(end) != 1 or text.index(start) > text.index(end):
        raise OptionError(
            option="marker",
            expected=f"one pair of {start} and {end}",
            found=f"{text.count(start)} and {text.count(end)}",
            hint="put the markers around the table",
        )
    return _ROW.findall(text[text.index(start) : text.index(end)])


def drift(text: str, marker: str, names: Iterable[str]) -> Drift:
    r"""What differs between a document and the names that it should have; falsy where nothing does.

    >>> drift("<!-- drift:x:start -->\n| `a` | A |\n<!-- drift:x:end -->", "x", ["b"])
    Drift(undocumented=('b',), unknown=('a',))
    """
    wanted = [str(name) for name in names]
    there = documented_names(text, marker)
    return Drift(
        tuple(name for name in wanted if name not in there), tuple(name for name in there if name not in wanted)
    )
