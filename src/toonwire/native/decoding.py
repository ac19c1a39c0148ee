"""Text to values: the native engine's ``decode``.

Contract: what the reference engine does.  The compiled decoder reads what strict decoding accepts, and a
document that is accepted has the same value in non-strict mode; for everything it declines the reference
engine gives the value or the error.  A hook runs as often as if the document had been read only once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toonwire.native._decoder import DECLINED
from toonwire.native._decoder import decode as decode_strictly
from toonwire.options import DecodeOptions

__all__ = ["decode"]


def decode(data: str | bytes | bytearray | memoryview, options: DecodeOptions) -> Any:
    """The value of a document.  Raises :class:`~toonwire.errors.DecodeError`."""
    limits = options.limits
    source = bytes(data) if isinstance(data, (bytearray, memoryview)) else data
    if limits.max_input_bytes is None or _size(source) <= limits.max_input_bytes:
        value = decode_strictly(
            source,
            options.indent,
            limits.max_depth,
            limits.max_number_digits,
            options.parse_float,
            options.parse_int,
            _hook(options),
        )
        if value is not DECLINED:
            return value
    from toonwire.reference import decoder  # most programs never need it

    return decoder.decode(source, options)


def _size(source: str | bytes) -> int:
    return len(source) if isinstance(source, bytes) or source.isascii() else len(source.encode(errors="surrogatepass"))


def _hook(options: DecodeOptions) -> Callable[[dict[str, Any]], Any] | None:
    """As in ``json``: ``object_pairs_hook`` goes before ``object_hook``."""
    pairs = options.object_pairs_hook
    return options.object_hook if pairs is None else lambda obj: pairs(list(obj.items()))
