"""The front door: options, the engine, files.

Contract: options are checked here, so that an engine may trust them.  Which engine serves is settled when
toonwire is imported (``engines.py``).  The modules for host types are loaded when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import IO, Any, TypeVar

from toonwire.engines import Engine, EngineName, Lower, chosen
from toonwire.errors import OptionError
from toonwire.options import DecodeOptions, Delimiter, EncodeOptions, Limits, NanPolicy
from toonwire.refusal import end_command

__all__ = ["decode", "dumps", "encode", "encode_bytes", "engine", "load", "loads"]

try:
    _engine = chosen()
except (ImportError, OptionError) as error:
    end_command(error)
    raise

_LIMITS = Limits()
_ENCODE = EncodeOptions(limits=_LIMITS)
_DECODE = DecodeOptions(limits=_LIMITS)
"""The defaults, checked once: a record for each call would cost more than a small document."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _lowering(default: Callable[[Any], Any] | None, options: EncodeOptions) -> Lower:
    """What brings host values to the JSON model; most values need none of it."""
    made: Lower | None = None

    def lower(value: Any) -> Any:
        nonlocal made
        if made is None:
            from toonwire.hosttypes import lowering

            made = lowering(default, lambda part: _engine.encode(part, options, lambda: lower))
        return made(value)

    return lower


def _quick(faster: Callable[..., _Function], *defaults: Any) -> Callable[[_Function], _Function]:
    """A public function, with the engine's shorter way for calls that give no option."""
    return lambda careful: faster(careful, *defaults)


def _encoding(
    indent: int, delimiter: Delimiter, default: Callable[[Any], Any] | None, nan: NanPolicy, limits: Limits
) -> tuple[EncodeOptions, Callable[[], Lower]]:
    options = EncodeOptions(indent, delimiter, nan, limits)
    if default is not None and not callable(default):
        raise OptionError(option="default", expected="a callable or None", found=type(default).__name__)
    return options, partial(_lowering, default, options)


def encoding(
    indent: int, delimiter: Delimiter, default: Callable[[Any], Any] | None, nan: NanPolicy, limits: Limits
) -> tuple[Engine, EncodeOptions, Callable[[], Lower]]:
    """The engine that serves and the options as it takes them, checked; for parts that call it piece by piece."""
    return _engine, *_encoding(indent, delimiter, default, nan, limits)


def engine() -> EngineName:
    """The engine that serves this process.

    ``"native"`` is compiled, and serves where it could be built; ``"reference"`` is Python.  The environment
    variable ``TOONWIRE_ENGINE``, read at import, asks for one of them.  Asking for an engine that is not
    there is an ImportError on import, any other value an :class:`OptionError`.

    >>> engine() in ("native", "reference")
    True
    """
    return _engine.name


@_quick(_engine.quick_encode, _ENCODE, partial(_lowering, None, _ENCODE))
def encode(
    value: Any,
    *,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _LIMITS,
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
    return _engine.encode(value, *_encoding(indent, delimiter, default, nan, limits))


@_quick(_engine.quick_encode_bytes, _ENCODE, partial(_lowering, None, _ENCODE))
def encode_bytes(
    value: Any,
    *,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _LIMITS,
) -> bytes:
    r""":func:`encode` in UTF-8.

    >>> encode_bytes({"city": "Zürich"})
    b'city: Z\xc3\xbcrich'
    """
    return _engine.encode_bytes(value, *_encoding(indent, delimiter, default, nan, limits))


@_quick(_engine.quick_decode, _DECODE)
def decode(
    source: str | bytes | bytearray | memoryview,
    *,
    indent: int = 2,
    strict: bool = True,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    limits: Limits = _LIMITS,
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
    return _engine.decode(source, options)


def load(
    fp: IO[str] | IO[bytes],
    *,
    indent: int = 2,
    strict: bool = True,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    limits: Limits = _LIMITS,
) -> Any:
    r""":func:`decode` of a file that is open for text or for bytes.

    The file is read at once: its value takes several times the memory of its text.  What is larger than memory
    is read with :mod:`toonwire.stream`.

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
