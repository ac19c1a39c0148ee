"""The front door: options, the choice of the engine, files.

Contract: the engine is settled when toonwire is imported; its modules, and those for host types, are loaded
when they are first needed, so that importing is cheap.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from functools import cache
from typing import IO, TYPE_CHECKING, Any, Literal

from toonwire.errors import OptionError
from toonwire.options import DecodeOptions, Delimiter, EncodeOptions, Limits, NanPolicy

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["decode", "dump", "dumps", "encode", "encode_bytes", "engine", "load", "loads"]

_NO_LIMITS = Limits()


def _chosen_engine() -> Literal["reference", "native"]:
    wanted = os.environ.get("TOONWIRE_ENGINE", "")
    if wanted == "native":
        raise ImportError(
            "TOONWIRE_ENGINE=native, but this toonwire has no native engine: upgrade to a release that has one "
            "(pip install --upgrade toonwire), or unset TOONWIRE_ENGINE"
        )
    if wanted not in ("", "reference"):
        raise OptionError(option="TOONWIRE_ENGINE", expected='"reference" or "native"', found=ascii(wanted))
    return "reference"


_ENGINE = _chosen_engine()


@cache
def _encoder() -> ModuleType:
    from toonwire.reference import encoder

    return encoder


@cache
def _decoder() -> ModuleType:
    from toonwire.reference import decoder

    return decoder


def _lowering(default: Callable[[Any], Any] | None, options: EncodeOptions) -> Callable[[Any], Any]:
    """What brings host values to the JSON model; most values need none of it."""
    made: Callable[[Any], Any] | None = None

    def lower(value: Any) -> Any:
        nonlocal made
        if made is None:
            from toonwire.hosttypes import lowering

            made = lowering(default, lambda part: _encoder().encode(part, options, lower))
        return made(value)

    return lower


def engine() -> Literal["reference", "native"]:
    """The engine that serves this process.

    The environment variable ``TOONWIRE_ENGINE`` (``reference`` or ``native``), read at import, chooses it.
    Asking for an engine that is not there is an ImportError on import, any other value an
    :class:`OptionError`.

    >>> engine()
    'reference'
    """
    return _ENGINE


def encode(
    value: Any,
    *,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _NO_LIMITS,
) -> str:
    """The TOON document of a value, without a final LF (§12).

    value: the JSON data model or any type of the host type table (docs/reference/host-types.md).
    indent: spaces a level, 1 to 1000.  delimiter: ``","``, a tab or ``"|"`` (§11).
    default: asked for a replacement of a value whose type is unknown.
    nan: what NaN and the infinities become, ``"null"`` (§3) or an error.
    limits: depth and digits that are accepted; what is encoded under them decodes under them.

    Raises :class:`EncodeError` with the path to what cannot be written, :class:`EncodeTypeError` where its
    type is the cause, :class:`OptionError` for an option, and what ``default`` raises.

    >>> print(encode({"team": "blue", "users": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}]}))
    team: blue
    users[2]{id,name}:
      1,Ada
      2,Bo
    >>> encode({"when": object()})
    Traceback (most recent call last):
    toonwire.errors.EncodeTypeError: at when: expected a value that has a JSON form, found object; ...
    """
    options = EncodeOptions(indent, delimiter, nan, limits)
    if default is not None and not callable(default):
        raise OptionError(option="default", expected="a callable or None", found=type(default).__name__)
    text: str = _encoder().encode(value, options, _lowering(default, options))
    return text


def encode_bytes(
    value: Any,
    *,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _NO_LIMITS,
) -> bytes:
    r""":func:`encode` in UTF-8.

    >>> encode_bytes({"city": "Zürich"})
    b'city: Z\xc3\xbcrich'
    """
    return encode(value, indent=indent, delimiter=delimiter, default=default, nan=nan, limits=limits).encode()


def dump(
    value: Any,
    fp: IO[str] | IO[bytes],
    *,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _NO_LIMITS,
) -> None:
    r"""Writes the document and one LF to a file that is open for text or for bytes.

    Nothing is written where encoding fails.  Open text files with ``encoding="utf-8", newline="\n"``.

    >>> import io
    >>> out = io.StringIO()
    >>> dump([1, 2], out)
    >>> out.getvalue()
    '[2]: 1,2\n'
    """
    text = encode(value, indent=indent, delimiter=delimiter, default=default, nan=nan, limits=limits) + "\n"
    target: Any = fp
    if not _takes_bytes(fp):
        target.write(text)
        return
    rest = memoryview(text.encode())
    while rest:
        taken = target.write(rest)
        # only an unbuffered file takes less than it is given
        rest = rest[taken:] if isinstance(fp, io.RawIOBase) and taken is not None else rest[len(rest) :]


def _takes_bytes(fp: IO[str] | IO[bytes]) -> bool:
    if isinstance(fp, io.TextIOBase):
        return False
    return isinstance(fp, (io.RawIOBase, io.BufferedIOBase)) or "b" in str(getattr(fp, "mode", ""))


def decode(
    source: str | bytes | bytearray | memoryview,
    *,
    indent: int = 2,
    strict: bool = True,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    limits: Limits = _NO_LIMITS,
) -> Any:
    r"""The value of a TOON document; bytes are UTF-8 (§4).

    indent: spaces a level in the document.
    strict: False accepts what §14.4 recovers from (counts, repeated keys, indentation, blank lines, depth
        jumps) and nothing else.
    parse_float, parse_int: called with the text of a number token with, or without, fraction or exponent.
    object_hook: called with each object, inner ones first; object_pairs_hook: the same with its pairs, and
        goes before it.
    limits: depth, size and digits that are accepted.

    Integers are exact; other numbers are the nearest double, an error beyond its range.  Raises
    :class:`DecodeError` with line and column, :class:`OptionError` for an option, a TypeError for another
    type of source, and what a hook raises.

    >>> decode("users[2]{id,name}:\n  1,Ada\n  2,Bo")
    {'users': [{'id': 1, 'name': 'Ada'}, {'id': 2, 'name': 'Bo'}]}
    >>> decode("title: Weekly\nowner Ada")
    Traceback (most recent call last):
    toonwire.errors.DecodeError: line 2, column 1: expected key: value, found "owner Ada"; ...
    """
    options = DecodeOptions(indent, strict, parse_float, parse_int, object_hook, object_pairs_hook, limits)
    return _decoder().decode(source, options)


def load(
    fp: IO[str] | IO[bytes],
    *,
    indent: int = 2,
    strict: bool = True,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    limits: Limits = _NO_LIMITS,
) -> Any:
    r""":func:`decode` of a file that is open for text or for bytes.

    >>> import io
    >>> load(io.BytesIO(b"a: 1\n"))
    {'a': 1}
    """
    return decode(
        fp.read(),
        indent=indent,
        strict=strict,
        parse_float=parse_float,
        parse_int=parse_int,
        object_hook=object_hook,
        object_pairs_hook=object_pairs_hook,
        limits=limits,
    )


dumps = encode
loads = decode
