"""Text to values: the native engine's ``decode``.

Contract: what the reference engine does.  The compiled decoder reads what strict decoding accepts, and a
document that is accepted has the same value in non-strict mode; for everything it declines the reference
engine gives the value or the error.  A hook runs as often as if the document had been read only once,
unless parse_float raises an ArithmeticError.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from types import ModuleType
from typing import Any

from toonwire.native._decoder import DECLINED
from toonwire.native._decoder import decode as decode_strictly
from toonwire.native._decoder import quick as _quick
from toonwire.options import DecodeOptions

__all__ = ["decode", "quick_decode"]


def decode(data: str | bytes | bytearray | memoryview, options: DecodeOptions) -> Any:
    """The value of a document.  Raises :class:`~toonwire.errors.DecodeError`."""
    limits = options.limits
    source = data if type(data) is str else _unchanging(data)
    if limits.max_input_bytes is None or _within(limits.max_input_bytes, source):
        pairs = options.object_pairs_hook
        try:
            value = decode_strictly(
                source,
                options.indent,
                limits.max_depth,
                limits.max_number_digits,
                options.parse_float,
                options.parse_int,
                options.object_hook if pairs is None else _on_pairs(pairs),
            )
        except ArithmeticError:
            # what parse_float cannot hold is an error with a place, which the reference engine knows
            if options.parse_float is None:
                raise
        else:
            if value is not DECLINED:
                return value
    return _reference().decode(source, options)


def quick_decode(careful: Callable[..., Any], options: DecodeOptions) -> Callable[..., Any]:
    """``careful``, for calls without keywords by way of the compiled decoder alone; ``options`` are its defaults."""
    limits = options.limits
    if limits.max_input_bytes is not None:
        return careful

    def otherwise(source: Any) -> Any:
        # what can change meanwhile is not the compiled decoder's business, all else is the reference engine's
        engine = decode if isinstance(source, (bytearray, memoryview)) else _reference().decode
        return engine(source, options)

    return wraps(careful)(_quick(careful, otherwise, options.indent, limits.max_depth, limits.max_number_digits))


def _unchanging(data: Any) -> Any:
    return bytes(data) if isinstance(data, (bytearray, memoryview)) else data


def _within(most: int, source: str | bytes) -> bool:
    if isinstance(source, str) and not source.isascii():
        return 4 * len(source) <= most or len(source.encode(errors="surrogatepass")) <= most
    return isinstance(source, (str, bytes)) and len(source) <= most


@cache
def _reference() -> ModuleType:
    """The reference engine's decoder, which most programs never need."""
    return import_module("toonwire.reference.decoder")


def _on_pairs(hook: Callable[[list[tuple[str, Any]]], Any]) -> Callable[[dict[str, Any]], Any]:
    """As in ``json``: ``object_pairs_hook`` goes before ``object_hook``."""
    return lambda obj: hook(list(obj.items()))
