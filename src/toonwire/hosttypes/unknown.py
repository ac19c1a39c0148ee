"""What is said about a value that has no JSON form."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterator

from toonwire.errors import ErrorCode
from toonwire.hosttypes.loaded import loaded
from toonwire.rules.fault import Fault

__all__ = ["endless", "type_name", "unsupported"]

_ENCODE_BYTES = "decode it to a string, or write it as base64"
_TAKE_RESULT = "call it and pass the result"
_TO_RECORDS = 'pass its to_dict("records")'

# By the name of a base class, so that no module is loaded for a message; the nearest base wins.
_BY_NAME = {
    "bytes": _ENCODE_BYTES,
    "bytearray": _ENCODE_BYTES,
    "memoryview": _ENCODE_BYTES,
    "complex": "pass its real and imag parts",
    "function": _TAKE_RESULT,
    "builtin_function_or_method": _TAKE_RESULT,
    "method": _TAKE_RESULT,
    "type": "pass an instance of the class",
    "_io._IOBase": "pass what it holds: its read()",
    "datetime.timedelta": "pass its total_seconds() or its str()",
    "pandas.DataFrame": _TO_RECORDS,
    "pandas.core.frame.DataFrame": _TO_RECORDS,
}

_BY_PROTOCOL: tuple[tuple[type | tuple[type, ...], str], ...] = (
    ((Awaitable, AsyncIterator), "await it first"),
    (Iterator, "collect it with list()"),
)


def unsupported(value: object) -> Fault:
    """The fault of a value that the table does not know and no ``default`` converts."""
    return Fault(
        ErrorCode.UNSUPPORTED_TYPE,
        expected="a value that has a JSON form",
        found=type_name(value),
        hint=f"{_hint(value)}, or convert it in default=",
    )


def endless(given: object, last: object) -> Fault:
    """The fault of a value whose conversions never end, since ``default`` keeps returning unknown types."""
    return Fault(
        ErrorCode.UNSUPPORTED_TYPE,
        expected="plain data from default=",
        found=f"{type_name(last)} after many conversions of {type_name(given)}",
        hint="let default= return dicts, lists, strings, numbers, bools or None",
    )


def type_name(value: object) -> str:
    """The name of a value's type, with its module unless that is ``builtins``.

    >>> from decimal import Decimal
    >>> type_name(b""), type_name(Decimal(1))
    ('bytes', 'decimal.Decimal')
    """
    name = _class_name(type(value))
    array = loaded("numpy", "ndarray")
    if array is not None and isinstance(value, array):
        return f"{name} of {getattr(value, 'dtype', '?')}"
    return name


def _class_name(kind: type) -> str:
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _hint(value: object) -> str:
    for base in type(value).__mro__:
        if (hint := _BY_NAME.get(_class_name(base))) is not None:
            return hint
    for protocol, hint in _BY_PROTOCOL:
        if isinstance(value, protocol):
            return hint
    return "pass a dict, list, string or number made from it"
