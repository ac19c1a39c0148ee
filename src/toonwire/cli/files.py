"""Where bytes come from and where they go.

Contract: input and output may be taken and given piece by piece.  A file appears whole or not at all
(:mod:`toonwire.files`); standard output, pipes and devices get their bytes as they are written.  A name
that ends in ``.gz`` or ``.zst`` is compressed.  Bytes are never translated.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from toonwire.cli.ending import tidy_end
from toonwire.errors import ErrorCode, FileError
from toonwire.files import compressed, decompressed, is_compressed, plain_name, replacing
from toonwire.targets import write_all

__all__ = [
    "LARGE",
    "PIECE",
    "STDIN",
    "STDOUT",
    "ClosedPipeError",
    "FileError",
    "Input",
    "Output",
    "has_suffix",
    "input_name",
    "is_file",
    "open_input",
    "open_output",
    "read_input",
    "write_output",
]

STDIN, STDOUT = "<stdin>", "<stdout>"

PIECE = 1 << 18
"""Bytes that are read at once."""

LARGE = 8 << 20
"""Bytes from which an input is not held in memory, where that can be helped."""

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/([0-9]+)").fullmatch
_STANDARD = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}


class ClosedPipeError(Exception):
    """Whoever read standard output has gone; there is nothing left to do."""


def input_name(file: str | None) -> str:
    """How messages call an input: its name in printable Unicode, or ``<stdin>``."""
    return STDIN if file in (None, "-") else _printable(file or "")


def has_suffix(file: str | None, *suffixes: str) -> bool:
    """Whether a file name ends so, upper and lower case alike, the suffix of a compression left out.

    >>> has_suffix("log.NDJSON.gz", ".jsonl", ".ndjson"), has_suffix(None, ".jsonl")
    (True, False)
    """
    return file is not None and plain_name(file).lower().endswith(suffixes)


# ---- input


class Input:
    """An open input: its bytes, and how far it has come."""

    def __init__(self, name: str, total: int | None, stream: Any, source: _Counted) -> None:
        self.name = name
        self.total = total
        """Bytes as they are stored, None where that is not known."""
        self._stream = stream
        self._source = source

    @property
    def at(self) -> int:
        """Bytes that were taken, as they are stored."""
        return self._source.at

    def pieces(self) -> Iterator[bytes]:
        """The bytes as they come, at most :data:`PIECE` at once.  Raises :class:`FileError`."""
        while data := self._read(self._stream.read1, PIECE):
            yield data

    def begin(self, size: int) -> tuple[list[bytes], bool]:
        """The pieces of at least so many bytes, or of all there are; and whether that is all."""
        pieces: list[bytes] = []
        for piece in self.pieces():
            pieces.append(piece)
            size -= len(piece)
            if size <= 0:
                return pieces, False
        return pieces, True

    def read(self) -> bytes:
        """All that is left.  Raises :class:`FileError`."""
        return self._read(self._stream.read)

    def _read(self, read: Callable[..., bytes], *arguments: int) -> bytes:
        try:
            return read(*arguments)
        except OSError as error:
            raise _problem(ErrorCode.FILE_READ, self.name, error) from None


class _Counted(io.RawIOBase):
    """Bytes of an unbuffered file, counted on their way."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        taken: int | None = self._stream.readinto(buffer)
        self.at += taken or 0
        return taken

    def readall(self) -> bytes:
        data: bytes = self._stream.read() or b""
        self.at += len(data)
        return data


@contextmanager
def open_input(file: str | None) -> Iterator[Input]:
    """A file, or standard input for None and ``-``.  Raises :class:`FileError`."""
    name = input_name(file)
    if file is None or file == "-":
        if sys.stdin is None:
            raise FileError(ErrorCode.FILE_READ, file=STDIN, found="it is closed")
        given: Any = sys.stdin.buffer
        source = _Counted(getattr(given, "raw", given))
        yield Input(name, None, io.BufferedReader(source, PIECE), source)
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(open(file, "rb", buffering=0))
            size = os.fstat(stream.fileno()).st_size
        except OSError as error:
            raise _problem(ErrorCode.FILE_READ, name, error) from None
        source = _Counted(stream)
        buffered = io.BufferedReader(source, PIECE)
        yield Input(name, size or None, decompressed(buffered, name), source)


def read_input(file: str | None) -> bytes:
    """All bytes of a file, or of standard input for None and ``-``.  Raises :class:`FileError`."""
    with open_input(file) as source:
        return source.read()


# ---- output


class Output:
    """An open output.  ``write`` raises :class:`FileError` and :class:`ClosedPipeError`."""

    def __init__(self, name: str, stream: Any) -> None:
        self.name = name
        self._stream = stream

    def write(self, data: bytes) -> None:
        with _named(self.name):
            _write_all(self._stream, data)


@contextmanager
def open_output(file: str | None) -> Iterator[Output]:
    """A file, or standard output for None and ``-``.

    Where the block raises, or writing does, a regular file is as it was.  Raises :class:`FileError` and
    :class:`ClosedPipeError`.
    """
    name = _printable(file) if file is not None else STDOUT
    with tidy_end(), ExitStack() as stack:
        with _named(name):
            stream = stack.enter_context(_target(file, name))
        yield Output(name, stream)
        with _named(name):
            stack.close()


def is_file(file: str | None) -> bool:
    """Whether an output appears when it is complete."""
    return _descriptor(file) is None and file is not None and (not os.path.exists(file) or os.path.isfile(file))


def write_output(file: str | None, data: bytes) -> None:
    """Writes a result to a file, or to standard output for None and ``-``.

    Raises :class:`FileError`, after which a regular file is as it was, and :class:`ClosedPipeError`.
    """
    with open_output(file) as target:
        target.write(data)


_write_all = write_all


@contextmanager
def _target(file: str | None, name: str) -> Iterator[Any]:
    descriptor = _descriptor(file)
    if descriptor == 1:
        yield _stdout()
    elif descriptor is not None:
        with open(descriptor, "wb", buffering=0, closefd=False) as stream:
            yield stream
    elif is_compressed(file or ""):
        with replacing(file or "") as plain, compressed(plain, name) as packed:
            yield packed
    else:
        with replacing(file or "") as stream:
            yield stream


def _descriptor(file: str | None) -> int | None:
    """The open descriptor that a name stands for, which must not be opened anew: that would lose its offset."""
    if file is None:
        return 1
    if (m := _DESCRIPTOR(file)) is not None:
        return int(m[1])
    return _STANDARD.get(file)


def _stdout() -> Any:
    if sys.stdout is None:
        raise FileError(ErrorCode.FILE_WRITE, file=STDOUT, found="it is closed")
    sys.stdout.flush()
    stream: Any = sys.stdout.buffer
    # past the buffer, which would try again at exit what failed once
    return getattr(stream, "raw", stream)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Gives an error in writing the name of what was written."""
    try:
        yield
    except BrokenPipeError:
        raise ClosedPipeError from None
    except OSError as error:
        raise _problem(ErrorCode.FILE_WRITE, name, error) from None


def _problem(code: ErrorCode, name: str, error: OSError) -> FileError:
    return FileError(code, file=name, found=error.strerror or type(error).__name__)


def _printable(file: str) -> str:
    """A file name may hold bytes that are no text, and control characters."""
    text = os.fsencode(file).decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
