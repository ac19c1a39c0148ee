r"""Documents one after another in one text, with a line ``---`` between them.

Contract: no line of a document that ``encode`` writes is ``---``, since a string that begins with a hyphen is
quoted and an item is indented (§7.2, §9.4).  A text without a byte holds no document; any other holds one more
than it has such lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from toonwire.cli.jsonlines import Block, line_blocks

__all__ = ["SEPARATOR", "documents"]

SEPARATOR = b"---\n"

_BETWEEN = re.compile(rb"^---[ \t\r]*(?:\n|\Z)", re.MULTILINE).search


def documents(pieces: Iterable[bytes]) -> Iterator[Block]:
    r"""The documents as they are complete, each with the number of its first line.

    >>> list(documents([b"a: 1\n-", b"--\n", b"b: 2\n"]))
    [Block(first=1, text=b'a: 1\n'), Block(first=3, text=b'b: 2\n')]
    """
    first, begun, any_text = 1, [b""], False
    for block in line_blocks(pieces):
        any_text, start = True, 0
        while (m := _BETWEEN(block.text, start)) is not None:
            text = b"".join([*begun, block.text[start : m.start()]])
            yield Block(first, text)
            first += text.count(b"\n") + 1
            begun, start = [], m.end()
        begun.append(block.text[start:])
    if any_text:
        yield Block(first, b"".join(begun))
