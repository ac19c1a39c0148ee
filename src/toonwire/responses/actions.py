"""Suggested actions: calls that a result makes possible, complete enough to be made as they stand.

Contract: an :class:`Action` of :func:`suggested_action` can be called in this session with these arguments and
carries no secret.  Of several at most three stay, the first ones, each once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from toonwire.envelope import Violation
from toonwire.envelope.fields import is_text
from toonwire.envelope.wirejson import to_json
from toonwire.errors import ErrorCode, ResponseError
from toonwire.paths import Path, format_path
from toonwire.responses.plain import plain
from toonwire.responses.schemas import compiled
from toonwire.responses.secrets import find_secrets
from toonwire.responses.toolset import ToolSet
from toonwire.shaping import well_formed

__all__ = ["MOST_ACTIONS", "Action", "chosen_actions", "suggested_action"]

MOST_ACTIONS = 3
_LONGEST_REASON = 160
_PLACEHOLDER = re.compile(
    r"<[\w .-]*>|\{\{?[\w .-]*\}?\}|\[[\w .-]*\]|\.\.\.|…|(?i:todo|tbd|null|undefined|n/a|x{3,})|\s*"
)

Report = Callable[[Violation], None]


@dataclass(frozen=True, slots=True)
class Action:
    """One call that a client or an agent may offer next, and why it would help."""

    tool_name: str
    arguments: Mapping[str, Any]
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The action as results carry it.

        >>> Action("get_doc", {"path": "/x"}, "It has the whole page.").to_dict()
        {'type': 'tool_call', 'toolName': 'get_doc', 'arguments': {'path': '/x'}, 'reason': 'It has the whole page.'}
        """
        return {
            "type": "tool_call",
            "toolName": self.tool_name,
            "arguments": dict(self.arguments),
            "reason": self.reason,
        }

    @property
    def call(self) -> str:
        """The call in one line.

        >>> Action("search", {"query": "a b", "limit": 50}, "It lists the rest.").call
        'search(query="a b", limit=50)'
        """
        given = ", ".join(f"{key}={to_json(value).decode()}" for key, value in self.arguments.items())
        return f"{self.tool_name}({given})"


def suggested_action(
    tool: str,
    arguments: Mapping[str, Any],
    reason: str,
    *,
    tools: ToolSet | None = None,
    report: Report | None = None,
) -> Action | None:
    """The action of calling a tool, None where this session cannot.

    arguments: all that the call needs, under the names of the tool's own parameters.
    reason: why it is useful, in one line of at most 160 characters.
    tools: what the session can call.  Without it nothing about the tool is checked.
    report: gets what is wrong with an action, which is then None too; without it that is an error.

    Raises :class:`~toonwire.errors.ResponseError`: ``action-invalid`` for arguments that the tool's schema does not
    allow, that are placeholders, or a reason that is none; ``secret-found`` for a secret anywhere in it.

    >>> tools = ToolSet({"get_issue": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}})
    >>> suggested_action("get_issue", {"id": "PAY-7"}, "It has the stack trace.", tools=tools).call
    'get_issue(id="PAY-7")'
    >>> suggested_action("delete_issue", {"id": "PAY-7"}, "It is stale.", tools=tools) is None
    True
    >>> suggested_action("get_issue", {"id": 7}, "It has the stack trace.", tools=tools)
    Traceback (most recent call last):
    toonwire.errors.ResponseError: field get_issue.id: expected a value of type string, found a number; ...
    """
    try:
        return _made(tool, arguments, reason, tools)
    except ResponseError as error:
        if report is None:
            raise
        report(Violation(error.code, error.field, error.found, error.expected, error.hint))
        return None


def _made(tool: str, arguments: Mapping[str, Any], reason: str, tools: ToolSet | None) -> Action | None:
    called: dict[str, Any] = well_formed(plain(arguments))
    route = (tool, called) if tools is None else tools.route(tool, called)
    if route is None:
        return None
    if not is_text(reason) or len(reason.splitlines()) > 1 or len(reason) > _LONGEST_REASON:
        _refuse(
            (tool,), "a reason that is blank or long", f"a reason in one line of at most {_LONGEST_REASON} characters"
        )
    for name, value in called.items():
        if value is None or (isinstance(value, str) and _PLACEHOLDER.fullmatch(value)):
            _refuse((tool, name), "a placeholder", "the value itself, since the call has to work as it stands")
    for found in find_secrets([called, reason]):
        # the path begins with the place in that list
        raise ResponseError(
            ErrorCode.SECRET_FOUND,
            field=format_path((tool,)) + found.path.removeprefix("[0]").removeprefix("[1]"),
            found=found.found,
            expected="arguments and a reason without secrets",
            hint="leave the action out; an agent would hand it on",
        )
    if tools is not None:
        for name, given in ((tool, called), route):
            _check(name, given, tools.schema(name))
    return Action(route[0], route[1], well_formed(reason).strip())


def _check(tool: str, arguments: dict[str, Any], schema: Mapping[str, Any] | None) -> None:
    for problem in compiled(schema).problems(arguments) if schema else ():
        where = f".{problem.path}" if problem.path and not problem.path.startswith("[") else problem.path
        raise ResponseError(
            ErrorCode.ACTION_INVALID,
            field=format_path((tool,)) + where,
            found=problem.found,
            expected=problem.expected,
            hint="give all that the tool's input schema asks for, under its names",
        )


def _refuse(path: Path, found: str, expected: str) -> NoReturn:
    raise ResponseError(
        ErrorCode.ACTION_INVALID,
        field=format_path(path),
        found=found,
        expected=expected,
        hint="or leave the action out",
    )


def chosen_actions(actions: Iterable[Action | None], *, report: Report | None = None) -> list[Action]:
    """The first three actions, each once, in the order given; None is no action.

    report: gets those that are left out though they are no repetition.

    >>> look = Action("get", {"id": 1}, "It has the details.")
    >>> [action.arguments["id"] for action in chosen_actions([look, None, look, *(Action("get", {"id": n}, "More.")
    ...                                                                         for n in (2, 3, 4))])]
    [1, 2, 3]
    """
    kept: dict[tuple[str, bytes], Action] = {}
    for number, action in enumerate(actions):
        if action is None:
            continue
        key = (action.tool_name, to_json(dict(sorted(action.arguments.items()))))
        if key in kept:
            continue
        if len(kept) == MOST_ACTIONS:
            if report is not None:
                found, wanted = f"one more action ({action.tool_name})", f"at most {MOST_ACTIONS} actions"
                report(
                    Violation.at(
                        ErrorCode.ACTION_INVALID, ("suggestedActions", number), found, wanted, "it was left out"
                    )
                )
            continue
        kept[key] = action
    return list(kept.values())
