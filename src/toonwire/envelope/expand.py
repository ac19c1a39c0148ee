"""From a rendered wire back to what it carries.

Contract: everything comes back, with the numbers and texts that went in.  ``toon_content`` is what counts: where
a field beside it says something else, the content wins, and :func:`disagreements` tells of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from toonwire import codec
from toonwire.envelope.surface import CONTENT, FORMAT, TOON, is_wire
from toonwire.envelope.violation import Violation
from toonwire.errors import DecodeError, EnvelopeError, ErrorCode
from toonwire.options import Limits

__all__ = ["content_with_all", "disagreements", "expand", "with_deprecation"]

_BESIDE = frozenset({FORMAT, CONTENT})


def expand(wire: Mapping[str, Any], *, limits: Limits | None = None) -> dict[str, Any]:
    r"""The response that a wire carries; a mapping that is no wire is its own.

    Fields that stand only beside ``toon_content``, as one that was added after rendering, come after what stands
    in it.  Raises :class:`EnvelopeError` (``wire-content``) where the content is no TOON or no object.

    >>> expand({"format": "toon", "toon_content": "success: true\nn: 1", "success": True, "deprecation": "use nav"})
    {'success': True, 'n': 1, 'deprecation': 'use nav'}
    """
    if not is_wire(wire):
        return dict(wire)
    carried = _content(wire, limits)
    carried.update((key, value) for key, value in wire.items() if key not in carried and key not in _BESIDE)
    return carried


def _content(wire: Mapping[str, Any], limits: Limits | None = None, parse_float: Any = None) -> dict[str, Any]:
    try:
        value = codec.decode(wire[CONTENT], parse_float=parse_float, limits=limits or Limits())
    except DecodeError as error:
        raise EnvelopeError(
            ErrorCode.WIRE_CONTENT,
            field=CONTENT,
            found=f"text that does not decode ({error})",
            expected="a TOON document",
            hint="render the result again instead of changing its text",
        ) from error
    if not isinstance(value, dict):
        raise EnvelopeError(
            ErrorCode.WIRE_CONTENT,
            field=CONTENT,
            found=f"a {type(value).__name__}",
            expected="a TOON document of an object",
            hint="an envelope is an object",
        )
    return value


def disagreements(wire: Mapping[str, Any]) -> list[Violation]:
    """Where the fields beside ``toon_content`` and the content differ; nothing for what is no wire.

    >>> [str(found) for found in disagreements({"format": "toon", "toon_content": "n: 1", "n": 2})]
    ['wire-differs at n: expected 1, as in toon_content, found 2; render after the last change']
    """
    if not is_wire(wire):
        return []
    carried = _content(wire)
    found = []
    for key, value in wire.items():
        if key in _BESIDE or (key in carried and _same(carried[key], value)):
            continue
        inside = f"{_shown(carried[key])}, as in {CONTENT}" if key in carried else f"the same field in {CONTENT}"
        found.append(
            Violation.at(ErrorCode.WIRE_DIFFERS, (key,), _shown(value), inside, "render after the last change")
        )
    return found


def _same(inside: Any, beside: Any) -> bool:
    """Equal as JSON values: true is no number."""
    if isinstance(inside, bool) or isinstance(beside, bool):
        return inside is beside
    return bool(inside == beside)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def with_deprecation(wire: Mapping[str, Any], deprecation: Any) -> dict[str, Any]:
    r"""A result with a deprecation: a wire is rendered again, so that its content has it too.

    deprecation: a text or an object that says what is old and what is new.

    >>> old = {"format": "toon", "toon_content": "success: true", "success": True}
    >>> expand(with_deprecation(old, "use nav"))
    {'success': True, 'deprecation': 'use nav'}
    """
    if not is_wire(wire):
        return {**wire, "deprecation": deprecation}
    carried = {**content_with_all(wire), "deprecation": deprecation}
    return {**wire, FORMAT: TOON, CONTENT: codec.encode(carried), "deprecation": deprecation}


def content_with_all(wire: Mapping[str, Any]) -> dict[str, Any]:
    """:func:`expand` with every digit of every number, to be encoded again."""
    if not is_wire(wire):
        return dict(wire)
    carried = _content(wire, parse_float=Decimal)
    carried.update((key, value) for key, value in wire.items() if key not in carried and key not in _BESIDE)
    return carried
