"""Large inputs made to hurt, for ``prove_hostile.py``: each is made for a size, and its full size is here.

Contract: what a maker gives grows in proportion to the size, but for those that are ``squared``, whose text
grows with its square, since each line is indented deeper than the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple

from tests.test_hostile import DOCUMENTS, VALUES, nested
from toonwire import Limits

__all__ = ["DEEPEST", "INPUTS", "Input"]

DEEPEST = Limits(max_depth=10_000)
MILLION = 1_000_000


class Input(NamedTuple):
    """One input: for ``decode`` a str or bytes, for ``encode`` any value.

    expected: the code of the error in strict mode, ``value``, or "" where it does not matter.
    wide: dicts take as many keys as the size says, so that the processor's caches set the pace.
    """

    direction: str
    make: Callable[[int], Any]
    size: int
    expected: str
    limits: Limits = Limits()
    squared: bool = False
    wide: bool = False


def text(
    make: Callable[[int], Any], size: int, expected: str, limits: Limits = DEEPEST, squared: bool = False
) -> Input:
    return Input("decode", make, size, expected, limits, squared)


def value(
    make: Callable[[int], Any], size: int, expected: str, limits: Limits = DEEPEST, squared: bool = False
) -> Input:
    return Input("encode", make, size, expected, limits, squared)


# ---- documents

NEST = {
    "list items": lambda n: "[1]:\n" + "".join(f"{'  ' * level}- [1]:\n" for level in range(1, n)) + "  " * n + "- x",
    "keys": lambda n: "".join(f"{'  ' * level}k:\n" for level in range(n - 1)) + "  " * (n - 1) + "k: 1",
    "objects in lists": lambda n: (
        "a[1]:\n" + "".join(f"{'    ' * level}  - a[1]:\n" for level in range(n // 2)) + "    " * (n // 2) + "  - 1"
    ),
}
CLAIMS = {
    "rows": lambda n: f"a[{10**12}]{{x}}:\n" + "  1\n" * n,
    "entries": lambda n: f"a[{10**12}:]{{x}}:\n" + "".join(f"  k{i}: 1\n" for i in range(n)),
    "items": lambda n: f"a[{10**12}]:\n" + "  - 1\n" * n,
    "values": lambda n: f"a[{10**12}]: " + ",".join("1" * n),
}
CLAIMED = {"rows": "row-count", "entries": "entry-count", "items": "item-count", "values": "value-count"}
PILES = ('"', ":", "[", "]", "{", "}", ",", "\\", "-", "- ", "-\n", "#")
PLACES = ("", "a: ", "a[1]: ", "a[1]{", "a[1]{x}:\n  ", "a[1]:\n  - ")
DIGITS = {
    "an integer": lambda n: "a: " + "1" * n,
    "a fraction": lambda n: "a[1]: 0." + "1" * n,
    "a number with an exponent": lambda n: "a[1]{x}:\n  " + "1" * n + "e5",
}

# ---- bytes that are no UTF-8

ILL_FORMED = {
    "a continuation alone": b"\x80",
    "continuations alone": b"\xbf\xbf\xbf",
    "two bytes, overlong": b"\xc0\x80",
    "two bytes, overlong for DEL": b"\xc1\xbf",
    "three bytes, overlong": b"\xe0\x9f\xbf",
    "four bytes, overlong": b"\xf0\x8f\xbf\xbf",
    "a high surrogate": b"\xed\xa0\x80",
    "a low surrogate": b"\xed\xbf\xbf",
    "a surrogate pair": b"\xed\xa0\xbd\xed\xb8\x80",
    "beyond U+10FFFF": b"\xf4\x90\x80\x80",
    "far beyond": b"\xf5\x80\x80\x80",
    "five bytes": b"\xf8\x88\x80\x80\x80",
    "six bytes": b"\xfc\x84\x80\x80\x80\x80",
    "FE": b"\xfe",
    "FF": b"\xff",
    "two bytes, cut": b"\xc3",
    "three bytes, cut after one": b"\xe2",
    "three bytes, cut after two": b"\xe2\x82",
    "four bytes, cut after one": b"\xf0",
    "four bytes, cut after two": b"\xf0\x9f",
    "four bytes, cut after three": b"\xf0\x9f\x98",
    "a wrong second byte": b"\xe2\x28\xa1",
    "a wrong third byte": b"\xe2\x82\x28",
    "a wrong fourth byte": b"\xf0\x9f\x98\x28",
}


def ill_formed(bad: bytes) -> Callable[[int], bytes]:
    """The bytes in a string, before its end, behind many lines that are well-formed."""
    return lambda n: "".join(f"k{i}: é😀\n" for i in range(n)).encode() + b'last: "' + bad + b'"\nmore: 1\n'


def cut_off(bad: bytes) -> Callable[[int], bytes]:
    """The bytes at the end of the document."""
    return lambda n: "# ünï\n".encode() * n + b"last: " + bad


# ---- values


def cyclic(of: Callable[[Any], Any]) -> Callable[[int], Any]:
    """A cycle below many neighbours."""

    def make(n: int) -> Any:
        inner: list[Any] = ["x"] * n
        inner.append(of(inner))
        return {"a": inner}

    return make


def lists(n: int) -> Any:
    return reduce(lambda inner, _: [inner], range(n), 1)


INPUTS: dict[str, Input] = {
    **{f"5,000 nested {name}": text(make, 5000, "value", squared=True) for name, make in NEST.items()},
    **{f"{name}, nested too deep": text(make, 5000, "depth-limit", Limits(), True) for name, make in NEST.items()},
    **{f"10^12 {name} claimed": text(make, 100_000, CLAIMED[name]) for name, make in CLAIMS.items()},
    "a header of 100,000 fields": text(DOCUMENTS["a wide table"][0], 100_000, "value"),
    "100,000 fields, one twice": text(
        lambda n: f"a[1]{{{','.join(f'c{i}' for i in range(n))},c0}}:\n  {','.join('1' * (n + 1))}\n",
        100_000,
        "field-duplicate",
    ),
    "50,000 nested groups": text(DOCUMENTS["deep groups"][0], 50_000, "depth-limit"),
    "9,000 nested groups": text(lambda n: DOCUMENTS["deep groups"][0](n - 1), 9000, "value"),
    "50,000 groups side by side": text(DOCUMENTS["many groups"][0], 50_000, "value"),
    "200,000 groups never closed": text(lambda n: "a[1]" + "{a" * n, 200_000, ""),
    **{
        f"2 million {pile!a} after {place!a}": text(lambda n, pile=pile, place=place: place + pile * n, 2 * MILLION, "")
        for pile in PILES
        for place in PLACES
    },
    "10^6 comments": text(DOCUMENTS["comments"][0], MILLION, "value"),
    "10^6 comments between fields": text(DOCUMENTS["comments between fields"][0], MILLION // 2, "value"),
    "10^6 comments between rows": text(DOCUMENTS["comments between rows"][0], MILLION // 2, "value"),
    "10^6 blank lines": text(DOCUMENTS["blank lines"][0], MILLION, "value"),
    "10^6 blank lines between fields": text(DOCUMENTS["blank lines between fields"][0], MILLION // 2, "value"),
    "10^6 lines of spaces": text(lambda n: "   \n" * n, MILLION, "value"),
    "10^6 empty items": text(lambda n: f"a[{n}]:\n" + "  -\n" * n, MILLION, "value"),
    **{f"{name} of 10^6 digits": text(make, MILLION, "digit-limit") for name, make in DIGITS.items()},
    "an exponent of 10^6 digits": text(lambda n: "a: 1e" + "1" * n, MILLION, "number-range"),
    "a token that begins like a number": text(lambda n: "a: " + "1" * n + "x", MILLION, "value"),
    "500,000 times one key": text(DOCUMENTS["repeated keys"][0], 500_000, "duplicate-key"),
    "500,000 keys, then once more": text(
        lambda n: "".join(f"k{i}: 1\n" for i in range(n)) * 2, 250_000, "duplicate-key"
    ),
    "500,000 entries of one key": text(lambda n: f"a[{n}:]{{x}}:\n" + "  k: 1\n" * n, 500_000, "duplicate-key"),
    **{f"UTF-8: {name}": text(ill_formed(bad), 50_000, "ill-formed-utf8") for name, bad in ILL_FORMED.items()},
    **{f"UTF-8 at the end: {name}": text(cut_off(bad), 50_000, "ill-formed-utf8") for name, bad in ILL_FORMED.items()},
    "deep dicts": value(lambda n: nested(n, 1), 10_000, "value", squared=True),
    "deep lists": value(lists, 10_000, "value", squared=True),
    "a deep row": value(lambda n: [nested(n - 1, 1)], 10_000, "value"),
    "dicts far too deep": value(lambda n: nested(n, 1), 200_000, "depth-limit"),
    "lists far too deep": value(lists, 200_000, "depth-limit"),
    "tuples far too deep": value(lambda n: reduce(lambda inner, _: (inner,), range(n), ()), 200_000, "depth-limit"),
    "a list in itself": value(cyclic(lambda inner: inner), MILLION, "cycle"),
    "a list in its object": value(cyclic(lambda inner: {"b": inner}), MILLION, "cycle"),
    "a list in its tuple": value(cyclic(lambda inner: (inner,)), MILLION, "cycle"),
    "100,000 columns": value(VALUES["a wide table"], 100_000, "value"),
    "100,000 columns, three rows": value(lambda n: [{f"k{i}": i for i in range(n)}] * 3, 100_000, "value"),
    "100,000 columns, nearly a table": value(VALUES["nearly a table of many columns"], 100_000, "value"),
    "a million rows, the last one different": value(VALUES["nearly a table"], MILLION, "value"),
    "an int of 300,000 digits": value(lambda n: 1 << n, MILLION, "digit-limit"),
    "a million ints of 40 digits": value(lambda n: [10**39 + i for i in range(n)], MILLION, "value"),
    "a surrogate at the end of a string": value(lambda n: "é" * n + "\ud800", 2 * MILLION, "lone-surrogate"),
    "a surrogate in the last key": value(
        lambda n: {**dict.fromkeys(map(str, range(n)), 1), "x\udfff": 1}, MILLION, "lone-surrogate"
    ),
    "an object of 10^6 keys": value(VALUES["fields"], MILLION, "value"),
    "a keyed table of 10^6 keys": value(VALUES["a keyed table"], MILLION // 2, "value"),
    "10^6 keys that are numbers": value(lambda n: dict.fromkeys(range(n), 1), MILLION, "value"),
    **{
        f"2 million {name}": value(lambda n, name=name: VALUES[name](n // 20), 2 * MILLION, "value")
        for name in ("quotes", "backslashes", "spaces", "line feeds", "digits")
    },
}

WIDE = (
    *("100,000 columns", "100,000 columns, three rows", "10^6 keys that are numbers"),
    *("a header of 100,000 fields", "100,000 fields, one twice", "50,000 groups side by side"),
    *("10^12 entries claimed", "500,000 keys, then once more"),
    *("10^6 comments between fields", "10^6 blank lines between fields"),
)
INPUTS |= {name: INPUTS[name]._replace(wide=True) for name in WIDE}
