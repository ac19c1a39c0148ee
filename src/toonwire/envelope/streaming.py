"""An envelope written to a file while its payload is being encoded.

Contract: the bytes are those of ``render_bytes`` for the same layout.  Besides the payload there are only a few
pieces of text in memory.  Where the target is a path it appears whole or, after an error, is as it was; a file that
is written directly then ends inside ``toon_content``, so that no JSON reader takes it for complete.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import IO, Any, Literal

import orjson

from toonwire.envelope.layouts import beside
from toonwire.envelope.model import Envelope
from toonwire.envelope.normalize import finished
from toonwire.envelope.render import render_bytes
from toonwire.envelope.surface import TOON_CONTROL_SURFACE, Surface, is_wire
from toonwire.envelope.wirejson import to_json
from toonwire.errors import OptionError
from toonwire.stream import TableWriter, iterencode
from toonwire.targets import text_sink

__all__ = ["Rows", "awrite_envelope", "write_envelope"]

BATCH = 1000
"""Rows that are taken from a source at once."""


class Rows:
    """The rows of a table that are not in memory, as a value of a payload.

    source: an iterable of them, or for :func:`awrite_envelope` an async one; it is read once.
    count: how many there are.  Without it the rows wait in a temporary file, since the header states their number.
    fields: names of the columns, where the rows are sequences.

    It is no host type: whoever renders it at once gets an error instead of a surprise.
    """

    __slots__ = ("count", "fields", "source")

    def __init__(
        self, source: Iterable[Any] | AsyncIterable[Any], count: int | None = None, fields: Any = None
    ) -> None:
        self.source = source
        self.count = count
        self.fields = fields


def write_envelope(
    target: str | os.PathLike[str] | IO[str] | IO[bytes],
    envelope: Envelope | Mapping[str, Any],
    *,
    layout: Literal["full", "compact"] = "compact",
    surface: Surface = TOON_CONTROL_SURFACE,
) -> None:
    r"""Writes the wire of a result as JSON.

    target: a path, or a file that is open for text (UTF-8) or for bytes; a file is not closed.
    envelope: a result; a value at its top may be :class:`Rows`.

    Raises :class:`~toonwire.errors.EncodeError` with the path of what cannot be written, also where rows are
    missing or too many, and what a source or the file raises.

    >>> import io
    >>> out = io.BytesIO()
    >>> squares = Rows(({"n": n, "square": n * n} for n in range(3)), count=3)
    >>> write_envelope(out, Envelope(verdict="INFO", squares=squares))
    >>> out.getvalue()[:61]
    b'{"format":"toon","toon_content":"success: true\\nverdict: INFO'
    """
    pieces = _pieces(envelope, layout, surface)
    if not isinstance(target, (str, os.PathLike)):
        put = text_sink(target)
        for piece in pieces:
            put(piece)
        return
    path = os.path.realpath(target)
    temporary = f"{path}.{os.urandom(6).hex()}.tmp"
    try:
        with open(temporary, "x", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
        if os.path.exists(path):
            os.chmod(temporary, os.stat(path).st_mode & 0o7777)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


async def awrite_envelope(
    fp: Any,
    envelope: Envelope | Mapping[str, Any],
    *,
    layout: Literal["full", "compact"] = "compact",
    surface: Surface = TOON_CONTROL_SURFACE,
) -> None:
    """:func:`write_envelope` for targets and sources that are awaited.

    fp: has ``write``, which takes bytes and may be a coroutine function, and perhaps ``drain``, as
        ``asyncio.StreamWriter`` does.
    """
    drain = getattr(fp, "drain", None)
    async for piece in _apieces(envelope, layout, surface):
        done = fp.write(piece.encode())
        if inspect.isawaitable(done):
            await done
        if drain is not None:
            await drain()


# ---- JSON around the text


def _pieces(envelope: Envelope | Mapping[str, Any], layout: str, surface: Surface) -> Iterator[str]:
    response = _response(envelope, layout)
    if response is None:
        yield render_bytes(envelope, "toon", layout=_wanted(layout), surface=surface).decode()
        return
    yield _START
    escaped = _Escaped()
    for key, value in _parts(response):
        for text in _encoded(key, value):
            yield escaped.next(text)
    yield _end(response, layout, surface)


async def _apieces(envelope: Envelope | Mapping[str, Any], layout: str, surface: Surface) -> AsyncIterator[str]:
    response = _response(envelope, layout)
    if response is None:
        yield render_bytes(envelope, "toon", layout=_wanted(layout), surface=surface).decode()
        return
    yield _START
    escaped = _Escaped()
    for key, value in _parts(response):
        if isinstance(value, Rows) and isinstance(value.source, AsyncIterable):
            async for text in _awaited(key, value):
                yield escaped.next(text)
        else:
            for text in _encoded(key, value):
                yield escaped.next(text)
    yield _end(response, layout, surface)


_START = '{"format":"toon","toon_content":"'


def _wanted(layout: str) -> Literal["full", "compact"]:
    return "full" if layout == "full" else "compact"


def _response(envelope: Envelope | Mapping[str, Any], layout: str) -> dict[str, Any] | None:
    """The response to write; None for a wire, which has its text already."""
    if layout not in ("full", "compact"):
        raise OptionError(option="layout", expected="one of full, compact", found=ascii(layout))
    return None if not isinstance(envelope, Envelope) and is_wire(envelope) else finished(envelope)


def _end(response: dict[str, Any], layout: str, surface: Surface) -> str:
    kept = {key: value for key, value in response.items() if not isinstance(value, Rows)}
    repeated = beside(kept, None if layout == "full" else surface)
    members = to_json(repeated)[1:-1].decode()
    return f'",{members}}}' if members else '"}'


class _Escaped:
    """Text as the inside of a JSON string; the line end that closes the last part is left out."""

    def __init__(self) -> None:
        self._held = ""

    def next(self, text: str) -> str:
        text = self._held + text
        self._held = text[-1:]
        return orjson.dumps(text[:-1])[1:-1].decode()


# ---- the text


def _parts(response: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The response as rows that come, each with its key, and as dicts of what is there between them."""
    there: dict[str, Any] = {}
    for key, value in response.items():
        if isinstance(value, Rows):
            if there:
                yield "", there
            yield key, value
            there = {}
        else:
            there[key] = value
    if there:
        yield "", there


def _encoded(key: str, value: Any) -> Iterator[str]:
    """The lines of a part, each with its line end."""
    if not isinstance(value, Rows):
        yield from iterencode(value)
        yield "\n"
        return
    if isinstance(value.source, AsyncIterable):
        raise OptionError(option="source", expected="an iterable", found="an async one", hint="use awrite_envelope")
    sink = _Sink()
    with _table(sink, key, value) as table:
        source = iter(value.source)
        while batch := list(islice(source, BATCH)):
            table.write_many(batch)
            yield from sink.take()
    yield from sink.take()


async def _awaited(key: str, value: Rows) -> AsyncIterator[str]:
    sink = _Sink()
    assert isinstance(value.source, AsyncIterable)
    with _table(sink, key, value) as table:
        async for row in value.source:
            table.write(row)
            for text in sink.take():
                yield text
    for text in sink.take():
        yield text


def _table(sink: _Sink, key: str, rows: Rows) -> TableWriter:
    target: Any = sink
    return TableWriter(target, key, fields=rows.fields, count=rows.count)


class _Sink:
    """A file that gives back what was written to it."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def write(self, text: str) -> None:
        self._texts.append(text)

    def take(self) -> Iterator[str]:
        texts, self._texts = self._texts, []
        return iter(texts)
