"""Suggested actions can be called as they stand, in this session, and carry no secret."""

from __future__ import annotations

from typing import Any

import pytest

from toonwire.envelope import Violation
from toonwire.errors import ErrorCode, OptionError, ResponseError
from toonwire.responses import Action, ToolSet, chosen_actions, suggested_action

GET = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "full": {"type": "boolean"}},
    "required": ["id"],
    "additionalProperties": False,
}
RUN = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "arguments": {"type": "object"}},
    "required": ["name", "arguments"],
}
WHY = "It has the stack trace."


def test_a_tool_that_can_be_called() -> None:
    made = suggested_action("get", {"id": "A-1"}, WHY, tools=ToolSet({"get": GET}))
    assert made is not None
    assert made.to_dict() == {"type": "tool_call", "toolName": "get", "arguments": {"id": "A-1"}, "reason": WHY}


@pytest.mark.parametrize(
    "tools",
    [
        ToolSet([]),
        ToolSet(["search"], catalog=["other"], gateway="search"),
        ToolSet(["search"], catalog={"get": GET}),
        ToolSet(["search"], catalog={"get": GET}, gateway="run"),
    ],
)
def test_a_tool_that_cannot(tools: ToolSet) -> None:
    assert suggested_action("get", {"id": "A-1"}, WHY, tools=tools) is None


def test_a_tool_of_the_catalog_goes_through_the_gateway() -> None:
    tools = ToolSet({"run": RUN}, catalog={"get": GET}, gateway="run")
    made = suggested_action("get", {"id": "A-1"}, WHY, tools=tools)
    assert made == Action("run", {"name": "get", "arguments": {"id": "A-1"}}, WHY)
    with pytest.raises(ResponseError) as caught:
        suggested_action("get", {"key": "A-1"}, WHY, tools=tools)
    assert caught.value.field == "get"
    named = ToolSet(["run"], catalog=["get"], gateway="run", gateway_names=("tool", "input"))
    assert named.route("get", {"id": 1}) == ("run", {"tool": "get", "input": {"id": 1}})


def test_definitions_of_tools_will_do() -> None:
    tools = ToolSet([{"name": "get", "inputSchema": GET}, "search"])
    assert tools.schema("get") == GET
    assert suggested_action("search", {"any": 1}, WHY, tools=tools) is not None
    for wrong in ("get", [5], [{"title": "x"}]):
        with pytest.raises(OptionError):
            ToolSet(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "get"),
        ({"id": 1}, "get.id"),
        ({"id": "A-1", "issueId": "A-1"}, "get"),
        ({"id": "<id>"}, "get.id"),
        ({"id": "..."}, "get.id"),
        ({"id": "TODO"}, "get.id"),
        ({"id": "{id}"}, "get.id"),
        ({"id": ""}, "get.id"),
        ({"id": None}, "get.id"),
    ],
)
def test_arguments_that_cannot_be_called(arguments: dict[str, Any], field: str) -> None:
    with pytest.raises(ResponseError) as caught:
        suggested_action("get", arguments, WHY, tools=ToolSet({"get": GET}))
    assert (caught.value.code, caught.value.field) == (ErrorCode.ACTION_INVALID, field)
    noticed: list[Violation] = []
    assert suggested_action("get", arguments, WHY, tools=ToolSet({"get": GET}), report=noticed.append) is None
    assert [found.path for found in noticed] == [field]


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "x" * 161])
def test_a_reason_is_one_short_line(reason: str) -> None:
    with pytest.raises(ResponseError) as caught:
        suggested_action("get", {"id": "A-1"}, reason)
    assert caught.value.code is ErrorCode.ACTION_INVALID


@pytest.mark.parametrize(
    ("arguments", "reason", "field"),
    [
        ({"id": "ghp_" + "a" * 36}, WHY, "get.id"),
        ({"login": {"password": "hunter2"}}, WHY, "get.login.password"),
        ({"id": "A-1"}, "Use Bearer abcdefghijklmnop1234 for it.", "get"),
    ],
)
def test_secrets_are_refused(arguments: dict[str, Any], reason: str, field: str) -> None:
    with pytest.raises(ResponseError) as caught:
        suggested_action("get", arguments, reason)
    assert (caught.value.code, caught.value.field) == (ErrorCode.SECRET_FOUND, field)
    assert not any(secret in str(caught.value) for secret in ("ghp_", "hunter2", "abcdefgh"))


def test_arguments_are_plain_and_well_formed() -> None:
    given = {"ids": {2, 1}, "q": "cut \ud83d"}
    made = suggested_action("get", given, "Half a \ud83d.")
    assert made == Action("get", {"ids": [1, 2], "q": "cut �"}, "Half a �.")
    given["ids"].add(3)  # type: ignore[attr-defined]
    assert made.arguments["ids"] == [1, 2]


def test_three_actions_each_once_in_order() -> None:
    actions = [
        Action("get", arguments, WHY) for arguments in ({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 2}, {}, {"z": 1})
    ]
    noticed: list[Violation] = []
    assert chosen_actions([None, *actions], report=noticed.append) == [actions[0], actions[2], actions[3]]
    assert len(noticed) == 1
    assert chosen_actions([None]) == []


def test_a_call_in_one_line() -> None:
    assert Action("get", {"q": 'a "b"\nc', "n": [1, None]}, WHY).call == 'get(q="a \\"b\\"\\nc", n=[1,null])'
    assert Action("list", {}, WHY).call == "list()"
