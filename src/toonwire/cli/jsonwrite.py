"""Values to JSON text, without losing a digit.

Contract: UTF-8 text in which only what JSON demands is escaped, members in the order of the mapping, no
nesting limit and no Python stack spent on it; a text of any indentation differs from the minified one in
white space only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from toonwire.rules.numbers import encode_decimal, encode_float, encode_int

__all__ = ["NumberText", "quote_json", "scalar_json", "write_json"]

_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

_DIGITS = 10**6
"""A value was read within a digit limit; the writer has none of its own that could matter."""


class NumberText:
    """A number as the token it was read from; ``write_json`` copies it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"NumberText({self.text!r})"


def write_json(value: Any, indent: int = 0, *, fast: bool = False) -> bytes:
    r"""JSON text of dicts with string keys, lists, strings, numbers, booleans and None, in UTF-8.

    indent: spaces a level; 0 writes one line without any space.
    fast: a compiled writer may be used, for a value without float and ``Decimal``; worth its import
        only where there is much to write.

    Numbers are int, finite float, ``Decimal`` (§2 form) or :class:`NumberText` (copied).

    >>> write_json({"a": [NumberText("1e400"), "é\n"], "b": {}})
    b'{"a":[1e400,"\xc3\xa9\\n"],"b":{}}'
    """
    if fast and indent in (0, 2):
        from toonwire.cli import jsonfast

        try:
            return jsonfast.write_fast(value, indent)
        except jsonfast.UnsureError:
            pass
    return "".join(_pieces(value, indent)).encode("utf-8")


def _pieces(root: Any, indent: int) -> Iterator[str]:
    """The text in pieces; a stack of half-read containers stands for the recursion."""
    quoted = _Quoted()
    colon = ": " if indent else ":"
    stack: list[_Frame] = []
    if type(root) in _CLOSERS and root:
        yield _CLOSERS[type(root)][0]
        stack.append(_Frame(root, 1, indent))
    else:
        yield scalar_json(root)
    while stack:
        frame = stack[-1]
        for entry in frame.entries:
            if frame.is_object:
                key, item = entry
                lead = f"{frame.lead}{quoted[key]}{colon}"
            else:
                item = entry
                lead = frame.lead
            frame.lead = frame.next_lead
            if type(item) in _CLOSERS and item:
                yield lead + _CLOSERS[type(item)][0]
                stack.append(_Frame(item, len(stack) + 1, indent))
                break
            yield lead + scalar_json(item)
        else:
            stack.pop()
            yield frame.end


class _Frame:
    """A container that is being written: what is left of it, and what stands before and after."""

    __slots__ = ("end", "entries", "is_object", "lead", "next_lead")

    def __init__(self, value: Any, depth: int, indent: int) -> None:
        self.is_object = type(value) is dict
        self.entries = iter(value.items() if self.is_object else value)
        self.lead = f"\n{' ' * (indent * depth)}" if indent else ""
        self.next_lead = f",{self.lead}"
        before_end = f"\n{' ' * (indent * (depth - 1))}" if indent else ""
        self.end = before_end + _CLOSERS[type(value)][1]


_CLOSERS: dict[type, tuple[str, str]] = {dict: ("{", "}"), list: ("[", "]")}


class _Quoted(dict[str, str]):
    """Keys to their quoted form; names repeat, so each is quoted once."""

    def __missing__(self, key: str) -> str:
        text = self[key] = quote_json(key)
        return text


def quote_json(text: str) -> str:
    """A string as JSON text."""
    return f'"{_ESCAPE.sub(_escape, text)}"'


def _escape(m: re.Match[str]) -> str:
    return _SHORT.get(m[0]) or f"\\u{ord(m[0]):04x}"


_SCALARS: dict[type, Callable[[Any], str | None]] = {
    str: quote_json,
    int: lambda value: encode_int(value, _DIGITS),
    NumberText: lambda value: value.text,
    bool: lambda value: "true" if value else "false",
    type(None): lambda _: "null",
    float: encode_float,
    Decimal: lambda value: encode_decimal(value, _DIGITS),
}


def scalar_json(value: Any) -> str:
    """A scalar, or a container that is empty, as JSON text."""
    kind = type(value)
    if kind in _CLOSERS:
        return "".join(_CLOSERS[kind])
    text = _SCALARS[kind](value)
    assert text is not None, "only finite numbers are read"
    return text
