"""§3: mapping keys become strings exactly as the standard library's ``json`` makes them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from math import isfinite
from reprlib import Repr
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.hosttypes.unknown import type_name
from toonwire.rules.fault import Fault, shorten
from toonwire.rules.numbers import encode_int

__all__ = ["from_mapping", "key_text", "text_keyed"]

_SHORT = Repr()
_SHORT.maxother = 60  # a UUID in full


def text_keyed(value: dict[Any, Any]) -> dict[str, Any]:
    """An exact dict with exact str keys: ``value`` itself where it is one already."""
    return value if {*map(type, value)} <= {str} else _from_pairs(value.items())


def from_mapping(value: Mapping[Any, Any]) -> dict[str, Any]:
    """The entries of a mapping in its own order, each key as text.

    Raises :class:`Fault`: ``unsupported-key``, ``non-finite`` or ``key-collision``.
    """
    return _from_pairs(value.items())


def _from_pairs(pairs: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    pairs = list(pairs)
    out = {key if type(key) is str else key_text(key): value for key, value in pairs}
    if len(out) < len(pairs):
        raise _collision([key for key, _ in pairs])
    return out


def key_text(key: object) -> str:
    """The string that ``json`` writes for a key.

    A subclass of str, int or float counts as its base, whatever its own methods say; an integer has no
    digit limit here, since a key is text.

    >>> [key_text(key) for key in ("a", 1, 1.0, 1e22, True, None)]
    ['a', '1', '1.0', '1e+22', 'true', 'null']
    """
    if isinstance(key, str):
        return str.__str__(key)
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    if isinstance(key, int):
        return encode_int(int.__int__(key), sys.maxsize)
    if not isinstance(key, float):
        raise Fault(
            ErrorCode.UNSUPPORTED_KEY,
            expected="a key of type str, int, float, bool or None",
            found=f"the key {_show(key)} of type {type_name(key)}",
            hint="make it a string first",
        )
    if not isfinite(key):
        raise Fault(
            ErrorCode.NON_FINITE,
            expected="a finite number as a key",
            found=f"the key {float.__repr__(key)}",
            hint="make it a string first, or drop the entry",
        )
    return float.__repr__(key)


def _collision(keys: list[Any]) -> Fault:
    seen: dict[str, Any] = {}
    for key in keys:
        text = key_text(key)
        if text in seen:
            break
        seen[text] = key
    return Fault(
        ErrorCode.KEY_COLLISION,
        expected="keys with different texts",
        found=f"the keys {_show(seen[text])} and {_show(key)}",
        hint=f"both are written {shorten(text)}; rename or drop one",
    )


def _show(key: object) -> str:
    return shorten(key) if type(key) is str else _SHORT.repr(key)
