"""Where bytes come from and where they go.

Contract: a result appears whole or not at all.  A file is written beside its place and moved there when
it is complete, with the mode of the file it replaces; standard output, pipes and devices get their bytes
in one go.  Bytes are never translated.
"""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from typing import Any

from toonwire.errors import ErrorCode, ToonError

__all__ = ["STDIN", "STDOUT", "ClosedPipeError", "FileError", "has_suffix", "input_name", "read_input", "write_output"]

STDIN, STDOUT = "<stdin>", "<stdout>"

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/([0-9]+)").fullmatch
_STANDARD = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}


class FileError(ToonError):
    """A file that cannot be read (``file-read``) or written (``file-write``); ``file`` names it."""

    _fields = ("code", "file", "found", "expected", "hint")

    def __init__(self, code: ErrorCode, *, file: str, found: str = "", expected: str = "", hint: str = "") -> None:
        super().__init__(code, found=found, expected=expected, hint=hint)
        self.file = file

    @property
    def position(self) -> str:
        return self.file

    @property
    def message(self) -> str:
        return f"{self.code.summary}: {self.found}"


class ClosedPipeError(Exception):
    """Whoever read standard output has gone; there is nothing left to do."""


def input_name(file: str | None) -> str:
    """How messages call an input: its name in printable Unicode, or ``<stdin>``."""
    return STDIN if file in (None, "-") else _printable(file or "")


def has_suffix(file: str | None, *suffixes: str) -> bool:
    """Whether a file name ends so, upper and lower case alike.

    >>> has_suffix("log.NDJSON", ".jsonl", ".ndjson"), has_suffix(None, ".jsonl")
    (True, False)
    """
    return file is not None and file.lower().endswith(suffixes)


# ---- input


def read_input(file: str | None) -> bytes:
    """All bytes of a file, or of standard input for None and ``-``.  Raises :class:`FileError`."""
    if file is not None and file != "-":
        try:
            with open(file, "rb") as source:
                return source.read()
        except OSError as error:
            raise _problem(ErrorCode.FILE_READ, _printable(file), error) from None
    if sys.stdin is None:
        raise FileError(ErrorCode.FILE_READ, file=STDIN, found="it is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise _problem(ErrorCode.FILE_READ, STDIN, error) from None


# ---- output


def write_output(file: str | None, data: bytes) -> None:
    """Writes a result to a file, or to standard output for None and ``-``.

    Raises :class:`FileError`, after which a regular file is as it was, and :class:`ClosedPipeError`.
    """
    descriptor = _descriptor(file)
    try:
        if descriptor == 1:
            _write_stdout(data)
        elif descriptor is not None:
            with open(descriptor, "wb", buffering=0, closefd=False) as stream:
                _write_all(stream, data)
        elif file is not None:
            _write_file(file, data)
    except BrokenPipeError:
        raise ClosedPipeError from None
    except OSError as error:
        raise _problem(ErrorCode.FILE_WRITE, _printable(file) if file is not None else STDOUT, error) from None


def _descriptor(file: str | None) -> int | None:
    """The open descriptor that a name stands for, which must not be opened anew: that would lose its offset."""
    if file is None:
        return 1
    if (m := _DESCRIPTOR(file)) is not None:
        return int(m[1])
    return _STANDARD.get(file)


def _write_stdout(data: bytes) -> None:
    if sys.stdout is None:
        raise FileError(ErrorCode.FILE_WRITE, file=STDOUT, found="it is closed")
    sys.stdout.flush()
    stream: Any = sys.stdout.buffer
    # past the buffer, which would try again at exit what failed once
    _write_all(getattr(stream, "raw", stream), data)


def _write_all(stream: Any, data: bytes) -> None:
    """Writes to an unbuffered stream, which may take less than it is given, and nothing while it is full."""
    rest = memoryview(data)
    while rest:
        taken = stream.write(rest[: 1 << 20])
        if taken is None:
            select.select([], [stream], [])
        else:
            rest = rest[taken:]


def _write_file(file: str, data: bytes) -> None:
    if file.endswith(("/", os.sep)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not file:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    try:
        before: os.stat_result | None = os.stat(file)
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before.st_mode):
        with open(file, "wb", buffering=0) as target:
            _write_all(target, data)
        return
    if before is not None and not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    path = os.path.realpath(file)  # of a symbolic link the target is replaced, not the link
    with _temporary_beside(path) as temporary:
        _write_all(temporary, data)
        if before is not None:
            _copy_rights(temporary.fileno(), before)
        temporary.close()
        os.replace(temporary.name, path)


@contextmanager
def _temporary_beside(path: str) -> Iterator[FileIO]:
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


def _problem(code: ErrorCode, name: str, error: OSError) -> FileError:
    return FileError(code, file=name, found=error.strerror or type(error).__name__)


def _printable(file: str) -> str:
    """A file name may hold bytes that are no text, and control characters."""
    text = os.fsencode(file).decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
