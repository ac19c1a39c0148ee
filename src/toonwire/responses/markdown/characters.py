r"""Which characters of a value reach a page: what comes back from code, from prose and from a block.

Contract: no line break of any kind survives in a line, no control character anywhere, and halves of
surrogate pairs are whole or U+FFFD.  All else stays as it is, zero-width and bidirectional characters too.
"""

from __future__ import annotations

import re
from enum import Enum

from toonwire.shaping.well_formed import well_formed

__all__ = ["lines", "one_line", "prose", "spelled"]

_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
"""All that ends a line for CommonMark or for ``str.splitlines``."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x9f]")
_BLANKS = re.compile(r"[ \t]+")
_OUTER = "".join(char for char in map(chr, range(0x3001)) if char.isspace()) + "\ufeff"
"""White space; parsers drop a byte-order mark at the start of a page, too."""


def spelled(value: object) -> str:
    """The characters of a value: a text is itself, None is "", the rest is spelled as JSON and Python do.

    >>> [spelled(value) for value in ("a", None, True, 3, 2.5)]
    ['a', '', 'true', '3', '2.5']
    """
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, str):
        return str.__str__(value)
    if value is None or isinstance(value, bool):
        return {None: "", True: "true", False: "false"}[value]
    return str(value)


def one_line(value: object) -> str:
    r"""The value in one line: what :func:`inline_code` gives back.

    A line break of any kind becomes one space, another control character U+FFFD; tabs stay.

    >>> one_line("a\r\nb\u2028c\x1b")
    'a b c�'
    """
    return _tamed(_BREAK.sub(" ", spelled(value)))


def prose(value: object) -> str:
    r"""The value as a phrase: what :func:`text` gives back.

    :func:`one_line`, with runs of spaces and tabs as one space, and without white space and byte-order marks at its
    ends.

    >>> prose(" two \n words ")
    'two words'
    """
    return _BLANKS.sub(" ", one_line(value)).strip(_OUTER)


def lines(value: object) -> list[str]:
    r"""The lines of the value: what :func:`code_block` gives back, each with a line feed.

    One line break at the end is no line of its own, and "" has no line.

    >>> lines("a\r\n\tb\u2028\n"), lines("")
    (['a', '\tb', ''], [])
    """
    whole = _BREAK.sub("\n", spelled(value))
    return _tamed(whole.removesuffix("\n")).split("\n") if whole else []


def _tamed(value: str) -> str:
    mended: str = well_formed(value)
    return _CONTROL.sub("�", mended)
