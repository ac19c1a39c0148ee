"""§1.3 and §8 to §10: open scopes, and the lines that stand in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from toonwire.reference.fields import FieldList

__all__ = ["Kind", "Line", "Match", "Scope", "Unmasked"]

Kind = Literal["object", "list", "table", "keyed", "single"]
"""What a scope holds; a single is the root of a document that is no object."""


class Scope:
    """A container under construction.

    level: nesting of the container in the value, the root's is 1.
    content: the depth where its lines should stand; depth: the depth where they do stand, which is
        another one only after the depth-jump recovery (§14.4).
    width: characters from the LF to the content of its latest line, -1 if unknown.
    declared, count, header: the length a header declares, what was read so far, and the position of its
        bracket, where a mismatch is reported (§14.1).
    """

    __slots__ = (
        "content",
        "count",
        "declared",
        "delimiter",
        "depth",
        "fields",
        "header",
        "key",
        "kind",
        "level",
        "parent",
        "value",
        "width",
    )

    def __init__(self, kind: Kind, parent: Scope | None, key: str | None, value: Any, level: int) -> None:
        self.kind = kind
        self.parent = parent
        self.key = key
        self.value = value
        self.level = level
        self.content = self.depth = 0
        self.width = -1
        self.declared = self.count = self.header = 0
        self.delimiter = ","
        self.fields: FieldList | None = None


class Unmasked:
    """A match in the shape of a text that answers with the text itself."""

    __slots__ = ("_match", "_text", "end", "lastgroup", "lastindex", "start")

    def __init__(self, match: re.Match[str], text: str) -> None:
        self._match = match
        self._text = text
        self.lastgroup = match.lastgroup
        self.lastindex = match.lastindex
        self.start = match.start
        self.end = match.end

    def __getitem__(self, number: int) -> str:
        return self._text[self.start(number) : self.end(number)]

    def group(self, first: int, second: int) -> tuple[str, str]:
        return self[first], self[second]


Match = re.Match[str] | Unmasked


class Line:
    """A classified line, or the part of a list-item line after its hyphen: what Lark calls a token.

    ``match`` covers it: group 1 is the line end and indentation before it ("" inside a line), group
    ``match.lastindex`` the whole class, the groups after that its parts.  A run of equal lines may stand
    in one token; its groups then speak of the first.
    """

    __slots__ = ("match", "scope", "start", "type")

    def __init__(self, kind: str, scope: Scope, start: int, match: Match) -> None:
        self.type = kind
        self.scope = scope
        self.start = start
        self.match = match

    def part(self, number: int) -> str:
        """A part of the line, counted from 1 as in the grammar."""
        return str(self.match[(self.match.lastindex or 0) + number])

    def at(self, number: int) -> int:
        """Where that part starts."""
        return self.match.start((self.match.lastindex or 0) + number)
