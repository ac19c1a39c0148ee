"""The tables that Lark made from the grammar, and a loop over them for the grammars inside a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeVar

from toonwire.reference._grammar import DEFAULTS, ENDS, GOTOS, LOOKAHEADS, STARTS, STEPS
from toonwire.reference.scope import Scope

__all__ = ["Misplaced", "accepted", "drive", "settle"]


class _Token(Protocol):
    @property
    def type(self) -> str: ...


T = TypeVar("T", bound=_Token)
_ENDS = frozenset(ENDS)
_DEFAULT = [DEFAULTS.get(state) for state in range(len(STEPS))]


class Misplaced(Exception):
    """The parser's state has no place for a token of a kind, which starts at a position in a scope."""

    def __init__(self, kind: str, state: int, start: int = 0, scope: Scope | None = None) -> None:
        super().__init__(kind, state, start)
        self.kind = kind
        self.state = state
        self.start = start
        self.scope = scope


def accepted(state: int) -> frozenset[str]:
    """The terminals that may come next."""
    return frozenset(STEPS[state])


def settle(stack: list[int]) -> None:
    """Makes all reductions that need no look at the next token."""
    while (rule := _DEFAULT[stack[-1]]) is not None:
        length, origin = rule
        del stack[-length:]
        stack.append(GOTOS[stack[-1]][origin])


def drive(start: str, lex: Callable[[list[int]], Iterable[T]], actions: Mapping[str, Callable[[T], None]]) -> None:
    """Parses the tokens that ``lex`` yields and runs the action of each as soon as it is read.

    ``lex`` gets the stack of states, whose last one is the current: a contextual lexer looks at it.
    Raises :class:`Misplaced`.
    """
    stack = [STARTS[start]]
    for token in lex(stack):
        while (step := STEPS[stack[-1]].get(token.type)) is None:
            _reduce(stack, token.type)
        action, pushed, reductions = step
        if action is not None:
            actions[action](token)
        stack += pushed
        if reductions:
            settle(stack)
    while stack[-1] not in _ENDS:
        _reduce(stack, "$END")


def _reduce(stack: list[int], kind: str) -> None:
    """One reduction before a token of that kind."""
    state = stack[-1]
    rule = _DEFAULT[state] or LOOKAHEADS.get(state, {}).get(kind)
    if rule is None:
        raise Misplaced(kind, state)
    length, origin = rule
    del stack[len(stack) - length :]
    stack.append(GOTOS[stack[-1]][origin])
