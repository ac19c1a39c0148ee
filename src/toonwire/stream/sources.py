"""What a document may come from, as chunks of text or bytes.

Contract: a file is read in pieces, never as a whole; where the file can tell (``read1``), nothing is waited for
beyond what has come.  Any other source is passed on chunk by chunk.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Iterator
from typing import IO, Any, TypeGuard

__all__ = ["AsyncSource", "Chunk", "Source", "chunks_of", "is_async"]

Chunk = str | bytes | bytearray | memoryview
Source = Chunk | IO[str] | IO[bytes] | Iterable[str] | Iterable[bytes]
AsyncSource = AsyncIterable[str] | AsyncIterable[bytes]

_FIRST = 16 * 1024
_MORE = 256 * 1024
"""A file is read in steps of these sizes: the first result comes soon, the rest fast."""


def is_async(source: object) -> TypeGuard[AsyncSource]:
    """Whether the chunks are to be awaited."""
    return hasattr(source, "__aiter__")


def chunks_of(source: Source | AsyncSource) -> Iterator[Chunk]:
    """The chunks of a document.  Raises a TypeError for what cannot hold one."""
    if isinstance(source, (str, bytes, bytearray, memoryview)):
        return iter((source,))
    read = getattr(source, "read1", None) or getattr(source, "read", None)
    if read is not None:
        return _pieces(read)
    if not isinstance(source, Iterable):
        raise TypeError(
            "expected text, bytes, an open file, or an iterable or asynchronous iterable of text or bytes to decode, "
            f"found {type(source).__name__}"
        )
    return iter(source)


def _pieces(read: Any) -> Iterator[Chunk]:
    size = _FIRST
    while chunk := read(size):
        yield chunk
        size = _MORE
    if chunk is None:
        raise BlockingIOError("the file does not block and has nothing to read now: feed a StreamDecoder what comes")
