"""JSON Lines: one JSON value a line, blank lines of no account.

Contract: lines end at LF; an error carries the line number of the file.
"""

from __future__ import annotations

from typing import Any

from toonwire.cli.jsontext import BOM, DEFAULT_LIMITS, FAST_FROM, read_json
from toonwire.cli.jsonwrite import write_json
from toonwire.errors import DecodeError, ErrorCode
from toonwire.options import Limits

__all__ = ["read_json_lines", "write_json_lines"]

_KINDS = {dict: "an object", str: "a string", bool: "a boolean", type(None): "null"}


def read_json_lines(
    data: bytes, *, strict: bool = False, limits: Limits = DEFAULT_LIMITS, fast: bool | None = None
) -> list[Any]:
    r"""The values of all lines; the options and the errors are those of ``read_json``.

    >>> read_json_lines(b'{"a":1}\n\n[2]\n')
    [{'a': 1}, [2]]
    """
    if fast is None:
        fast = len(data) >= FAST_FROM
    return [
        read_json(line, strict=strict, limits=limits, first_line=number, outer=1, fast=fast)
        for number, line in enumerate(data.removeprefix(BOM).split(b"\n"), 1)
        if line.strip(b" \t\r")
    ]


def write_json_lines(value: Any, first_line: str, *, fast: bool = False) -> bytes:
    r"""The elements of a list, each minified on a line of its own.

    Raises :class:`~toonwire.errors.DecodeError` (``jsonl-root``) for anything but a list;
    ``first_line`` is the document's, for the error.

    >>> write_json_lines([{"a": 1}, [2]], "")
    b'{"a":1}\n[2]\n'
    """
    if not isinstance(value, list):
        raise DecodeError(
            ErrorCode.JSONL_ROOT,
            line=1,
            column=1,
            source_line=first_line,
            expected="an array at the root for JSON Lines",
            found=_KINDS.get(type(value), "a number"),
            hint="leave out --jsonl, or name an output that does not end in .jsonl",
        )
    return b"".join(write_json(item, fast=fast) + b"\n" for item in value)
