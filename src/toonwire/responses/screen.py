"""A quick look at a payload that spares most payloads a walk.

Contract: a screen may say that something might be there where nothing is, never the reverse.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import orjson

from toonwire.shaping import PLACEHOLDERS

__all__ = ["Screen"]

_STARTS = tuple(f'"{word}'.encode() for word in sorted(PLACEHOLDERS) if word.isascii())
# null and empty containers, and texts that are blank or begin with what is stripped from them
_EMPTY = (b"null", b'""', b"[]", b"{}", b'" ', b'"\\', *_STARTS)


class Screen:
    """The JSON text of plain data, to search for what could matter.

    ``data`` is None where there is no such text; then everything is possible.
    """

    def __init__(self, value: Any) -> None:
        self.data: bytes | None
        try:
            self.data = orjson.dumps(value)
        except (TypeError, ValueError):
            self.data = None

    @cached_property
    def lowered(self) -> bytes:
        """The text in lower case."""
        return (self.data or b"").lower()

    def may_hold(self, marker: bytes) -> bool:
        """Whether a lower-case text can be anywhere in it, in any case."""
        return self.data is None or marker in self.lowered

    def may_be_ill_formed(self) -> bool:
        r"""Whether there can be half a surrogate pair, or NUL, which JSON writes as an escape.

        >>> Screen({"a": "ok"}).may_be_ill_formed(), Screen({"a": "\ud800"}).may_be_ill_formed()
        (False, True)
        """
        return self.data is None or b"\\u0000" in self.data

    def may_hold_nothing(self) -> bool:
        """Whether anything in it can say nothing: null, a blank, a placeholder, an empty container.

        >>> Screen({"a": "no news"}).may_hold_nothing(), Screen({"a": " N/A"}).may_hold_nothing()
        (False, True)
        """
        if self.data is None or not self.data.isascii():
            return True
        text = self.lowered
        return any(empty in text for empty in _EMPTY)

    def keys(self) -> set[str] | None:
        """All keys, and perhaps ends of texts; None where they cannot be told."""
        if self.data is None:
            return None
        ends = self.data.split(b'":')
        return {key.decode() for key in {end[end.rfind(b'"') + 1 :] for end in ends[:-1]}}
