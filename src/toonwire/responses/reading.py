"""JSON text read without losing anything, or not at all."""

from __future__ import annotations

import json
from typing import Any, NoReturn

__all__ = ["Unreadable", "read_json"]


class Unreadable(ValueError):
    """Text that is no JSON, or JSON whose meaning depends on the reader."""


def read_json(text: str, *, parse_float: Any = None) -> Any:
    """The value of a JSON text.

    Raises :class:`Unreadable`, also for a name that an object has twice, and for NaN and the infinities, which
    JSON does not have.

    >>> read_json('{"a": [1, 2.50]}')
    {'a': [1, 2.5]}
    """
    try:
        return json.loads(text, parse_float=parse_float, object_pairs_hook=_object, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise Unreadable("a name stands twice in one object")
    return made


def _refuse(word: str) -> NoReturn:
    raise Unreadable(f"{word} is no JSON")
