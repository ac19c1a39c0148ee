"""Documents in files: compressed where their name says so, and written whole or not at all.

Contract: a name that ends in ``.gz`` or ``.zst`` stands for compressed bytes, both ways.  A file that is
written is made beside its place and moved there when it is complete, with the mode of the file it replaces;
whatever stops the writing leaves that file as it was.  Devices and pipes are written directly.  What cannot
be decompressed is a :class:`~toonwire.errors.FileError`; all else that goes wrong with a file is an OSError.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, BinaryIO, Literal, cast, overload

from toonwire.errors import ErrorCode, FileError, OptionError
from toonwire.targets import write_all

__all__ = ["compressed", "decompressed", "is_compressed", "open_document", "plain_name", "replacing"]

_SUFFIXES = (".gz", ".zst")

_PIECE = 4096
"""Bytes of zstandard text that are opened at once: they may stand for thirty thousand times as many."""


def is_compressed(name: str) -> bool:
    """Whether a file of this name holds compressed bytes."""
    return name.lower().endswith(_SUFFIXES)


def plain_name(name: str) -> str:
    """A name without the suffix of its compression.

    >>> plain_name("log.jsonl.gz"), plain_name("log.jsonl")
    ('log.jsonl', 'log.jsonl')
    """
    return name.rpartition(".")[0] if is_compressed(name) else name


@overload
@contextmanager
def open_document(path: str | os.PathLike[str], mode: Literal["r", "w"] = "r") -> Iterator[io.TextIOWrapper]: ...
@overload
@contextmanager
def open_document(path: str | os.PathLike[str], mode: Literal["rb", "wb"]) -> Iterator[BinaryIO]: ...
@contextmanager
def open_document(path: str | os.PathLike[str], mode: str = "r") -> Iterator[Any]:
    r"""A file for a ``with`` statement: ``"r"`` and ``"w"`` are UTF-8 text, ``"rb"`` and ``"wb"`` bytes.

    ``.gz`` and ``.zst`` are opened and packed on the way; ``.zst`` needs the extra ``toonwire[zst]``.  What is
    written takes its place at the end of the ``with`` block, and not at all where the block raises.

    Raises an OSError as ``open`` does, :class:`~toonwire.errors.FileError` for bytes that cannot be
    decompressed and for the extra that is missing, :class:`~toonwire.errors.OptionError` for another mode.

    >>> import tempfile
    >>> name = os.path.join(tempfile.mkdtemp(), "rows.toon.gz")
    >>> with open_document(name, "w") as target:
    ...     _ = target.write("[2]: 1,2\n")
    >>> with open_document(name) as source:
    ...     source.read()
    '[2]: 1,2\n'
    """
    name = os.fspath(path)
    if mode in ("w", "wb"):
        with replacing(name) as raw, compressed(raw, name) as packed:
            if mode == "wb":
                yield packed
            else:
                with _text(packed) as text:
                    yield text
    elif mode in ("r", "rb"):
        with open(name, "rb") as stored, decompressed(stored, name) as plain:
            yield _text(plain) if mode == "r" else plain
    else:
        raise OptionError(option="mode", expected="one of 'r', 'w', 'rb', 'wb'", found=ascii(mode))


def _text(stream: BinaryIO) -> io.TextIOWrapper:
    # a document is UTF-8 with LF on every platform (§5)
    return io.TextIOWrapper(stream, encoding="utf-8", newline="\n")


# ---- compression


def decompressed(stream: IO[bytes], name: str) -> BinaryIO:
    """The plain bytes of an open file; the file itself where its name has no suffix of a compression."""
    ending = name.lower().rpartition(".")[2]
    if ending not in _READERS:
        return cast(BinaryIO, stream)
    return io.BufferedReader(_Checked(stream, _READERS[ending](stream, name), name), 1 << 16)


@contextmanager
def compressed(stream: io.RawIOBase, name: str) -> Iterator[BinaryIO]:
    """A buffered file that packs what is written on its way into ``stream``, which stays open.

    The packed data ends where the block ends, but not where it raises.
    """
    sink = _Sink(stream)
    target = cast(BinaryIO, io.BufferedWriter(sink, 1 << 16))
    ending = name.lower().rpartition(".")[2]
    packed = _WRITERS[ending](target, name) if ending in _WRITERS else target
    try:
        yield packed
        packed.close()
        target.close()
    except BaseException:
        sink.stream = None
        packed.close()
        target.close()
        raise


class _Sink(io.RawIOBase):
    """Takes all that it is given, which an unbuffered file need not; with nowhere to put it, drops it."""

    def __init__(self, stream: io.RawIOBase) -> None:
        self.stream: io.RawIOBase | None = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        if self.stream is not None:
            write_all(self.stream, data)
        return len(data)


class _Checked(io.RawIOBase):
    """Bytes that are decompressed on the way; what is wrong with them is an error with the file's name."""

    def __init__(self, packed: Any, read: Callable[[int], bytes], name: str) -> None:
        """packed: the bytes that ``read`` reads from, buffered."""
        self._packed = packed
        self._read = read
        self._name = name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            # the packages take no bytes at all for no text; packed, no text is some bytes
            if self._packed is not None and not self._packed.peek(1):
                raise EOFError
            self._packed = None
            data = self._read(len(buffer))
        except EOFError:
            raise _broken(self._name, "the compressed data ends too early", "the file was cut off") from None
        except (zlib.error, gzip.BadGzipFile, _ZstdError) as error:
            raise _broken(self._name, f"damaged or not compressed ({error})", _HINT) from None
        buffer[: len(data)] = data
        return len(data)


