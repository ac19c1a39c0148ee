"""The compaction pass: from a result to the smallest wire that is still honest.

Contract: without steps nothing is lost, ``expand`` gives everything back.  A step that takes something away is
named by the caller and stands in the result.  A rendered wire is reduced to the surface and not encoded anew,
unless the reduction would lose what stands only beside its content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from toonwire import codec
from toonwire.envelope.alphabet import ALPHABET, Alphabet
from toonwire.envelope.expand import content_with_all, expand
from toonwire.envelope.fields import FIELDS
from toonwire.envelope.layouts import compact_layout, envelope_layout
from toonwire.envelope.model import Envelope
from toonwire.envelope.normalize import finished
from toonwire.envelope.surface import CONTENT, TOON_CONTROL_SURFACE, Surface, is_wire, reduce_to_control_surface
from toonwire.envelope.truncation import truncate_lists
from toonwire.errors import EnvelopeError, ErrorCode, OptionError
from toonwire.paths import Path, format_path
from toonwire.shaping import cap_text, drop_empty, well_formed
from toonwire.shaping.rebuild import rebuild

__all__ = ["STEPS", "STEPS_TAKEN", "Steps", "compact", "payload_lists", "shaped"]

Steps = Iterable[str] | Mapping[str, bool | Mapping[str, Any]]
"""Names of steps, or names with their options; False switches one off."""

STEPS_TAKEN = "steps_taken"
"""The key under which a result tells which steps it went through."""


def compact(
    envelope: Envelope | Mapping[str, Any],
    *,
    surface: Surface = TOON_CONTROL_SURFACE,
    steps: Steps = (),
    alphabet: Alphabet = ALPHABET,
) -> dict[str, Any]:
    """The compact wire of a result.

    surface: which keys stand beside the content; :data:`HONEST_SURFACE` is recommended.
    steps: what is done to the payload before, by name: ``well_formed``, ``drop_empty``, ``cap_lists``
        (``cap``, ``rest``), ``cap_texts`` (``limit`` and the options of ``cap_text``).  They run in the order
        given, leave the envelope's own fields alone, and are listed in ``steps_taken``.

    >>> wire = compact({"success": True, "rows": [1, 2, 3], "note": None}, steps={"drop_empty": True})
    >>> print(wire["toon_content"])
    success: true
    rows[3]: 1,2,3
    verdict: INFO
    steps_taken[1]{step,changed}:
      drop_empty,true
    >>> [key for key in wire if key != "toon_content"]
    ['format', 'success', 'verdict']
    """
    if not isinstance(envelope, Envelope) and is_wire(envelope):
        if not steps:
            return _reduced(envelope, surface)
        envelope = expand(envelope)
    if not steps and isinstance(envelope, Envelope):
        beside = envelope._shape.beside(surface)
        if beside is not None:
            return envelope_layout(envelope, beside)
    response = finished(envelope, alphabet)
    return compact_layout(shaped(response, steps) if steps else response, surface)


def _reduced(wire: Mapping[str, Any], surface: Surface) -> dict[str, Any]:
    reduced = dict(reduce_to_control_surface(wire, surface))
    if len(reduced) == len(wire):
        return reduced
    try:
        carried = content_with_all(wire)
        inside = expand({key: wire[key] for key in ("format", CONTENT)})
    except EnvelopeError:
        return reduced  # what does not decode is left to check
    if any(key not in reduced and key not in inside for key in wire):
        reduced[CONTENT] = codec.encode(carried)
    return reduced


# ---- steps


def shaped(response: Mapping[str, Any], steps: Steps) -> dict[str, Any]:
    """A response after its steps, with the list of them."""
    asked = steps if isinstance(steps, Mapping) else dict.fromkeys(steps, True)
    made = dict(response)
    taken = []
    for name, wanted in asked.items():
        if name not in STEPS:
            raise OptionError(option="steps", expected=f"some of {', '.join(STEPS)}", found=ascii(name))
        if wanted is False:
            continue
        options = {} if wanted is True else dict(wanted)
        after = STEPS[name](made, options)
        told = f"{name}({', '.join(f'{k}={v}' for k, v in options.items())})" if options else name
        taken.append({"step": told, "changed": after != made})
        made = after
    if not taken:
        return made
    before = made.get(STEPS_TAKEN, [])
    if not isinstance(before, list):
        raise EnvelopeError(
            ErrorCode.RESERVED_NAME,
            field=STEPS_TAKEN,
            found="a payload key with this name",
            expected="another name",
            hint="the steps are told there",
        )
    made[STEPS_TAKEN] = [*before, *taken]
    return made


def _on_payload(step: Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """A step that leaves the envelope's own fields alone."""

    def apply(response: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        changed = step({key: value for key, value in response.items() if key not in FIELDS}, options)
        return {
            key: value if key in FIELDS else changed[key]
            for key, value in response.items()
            if key in FIELDS or key in changed
        }

    return apply


def _cap_texts(payload: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    limit = options.pop("limit", 1000)

    def leaf(value: Any, _: Callable[[], Path]) -> Any:
        return cap_text(value, limit, **options).text if isinstance(value, str) else value

    made: dict[str, Any] = rebuild(payload, leaf)
    options["limit"] = limit
    return made


def _cap_lists(response: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    cap = options.setdefault("cap", 50)
    caps = dict.fromkeys(payload_lists(response), cap)
    return truncate_lists(response, caps, rest=options.get("rest", f"raise limit above {cap}"))


def payload_lists(response: Mapping[str, Any]) -> list[str]:
    """The paths of the lists of a payload, outer ones only, in their order; those in rows are not among them.

    >>> payload_lists({"rows": [[1]], "meta": {"tags": ["a"]}, "warnings": ["w"]})
    ['rows', 'meta.tags']
    """
    found: list[str] = []
    opened: list[tuple[Any, Path]] = [
        (value, (key,)) for key, value in reversed(list(response.items())) if key not in FIELDS and isinstance(key, str)
    ]
    while opened:
        value, path = opened.pop()
        if isinstance(value, (list, tuple)):
            if path[0] not in (STEPS_TAKEN, "truncated_lists"):
                found.append(format_path(path))
        elif isinstance(value, Mapping):
            opened.extend((inner, (*path, key)) for key, inner in reversed(list(value.items())) if isinstance(key, str))
    return found


STEPS: Mapping[str, Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]] = MappingProxyType(
    {
        "well_formed": lambda response, options: well_formed(response, **options),
        "drop_empty": _on_payload(lambda payload, options: drop_empty(payload, **options)),
        "cap_lists": _cap_lists,
        "cap_texts": _on_payload(_cap_texts),
    }
)
"""The steps that can be switched on, by name."""
