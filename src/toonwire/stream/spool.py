"""Text that waits until the header before it is known.

Contract: a small amount waits in memory and the rest in a temporary file without a name, which is gone when
the spool is closed or forgotten.
"""

from __future__ import annotations

import codecs
import tempfile
from collections.abc import Iterator

__all__ = ["Spool"]

_IN_MEMORY = 1 << 20
_PART = 1 << 18


class Spool:
    """Text in the order in which it came."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 (until close)

    def add(self, text: str) -> None:
        """Takes text to the rest."""
        self._file.write(text.encode())

    def parts(self) -> Iterator[str]:
        """All of it, in parts."""
        decode = codecs.getincrementaldecoder("utf-8")().decode
        self._file.seek(0)
        while block := self._file.read(_PART):
            yield decode(block)

    def close(self) -> None:
        """Forgets it."""
        self._file.close()
