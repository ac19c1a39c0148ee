"""Values to text with the native engine, under the contract of the engines.

Contract: what the compiled encoder declines goes to the reference engine, which gives the text or raises
the right error with its path.  A value with host types is brought to the JSON model first, so that the
compiled encoder has another try.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from toonwire.errors import EncodeError
from toonwire.native._encoder import encode as _native
from toonwire.native.lowered import Memory, NoTree, lower_tree
from toonwire.options import EncodeOptions

__all__ = ["encode", "encode_bytes"]

Lower = Callable[[Any], Any]
_WIDEST_INDENT = 1000
"""Wider ones are nobody's; the compiled encoder counts on it that a line's indentation is no large number."""


def encode(value: Any, options: EncodeOptions, lower: Lower) -> str:
    """The document of a value, without a final LF (§12).  Raises :class:`~toonwire.errors.EncodeError`."""
    text: str = _encode(value, options, lower, as_bytes=False)
    return text


def encode_bytes(value: Any, options: EncodeOptions, lower: Lower) -> bytes:
    """:func:`encode` in UTF-8."""
    data: bytes = _encode(value, options, lower, as_bytes=True)
    return data


def _encode(value: Any, options: EncodeOptions, lower: Lower, *, as_bytes: bool) -> Any:
    if options.indent > _WIDEST_INDENT:
        return _by_reference(value, options, lower, as_bytes)
    limits = options.limits
    digits = min(limits.max_number_digits, sys.maxsize)
    rest = (options.indent, options.delimiter, options.nan == "null", limits.max_depth, digits, as_bytes)
    out = _native(value, *rest)
    return _lowered(value, options, lower, rest) if out is None else out


def _lowered(value: Any, options: EncodeOptions, lower: Lower, rest: tuple[Any, ...]) -> Any:
    """What was declined: once more without host types, or by the reference engine."""
    as_bytes = rest[-1]
    memory = Memory(lower)
    try:
        tree = lower_tree(value, memory.ask, options.limits.max_depth)
        if tree is not value:
            out = _native(tree, *rest)
            return _by_reference(tree, options, lower, as_bytes) if out is None else out
    except (NoTree, EncodeError):
        pass
    # which error is met first depends on the host types
    return _by_reference(value, options, memory, as_bytes)


def _by_reference(value: Any, options: EncodeOptions, lower: Lower, as_bytes: bool) -> str | bytes:
    text = _reference()(value, options, lower)
    return text.encode() if as_bytes else text


@cache
def _reference() -> Callable[..., str]:
    # most values never need it
    encode_text: Callable[..., str] = import_module("toonwire.reference.encoder").encode
    return encode_text
