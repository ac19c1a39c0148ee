"""What follows from names alone, remembered for the results that come with the same names.

Contract: of bounded size, however many keys a result has and however long they are, since keys may be data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

__all__ = ["remembered"]

_T = TypeVar("_T")

_MOST_SHAPES = 512
_MOST_KEYS = 64
_MOST_CHARACTERS = 2048


def _characters(keys: tuple[str, ...]) -> int:
    # of a key that is no text, which only an error may have, nothing is kept
    return sum(len(key) if type(key) is str else _MOST_CHARACTERS + 1 for key in keys)


def remembered(find: Callable[[tuple[str, ...]], _T]) -> Callable[[tuple[str, ...]], _T]:
    """A function of names that keeps its answers for a few of them.

    >>> count = remembered(len)
    >>> count(("a", "b")), count(("a", "b"))
    (2, 2)
    """
    known: dict[tuple[str, ...], _T] = {}

    @wraps(find)
    def recall(keys: tuple[str, ...]) -> _T:
        answer = known.get(keys)
        if answer is None:
            answer = find(keys)
            if len(keys) <= _MOST_KEYS and _characters(keys) <= _MOST_CHARACTERS:
                if len(known) >= _MOST_SHAPES:
                    known.clear()
                known[keys] = answer
        return answer

    return recall
