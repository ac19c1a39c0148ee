"""Results held against their output schema by the server, before a client rejects them.

Contract: a success that does not keep its schema becomes a failure that says so; a failure passes as it is.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from toonwire.envelope import Violation
from toonwire.errors import ErrorCode, ResponseError
from toonwire.responses.declared import undeclared
from toonwire.responses.results import as_result, failure
from toonwire.responses.revisions import LATEST, known
from toonwire.responses.schemas import compiled

__all__ = ["NOT_YOUR_FAULT", "Guard", "guard", "schema_failure"]

_SHOWN = 8
"""Problems that the text of a failure spells out."""

NOT_YOUR_FAULT = "the tool made this mistake; the same call would fail again, so use another tool or report it"


class Guard:
    """What a tool promised about its results, and whether they keep it.

    ``guard(result)`` is the result, or the failure that is sent instead of it.  ``problems(structured)`` are the
    promises that structured content breaks, and ``tool(function)`` is a function of a tool with its results
    guarded; it may be asynchronous.
    """

    def __init__(self, schema: Mapping[str, Any], *, closed: bool, revision: str, hint: str) -> None:
        _check_root(schema, revision)
        self._compiled = compiled(schema)
        self._closed = closed
        self._revision = revision
        self._hint = hint

    @property
    def schema(self) -> Mapping[str, Any]:
        """The schema of the structured content."""
        return self._compiled.schema  # type: ignore[no-any-return]

    def problems(self, structured: Any) -> list[Violation]:
        """What is wrong with structured content; an empty list means nothing."""
        found = self._compiled.problems(structured)
        if self._closed:
            found += [
                Violation.at(ErrorCode.SCHEMA_MISMATCH, path, "a key that the schema does not declare", "declared keys")
                for path in undeclared(self.schema, structured)
            ]
        return found

    def __call__(self, result: Any) -> dict[str, Any]:
        made = as_result(result)
        if made.get("isError") or made.get("resultType", "complete") != "complete":
            return made
        if "structuredContent" not in made:
            missing = Violation.at(
                ErrorCode.SCHEMA_MISMATCH, (), "no structured content", "what the output schema describes"
            )
            return schema_failure([missing], hint=self._hint, revision=self._revision)
        found = self.problems(made["structuredContent"])
        return schema_failure(found, hint=self._hint, revision=self._revision) if found else made

    def tool(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that returns results of calls, with each of them guarded."""
        if inspect.iscoroutinefunction(function):

            @wraps(function)
            async def awaited(*args: Any, **more: Any) -> dict[str, Any]:
                return self(await function(*args, **more))

            return awaited

        @wraps(function)
        def called(*args: Any, **more: Any) -> dict[str, Any]:
            return self(function(*args, **more))

        return called


def guard(
    schema: Mapping[str, Any], *, closed: bool = False, revision: str = LATEST, hint: str = NOT_YOUR_FAULT
) -> Guard:
    """A guard for the results of a tool with this output schema.

    closed: refuse keys that the schema does not declare, wherever the schema says nothing about others.
    revision: of the protocol.  Until 2025-11-25 the root of an output schema has to be an object.
    hint: what a client is told to do where the guard refuses.

    Raises :class:`~toonwire.errors.ResponseError` (``schema-invalid``) for a schema that is none, that the revision
    does not have, or that refers to anything outside itself.

    >>> from toonwire.responses import result
    >>> held = guard({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}, closed=True)
    >>> held(result('{"n":1}', {"n": 1}))["isError"]
    False
    >>> print(held(result('{"n":"1","etag":"x"}', {"n": "1", "etag": "x"}))["content"][0]["text"])
    the result of the tool does not keep its output schema (2 problems)
    - n: expected a value of type integer, found a text of 1 characters
    - etag: expected declared keys, found a key that the schema does not declare
    Hint: the tool made this mistake; the same call would fail again, so use another tool or report it
    Type: schema-mismatch
    """
    return Guard(schema, closed=closed, revision=known(revision), hint=hint)


def schema_failure(problems: list[Violation], *, hint: str = NOT_YOUR_FAULT, revision: str = LATEST) -> dict[str, Any]:
    """The failure that tells what does not keep a schema."""
    shown = [f"- {p.path or 'the root'}: expected {p.expected}, found {p.found}" for p in problems[:_SHOWN]]
    if len(problems) > _SHOWN:
        shown.append(f"- and {len(problems) - _SHOWN} more")
    count = f"{len(problems)} problem{'s' * (len(problems) != 1)}"
    message = "\n".join([f"the result of the tool does not keep its output schema ({count})", *shown])
    return failure(message, hint=hint, error_type=ErrorCode.SCHEMA_MISMATCH.value, revision=revision)


def _check_root(schema: Mapping[str, Any], revision: str) -> None:
    if not isinstance(schema, Mapping) or (revision < LATEST and schema.get("type") != "object"):
        raise ResponseError(
            ErrorCode.SCHEMA_INVALID,
            field="schema",
            found=f"type {schema.get('type')!r} at its root" if isinstance(schema, Mapping) else type(schema).__name__,
            expected='type: "object" at the root',
            hint=f"clients of {revision} refuse all tools of a server for one other root; put the value under a key",
        )
