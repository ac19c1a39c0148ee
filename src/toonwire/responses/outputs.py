"""Output schemas: of the wire mode ``envelope``, and of a payload with what a response adds to it.

Contract: what a response may add is optional, so that a tool can adopt it without breaking its schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from toonwire.envelope import CANONICAL_VERDICTS
from toonwire.shaping.cap_list import singular

__all__ = ["ENVELOPE_SCHEMA", "output_schema"]

ENVELOPE_SCHEMA: Mapping[str, Any] = MappingProxyType(
    {
        "type": "object",
        "properties": {
            "success": {"type": "boolean"},
            "verdict": {"type": "string", "enum": sorted(CANONICAL_VERDICTS)},
            "summary_line": {"type": "string"},
            "next_step": {"type": "string"},
            "truncated": {"type": "boolean"},
            "format": {"type": "string", "const": "toon"},
            "toon_content": {"type": "string"},
            "error": {"type": "string"},
            "error_type": {"type": "string"},
            "hint": {"type": "string"},
            "retry_after_ms": {"type": "integer"},
        },
        "required": ["success", "verdict"],
    }
)
"""The output schema of a tool that answers in the wire mode ``envelope``, failures included."""

_TEXTS = {"type": "array", "items": {"type": "string"}}
_ACTION = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "const": "tool_call"},
        "toolName": {"type": "string"},
        "arguments": {"type": "object"},
        "reason": {"type": "string"},
    },
    "required": ["type", "toolName", "arguments", "reason"],
}
_ADDED = {
    "verdict": {"type": "string", "enum": sorted(CANONICAL_VERDICTS)},
    "suggestedActions": {"type": "array", "items": _ACTION, "maxItems": 3},
    "response_notes": _TEXTS,
    "warnings": _TEXTS,
}
_FACTS = {
    "truncated": {"type": "boolean"},
    "listed_cap": {"type": "integer"},
    "next_step": {"type": "string"},
    "next_cursor": {"type": "string"},
    "truncated_lists": {"type": "array", "items": {"type": "object"}},
}


def output_schema(payload: Mapping[str, Any], *, lists: tuple[str, ...] = ()) -> dict[str, Any]:
    """The output schema of a tool whose responses carry this payload.

    payload: the schema of an object.  lists: the keys of lists that may be cut.

    It allows what a :class:`~toonwire.responses.Response` adds: verdict, actions, notes, warnings, and the facts
    about lists that are cut.  None of them is required.

    >>> sorted(output_schema({"type": "object", "properties": {"jobs": {}}}, lists=("jobs",))["properties"])[:3]
    ['job_count', 'jobs', 'jobs_cap']
    """
    added: dict[str, Any] = dict(_ADDED)
    if lists:
        added |= _FACTS
    for name in lists:
        names = {f"{singular(name)}_count": {"type": ["integer", "null"]}, f"{name}_listed": {"type": "integer"}}
        added |= {**names, f"{name}_cap": {"type": "integer"}}
    return {**payload, "properties": {**added, **payload.get("properties", {})}}
