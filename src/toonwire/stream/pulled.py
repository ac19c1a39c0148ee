"""Results of a document as its source is read, with or without waiting.

Contract: nothing is read ahead of what is asked for but the chunk at hand.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import TypeVar

from toonwire.stream.document import Document, Events
from toonwire.stream.sources import AsyncSource, Chunk, Source, chunks_of, is_async

__all__ = ["pulled"]

T = TypeVar("T")
Results = Callable[[Events], Iterable[T]]
"""What some events come to."""


def _nothing() -> None:
    pass


def pulled(
    source: Source | AsyncSource, document: Document, results: Results[T], end: Callable[[], None] = _nothing
) -> Iterator[T] | AsyncIterator[T]:
    """The results of a document's events, from a source that is read meanwhile; ``end`` is called after them."""
    if is_async(source):
        return _awaited(source, document, results, end)
    return _pulled(chunks_of(source), document, results, end)


def _pulled(chunks: Iterable[Chunk], document: Document, results: Results[T], end: Callable[[], None]) -> Iterator[T]:
    for chunk in chunks:
        for events in document.feed(chunk):
            yield from results(events)
    for events in document.close():
        yield from results(events)
    end()


async def _awaited(
    source: AsyncSource, document: Document, results: Results[T], end: Callable[[], None]
) -> AsyncIterator[T]:
    async for chunk in source:
        for events in document.feed(chunk):
            for result in results(events):
                yield result
    for events in document.close():
        for result in results(events):
            yield result
    end()
