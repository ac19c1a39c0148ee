"""Seeded damage to TOON text, for tests that ask what a decoder makes of documents nobody meant.

Contract: ``damaged(text, seed)`` is the same text in every process, and holds Unicode scalar values only.
Most results are near misses: one or two small changes that touch indentation, counts, quotes or lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

__all__ = ["damaged"]

PIECES = [
    " ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", ":", ": ", ",", "|", "-", "- ", "-  ", "#", "# c", '"', '""', "\\",
    "\\n", "\\u00e9", "\\ud800", "[", "]", "{", "}", "[]", "{}", "[1]", "[2]:", "[1]{a}:", "[2:]", "[2:]{a,b}:", "[1|]",
    "[2\t]:", "0", "1", "a", "a: 1", "a:", "null", "\ufeff", "\u00a0", "\n  ", "\n    ", "\n- x", "\n  - x", "\n# c\n",
    "\n  \t\n", ",1", "é",
]  # fmt: skip

_COUNT = re.compile(r"\[[0-9]+")


def _at(rng: Random, text: str) -> int:
    return rng.randint(0, len(text))


def _insert(rng: Random, text: str) -> str:
    place = _at(rng, text)
    return text[:place] + rng.choice(PIECES) + text[place:]


def _delete(rng: Random, text: str) -> str:
    place = _at(rng, text)
    return text[:place] + text[place + rng.choice([1, 1, 1, 2, 4]) :]


def _replace(rng: Random, text: str) -> str:
    place = _at(rng, text)
    return text[:place] + rng.choice(PIECES) + text[place + 1 :]


def _syntax(rng: Random, text: str) -> str:
    """Drop or double one character that carries structure."""
    places = [place for place, character in enumerate(text) if character in ':,|[]{}"\\-\n\t']
    if not places:
        return _insert(rng, text)
    place = rng.choice(places)
    return text[:place] + rng.choice(["", text[place] * 2]) + text[place + 1 :]


def _count(rng: Random, text: str) -> str:
    found = list(_COUNT.finditer(text))
    if not found:
        return _insert(rng, text)
    m = rng.choice(found)
    number = int(m[0][1:])
    return f"{text[: m.start()]}[{rng.choice([number + 1, max(0, number - 1), 0, f'0{number}'])}{text[m.end() :]}"


def _move_line(rng: Random, text: str) -> str:
    lines = text.split("\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randint(0, len(lines)), line)
    return "\n".join(lines)


def _double_line(rng: Random, text: str) -> str:
    lines = text.split("\n")
    place = rng.randrange(len(lines))
    lines.insert(place, lines[place])
    return "\n".join(lines)


def _drop_line(rng: Random, text: str) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def _indent(rng: Random, text: str) -> str:
    """Shift one line, or all lines from there on."""
    lines = text.split("\n")
    start = rng.randrange(len(lines))
    stop = start + 1 if rng.random() < 0.7 else len(lines)
    shift = rng.choice(["  ", "    ", " ", "\t", "", ""])
    for place in range(start, stop):
        lines[place] = shift + lines[place] if shift else lines[place][2:]
    return "\n".join(lines)


def _line(rng: Random, text: str) -> str:
    lines = text.split("\n")
    place = rng.randint(0, len(lines))
    above = lines[place - 1] if place else ""
    margin = above[: len(above) - len(above.lstrip(" "))]
    lines.insert(place, rng.choice(["", "  ", "\t", margin + rng.choice(PIECES), f"{margin}# c", f"{margin}- a: 1"]))
    return "\n".join(lines)


DAMAGES: list[Callable[[Random, str], str]] = [
    _insert,
    _delete,
    _replace,
    _syntax,
    _syntax,
    _count,
    _move_line,
    _double_line,
    _drop_line,
    _indent,
    _indent,
    _line,
]


def damaged(text: str, seed: int) -> str:
    """``text`` with one to three changes.

    >>> damaged("a: 1", 1) == damaged("a: 1", 1)
    True
    """
    rng = Random(f"damaged {seed}")
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice(DAMAGES)(rng, text)
    return text
