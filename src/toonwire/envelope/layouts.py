"""How a response is laid out around its TOON text.

Contract: the content holds the whole response and is made once, last; what stands beside it only repeats it.
The full layout repeats the control surface and every short scalar, the compact layout the surface alone, both
in the order of the response.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from toonwire import codec
from toonwire.envelope.model import Envelope
from toonwire.envelope.normalize import finished
from toonwire.envelope.surface import (
    CONTENT,
    FORMAT,
    TOON,
    TOON_CONTROL_SURFACE,
    Surface,
    is_wire,
    on_surface,
    reduce_to_control_surface,
)
from toonwire.errors import OptionError

__all__ = [
    "LONGEST_BESIDE",
    "apply_toon_format_to_response",
    "beside",
    "compact_layout",
    "envelope_layout",
    "full_layout",
]

LONGEST_BESIDE = 200
"""Characters of a text that the full layout still repeats."""

_WIRE = frozenset({FORMAT, CONTENT})


def full_layout(response: Mapping[str, Any]) -> dict[str, Any]:
    """A finished response with its TOON, the control surface and its other short scalars."""
    return {FORMAT: TOON, CONTENT: codec.encode(response), **beside(response, None)}


def compact_layout(response: Mapping[str, Any], surface: Surface = TOON_CONTROL_SURFACE) -> dict[str, Any]:
    """A finished response with its TOON and the keys of a surface."""
    return {FORMAT: TOON, CONTENT: codec.encode(response), **beside(response, surface)}


def envelope_layout(envelope: Envelope, keys: tuple[str, ...]) -> dict[str, Any]:
    """:func:`compact_layout` of an envelope, which knows its keys on a surface."""
    response = envelope._response
    wire = {FORMAT: TOON, CONTENT: codec.encode(response)}
    for key in keys:
        value = response[key]
        wire[key] = _finite(value) if type(value) is float else value
    return wire


def beside(response: Mapping[str, Any], surface: Surface | None) -> dict[str, Any]:
    """What stands beside the content; None for a surface means the full layout."""
    stays = on_surface(TOON_CONTROL_SURFACE if surface is None else surface)
    if surface is None:
        return {
            key: _finite(value)
            for key, value in response.items()
            if (stays(key) or _is_short_scalar(value)) and key not in _WIRE
        }
    return {
        key: value if type(value) is str else _finite(value)
        for key, value in response.items()
        if stays(key) and key not in _WIRE
    }


def _is_short_scalar(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_BESIDE
    return value is None or isinstance(value, (bool, int, float, Decimal))


def _finite(value: Any) -> Any:
    """NaN and the infinities are null in the content (§3), so they are null beside it."""
    return None if type(value) is float and not math.isfinite(value) else value


def apply_toon_format_to_response(
    response: Envelope | Mapping[str, Any], output_format: str = "json", *, compact_only: bool = False
) -> dict[str, Any]:
    r"""The response to send for a format that a caller asked for, ``json`` or ``toon`` in any case.

    The response is carried as it is, but for a missing verdict and summary line (:func:`normalize`).  JSON is
    the response itself, TOON its full layout, or with ``compact_only`` the control surface.  A wire that is
    rendered already stays one; ``compact_only`` reduces it.  Raises :class:`OptionError` for any other format,
    and :class:`~toonwire.errors.EncodeError` for a value that TOON cannot carry.

    >>> wire = apply_toon_format_to_response({"success": True, "n": 1, "rows": [1]}, "TOON")
    >>> print(wire["toon_content"])
    success: true
    n: 1
    rows[1]: 1
    verdict: INFO
    >>> list(wire)
    ['format', 'toon_content', 'success', 'n', 'verdict']
    >>> apply_toon_format_to_response({"success": True, "n": 1})
    {'success': True, 'n': 1, 'verdict': 'INFO'}
    """
    wanted = output_format.casefold() if isinstance(output_format, str) else ""
    if wanted not in ("json", TOON):
        raise OptionError(
            option="output_format",
            expected='"json" or "toon"',
            found=ascii(output_format),
            hint="a format that is not known is never answered with another one",
        )
    if is_wire(response) and not isinstance(response, Envelope):
        wire = reduce_to_control_surface(response) if compact_only and wanted == TOON else response
        return dict(wire)
    whole = finished(response)
    if wanted == "json":
        return whole.copy()
    return compact_layout(whole) if compact_only else full_layout(whole)
