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

from toonwire.native._encoder import encode as _native
from toonwire.native.lowered import lower_tree, resume
from toonwire.options import EncodeOptions

__all__ = ["encode", "encode_bytes"]

_WIDEST_INDENT = 1000
"""Wider ones are nobody's; the compiled encoder counts on it that a line's indentation is no large number."""


def encode(value: Any, options: EncodeOptions, lower: Callable[[Any], Any]) -> str:
    """The document of a value, without a final LF (§12).  Raises :class:`~toonwire.errors.EncodeError`."""
    text: str = _encode(value, options, lower, as_bytes=False)
    return text


def encode_bytes(value: Any, options: EncodeOptions, lower: Callable[[Any], Any]) -> bytes:
    """:func:`encode` in UTF-8."""
    data: bytes = _encode(value, options, lower, as_bytes=True)
    return data


def _encode(value: Any, options: EncodeOptions, lower: Callable[[Any], Any], *, as_bytes: bool) -> Any:
    if options.indent <= _WIDEST_INDENT:
        limits = options.limits
        digits = min(limits.max_number_digits, sys.maxsize)
        rest = (options.indent, options.delimiter, options.nan == "null", limits.max_depth, digits, as_bytes)
        out = _native(value, *rest)
        if out is not None:
            return out
        tree = lower_tree(value, lower, limits.max_depth)
        if tree is not value:
            out = _native(tree, *rest)
            if out is not None:
                return out
            value, lower = tree, resume(lower)
    text = _reference()(value, options, lower)
    return text.encode() if as_bytes else text


@cache
def _reference() -> Callable[..., str]:
    # most values never need it
    encode_text: Callable[..., str] = import_module("toonwire.reference.encoder").encode
    return encode_text
