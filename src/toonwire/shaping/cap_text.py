"""A text of at most so many characters, bytes or tokens that says how much was cut.

Contract: the limit counts the mark too and is never passed.  A cut never falls inside what a reader sees as
one character, nor between CR and LF.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Literal, NamedTuple

from toonwire.errors import OptionError

__all__ = ["CappedText", "cap_text"]

Unit = Literal["chars", "bytes", "tokens"]
Where = Literal["end", "middle", "start"]

_JOINER = 0x200D
_EXTENDS = ((0xFE00, 0xFE0F), (0x1F3FB, 0x1F3FF), (0xE0020, 0xE007F), (0xE0100, 0xE01EF), (_JOINER, _JOINER))
"""Variation selectors, skin tones, tags and the joiner: they belong to the character before them."""


class CappedText(NamedTuple):
    """A text, whether it was cut, and how much of it, in its unit, is not there."""

    text: str
    truncated: bool
    omitted: int


def cap_text(
    text: str,
    limit: int,
    *,
    unit: Unit = "chars",
    where: Where = "end",
    marker: str = "… [truncated {n} {unit}]",
    counter: Callable[[str], int] | None = None,
) -> CappedText:
    """A text cut to ``limit``, with a mark where it was cut.

    unit: what is counted.  ``bytes`` are those of UTF-8, ``tokens`` what ``counter`` counts.
    where: which part is left out.
    marker: ``{n}`` becomes the number of units left out.  Where the limit leaves no room for it, there is none.

    Cut values, not text that is already laid out: an open fence would swallow the rest.

    >>> cap_text("The quick brown fox jumps over the lazy dog", 35)
    CappedText(text='The quick bro… [truncated 30 chars]', truncated=True, omitted=30)
    >>> cap_text("abcdef", 4, where="middle", marker="~").text
    'ab~f'
    """
    size = _size(unit, counter)
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise OptionError(option="limit", expected="a whole number of at least 0", found=ascii(limit))
    if where not in ("end", "middle", "start"):
        raise OptionError(option="where", expected='one of "end", "middle", "start"', found=ascii(where))
    whole = size(text)
    if whole <= limit:
        return CappedText(text, False, 0)

    def attempt(kept: int) -> tuple[str, int]:
        head, tail = _ends(text, kept, where)
        omitted = max(whole - size(head) - size(tail), 0)
        mark = marker.replace("{n}", str(omitted)).replace("{unit}", unit)
        return f"{head}{mark}{tail}", omitted

    kept = _most(len(text), lambda n: size(attempt(n)[0]) <= limit)
    if kept >= 0:
        made, omitted = attempt(kept)
        return CappedText(made, True, omitted)
    kept = _most(len(text), lambda n: size("".join(_ends(text, n, where))) <= limit)
    made = "".join(_ends(text, max(kept, 0), where))
    return CappedText(made, True, max(whole - size(made), 0))


def _size(unit: str, counter: Callable[[str], int] | None) -> Callable[[str], int]:
    if unit == "chars":
        return len
    if unit == "bytes":
        return lambda text: len(text.encode("utf-8", "surrogatepass"))
    if unit != "tokens":
        raise OptionError(option="unit", expected='one of "chars", "bytes", "tokens"', found=ascii(unit))
    if counter is None:
        raise OptionError(option="counter", expected="a function that counts the tokens of a text", found="none")
    return counter


def _most(high: int, fits: Callable[[int], bool]) -> int:
    """The largest number below ``high`` that fits, -1 if 0 does not; sizes may dip by a little."""
    if not fits(0):
        return -1
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def _ends(text: str, kept: int, where: str) -> tuple[str, str]:
    """What stays at the start and at the end, together at most ``kept`` characters."""
    before = {"end": kept, "start": 0, "middle": (kept + 1) // 2}[where]
    after = len(text) - (kept - before)
    while not _is_boundary(text, before):
        before -= 1
    while not _is_boundary(text, after):
        after += 1
    return text[:before], text[after:]


def _is_boundary(text: str, at: int) -> bool:
    """Whether a reader sees one character end and another begin here."""
    if at <= 0 or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if after.isascii():
        return not (before == "\r" and after == "\n") and ord(before) != _JOINER
    code = ord(after)
    if ord(before) == _JOINER or any(low <= code <= high for low, high in _EXTENDS):
        return False
    if unicodedata.category(after) in ("Mn", "Me", "Mc"):
        return False
    if 0xDC00 <= code <= 0xDFFF:
        return not "\ud800" <= before <= "\udbff"
    return not _is_regional(after) or _regionals_before(text, at) % 2 == 0


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _regionals_before(text: str, at: int) -> int:
    start = at
    while start and _is_regional(text[start - 1]):
        start -= 1
    return at - start
