"""What follows from names alone, remembered for the results that come with the same names.

Contract: of bounded size, however many keys a result has and however long they are, since keys may be data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Remembered"]

_T = TypeVar("_T")

_MOST_SHAPES = 512
_MOST_KEYS = 64
_MOST_CHARACTERS = 2048


def _characters(keys: tuple[str, ...]) -> int:
    # of a key that is no text, which only an error may have, nothing is kept
    return sum(len(key) if type(key) is str else _MOST_CHARACTERS + 1 for key in keys)


class Remembered(Generic[_T]):
    """A function of names that keeps its answers for a few of them, in ``known``.

    >>> count = Remembered(len)
    >>> count(("a", "b")), count(("a", "b")), count.known
    (2, 2, {('a', 'b'): 2})
    """

    def __init__(self, find: Callable[[tuple[str, ...]], _T]) -> None:
        self._find = find
        self.known: dict[tuple[str, ...], _T] = {}
        self.__doc__ = find.__doc__

    def __call__(self, keys: tuple[str, ...]) -> _T:
        answer = self.known.get(keys)
        if answer is None:
            answer = self._find(keys)
            if len(keys) <= _MOST_KEYS and _characters(keys) <= _MOST_CHARACTERS:
                if len(self.known) >= _MOST_SHAPES:
                    self.known.clear()
                self.known[keys] = answer
        return answer
