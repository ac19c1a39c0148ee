"""Dates, actors, ids, sizes and durations as short texts, or None where there is nothing to say.

Contract: never a placeholder.  What stands for nothing (None, blank text, ``unknown``, a nil UUID, the date that
programs write for "never") gives None, so that a builder leaves it out.  The results are values, not Markdown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta, timezone
from typing import Any

from toonwire.shaping.drop_empty import PLACEHOLDERS

__all__ = ["format_actor", "format_date", "format_duration", "format_id", "format_size"]

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}.*)?")
_NEVER = ("0000-", "0001-01-01", "1970-01-01T00:00:00", "1970-01-01 00:00:00")
_NIL = "00000000-0000-0000-0000-000000000000"

_NAMES = ("name", "display_name", "displayName", "full_name", "fullName", "title")
_HANDLES = ("username", "login", "slug", "email", "id")

_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def format_date(value: object) -> str | None:
    """A moment in ISO 8601: aware ones in UTC with ``Z``, naive ones and texts as they are, numbers as Unix seconds.

    >>> format_date(datetime(2026, 11, 2, 9, 30, tzinfo=timezone(timedelta(hours=1))))
    '2026-11-02T08:30:00Z'
    >>> format_date("2026-11-02"), format_date(1793608200)
    ('2026-11-02', '2026-11-02T08:30:00Z')
    >>> format_date("0001-01-01T00:00:00Z"), format_date("unknown"), format_date(0)
    (None, None, None)
    """
    said = _moment(value)
    return None if said is None or said.startswith(_NEVER) else said


def _moment(value: object) -> str | None:
    if isinstance(value, str):
        said = value.strip()
        return said if _DATE.fullmatch(said) else None
    number = _number(value)
    if number is not None:
        try:
            value = datetime.fromtimestamp(number, timezone.utc)
        except (OverflowError, ValueError, OSError):
            return None
    if isinstance(value, datetime):
        if value.tzinfo is None:
            return value.isoformat()
        return value.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    return value.isoformat() if isinstance(value, date) else None


def format_actor(value: object) -> str | None:
    """Who did it: a text, or a mapping with a name, a handle or both.

    The name comes from ``name``, ``display_name``, ``full_name`` or ``title``, the handle from ``username``, ``login``,
    ``slug``, ``email`` or ``id``, the first that says something.

    >>> format_actor({"type": "user", "name": "Ada Moreira", "email": "ada@example.com"})
    'Ada Moreira (ada@example.com)'
    >>> format_actor({"id": 7, "name": "unknown"}), format_actor({"name": None}), format_actor(" ")
    ('7', None, None)
    """
    if not isinstance(value, Mapping):
        return format_id(value)
    name, handle = (_first(value, keys) for keys in (_NAMES, _HANDLES))
    if name is None or handle is None or handle == name:
        return name if name is not None else handle
    return f"{name} ({handle})"


def _first(actor: Mapping[Any, Any], keys: tuple[str, ...]) -> str | None:
    return next((said for key in keys if (said := format_id(actor.get(key))) is not None), None)


def format_id(value: object) -> str | None:
    """An identifier, unchanged but for white space around it.

    >>> format_id(42), format_id(" BE-12 "), format_id(0)
    ('42', 'BE-12', '0')
    >>> format_id(""), format_id("N/A"), format_id("00000000-0000-0000-0000-000000000000"), format_id(True)
    (None, None, None, None)
    """
    if value is None or isinstance(value, (bool, float, Mapping, list, tuple)):
        return None
    said = str(value).strip()
    return None if not said or said.casefold() in PLACEHOLDERS or said == _NIL else said


def format_size(value: object) -> str | None:
    """A number of bytes, in units of 1024.

    >>> format_size(0), format_size(1), format_size(1536), format_size(5 * 1024**3), format_size(None)
    ('0 bytes', '1 byte', '1.5 KiB', '5 GiB', None)
    """
    number = _number(value)
    if number is None or number < 0:
        return None
    if number < 1024:
        return "1 byte" if number == 1 else f"{_short(number)} bytes"
    # 1023.96 would be shown as 1024
    power = next((power for power in range(1, len(_UNITS)) if round(number / 1024**power, 1) < 1024), len(_UNITS))
    return f"{_short(number / 1024**power)} {_UNITS[power - 1]}"


def format_duration(value: object) -> str | None:
    """A number of seconds, or a timedelta, in its two largest units.

    >>> [format_duration(seconds) for seconds in (0.0421, 1.25, 125, 12_000, timedelta(days=2, hours=4))]
    ['42.1 ms', '1.2 s', '2 min 5 s', '3 h 20 min', '2 d 4 h']
    >>> format_duration(None), format_duration(-1), format_duration(float("nan"))
    (None, None, None)
    """
    seconds = value.total_seconds() if isinstance(value, timedelta) else _number(value)
    if seconds is None or seconds < 0:
        return None
    if 0 < seconds < 0.99995:
        return f"{_short(seconds * 1000)} ms"
    if seconds < 59.95:
        return f"{_short(seconds)} s"
    return _in_two_units(round(seconds))


def _in_two_units(seconds: int) -> str:
    parts: list[str] = []
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        count, seconds = divmod(seconds, size)
        if count or parts:
            parts.append(f"{count:,} {unit}" if count else "")
    return " ".join(part for part in parts[:2] if part)


def _number(value: object) -> float | None:
    """A finite number, None for anything else; True is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _short(number: float) -> str:
    """At most one digit behind the point, none where it is zero; tiny numbers keep one digit that says something."""
    rounded = f"{number:,.1f}" if number >= 0.05 or not number else f"{number:.1g}"
    return rounded.removesuffix(".0")
