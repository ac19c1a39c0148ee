"""What a rule raises when a token breaks it.

Contract: a rule sees one token and not where it stands.  It raises a :class:`Fault` with an offset
into the token; whoever holds the place of the token turns it into a ``DecodeError`` or ``EncodeError``.
"""

from __future__ import annotations

from toonwire.errors import ErrorCode

__all__ = ["Fault", "shorten"]


class Fault(Exception):
    """A broken rule inside one token; ``offset`` counts characters from the token's start."""

    def __init__(
        self, code: ErrorCode, offset: int = 0, *, found: str = "", expected: str = "", hint: str = ""
    ) -> None:
        super().__init__(code)
        self.code = code
        self.offset = offset
        self.found = found
        self.expected = expected
        self.hint = hint


def shorten(text: str, limit: int = 40) -> str:
    """``text`` in double quotes for a message, control characters escaped, cut after ``limit`` characters."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return '"' + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown) + '"'
