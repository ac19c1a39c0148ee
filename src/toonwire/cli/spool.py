"""Bytes that wait for what must stand before them.

Contract: they come back in the order in which they were put; a few megabytes stay in memory, more goes to a
temporary file that is gone when the program ends, however it ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from toonwire.cli.files import PIECE
from toonwire.errors import ErrorCode, FileError

__all__ = ["Spool"]

_IN_MEMORY = 4 << 20


class Spool:
    """Put bytes in, take them out piece by piece.  Raises :class:`FileError` where the disk is full."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._size = 0
        self._file: IO[bytes] | None = None

    def put(self, data: bytes) -> None:
        self._waiting.append(data)
        self._size += len(data)
        if self._size > _IN_MEMORY:
            self._store()

    def _store(self) -> None:
        # imported here: most runs end with what fits into memory
        import tempfile

        with _full_disk():
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
            for data in self._waiting:
                rest = memoryview(data)
                while rest:
                    rest = rest[self._file.write(rest) :]
        self._waiting.clear()
        self._size = 0

    def take(self, sizes: Iterator[int]) -> Iterator[bytes]:
        """What was put, cut at these sizes."""
        whole = self.pieces()
        rest = b""
        for size in sizes:
            parts, wanted = [], size
            while wanted > len(rest):
                parts.append(rest)
                wanted -= len(rest)
                rest = next(whole)
            parts.append(rest[:wanted])
            rest = rest[wanted:]
            yield b"".join(parts)

    def pieces(self) -> Iterator[bytes]:
        """What was put."""
        if self._file is not None:
            with _full_disk():
                self._file.seek(0)
                while piece := self._file.read(PIECE):
                    yield piece
        yield from self._waiting

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


@contextmanager
def _full_disk() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        import tempfile

        raise FileError(
            ErrorCode.FILE_WRITE,
            file=f"a temporary file in {tempfile.gettempdir()}",
            found=error.strerror or type(error).__name__,
            hint="let TMPDIR name a folder with more room",
        ) from None
