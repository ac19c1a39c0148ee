"""Dates, times and UUIDs as text.

Contract: a value whose type is exactly ``datetime``, ``date``, ``time`` or ``UUID`` is written as orjson
writes it, by orjson itself; a subclass writes itself with ``isoformat()`` or ``str()``, since it may know
more (pandas has nanoseconds).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from math import nan
from typing import Any

__all__ = ["MOMENT_NAMES", "moment_step", "uuid_step"]

Step = Callable[[Any], Any]

_KNOWN_ZONES = frozenset(("datetime", "zoneinfo", "pytz", "dateutil", "pendulum"))
"""Packages whose tzinfo classes orjson can take: it crashes where an ``utcoffset`` raises, and writes
+00:00 where one returns None."""


def moment_step(cls: type) -> Step:
    """What makes the text of the moments of ``cls``."""
    return _EXACT.get(cls.__name__, _iso_text) if cls.__module__ == "datetime" else _iso_text


def uuid_step(cls: type) -> Step:
    """What makes the text of the UUIDs of ``cls``: lowercase hexadecimal with hyphens."""
    return _orjson_text if cls.__module__ == "uuid" and cls.__name__ == "UUID" else str


def _datetime_text(value: Any) -> Any:
    zone = value.tzinfo
    if zone is None or type(zone).__module__.partition(".")[0] in _KNOWN_ZONES:
        return _orjson_text(value)
    return value.isoformat()


def _time_text(value: Any) -> Any:
    # orjson refuses a time with a zone
    return _orjson_text(value) if value.tzinfo is None else value.isoformat()


def _iso_text(value: Any) -> Any:
    """Pandas' "not a time" is a datetime too: it goes the way of NaN."""
    text = value.isoformat()
    return nan if text == "NaT" else text


def _orjson_text(value: Any) -> str:
    return str(_dumps()(value)[1:-1], "ascii")


@cache
def _dumps() -> Callable[[Any], bytes]:
    dumps: Callable[[Any], bytes] = import_module("orjson").dumps
    return dumps


_EXACT: dict[str, Step] = {"datetime": _datetime_text, "date": _orjson_text, "time": _time_text}

MOMENT_NAMES = tuple(_EXACT)
"""Classes of the ``datetime`` module that have a text."""
