r"""Text that any reader of UTF-8 and of CommonMark takes: no half of a surrogate pair, no NUL.

Contract: two halves that belong together become the character they spell; any other half, and NUL, becomes
U+FFFD.  Keys are text too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from toonwire.errors import EncodeError, ErrorCode
from toonwire.paths import Path, format_path
from toonwire.shaping.rebuild import Entries, rebuild

__all__ = ["well_formed"]

REPLACEMENT = "\ufffd"


def well_formed(value: Any, *, collisions: list[str] | None = None) -> Any:
    r"""A payload whose strings and keys are well-formed Unicode.

    collisions: gets the path of each key that became equal to another one; the first keeps its name, later
        ones get ``~2``, ``~3`` and so on behind theirs.

    NaN and the infinities have no well-formed text: :class:`EncodeError` (``non-finite``) with the path.

    >>> well_formed({"t": "a\ud83d", "u": "\ud83d\ude00", "n": "x\x00"})
    {'t': 'a�', 'u': '😀', 'n': 'x�'}
    >>> lost: list[str] = []
    >>> well_formed({"k\ud83d": 1, "k\ude00": 2}, collisions=lost), lost
    ({'k�': 1, 'k�~2': 2}, ['["k�~2"]'])
    """

    def close(container: Any, entries: Entries, path: Callable[[], Path]) -> Entries:
        if not isinstance(container, dict) or all(_is_well_formed(key) for key, _ in entries):
            return entries
        return _renamed(entries, path(), collisions)

    return rebuild(value, _leaf, close)


def _leaf(value: Any, path: Callable[[], Path]) -> Any:
    if isinstance(value, str):
        return value if _is_well_formed(value) else _mended(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise EncodeError(
            ErrorCode.NON_FINITE,
            path=format_path(path()),
            found=repr(value),
            expected="a finite number",
            hint="drop_empty takes such values out",
        )
    return value


def _is_well_formed(text: Any) -> bool:
    if not isinstance(text, str) or (text.isascii() and "\x00" not in text):
        return True
    try:
        # faster than to look for surrogates with a pattern
        return b"\x00" not in text.encode()
    except UnicodeEncodeError:
        return False


def _mended(text: str) -> str:
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\x00", REPLACEMENT)


def _renamed(entries: Entries, path: Path, collisions: list[str] | None) -> Entries:
    # names that need no mending keep theirs, wherever they stand
    taken = {key for key, _ in entries if _is_well_formed(key)}
    out: Entries = []
    for key, value in entries:
        name = key
        if not _is_well_formed(key):
            wanted = name = _mended(key)
            number = 2
            while name in taken:
                name = f"{wanted}~{number}"
                number += 1
            taken.add(name)
            if name != wanted and collisions is not None:
                collisions.append(format_path((*path, name)))
        out.append((name, value))
    return out
