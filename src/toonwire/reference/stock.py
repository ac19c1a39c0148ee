"""The grammar run by Lark itself, for tools that want a tree and as the oracle of the tight loop.

Contract: only this module imports lark.  The lines come from the same lexer; Lark parses them with tables
that it makes anew from the grammar's text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_parser_state import ParserState

from toonwire.options import DecodeOptions
from toonwire.reference._grammar import GRAMMAR
from toonwire.reference.build import Build
from toonwire.reference.decoder import ACTIONS
from toonwire.reference.misplaced import explain
from toonwire.reference.parser import LineParser
from toonwire.reference.parser import Token as LineParserToken
from toonwire.reference.source import read_source
from toonwire.reference.tables import Misplaced

__all__ = ["decode", "parse_part", "tree"]


class LineToken(Token):
    """A line as Lark's tree holds it: its text, and in ``read`` what the line parser made of it."""

    read: LineParserToken
    build: Build


class _LarkLexer(Lexer):
    """Hands Lark the tokens that the line parser has read."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        """Lark makes it with the terminals, which the line parser knows already."""

    def lex(self, lexer_state: LexerState, parser_state: ParserState[Any]) -> Iterator[Token]:  # noqa: ARG002
        tokens: Any = lexer_state.text
        yield from tokens


class _Trace:
    """Collects the tokens of a document; no action runs while it is read."""

    def __init__(self, build: Build) -> None:
        self.tokens: list[LineToken] = []
        self._text = build.source.text
        self._build = build

    def __call__(self, read: LineParserToken) -> None:
        text = self._text
        kind, _, match, _, start = read
        end = start if kind.startswith("_") else match.end()
        number = text.count("\n", 0, max(start, 1))
        column = start - text.rfind("\n", 0, max(start, 1))
        token = LineToken(kind, text[start:end], start, number, column, number, column + end - start, end)
        token.read = read
        token.build = self._build
        self.tokens.append(token)


def _no_action(*_: object) -> None:
    pass


def _act(name: str) -> Callable[[list[Any]], None]:
    """A rule's callback: the line of its action comes last in it."""

    def run(children: list[Any]) -> None:
        token = children[-1]
        _, scope, match, opens, _ = token.read
        ACTIONS[name](token.build, scope, match, opens)

    return run


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
    found: Tree[Token] = _parse(Build(source, options), options, acting=False)
    return found


def decode(data: str | bytes, options: DecodeOptions) -> Any:
    """What the tight loop decodes, by Lark's own loop: same lines, same actions, other tables."""
    source = read_source(data, options.strict, options.limits)
    build = Build(source, options)
    _parse(build, options, acting=True)
    return build.result()


def _parse(build: Build, options: DecodeOptions, *, acting: bool) -> Any:
    trace = _Trace(build)
    parser = LineParser(
        build.source,
        build,
        dict.fromkeys(ACTIONS, _no_action),
        strict=options.strict,
        indent=options.indent,
        trace=trace,
    )
    refused: Misplaced | None = None
    try:
        parser.run()
    except Misplaced as error:
        refused = error
    tokens: Any = trace.tokens
    try:
        return _parser(acting=acting).parse(tokens)
    except UnexpectedToken:
        assert refused is not None, "Lark refuses what the tight loop accepts"
        explain(build.source, refused)


def parse_part(start: str, text: str) -> Tree[Token]:
    """The tree of a field list (``fields_c``, ``fields_t``, ``fields_p``) or of cells (``cells_c``, …).

    >>> parse_part("cells_c", 'a,"b,c"').children[-1]
    Token('CELL_C', '"b,c"')
    """
    return _part_parser(start).parse(text)
