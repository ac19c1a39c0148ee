"""One notation for a place inside a value: ``users[3].name``, other keys as ``["…"]``.

Contract: ``parse_path(format_path(p)) == p`` for every tuple of strings and non-negative ints, and the
text of a path is unique.  A key stands bare where it is an ASCII identifier; any other stands in
brackets as a quoted TOON string (§7.1).  The root is "".
"""

from __future__ import annotations

import re

from toonwire.errors import ErrorCode, OptionError
from toonwire.rules.fault import Fault, shorten
from toonwire.rules.strings import SURROGATE, quote, unquote

__all__ = ["Path", "format_path", "parse_path"]

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_STEP = re.compile(r'\[(0|[1-9][0-9]*)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([A-Za-z_][A-Za-z0-9_]*)')


def format_path(path: Path) -> str:
    """The text of a path.

    >>> format_path(("users", 3, "full name", "id"))
    'users[3]["full name"].id'
    >>> format_path(())
    ''
    """
    out: list[str] = []
    for step in path:
        if isinstance(step, int):
            out.append(f"[{step}]")
        elif _BARE.fullmatch(step):
            out.append(f".{step}" if out else step)
        else:
            # a path may lead to the very key that cannot be written (§3)
            out.append(f"[{quote(SURROGATE.sub('�', step))}]")
    return "".join(out)


def parse_path(text: str) -> Path:
    """The path of a text.  Raises :class:`OptionError` where it is not one.

    >>> parse_path('users[3]["full name"].id')
    ('users', 3, 'full name', 'id')
    """
    steps: list[str | int] = []
    at = 0
    while at < len(text):
        m = _STEP.match(text, at)
        if m is None or (m[3] and (text[at] == ".") != bool(steps)):
            raise _bad(text, at)
        try:
            steps.append(int(m[1]) if m[1] else unquote(m[2]) if m[2] else m[3])
        except Fault:
            raise _bad(text, at) from None
        at = m.end()
    return tuple(steps)


def _bad(text: str, at: int) -> OptionError:
    return OptionError(
        ErrorCode.INVALID_OPTION,
        option="path",
        expected='a path such as a.b[3]["other key"]',
        found=f"{shorten(text[at:])} at character {at + 1}",
    )
