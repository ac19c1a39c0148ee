"""Seeded documents for tests that compare decoders: conforming ones, dressed up ones, damaged ones, noise.

Contract: the same seed gives the same document in every process.  ``dressed`` changes nothing that a decoder
may look at; ``damaged`` makes near misses.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from toonwire import encode

__all__ = ["TWINS", "damaged", "documents", "dressed", "json_value", "noise", "noisy_bytes"]

TWINS = "".join(
    chr(base + ord(syntax)) for base in (0x100, 0x3000, 0xA000, 0x1F600) for syntax in '019:,|"[]{}-#\\ \t\n\r.eE+tfnu'
)
"""Characters whose lowest byte is a character that means something."""

STRINGS = (
    *("", "a", "x y", " lead", "trail ", "true", "false", "null", "True", "1", "-1", "05", "1.5", "1e5", "-0", "1e999"),
    *("-", "- a", "#c", "a#", '"', '"q"', 'a"b', "\\", "\\n", "\n", "\t", "\r", ":", "a: b", "[]", "[1]", "{}", "{a}"),
    *("a,b", "a|b", "a\tb", "a:b[2]", "x[1]: 2", "é", "Łódź", "日本語", "😀", "\u2028", "\x00", "\x7f", "\x85", "\xa0"),
    *("\ufeff", "12345678901234567890", "several words in a string of some length", "naïve café ☕ " * 3),
)
KEYS = (
    *("a", "b", "c", "id", "name", "user.name", "k-1", "", "a b", '"q"', "é", "日本", "😀", "1", "true", "x[1]", "a:b"),
    *("\t", "#", "- x", "a,b", "{g}", "a key that is longer than the sixty-four bytes that the cache takes"),
)
NUMBERS = (
    *(0, 1, -1, 7, 42, 2**31, 2**63 - 1, -(2**63), 2**63, 10**25, -(10**40)),
    *(0.5, -0.0, 0.1, 1e-7, 1e22, 5e-324, 1.7976931348623157e308, 2.5, 2.0**60),
)
PIECES = (
    *(" ", "  ", "\t", "\n", "\n\n", "\r", "\r\n", ":", ": ", ",", "|", "-", "- ", "-  ", "#", "# c", '"', '""', "\\"),
    *("\\n", "\\u00e9", "\\u0141", "\\ud800", "[", "]", "{", "}", "[]", "{}", "[1]", "[2]:", "[1]{a}:", "[2:]", "[1|]"),
    *("[2:]{a,b}:", "[2\t]:", "0", "1", "a", "a: 1", "a:", "null", "\ufeff", "\xa0", "\n  ", "\n    ", "\n- x", "é"),
    *("\n  - x", "\n# c\n", "\n  \t\n", ",1", "日", "😀"),
)

# ---- values


def _scalar(rng: Random) -> Any:
    pick = rng.random()
    if pick < 0.45:
        return rng.choice(STRINGS) + (rng.choice(STRINGS) if rng.random() < 0.25 else "")
    if pick < 0.5:
        return "".join(rng.choices(TWINS + "0123456789.-truefalsnl", k=rng.randint(1, 12)))
    if pick < 0.65:
        return rng.choice(NUMBERS)
    if pick < 0.75:
        size = 10 ** rng.randint(1, 20)
        return rng.randint(-size, size)
    if pick < 0.85:
        return rng.choice(
            [round(rng.uniform(-1000, 1000), rng.randint(0, 5)), rng.gauss(0, 1) * 10.0 ** rng.randint(-300, 300)]
        )
    return rng.choice([True, False, None])


def _names(rng: Random, count: int) -> list[str]:
    return list(
        dict.fromkeys(rng.choice(KEYS) if rng.random() < 0.8 else f"k{rng.randint(0, 99)}" for _ in range(count))
    )


def _shape(rng: Random, depth: int) -> dict[str, Any]:
    names = _names(rng, rng.randint(1, 4))
    return {name: _shape(rng, depth - 1) if depth and rng.random() < 0.2 else None for name in names}


def _record(rng: Random, shape: dict[str, Any]) -> dict[str, Any]:
    return {name: _record(rng, inner) if inner else _scalar(rng) for name, inner in shape.items()}


def json_value(rng: Random, depth: int = 4) -> Any:
    """A value in which all forms of §9 turn up."""
    pick = rng.random()
    if depth == 0 or pick < 0.2:
        return _scalar(rng)
    if pick < 0.4:
        return {name: json_value(rng, depth - 1) for name in _names(rng, rng.randint(0, 5))}
    if pick < 0.55:
        return [_scalar(rng) for _ in range(rng.randint(0, 6))]
    if pick < 0.85:
        shape = _shape(rng, 2)
        if pick < 0.75:
            return [_record(rng, shape) for _ in range(rng.randint(1, 5))]
        return {name: _record(rng, shape) for name in _names(rng, rng.randint(2, 4))}
    return [json_value(rng, depth - 1) for _ in range(rng.randint(0, 4))]


# ---- documents


def dressed(text: str, rng: Random) -> str:
    """The same document with what §5.1 and §12 let pass: comments, blank lines, CR, a byte-order mark."""
    lines = []
    for line in text.split("\n"):
        if rng.random() < 0.1:
            lines.append(" " * rng.randint(0, 6) + "#" + rng.choice(["", " c", '"', ": x", "é", "日", "😀", "\ttab"]))
        if rng.random() < 0.1 and not line.startswith(" "):
            lines.append(" " * rng.randint(0, 3))  # before a line of depth 0 no header span is open
        lines.append(line + " " * rng.choice([0, 0, 0, 1, 3]))
    end = rng.choice(["\n", "\n", "\r\n"])
    return rng.choice(["", "", "\ufeff"]) + end.join(lines) + rng.choice(["", "", end, 2 * end])


def _insert(text: str, rng: Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice([rng.choice(PIECES), rng.choice(TWINS)]) + text[at + rng.choice([0, 0, 1]) :]


def _delete(text: str, rng: Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at + rng.choice([1, 1, 1, 2, 4]) :]


def _syntax(text: str, rng: Random) -> str:
    places = [at for at, character in enumerate(text) if character in ':,|[]{}"\\-\n\t'] or [0]
    at = rng.choice(places)
    return text[:at] + rng.choice(["", text[at : at + 1] * 2]) + text[at + 1 :]


def _count(text: str, rng: Random) -> str:
    places = [at for at in range(1, len(text)) if text[at - 1] == "[" and text[at].isdigit()]
    if not places:
        return _insert(text, rng)
    at = rng.choice(places)
    return text[:at] + rng.choice("0123") + text[at + 1 :]


def _lines(text: str, rng: Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            lines.insert(rng.randint(0, len(lines)), lines.pop(at))
        case 1:
            lines.insert(at, lines[at])
        case 2:
            del lines[at]
        case 3:
            lines[at:] = ["  " + line for line in lines[at:]]
        case _:
            lines[at] = rng.choice(["  ", " ", "\t", "    "]) + lines[at] if rng.random() < 0.5 else lines[at][2:]
    return "\n".join(lines)


def damaged(text: str, rng: Random) -> str:
    """The document with one to three changes."""
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        text = rng.choice([_insert, _insert, _delete, _syntax, _syntax, _count, _lines, _lines])(text, rng)
    return text


def noise(rng: Random) -> str:
    """Pieces of documents in no order."""
    return "".join(rng.choices(PIECES + STRINGS, k=rng.randint(1, 14)))


def noisy_bytes(rng: Random) -> bytes:
    """Bytes that are seldom well-formed UTF-8, and like to be syntax."""
    alphabet = b'a:,|-[]{}" \n\t\\#01\xc3\xa9\xf0\x9f\x98\x80\xed\xa0\x80\xef\xbb\xbf\xff\xe2\x82'
    return bytes(rng.choices(alphabet, k=rng.randint(1, 30)))


def documents(seed: int) -> Iterator[tuple[str | bytes, int, bool]]:
    """Some documents, each with its indentation and whether a decoder that declines it is too timid."""
    rng = Random(f"documents {seed}")
    indent = rng.choice([2, 2, 2, 1, 3, 4, 8])
    text = encode(json_value(rng), indent=indent, delimiter=rng.choice([",", "\t", "|"]))
    dress = dressed(text, rng)
    yield text, indent, True
    yield text.encode(), indent, True
    yield dress, indent, True
    yield dress.encode(), indent, True
    for _ in range(4):
        broken = damaged(rng.choice([text, dress]), rng)
        yield broken, indent, False
        yield _bytes(damaged(rng.choice([text, dress]), rng), rng), indent, False
    yield noise(rng), indent, False
    yield noisy_bytes(rng), indent, False


def _bytes(text: str, rng: Random) -> bytes:
    data = bytearray(text.encode())
    if data and rng.random() < 0.1:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)
