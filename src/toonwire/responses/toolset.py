"""Which tools a session can call, and how.

Contract: what is not known to be callable is not callable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from toonwire.errors import OptionError

__all__ = ["ToolSet"]

Tools = Iterable[str] | Iterable[Mapping[str, Any]] | Mapping[str, Mapping[str, Any] | None]


class ToolSet:
    """The tools of a session.

    tools: what a client can call by name: names, definitions as ``tools/list`` has them, or input schemas (or None)
        by name.
    catalog: the same for tools that can only be called through the gateway.
    gateway: the name of the tool among ``tools`` that calls another one, which takes the other's name and
        arguments as the arguments ``name`` and ``arguments``.

    >>> tools = ToolSet(["search", "run_tool"], catalog=["get_doc"], gateway="run_tool")
    >>> tools.route("search", {"q": "x"}), tools.route("get_doc", {"id": 1}), tools.route("delete", {})
    (('search', {'q': 'x'}), ('run_tool', {'name': 'get_doc', 'arguments': {'id': 1}}), None)
    """

    __slots__ = ("_catalog", "_gateway", "_names", "_tools")

    def __init__(
        self,
        tools: Tools,
        *,
        catalog: Tools = (),
        gateway: str | None = None,
        gateway_names: tuple[str, str] = ("name", "arguments"),
    ) -> None:
        self._tools = _schemas(tools)
        self._catalog = _schemas(catalog)
        self._gateway = gateway
        self._names = gateway_names

    def route(self, tool: str, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
        """The call that reaches a tool: itself, or the gateway with it; None where nothing does."""
        if tool in self._tools:
            return tool, dict(arguments)
        if tool not in self._catalog or self._gateway not in self._tools:
            return None
        name, inner = self._names
        return str(self._gateway), {name: tool, inner: dict(arguments)}

    def schema(self, tool: str) -> Mapping[str, Any] | None:
        """The input schema of a tool, None where nobody said it."""
        found = self._tools.get(tool)
        return found if found is not None else self._catalog.get(tool)


def _schemas(tools: Tools) -> dict[str, Mapping[str, Any] | None]:
    if isinstance(tools, Mapping):
        return dict(tools)
    if isinstance(tools, str):
        raise OptionError(option="tools", expected="several tools", found="one text")
    out: dict[str, Mapping[str, Any] | None] = {}
    for tool in tools:
        if isinstance(tool, str):
            out[tool] = None
        elif isinstance(tool, Mapping) and isinstance(tool.get("name"), str):
            out[tool["name"]] = tool.get("inputSchema")
        else:
            raise OptionError(option="tools", expected="names, or definitions with a name", found=ascii(tool))
    return out