_HINT = "the suffix of the name says how the bytes are compressed"


class _ZstdError(Exception):
    """What the zstandard package found wrong."""


def _broken(name: str, found: str, hint: str) -> FileError:
    return FileError(ErrorCode.FILE_READ, file=name, found=found, hint=hint)


def _gzip_reader(stream: IO[bytes], _: str) -> Callable[[int], bytes]:
    return gzip.GzipFile(fileobj=stream, mode="rb").read1


def _gzip_writer(stream: BinaryIO, _: str) -> BinaryIO:
    # without a name and a time the same document is the same bytes
    return cast(BinaryIO, gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=stream, mtime=0))


def _zstd_reader(stream: IO[bytes], name: str) -> Callable[[int], bytes]:
    chunks = _zstd_chunks(stream, _zstandard(name, ErrorCode.FILE_READ))
    rest = b""

    def read(size: int) -> bytes:
        nonlocal rest
        while not rest:
            chunk = next(chunks, None)
            if chunk is None:
                return b""
            rest = chunk
        taken, rest = rest[:size], rest[size:]
        return taken

    return read


def _zstd_chunks(stream: IO[bytes], zstandard: Any) -> Iterator[bytes]:
    """The plain bytes of all frames.  Raises an EOFError in the middle of one."""
    decompressor = zstandard.ZstdDecompressor()
    frame = None
    while packed := stream.read(_PIECE):
        while packed:
            frame = frame or decompressor.decompressobj(write_size=1 << 15)
            try:
                yield frame.decompress(packed)
            except zstandard.ZstdError as error:
                raise _ZstdError(error) from None
            packed = b""
            if frame.eof:
                packed, frame = frame.unused_data, None
    if frame is not None:
        raise EOFError


def _zstd_writer(stream: BinaryIO, name: str) -> BinaryIO:
    zstandard = _zstandard(name, ErrorCode.FILE_WRITE)
    compressor = zstandard.ZstdCompressor(write_checksum=True)
    return cast(BinaryIO, compressor.stream_writer(stream, closefd=False))


def _zstandard(name: str, code: ErrorCode) -> Any:
    try:
        import zstandard
    except ImportError:
        hint = "pip install 'toonwire[zst]'"
        raise FileError(code, file=name, found="the package zstandard is not installed", hint=hint) from None
    return zstandard


_READERS = {"gz": _gzip_reader, "zst": _zstd_reader}
_WRITERS = {"gz": _gzip_writer, "zst": _zstd_writer}


# ---- whole or not at all


@contextmanager
def replacing(path: str) -> Iterator[io.FileIO]:
    """An unbuffered file that takes the place of ``path`` when the block ends, and is gone where it raises."""
    if path.endswith(("/", os.sep)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not path:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
    try:
        before: os.stat_result | None = os.stat(path)
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open(path, "wb", buffering=0) as target:
            yield target
        return
    if before is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    place = os.path.realpath(path)  # of a symbolic link the target is replaced, not the link
    with _temporary_beside(place) as temporary:
        yield temporary
        if before is not None:
            _copy_rights(temporary.fileno(), before)
        temporary.close()
        os.replace(temporary.name, place)


@contextmanager
def _temporary_beside(path: str) -> Iterator[io.FileIO]:
    """A new file in the same folder; gone at the end unless it was moved."""
    name = os.path.join(os.path.dirname(path), f".toon-{os.urandom(6).hex()}.tmp")
    try:
        with open(name, "xb", buffering=0) as temporary:
            yield temporary
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _copy_rights(descriptor: int, before: os.stat_result) -> None:
    if hasattr(os, "fchmod"):
        with suppress(PermissionError):
            os.fchown(descriptor, before.st_uid, before.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
