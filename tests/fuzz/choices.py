"""Chance that bytes decide, so that generators that take a ``Random`` can be steered by a fuzzer.

Contract: the same bytes make the same choices, and a change of one byte changes one choice or few.  Behind the
last byte all bytes are zero, which every generator turns into its first and smallest choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Choices"]

T = TypeVar("T")


class Choices(Random):
    """A ``Random`` that reads bytes.

    >>> Choices(b"").randint(3, 5), Choices(bytes([2])).randint(3, 5)
    (3, 5)
    >>> Choices(bytes([1]) + b"rest").pick("ab"), Choices(b"rest").rest()
    ('b', b'rest')
    """

    def __new__(cls, data: bytes) -> Self:
        return super().__new__(cls)

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self._data = data
        self._at = 0

    def take(self, count: int) -> bytes:
        """The next bytes."""
        taken = self._data[self._at : self._at + count]
        self._at += count
        return taken.ljust(count, b"\0")

    def rest(self) -> bytes:
        """All bytes that are left."""
        start, self._at = self._at, max(self._at, len(self._data))
        return self._data[start:]

    def pick(self, options: Sequence[T]) -> T:
        """One of up to 256 options, for exactly one byte: what must stay in its place uses this."""
        return options[self.take(1)[0] % len(options)]

    def random(self) -> float:
        """From 0 up to 1, in steps that two bytes can tell apart."""
        return int.from_bytes(self.take(2), "little") / 65536

    def getrandbits(self, k: int, /) -> int:
        """An integer of so many bits; integers and choices of ``Random`` are made from it."""
        return int.from_bytes(self.take(-(-k // 8)), "little") & ((1 << k) - 1)

    def seed(self, *_: Any) -> None:
        """Nothing: the bytes are the seed."""
