"""The tight loop over the tables that Lark made from the grammar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from toonwire.reference._grammar import DEFAULTS, ENDS, GOTOS, LOOKAHEADS, STARTS, STEPS

__all__ = ["Misplaced", "accepted", "advance", "drive"]


class _Token(Protocol):
    @property
    def type(self) -> str: ...


T = TypeVar("T", bound=_Token)
_ENDS = frozenset(ENDS)


class Misplaced(Exception):
    """The parser's state has no place for a token (None: for the end)."""

    def __init__(self, token: Any, state: int) -> None:
        super().__init__(token, state)
        self.token = token
        self.state = state


def accepted(state: int) -> frozenset[str]:
    """The terminals that may come next."""
    return frozenset(STEPS[state])


def advance(stack: list[int], token: _Token) -> str | None:
    """Moves the stack of states on by one token; the name of the token's action, if it has one.

    All reductions that need no look at the next token are made at once.  Raises :class:`Misplaced`.
    """
    kind = token.type
    step = STEPS[stack[-1]].get(kind)
    while step is None:
        _reduce(stack, kind, token)
        step = STEPS[stack[-1]].get(kind)
    action, pushed, reductions = step
    stack += pushed
    while reductions and (rule := DEFAULTS.get(stack[-1])) is not None:
        del stack[-rule[0] :]
        stack.append(GOTOS[stack[-1]][rule[1]])
    return action


def drive(start: str, lex: Callable[[list[int]], Iterable[T]], actions: Mapping[str, Callable[[T], None]]) -> None:
    """Parses the tokens that ``lex`` yields and runs the action of each as soon as it is read.

    ``lex`` gets the stack of states, whose last one is the current: a contextual lexer looks at it.
    Raises :class:`Misplaced`.
    """
    stack = [STARTS[start]]
    steps = STEPS
    for token in lex(stack):
        step = steps[stack[-1]].get(token.type)
        if step is None or step[2]:
            action = advance(stack, token)
        else:
            action, pushed, _ = step
            stack += pushed
        if action is not None:
            actions[action](token)
    while stack[-1] not in _ENDS:
        _reduce(stack, "$END", None)


def _reduce(stack: list[int], kind: str, token: object) -> None:
    """One reduction before a token of that kind."""
    state = stack[-1]
    rule = DEFAULTS.get(state) or LOOKAHEADS.get(state, {}).get(kind)
    if rule is None:
        raise Misplaced(token, state)
    length, origin = rule
    del stack[len(stack) - length :]
    stack.append(GOTOS[stack[-1]][origin])
