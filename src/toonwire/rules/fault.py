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
    r"""``text`` in quotes for a message, control characters escaped, cut after ``limit`` characters.

    The quotes are single ones where the text has double ones of its own.

    >>> shorten("a\tb"), shorten('say "hi"'), shorten("x" * 9, 5)
    ('"a\\tb"', '\'say "hi"\'', '"xxxx…"')
    """
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    mark = "'" if '"' in shown else '"'
    return mark + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in shown) + mark
