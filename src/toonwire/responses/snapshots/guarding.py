"""A server's tools, watched while its tests call them.

Contract: a call goes through unchanged; what its result promises and does not keep is written down, for the test
that made the call.  Failures promise nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from toonwire.errors import OptionError
from toonwire.responses.guard import Guard, guard
from toonwire.responses.snapshots.seen import NOTHING, see

__all__ = ["Watch"]

_SHOWN = 5


class Watch:
    """The output schemas of some tools, and what their results were found to break.

    schemas: by name of the tool; None for a tool without structured content, of which nothing is asked.
    closed: whether keys that a schema does not declare are breaches too.

    Raises :class:`~toonwire.errors.ResponseError` for a schema that is none.
    """

    def __init__(self, schemas: Mapping[str, Mapping[str, Any] | None], *, closed: bool = False) -> None:
        self._guards = {name: guard(schema, closed=closed) for name, schema in schemas.items() if schema is not None}
        self.breaches: list[str] = []

    def check(self, name: str, result: Any) -> None:
        r"""Writes down what a result breaks.

        >>> watch = Watch({"count": {"type": "object", "properties": {"n": {"type": "integer"}}}})
        >>> watch.check("count", {"content": [], "structuredContent": {"n": "1"}})
        >>> watch.check("count", {"content": [{"type": "text", "text": "1"}]})
        >>> print(*watch.breaches, sep="\n")
        count: n: expected a value of type integer, found a text of 1 characters
        count: a success without structured content, though the tool has an output schema
        """
        promised = self._guards.get(name)
        seen = see(result)
        if promised is None or seen.is_error or seen.rest.get("resultType", "complete") != "complete":
            return
        if seen.structured is NOTHING:
            self.breaches.append(f"{name}: a success without structured content, though the tool has an output schema")
        else:
            self.breaches += _told(name, promised, seen.structured)

    def tool(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function of one tool, or a coroutine function, watched."""
        return self._watched(function, lambda *_: name)

    def caller(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that calls any tool; its name is the first argument that is a text, or ``name``."""
        return self._watched(function, _name_among)

    def _watched(
        self, function: Callable[..., Any], name_of: Callable[[tuple[Any, ...], dict[str, Any]], str]
    ) -> Callable[..., Any]:
        @wraps(function)
        def called(*args: Any, **more: Any) -> Any:
            result = function(*args, **more)
            if inspect.isawaitable(result):
                return self._awaited(result, name_of(args, more))
            self.check(name_of(args, more), result)
            return result

        @wraps(function)
        async def awaited(*args: Any, **more: Any) -> Any:
            return await self._awaited(function(*args, **more), name_of(args, more))

        return awaited if inspect.iscoroutinefunction(function) else called

    async def _awaited(self, pending: Any, name: str) -> Any:
        result = await pending
        self.check(name, result)
        return result


def _name_among(args: tuple[Any, ...], more: dict[str, Any]) -> str:
    for named in (more.get("name"), more.get("tool_name"), more.get("tool"), *args):
        if isinstance(named, str):
            return named
    raise OptionError(
        option="method", expected="a method whose first text is the name of a tool", found="a call without a text"
    )


def _told(name: str, promised: Guard, structured: Any) -> list[str]:
    found = promised.problems(structured)
    told = [f"{name}: {p.path or 'the root'}: expected {p.expected}, found {p.found}" for p in found[:_SHOWN]]
    return told + ([f"{name}: and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else [])
