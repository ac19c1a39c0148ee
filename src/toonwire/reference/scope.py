"""§1.3 and §8 to §10: open scopes, and the matches of the lines that stand in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, Union

if TYPE_CHECKING:
    from toonwire.reference.fields import FieldList

__all__ = ["Kind", "Match", "Scope", "Unmasked"]

Kind = Literal["object", "list", "table", "keyed", "single"]
"""What a scope holds; a single is the root of a document that is no object."""


class Scope:
    """A container under construction.

    level: nesting of the container in the value, the root's is 1.
    content: the depth where its lines should stand; depth: the depth where they do stand, which is
        another one only after the depth-jump recovery (§14.4).
    width: characters from the LF to the content of its latest line, -1 if unknown.
    declared, count: the length a header declares, and what was read so far.

    Only scopes of headers have a ``header``, the position of its bracket, where a mismatch is reported
    (§14.1), and only those with a field list have ``fields`` and a ``delimiter``.
    """

    delimiter: str
    fields: FieldList
    header: int

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
        self.declared = self.count = 0


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


Match = Union[re.Match[str], Unmasked]  # noqa: UP007 (3.10 cannot join a generic alias and a class by |)
"""A classified line, or the part of a list-item line after its hyphen.

Group 1 is the line end and indentation before it ("" inside a line), group ``lastindex`` the whole class, and
the groups after that are its parts.  A run of lines of one class may stand in
one match, whose groups then speak of the first.
"""
