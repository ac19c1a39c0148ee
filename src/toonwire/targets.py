"""Files that text is written to, whether they are open for text or for bytes.

Contract: what a sink is given is in the file, or in the file's own buffer, when it returns.
"""

from __future__ import annotations

import codecs
import io
import select
from collections.abc import Callable
from typing import IO, Any

__all__ = ["text_sink", "write_all"]


def text_sink(fp: IO[str] | IO[bytes]) -> Callable[[str], Any]:
    """What writes text to a file; in UTF-8 where the file takes bytes.  It returns what the file's ``write`` does."""
    target: Any = fp
    if not _takes_bytes(fp):
        write: Callable[[str], Any] = target.write
        return write
    if isinstance(fp, io.RawIOBase):
        return lambda text: write_all(target, text.encode())
    return lambda text: target.write(text.encode())


def write_all(stream: Any, data: Any) -> None:
    """Writes bytes to an unbuffered file, which may take less than it is given, and nothing while it is full."""
    rest = memoryview(data)
    while rest:
        taken = stream.write(rest[: 1 << 20])
        if taken is None:
            select.select([], [stream], [])
        else:
            rest = rest[taken:]


def _takes_bytes(fp: IO[str] | IO[bytes]) -> bool:
    # the writers of codecs show the mode of the file below
    if isinstance(fp, (io.TextIOBase, codecs.StreamWriter, codecs.StreamReaderWriter)):
        return False
    return isinstance(fp, (io.RawIOBase, io.BufferedIOBase)) or "b" in str(getattr(fp, "mode", ""))
