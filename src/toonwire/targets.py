"""Files that text is written to, whether they are open for text or for bytes.

Contract: what a sink is given is in the file, or in the file's own buffer, when it returns.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import IO, Any

__all__ = ["text_sink"]


def text_sink(fp: IO[str] | IO[bytes]) -> Callable[[str], Any]:
    """What writes text to a file; in UTF-8 where the file takes bytes.  It returns what the file's ``write`` does."""
    target: Any = fp
    if not _takes_bytes(fp):
        write: Callable[[str], Any] = target.write
        return write
    if isinstance(fp, io.RawIOBase):
        return lambda text: _write_whole(target, text)
    return lambda text: target.write(text.encode())


def _write_whole(target: Any, text: str) -> None:
    """An unbuffered file may take less than it is given."""
    rest = memoryview(text.encode())
    while rest:
        taken = target.write(rest)
        rest = rest[taken:] if taken is not None else rest[len(rest) :]


def _takes_bytes(fp: IO[str] | IO[bytes]) -> bool:
    if isinstance(fp, io.TextIOBase):
        return False
    return isinstance(fp, (io.RawIOBase, io.BufferedIOBase)) or "b" in str(getattr(fp, "mode", ""))
