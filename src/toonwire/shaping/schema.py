"""What a JSON Schema says about a place in a payload, as far as emptiness goes.

Contract: ``properties``, ``items``, ``required``, ``type``, ``enum``, ``anyOf``, ``oneOf``, ``allOf`` and
references inside the document are understood.  Where it says nothing, nothing is known; nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from toonwire.paths import Path

__all__ = ["Schema"]


class Schema:
    """A schema that can be asked about paths; answers for a place are kept."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._known: dict[Path, list[Mapping[str, Any]]] = {(): list(self._parts(root))}

    def required(self, path: Path) -> frozenset[str]:
        """The keys that an object at a path must have."""
        return frozenset(key for part in self._at(path) for key in part.get("required", ()))

    def names(self, path: Path, text: str) -> bool:
        """Whether an enumeration of the values at a path holds a text."""
        return any(text in part.get("enum", ()) or part.get("const") == text for part in self._at(path))

    def empty(self, path: Path, before: Any) -> Any:
        """What stands at a required place that says nothing."""
        types = {kind for part in self._at(path) for kind in _types(part)}
        if "null" in types:
            return None
        if isinstance(before, dict):
            return {}
        if isinstance(before, (list, tuple)) or "array" in types:
            return []
        return before

    def _at(self, path: Path) -> list[Mapping[str, Any]]:
        path = tuple(0 if isinstance(step, int) else step for step in path)
        for end in range(len(path) + 1):
            here = path[:end]
            if here not in self._known:
                above = self._known[here[:-1]]
                self._known[here] = [inner for part in above for inner in self._inner(part, here[-1])]
        return self._known[path]

    def _inner(self, part: Mapping[str, Any], step: str | int) -> Iterator[Mapping[str, Any]]:
        if isinstance(step, int):
            yield from self._parts(part.get("items"))
        elif step in part.get("properties", {}):
            yield from self._parts(part["properties"][step])
        else:
            yield from self._parts(part.get("additionalProperties"))

    def _parts(self, schema: Any, seen: tuple[str, ...] = ()) -> Iterator[Mapping[str, Any]]:
        """A schema and those that it joins."""
        if not isinstance(schema, Mapping):
            return
        yield schema
        for word in ("anyOf", "oneOf", "allOf"):
            for other in schema.get(word, ()):
                yield from self._parts(other, seen)
        reference = schema.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/") and reference not in seen:
            found: Any = self._root
            for name in reference[2:].split("/"):
                found = found.get(name.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
            yield from self._parts(found, (*seen, reference))


def _types(part: Mapping[str, Any]) -> Iterator[str]:
    kind = part.get("type", ())
    yield from [kind] if isinstance(kind, str) else kind
    if None in part.get("enum", ()) or ("const" in part and part["const"] is None):
        yield "null"
