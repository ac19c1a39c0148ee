"""§4 and §7.4 with memory: value and key tokens that repeat are decoded once.

Contract: looking up a token gives its value or raises :class:`~toonwire.rules.fault.Fault`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from toonwire.options import DecodeOptions
from toonwire.reference._grammar import TERMINALS
from toonwire.rules.keys import decode_key
from toonwire.rules.scalars import LITERALS, decode_scalar
from toonwire.rules.spans import shape_of

__all__ = ["PLAIN_START", "Keys", "Values", "split_cells"]

_MOST = 16_384
"""Tokens that a memory holds before it starts anew."""
_LONGEST = 40
"""Characters of a value's token that is worth remembering."""
_LONGEST_KEY = 256
"""Characters of a key's token that is remembered: what a stream remembers is bounded."""

# A first character that no number, quoted token or literal has, and no space: the token is its own value.
PLAIN_START = frozenset("abcdeghijklmopqrsuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_/")

# Whole columns, joined by LF.  A number needs more than these when it is long (decode_scalar).
_ALL_INTS = re.compile(r"(?:-?(?:0|[1-9][0-9]{0,17})\n)+").fullmatch
_ALL_NUMBERS = re.compile(r"(?:-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,25})?(?:[eE][+-]?[0-9]{1,2})?\n)+").fullmatch
_ALL_PLAIN = re.compile(r"(?:(?!(?:true|false|null)\n)[A-Za-z_/][^\n]*\n)+").fullmatch
_IS_FLOAT = re.compile("[.eE]").search
_SHORT_INT = 18
_COLUMN_FROM = 8
_COLUMN_TO = 1024
"""Cells that are looked at together: a regular expression keeps a place to come back to for each."""
_COLUMN_DIGITS = 18 + 25


class Keys(dict[str, str]):
    """Key token to key; equal keys of a document are one object, as long as they are of common length."""

    def __missing__(self, token: str) -> str:
        key = decode_key(token)
        if len(token) <= _LONGEST_KEY:
            if len(self) >= _MOST:
                self.clear()
            self[token] = key
        return key


class Values(dict[str, Any]):
    """Value token, spaces around it allowed, to value."""

    def __init__(self, options: DecodeOptions) -> None:
        super().__init__()
        self._digits = options.limits.max_number_digits
        self._float = options.parse_float
        self._int = options.parse_int
        # what a hook returns may be mutable or differ from call to call
        self._longest = _LONGEST if options.parse_float is None and options.parse_int is None else 0
        self._short_int = min(_SHORT_INT, self._digits) if options.parse_int is None else 0
        self._columns = self._longest > 0 and self._digits >= _COLUMN_DIGITS

    def __missing__(self, token: str) -> Any:
        first = token[:1]
        if first in PLAIN_START and token[-1] != " ":
            return token
        if first == '"' and token[-1] == '"' and "\\" not in token and token.count('"') == 2:
            return token[1:-1]
        if token.isdigit() and token.isascii() and token[0] != "0" and len(token) <= self._short_int:
            return int(token)
        value = decode_scalar(token.strip(" "), self._digits, self._float, self._int)
        if len(token) <= self._longest:
            if len(self) >= _MOST:
                self.clear()
            self[token] = value
        return value

    def column(self, tokens: Sequence[str]) -> Sequence[Any]:
        """The values of a column of cells."""
        if len(tokens) > _COLUMN_TO:
            pieces = (tokens[start : start + _COLUMN_TO] for start in range(0, len(tokens), _COLUMN_TO))
            return [value for piece in pieces for value in self.column(piece)]
        if len(tokens) >= _COLUMN_FROM and self._columns and tokens[0]:
            joined = "\n".join([*tokens, ""])
            first = tokens[0][0]
            if first in "-0123456789":
                if _ALL_INTS(joined):
                    return list(map(int, tokens))
                if _ALL_NUMBERS(joined):
                    if joined.count(".") == len(tokens):
                        return list(map(float, tokens))
                    if "e" not in joined and "E" not in joined:
                        return [float(token) if "." in token else int(token) for token in tokens]
                    return [float(token) if _IS_FLOAT(token) else int(token) for token in tokens]
            elif _ALL_PLAIN(joined) and " \n" not in joined:
                return tokens
        return list(map(self.__getitem__, tokens))


assert not any(word[0] in PLAIN_START for word in LITERALS)


# ---- §11.2

_NAMES = {",": "CELL_C", "\t": "CELL_T", "|": "CELL_P"}
# a cell after the start or after a delimiter; CELL_x itself is never empty
_SPLIT = {d: re.compile(rf"(?:\A|{re.escape(d)})((?:{TERMINALS[name]})?)").findall for d, name in _NAMES.items()}


def split_cells(text: str, delimiter: str) -> list[str]:
    """The cells of a row, of an entry row or of an inline array: split at each unquoted delimiter.

    >>> split_cells('1,"a,b", c,', ",")
    ['1', '"a,b"', ' c', '']
    """
    if '"' not in text:
        return text.split(delimiter)
    shape = shape_of(text)
    if shape is text:
        return _SPLIT[delimiter](text)
    cells, at = [], 0
    for cell in shape.split(delimiter):
        cells.append(text[at : at + len(cell)])
        at += len(cell) + 1
    return cells
