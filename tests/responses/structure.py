"""What a page of Markdown says to a parser: its blocks and spans, with the texts in them."""

from __future__ import annotations

import importlib.util
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["PARSERS", "prose_in", "structure"]


def _github() -> MarkdownIt:
    """GitHub's flavour: tables, strikethrough and, where linkify-it-py is installed, links that nobody marked."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    if importlib.util.find_spec("linkify_it"):
        parser = MarkdownIt("commonmark", {"linkify": True}).enable(["table", "strikethrough", "linkify"])
        parser.linkify.set({"fuzzy_link": False})
    return parser


PARSERS = {"commonmark": MarkdownIt("commonmark"), "gfm": _github()}


def structure(page: str, parser: str, *, phrases: bool = False) -> list[Any]:
    """Blocks in order, each a tuple; spans of a line are a list of (kind, text).

    phrases: whether text and code count as one, as they do where a value is prose.
    """
    return [_block(token, phrases) for token in PARSERS[parser].parse(page)]


def _block(token: Token, phrases: bool) -> tuple[Any, ...]:
    if token.type == "inline":
        return ("inline", *_spans(token.children or [], phrases))
    return (token.type, token.tag, token.level, token.info, token.content)


def _spans(tokens: list[Token], phrases: bool) -> list[tuple[str, str]]:
    spans: list[tuple[str, str]] = []
    for token in tokens:
        kind = "text" if token.type == "text_special" or (phrases and token.type == "code_inline") else token.type
        content = str(token.attrs["href"]) if kind == "link_open" else token.content
        if kind == "text" and spans and spans[-1][0] == "text":
            spans[-1] = ("text", spans[-1][1] + content)
        elif content or kind != "text":
            spans.append((kind, content))
    return spans


def prose_in(page: str, parser: str) -> str:
    """All texts of a page, one after the other."""
    blocks = structure(page, parser, phrases=True)
    return "".join(text for block in blocks if block[0] == "inline" for kind, text in block[1:] if kind == "text")
