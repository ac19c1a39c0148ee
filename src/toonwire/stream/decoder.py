"""Documents as events: from a source that is pulled, or fed chunk by chunk."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, cast, overload

from toonwire.options import DecodeOptions, Limits
from toonwire.stream.document import Document
from toonwire.stream.events import Event
from toonwire.stream.pulled import pulled
from toonwire.stream.sources import AsyncSource, Chunk, Source

__all__ = ["StreamDecoder", "iterdecode"]

_LIMITS = Limits()


class StreamDecoder:
    r"""Decodes a document that is fed in chunks, cut anywhere.

    The options are those of :func:`iterdecode`.

    >>> decoder = StreamDecoder()
    >>> [event.kind for event in decoder.feed("a: 1\nb: tr")]
    ['start_object', 'key', 'value']
    >>> [event.value for event in decoder.feed("ue\n") + decoder.close()]
    ['b', True, None]
    """

    def __init__(
        self,
        *,
        indent: int = 2,
        strict: bool = True,
        parse_float: Callable[[str], Any] | None = None,
        parse_int: Callable[[str], Any] | None = None,
        unique_keys: bool = True,
        limits: Limits = _LIMITS,
    ) -> None:
        options = DecodeOptions(indent, strict, parse_float, parse_int, None, None, limits)
        self._document = Document(options, unique_keys=unique_keys)
        self._failure: Exception | None = None
        self._closed = False

    def feed(self, chunk: Chunk) -> list[Event]:
        """The events of the lines that a chunk completes; all chunks are text, or all are bytes.

        Raises :class:`toonwire.DecodeError`.  Where events come before the error, they are returned first, and
        the error is raised by the next call.
        """
        if self._closed:
            raise ValueError("the decoder is closed: make another one for another document")
        return self._events(lambda: self._document.feed(chunk))

    def close(self) -> list[Event]:
        """The events of the last line and of the end.  Raises :class:`toonwire.DecodeError` as ``feed`` does."""
        if self._closed and self._failure is None:
            return []
        self._closed = True
        return self._events(self._document.close)

    def _events(self, run: Callable[[], Iterator[list[Any]]]) -> list[Event]:
        if self._failure is not None:
            raise self._failure
        found: list[Event] = []
        try:
            for events in run():
                found += events
        except Exception as error:
            self._failure = error
            if not found:
                raise
        return found


@overload
def iterdecode(
    source: AsyncSource,
    *,
    indent: int = ...,
    strict: bool = ...,
    parse_float: Callable[[str], Any] | None = ...,
    parse_int: Callable[[str], Any] | None = ...,
    unique_keys: bool = ...,
    limits: Limits = ...,
) -> AsyncIterator[Event]: ...


@overload
def iterdecode(
    source: Source,
    *,
    indent: int = ...,
    strict: bool = ...,
    parse_float: Callable[[str], Any] | None = ...,
    parse_int: Callable[[str], Any] | None = ...,
    unique_keys: bool = ...,
    limits: Limits = ...,
) -> Iterator[Event]: ...


def iterdecode(
    source: Source | AsyncSource,
    *,
    indent: int = 2,
    strict: bool = True,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    unique_keys: bool = True,
    limits: Limits = _LIMITS,
) -> Iterator[Event] | AsyncIterator[Event]:
    r"""The events of a document, in its order, as its lines come.

    source: an open file, text or bytes; text or bytes; or an iterable of chunks of either, cut anywhere.  For an
        asynchronous iterable the events are an asynchronous iterator.
    unique_keys: False does not look for keys that come twice in an object (§14.3), and so keeps no memory of them.
    The other options, and the errors, are those of :func:`toonwire.decode`; all events of the lines before an
    error come first.

    >>> for event in iterdecode("users[1]{id,name}:\n  1,Ada"):
    ...     print(*event)
    start_object None 1 1
    key users 1 1
    start_array None 1 6
    start_object None 2 3
    key id 2 3
    value 1 2 3
    key name 2 5
    value Ada 2 5
    end_object None 2 8
    end_array None 2 8
    end_object None 2 8
    """
    options = DecodeOptions(indent, strict, parse_float, parse_int, None, None, limits)
    document = Document(options, unique_keys=unique_keys)
    return pulled(source, document, lambda events: cast("list[Event]", events))
