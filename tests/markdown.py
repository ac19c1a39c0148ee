"""The parts of a Markdown page that the tests of the documentation look at.

Contract: fences start at the left margin and none stands inside another; a heading is a line of ``#``
outside fences.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

__all__ = ["Block", "anchors", "blocks", "inline_code", "links"]

_FENCE = re.compile(r"^```(?P<kind>\S*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]\[]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


class Block(NamedTuple):
    """A fenced block: its language, its text and the number of its first line in the page."""

    kind: str
    text: str
    line: int


def blocks(page: str, kind: str) -> list[Block]:
    r"""The fenced blocks of one language.

    >>> blocks("A\n```python\n>>> 1\n1\n```\n", "python")
    [Block(kind='python', text='>>> 1\n1\n', line=3)]
    """
    return [
        Block(m["kind"], m["text"], page.count("\n", 0, m.start("text")) + 1)
        for m in _FENCE.finditer(page)
        if m["kind"] == kind
    ]


def links(page: str) -> list[str]:
    """The targets of the links outside fences.

    >>> links("See [a](b.md#c) and `[x](y)`.")
    ['b.md#c']
    """
    return _LINK.findall(_CODE.sub("", _FENCE.sub("", page)))


def inline_code(page: str) -> list[str]:
    """The spans of code outside fences.

    >>> inline_code("Run `toon --version`.")
    ['toon --version']
    """
    return _CODE.findall(_FENCE.sub("", page))


def anchors(path: Path) -> set[str]:
    """The fragments that lead to the headings of a file, spelled as the usual hosts of repositories do."""
    headings = _HEADING.findall(_FENCE.sub("", path.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
