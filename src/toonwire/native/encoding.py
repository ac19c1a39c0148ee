"""Values to text with the native engine, under the contract of the engines.

Contract: what the compiled encoder declines goes to the reference engine, which gives the text or raises
the right error with its path.  A value with host types is brought to the JSON model first, so that the
compiled encoder has another try.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial, wraps
from importlib import import_module
from typing import Any

from toonwire.errors import EncodeError
from toonwire.native._encoder import encode as _native
from toonwire.native._encoder import quick as _quick
from toonwire.native.lowered import Memory, NoTree, lower_tree
from toonwire.options import EncodeOptions

__all__ = ["encode", "encode_bytes", "quick_encode", "quick_encode_bytes"]

Lowering = Callable[[], Callable[[Any], Any]]
_Settings = tuple[int, str, bool, int, int]


def encode(value: Any, options: EncodeOptions, lowering: Lowering) -> str:
    """The document of a value, without a final LF (§12).

    lowering: makes what brings host values to the JSON model; called once, where that is needed.

    Raises :class:`~toonwire.errors.EncodeError`.
    """
    known, (indent, delimiter, nan_is_null, depth, digits) = _last[0]
    if known is not options:
        indent, delimiter, nan_is_null, depth, digits = _settings(options)
    text = _native(value, indent, delimiter, nan_is_null, depth, digits, False)
    return _otherwise(value, options, lowering, as_bytes=False) if text is None else text


def encode_bytes(value: Any, options: EncodeOptions, lowering: Lowering) -> bytes:
    """:func:`encode` in UTF-8."""
    known, (indent, delimiter, nan_is_null, depth, digits) = _last[0]
    if known is not options:
        indent, delimiter, nan_is_null, depth, digits = _settings(options)
    data = _native(value, indent, delimiter, nan_is_null, depth, digits, True)
    return _otherwise(value, options, lowering, as_bytes=True) if data is None else data


def quick_encode(careful: Callable[..., str], options: EncodeOptions, lowering: Lowering) -> Callable[..., str]:
    """``careful``, for calls without keywords by way of the compiled encoder alone; ``options`` are its defaults."""
    otherwise = partial(_otherwise, options=options, lowering=lowering, as_bytes=False)
    return wraps(careful)(_quick(careful, otherwise, *_settings(options), False))


def quick_encode_bytes(
    careful: Callable[..., bytes], options: EncodeOptions, lowering: Lowering
) -> Callable[..., bytes]:
    """The same for :func:`toonwire.encode_bytes`."""
    otherwise = partial(_otherwise, options=options, lowering=lowering, as_bytes=True)
    return wraps(careful)(_quick(careful, otherwise, *_settings(options), True))


def _settings(options: EncodeOptions) -> _Settings:
    """The options as the compiled encoder takes them, remembered for the next call."""
    limits = options.limits
    indent, digits = min(options.indent, sys.maxsize), min(limits.max_number_digits, sys.maxsize)
    settings = indent, options.delimiter, options.nan == "null", limits.max_depth, digits
    _last[0] = options, settings
    return settings


_last: list[tuple[EncodeOptions | None, _Settings]] = [(None, (2, ",", True, 1000, 4300))]


def _otherwise(value: Any, options: EncodeOptions, lowering: Lowering, *, as_bytes: bool) -> Any:
    """What was declined: once more without host types, or by the reference engine."""
    memory = Memory(lowering())
    try:
        tree = lower_tree(value, memory.ask, options.limits.max_depth)
        if tree is not value:
            out = _native(tree, *_settings(options), as_bytes)
            return _by_reference(tree, options, memory, as_bytes) if out is None else out
    except (NoTree, EncodeError):
        pass
    # which error is met first depends on the host types
    return _by_reference(value, options, memory, as_bytes)


def _by_reference(value: Any, options: EncodeOptions, lower: Memory, as_bytes: bool) -> str | bytes:
    text = _reference()(value, options, lower)
    return text.encode() if as_bytes else text


@cache
def _reference() -> Callable[..., str]:
    # most values never need it
    encode_text: Callable[..., str] = import_module("toonwire.reference.encoder").encode
    return encode_text
