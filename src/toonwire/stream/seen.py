"""§14.3: the keys of an open object, remembered so that one that comes twice is found.

Contract: a key costs at most the memory of a short string, whatever its length.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import blake2b

__all__ = ["Seen"]

_SHORT = 40  # so that e-mail addresses and UUIDs need no digest, which takes longer than reading them
_DIGEST = 16


class Seen:
    """The keys of one object; True as soon as there was one."""

    __slots__ = ("_any", "_known")

    def __init__(self, *, checks: bool) -> None:
        """Without ``checks`` no key is remembered and none counts as known."""
        self._any = False
        self._known: set[str | bytes] | None = set() if checks else None

    def __bool__(self) -> bool:
        return self._any

    def __contains__(self, key: str) -> bool:
        return self._known is not None and _short(key) in self._known

    def add(self, key: str) -> None:
        self._any = True
        if self._known is not None:
            self._known.add(_short(key))

    def add_all(self, keys: Collection[str]) -> bool:
        """Adds keys that differ from each other; False, and nothing is added, if one is known."""
        self._any = True
        if self._known is None:
            return True
        short = max(map(len, keys), default=0) <= _SHORT
        fresh: set[str | bytes] = set(keys if short else map(_short, keys))
        if not self._known.isdisjoint(fresh):
            return False
        self._known |= fresh
        return True


def _short(key: str) -> str | bytes:
    """The key, or 16 bytes in its stead: two keys that share them by chance are not to be expected."""
    if len(key) <= _SHORT:
        return key
    return blake2b(key.encode(), digest_size=_DIGEST).digest()
