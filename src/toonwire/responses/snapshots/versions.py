"""Output schemas over time: a change that clients can notice needs a new version.

Contract: titles, descriptions and examples are no such change.  A version may go up only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from toonwire.paths import format_path

__all__ = ["differences", "recorded", "text_of", "unversioned_change"]

_ANNOTATIONS = frozenset({"title", "description", "examples", "$comment", "deprecated", "readOnly", "writeOnly"})
_BY_NAME = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_VALUES = frozenset({"enum", "const", "default", "required"})
_SHOWN = 8


def text_of(schema: Mapping[str, Any], version: int | str) -> str:
    """A version and its schema as they are recorded."""
    return f"version: {json.dumps(version)}\n{json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=True)}"


def recorded(text: str) -> tuple[int | str, dict[str, Any]]:
    """The version and the schema of a record."""
    head, _, rest = text.partition("\n")
    return json.loads(head.removeprefix("version: ")), json.loads(rest)


def unversioned_change(name: str, before: str, schema: Mapping[str, Any], version: int | str) -> str | None:
    """What is wrong with a schema after the recorded one, None where nothing is.

    >>> old = text_of({"type": "object", "required": ["id"]}, 3)
    >>> print(unversioned_change("get_issue", old, {"type": "object", "required": ["id", "url"]}, 3))
    the output schema of get_issue has changed, but its version is still 3:
    - required[1] is new
    Raise the version if clients may notice, else undo the change.
    >>> unversioned_change("get_issue", old, {"type": "object", "required": ["id", "url"]}, 4)
    """
    old_version, old = recorded(before)
    if version != old_version and not _is_later(version, old_version):
        return f"the version of the output schema of {name} goes back from {old_version} to {version}"
    changed = differences(old, json.loads(json.dumps(schema)))
    if not changed or version != old_version:
        return None
    shown = changed[:_SHOWN] + ([f"and {len(changed) - _SHOWN} more"] if len(changed) > _SHOWN else [])
    return "\n".join(
        [
            f"the output schema of {name} has changed, but its version is still {version}:",
            *(f"- {line}" for line in shown),
            "Raise the version if clients may notice, else undo the change.",
        ]
    )


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The places in which two schemas differ, without annotations.

    >>> differences({"properties": {"description": {"type": "string", "title": "A"}}}, {"properties": {}, "title": "B"})
    ['properties.description.type is gone', 'properties is empty']
    """
    old, new = _leaves(before), _leaves(after)
    gone = [f"{place} is gone" for place in old if place not in new]
    changed = [
        f"{place} was {old[place]}, is {new[place]}" for place in new if place in old and old[place] != new[place]
    ]
    added = [f"{place} is {'empty' if new[place] in ('{}', '[]') else 'new'}" for place in new if place not in old]
    return gone + changed + added


def _leaves(schema: Any) -> dict[str, str]:
    """The JSON text of each leaf by its path."""
    out: dict[str, str] = {}
    left: list[tuple[Any, tuple[str | int, ...], str]] = [(schema, (), "schema")]
    while left:
        value, path, role = left.pop()
        below: list[tuple[Any, tuple[str | int, ...], str]] = []
        if isinstance(value, dict):
            for key, inner in value.items():
                if role == "schema" and key in _ANNOTATIONS:
                    continue
                below.append((inner, (*path, key), _role(role, key)))
        elif isinstance(value, list):
            below = [(inner, (*path, place), role) for place, inner in enumerate(value)]
        if below:
            left += reversed(below)
        elif path:
            out[format_path(path)] = json.dumps(value if not isinstance(value, dict) else {}, ensure_ascii=True)
    return out


def _role(role: str, key: str) -> str:
    """What a value is: a schema, schemas by name, or plain data."""
    if role != "schema":
        return "schema" if role == "names" else "data"
    return "names" if key in _BY_NAME else "data" if key in _VALUES else "schema"


def _is_later(version: int | str, before: int | str) -> bool:
    new, old = _order(version), _order(before)
    return new is None or old is None or new > old


def _order(version: int | str) -> tuple[int, ...] | None:
    parts = str(version).removeprefix("v").split(".")
    return tuple(int(part) for part in parts) if all(part.isascii() and part.isdigit() for part in parts) else None
