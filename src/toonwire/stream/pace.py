"""How many rows go to the engine at once.

Contract: as many as came to about one size the last time; so memory is bounded by the rows, whatever they are.
"""

from __future__ import annotations

__all__ = ["Pace"]

_FIRST = 64
_MOST = 4096
_SIZE = 1 << 16


class Pace:
    """``rows`` is the size of the next batch."""

    def __init__(self) -> None:
        self.rows = _FIRST
        self._size = 0
        self._written = 0

    def learn(self, size: int, written: int) -> None:
        """Takes in how much text and how many rows there are by now."""
        text, rows = size - self._size, written - self._written
        self._size, self._written = size, written
        if text and rows:
            self.rows = min(max(_SIZE * rows // text, 1), 4 * self.rows, _MOST)
