"""The keys that an open object has by now.

Contract: a key that comes twice is noticed.  Short keys are remembered as they are, others as a digest of 16
bytes: so memory depends on their number alone.
"""

from __future__ import annotations

from hashlib import blake2b

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault, shorten

__all__ = ["KnownKeys"]

_LONG = 32


class KnownKeys:
    """Keys, each of them once."""

    def __init__(self) -> None:
        self._known: set[str | bytes] = set()

    def __len__(self) -> int:
        return len(self._known)

    def add(self, key: str) -> None:
        """Remembers a key.  Raises a Fault if it is known already."""
        self._known.add(self.check(key))

    def check(self, key: str) -> str | bytes:
        """What the key is remembered by.  Raises a Fault if it is known already."""
        mark = key if len(key) <= _LONG else blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if mark in self._known:
            hint = "the keys of one object differ"
            raise Fault(ErrorCode.DUPLICATE_KEY, expected="a new key", found=f"{shorten(key)} again", hint=hint)
        return mark
