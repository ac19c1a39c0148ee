"""The grammar run by Lark itself, for tools that want a tree and as the oracle of the tight loop.

Contract: only this module imports lark.  The lines come from the same lexer; Lark parses them with tables
that it makes anew from the grammar's text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_parser_state import ParserState

from toonwire.options import DecodeOptions
from toonwire.reference._grammar import GRAMMAR, STARTS
from toonwire.reference.build import Build
from toonwire.reference.decoder import ACTIONS, actions
from toonwire.reference.misplaced import explain
from toonwire.reference.scope import Line
from toonwire.reference.source import read_source
from toonwire.reference.tables import Misplaced, advance

__all__ = ["decode", "parse_part", "tree"]


class LineToken(Token):
    """A line as Lark's tree holds it: its text, and in ``classified`` its parts."""

    classified: Line
    actions: Mapping[str, Callable[[Line], None]]


class _Lines:
    """What a parse gets as its input: the lines, and the stack of states as the tight loop would have it."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.actions = actions(build)
        self.states = [STARTS["start"]]


class _LarkLexer(Lexer):
    """Hands the lines to Lark, whose own stack lags one token behind."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        """Lark makes it with the terminals, which the line lexer knows already."""

    def lex(self, lexer_state: LexerState, parser_state: ParserState[Any]) -> Iterator[Token]:  # noqa: ARG002
        lines: Any = lexer_state.text
        assert isinstance(lines, _Lines)
        for line in lines.build.lexer.tokens(lines.states):
            yield _token(line, lines)
            advance(lines.states, line)


def _token(line: Line, lines: _Lines) -> LineToken:
    text, start = lines.build.source.text, line.start
    end = start if line.type.startswith("_") else line.match.end()
    number = text.count("\n", 0, max(start, 1))
    column = start - text.rfind("\n", 0, max(start, 1))
    token = LineToken(line.type, text[start:end], start, number, column, number, column + end - start, end)
    token.classified = line
    token.actions = lines.actions
    return token


def _act(name: str) -> Callable[[list[Any]], None]:
    """A rule's callback: the line of its action comes last in it."""
    return lambda children: children[-1].actions[name](children[-1].classified)


@cache
def _parser(*, acting: bool) -> Lark:
    transformer = type("Actions", (), {name: staticmethod(_act(name)) for name in ACTIONS})() if acting else None
    return Lark(
        GRAMMAR,
        parser="lalr",
        lexer=_LarkLexer,
        propagate_positions=not acting,
        keep_all_tokens=acting,
        transformer=transformer,
    )


@cache
def _part_parser(start: str) -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer="contextual", start=start, keep_all_tokens=True)


def tree(data: str | bytes, options: DecodeOptions) -> Tree[Token]:
    r"""The parse tree of a document, one token a line; positions as in ``DecodeError``.

    Raises :class:`~toonwire.errors.DecodeError` where a line has no place; what only the values tell
    (counts, widths, duplicate keys, escapes) is not looked at.

    >>> from toonwire.options import DecodeOptions
    >>> [token.type for token in tree("a:\n  b: 1", DecodeOptions()).scan_values(lambda _: True)]
    ['OPEN', 'PAIR']
    """
    source = read_source(data, options.strict, options.limits)
    found: Tree[Token] = _parse(Build(source, options, runs=False), acting=False)
    return found


def decode(data: str | bytes, options: DecodeOptions) -> Any:
    """What the tight loop decodes, by Lark's own loop: same lines, same actions, other tables."""
    source = read_source(data, options.strict, options.limits)
    build = Build(source, options, runs=False)
    _parse(build, acting=True)
    return build.result()


def _parse(build: Build, *, acting: bool) -> Any:
    lines: Any = _Lines(build)
    try:
        return _parser(acting=acting).parse(lines)
    except UnexpectedToken as error:
        token: Any = error.token
        explain(build.source, Misplaced(token.classified, lines.states[-1]))


def parse_part(start: str, text: str) -> Tree[Token]:
    """The tree of a field list (``fields_c``, ``fields_t``, ``fields_p``) or of cells (``cells_c``, …).

    >>> parse_part("cells_c", 'a,"b,c"').children[-1]
    Token('CELL_C', '"b,c"')
    """
    return _part_parser(start).parse(text)
