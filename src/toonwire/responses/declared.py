"""Which keys of a value its schema does not speak of.

Contract: a key is declared where any part of the schema that applies to its object names it, joins and branches
included.  An object of which nothing is said is free to hold anything.  Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from toonwire.paths import Path

__all__ = ["undeclared"]

_JOINS = ("allOf", "anyOf", "oneOf")
_BRANCHES = ("if", "then", "else")
_OTHERS = ("additionalProperties", "unevaluatedProperties")

_Parts = list[Mapping[str, Any]]


def undeclared(schema: Mapping[str, Any], value: Any) -> list[Path]:
    """The paths of the keys that a schema does not declare, outer ones first.

    >>> undeclared({"properties": {"id": {}, "owner": {"properties": {"name": {}}}}},
    ...            {"id": 1, "etag": "x", "owner": {"name": "Ada", "_links": {}}})
    [('etag',), ('owner', '_links')]
    """
    found: list[Path] = []
    opened: list[tuple[Any, _Parts, Path]] = [(value, list(_parts(schema, [schema])), ())]
    while opened:
        item, parts, path = opened.pop()
        inner: list[tuple[Any, _Parts, Path]] = []
        if isinstance(item, dict) and _speaks_of_keys(parts):
            for key, child in item.items():
                under = _under_key(parts, key)
                if under is None:
                    found.append((*path, key))
                else:
                    inner.append((child, list(_parts(schema, under)), (*path, key)))
        elif isinstance(item, list):
            for number, child in enumerate(item):
                under = list(_parts(schema, _under_index(parts, number)))
                inner.append((child, under, (*path, number)))
        opened.extend(reversed([entry for entry in inner if entry[1] and isinstance(entry[0], (dict, list))]))
    return found


def _speaks_of_keys(parts: _Parts) -> bool:
    return any(word in part for part in parts for word in ("properties", "patternProperties", *_OTHERS))


def _under_key(parts: _Parts, key: str) -> list[Any] | None:
    """The schemas of the value under a key; None where no part declares the key."""
    named: list[Any] = []
    for part in parts:
        if key in part.get("properties", {}):
            named.append(part["properties"][key])
        named += [inner for text, inner in part.get("patternProperties", {}).items() if re.search(text, key)]
    if named:
        return named
    open_ended = [part[word] for part in parts for word in _OTHERS if part.get(word, False) is not False]
    return open_ended or None


def _under_index(parts: _Parts, number: int) -> Iterator[Any]:
    for part in parts:
        first = part.get("prefixItems", ())
        yield first[number] if number < len(first) else part.get("items")
        yield part.get("contains")


def _parts(root: Mapping[str, Any], schemas: Iterable[Any]) -> Iterator[Mapping[str, Any]]:
    """The schemas and all that they join, each once."""
    opened = list(schemas)
    seen: set[int] = set()
    while opened:
        part = opened.pop()
        if not isinstance(part, Mapping) or id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        for word in _JOINS:
            opened.extend(part.get(word, ()))
        opened.extend(part.get(word) for word in _BRANCHES)
        opened.extend(part.get("dependentSchemas", {}).values())
        if isinstance(part.get("$ref"), str):
            opened.append(_referred(root, part["$ref"]))


def _referred(root: Mapping[str, Any], reference: str) -> Any:
    if reference == "#":
        return root
    found: Any = root
    for name in reference.removeprefix("#/").split("/"):
        step = name.replace("~1", "/").replace("~0", "~")
        found = found.get(step) if isinstance(found, Mapping) else None
    return found
