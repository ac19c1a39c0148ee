"""§1.3 and §8 to §10: open scopes, and the lines that stand in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from toonwire.reference.fields import FieldList

__all__ = ["Kind", "Line", "Scope"]

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

    def __init__(self, kind: Kind, parent: Scope | None) -> None:
        self.kind = kind
        self.parent = parent
        self.key: str | None = None
        self.value: Any = {} if kind in ("object", "keyed") else []
        self.level: int = 1 if parent is None else parent.level + 1
        self.content = self.depth = 0
        self.width = -1
        self.declared = self.count = self.header = 0
        self.delimiter = ","
        self.fields: FieldList | None = None


class Line:
    """A classified line, or the part of a list-item line after its hyphen: what Lark calls a token.

    ``match`` covers it: group 1 is the line end and indentation before it ("" inside a line), group
    ``match.lastindex`` the whole class, the groups after that its parts.  A run of equal lines may stand
    in one token; its groups then speak of the first.  ``opens`` is the scope that a header or a ``key:``
    line opens.
    """

    __slots__ = ("match", "opens", "scope", "start", "type")

    def __init__(self, kind: str, scope: Scope, start: int, match: re.Match[str], opens: Scope | None = None) -> None:
        self.type = kind
        self.scope = scope
        self.start = start
        self.match = match
        self.opens = opens

    def part(self, number: int) -> str:
        """A part of the line, counted from 1 as in the grammar."""
        return str(self.match[(self.match.lastindex or 0) + number])

    def at(self, number: int) -> int:
        """Where that part starts."""
        return self.match.start((self.match.lastindex or 0) + number)
