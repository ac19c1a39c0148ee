"""JSON Schemas put to work: compiled once, never fetching anything, with problems in words.

Contract: what a schema refers to stands in it.  A problem names the place, what was expected and what kind of
value is there, never the value itself.  Needs the extra ``jsonschema``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from toonwire.envelope import Violation
from toonwire.envelope.wirejson import to_json
from toonwire.errors import ErrorCode, OptionError, ResponseError
from toonwire.responses.reading import read_json

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

__all__ = ["Compiled", "compiled", "kind_of"]

_MOST_PROBLEMS = 100
_DEEPEST = 100


class Compiled:
    """A schema that can be asked what is wrong with a value."""

    def __init__(self, schema: Any) -> None:
        try:
            import jsonschema  # noqa: PLC0415 (an extra)
            import referencing  # noqa: PLC0415
        except ImportError:
            raise OptionError(
                option="schema",
                expected="the package jsonschema to check against a schema",
                found="none",
                hint='pip install "toonwire[jsonschema]"',
            ) from None
        self.schema = schema
        for reference in _references(schema):
            if not reference.startswith("#"):
                raise _unusable(f"the reference {reference!r:.60}", "references inside the schema, beginning with #")
        kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
        try:
            kind.check_schema(schema)
        except jsonschema.SchemaError as error:
            raise _unusable(f"{error.message:.100} at {error.json_path}", "a valid JSON Schema") from None
        self._lost: type[Exception] = referencing.exceptions.Unresolvable
        # without a registry of its own a validator fetches remote references
        self._validator: Validator = kind(schema, registry=referencing.Registry())
        self._check_references(referencing)

    def _check_references(self, referencing: Any) -> None:
        made = referencing.jsonschema.DRAFT202012.create_resource(self.schema)
        resolver = referencing.Registry().with_resource("", made).resolver()
        for reference in _references(self.schema):
            try:
                resolver.lookup(reference)
            except self._lost:
                raise _unusable(f"the reference {reference!r:.60}", "references that lead somewhere") from None

    def problems(self, value: Any) -> list[Violation]:
        """What a schema does not allow about a value, in the order of the value's paths; at most 100."""
        try:
            found = {_violation(error) for error, _ in zip(self._errors(value), range(_MOST_PROBLEMS), strict=False)}
        except RecursionError:
            return [_mismatch((), "a value that nests too deeply to be checked", "a flatter value")]
        return sorted(found, key=lambda problem: (problem.path, problem.expected))

    def _errors(self, value: Any) -> Iterator[ValidationError]:
        from jsonschema.exceptions import best_match  # noqa: PLC0415 (an extra)

        for error in self._validator.iter_errors(value):
            # of the branches of anyOf, the one that fits best says most
            yield best_match([error]) or error


def compiled(schema: Mapping[str, Any]) -> Compiled:
    """A schema, compiled once for all schemas with the same content.

    Raises :class:`~toonwire.errors.ResponseError` (``schema-invalid``) where it is no schema, or refers to what
    does not stand in it, and :class:`OptionError` without the package ``jsonschema``.
    """
    return _compiled(to_json(schema))


@lru_cache(maxsize=256)
def _compiled(data: bytes) -> Compiled:
    return Compiled(read_json(data.decode()))


def _references(schema: Any) -> Iterator[str]:
    opened = [(schema, 0)]
    while opened:
        value, depth = opened.pop()
        if depth > _DEEPEST:
            raise _unusable(f"more than {_DEEPEST} levels", "a flatter schema")
        if isinstance(value, Mapping):
            for word in ("$ref", "$dynamicRef"):
                if isinstance(value.get(word), str):
                    yield value[word]
        inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        opened.extend((item, depth + 1) for item in inner)


def _unusable(found: str, expected: str) -> ResponseError:
    return ResponseError(
        ErrorCode.SCHEMA_INVALID,
        field="schema",
        found=found,
        expected=expected,
        hint="nothing is fetched: put what it needs under $defs",
    )


# ---- problems in words


def _violation(error: ValidationError) -> Violation:
    word, wanted, value = error.validator, error.validator_value, error.instance
    path = tuple(error.absolute_path)
    if word == "required":
        missing = [key for key in wanted if key not in value]
        return _mismatch(path, f"an object without {_listed(missing)}", f"an object with {_listed(wanted)}")
    if word in ("additionalProperties", "unevaluatedProperties") and wanted is False:
        known = error.schema.get("properties", {}) if isinstance(error.schema, Mapping) else {}
        extra = [key for key in value if key not in known]
        return _mismatch(path, f"undeclared keys ({_listed(extra)})", "declared keys only")
    if word == "type":
        kinds = [wanted] if isinstance(wanted, str) else list(wanted)
        return _mismatch(path, kind_of(value), f"a value of type {' or '.join(kinds)}")
    if word in ("enum", "const"):
        named = wanted if word == "enum" else [wanted]
        return _mismatch(path, kind_of(value), f"one of {_listed(named)}")
    return _mismatch(path, kind_of(value), f"what {word} asks for ({wanted!s:.60})")


def _mismatch(path: Any, found: str, expected: str) -> Violation:
    return Violation.at(ErrorCode.SCHEMA_MISMATCH, path, found, expected)


def _listed(names: Any) -> str:
    shown = [str(name) for name in list(names)[:10]]
    more = len(list(names)) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else ", ".join(shown)


_KINDS = {bool: "true or false", int: "a number", float: "a number", dict: "an object", list: "a list"}


def kind_of(value: Any) -> str:
    """What kind of JSON value it is, in words.

    >>> kind_of(None), kind_of("abc"), kind_of([1])
    ('null', 'a text of 3 characters', 'a list')
    """
    if value is None:
        return "null"
    if isinstance(value, str):
        return f"a text of {len(value)} characters"
    return _KINDS.get(type(value), type(value).__name__)
