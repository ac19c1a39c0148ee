"""What the property tests draw from: values of the JSON model, options, and documents of all kinds."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from toonwire import encode

__all__ = ["delimiters", "documents", "indents", "keys", "noise", "numbers", "ordered_values", "strings", "values"]

delimiters = st.sampled_from([",", "\t", "|"])
indents = st.integers(1, 5)

# ---- scalars

AWKWARD = (
    *("", "a", "a b", " a", "a ", "true", "True", "false", "null", "NaN", "Infinity"),
    *("05", "-0", "+1", "1e5", "1E+5", ".5", "1.", "0x1", "1_000", "٣", "１"),
    *("-", "--", "- a", "-x", "#", "# a", "a#b", "a,b", "a|b", "a\tb", "a:b", "a: b", ":", "="),
    *('"', '"a"', 'a"b', "\\", "\\n", "[", "]", "[1]", "[1]:", "[]", "{}", "{a}", "[2]{a,b}:", "a[1]: x"),
    *("é", "e\u0301", "\u00a0", "a\u2028b", "\ufeff", "\ufeffa", "\U0001f600", "\x7f", "\x85"),
)
SYNTAX = st.text(alphabet=' ,:|"\\[]{}#-\t\n\r\x00\x1f\x85abN01.e+\u00a0\u2028\ufeffé\U0001f600', max_size=8)
strings: SearchStrategy[str] = st.one_of(st.sampled_from(AWKWARD), SYNTAX, st.text(max_size=12))

integers = st.one_of(
    st.integers(-20, 20), st.integers(), st.integers(2**53 - 3, 2**70), st.integers(-(10**400), 10**400)
)
floats = st.floats(allow_nan=False, allow_infinity=False)
numbers: SearchStrategy[int | float] = st.one_of(integers, floats, st.integers(-1000, 1000).map(lambda n: n / 8))
scalars = st.one_of(st.none(), st.booleans(), numbers, strings)

plain_keys = st.sampled_from("abcdefgh")
keys: SearchStrategy[str] = st.one_of(
    plain_keys, st.sampled_from(["", "a.b", "a-b", "a b", "1", "_1", "__proto__"]), strings
)

# ---- tables (§9.3, §9.5)

Shape = dict[str, Any]
"""Field names; None for a leaf field, a shape for a nested field group."""

shapes: SearchStrategy[Shape] = st.recursive(
    st.dictionaries(keys, st.none(), min_size=1, max_size=3),
    lambda inner: st.dictionaries(keys, st.one_of(st.none(), inner), min_size=1, max_size=3),
    max_leaves=6,
)


@st.composite
def records(draw: DrawFn, shape: Shape) -> dict[str, Any]:
    """An object of a shape, its keys in any order."""
    names = draw(st.permutations(list(shape))) if draw(st.booleans()) else list(shape)
    return {name: draw(scalars) if shape[name] is None else draw(records(shape[name])) for name in names}


tables = shapes.flatmap(lambda shape: st.lists(records(shape), min_size=1, max_size=4))
keyed_tables = shapes.flatmap(lambda shape: st.dictionaries(keys, records(shape), min_size=1, max_size=4))

# ---- values

containers = st.one_of(tables, keyed_tables, st.lists(scalars, max_size=10))
values: SearchStrategy[Any] = st.recursive(
    st.one_of(scalars, containers),
    lambda inner: st.one_of(
        containers,
        st.dictionaries(keys, containers, min_size=1, max_size=2),
        st.lists(inner, max_size=4),
        st.dictionaries(keys, inner, max_size=4),
    ),
    max_leaves=8,
)


def in_one_order(value: Any) -> Any:
    """The value with the keys of all objects in one order, so that no table reorders them."""
    if isinstance(value, dict):
        return {key: in_one_order(value[key]) for key in sorted(value, key=lambda key: key[::-1], reverse=True)}
    return [in_one_order(item) for item in value] if isinstance(value, list) else value


ordered_values: SearchStrategy[Any] = values.map(in_one_order)

# ---- documents

TOKENS = (
    *("a", "b", "c", "key", '"q k"', '""', "1", "-1", "2.5", "1e9", "05", "true", "null", '"x,y"', '"x:y"', "é"),
    *('"\\n"', '"\\u0041"', '"\\q"', '"\\ud800"', '"open', "\\", "[]", "[1]", "[2]", "[1|]", "[2\t]", "[1:]", "[2:|]"),
    *("[0]", "[01]", "[]:", "{a}", "{a,b}", "{a|b}", "{a{b},c}", "{}", "{a,a}", ":", ": ", ",", "|", "\t", " ", "  "),
    *("- ", "-", "#", "# c", "\r", "=", "\ufeff", "\x00"),
)
INDENTS = ("", "  ", "    ", "      ", " ", "   ", "\t", "  \t")
LINES = (
    *(
        "a: 1",
        "b:",
        "c: x y",
        "k[2]: 1,2",
        "k[2]:",
        "t[2]{a,b}:",
        "t[1|]{a|b}:",
        "t[2:]{a,b}:",
        "t[1]{a{b,c}}:",
        "e: []",
    ),
    *("[2]: 1,2", "[2]:", "[2]{a,b}:", "[2:]{a}:", "[]", "1,2", "x,y", "1|2", "k: 1,2", "l: 3,4", "- 1", "- a: 1", "-"),
    *("- [2]: 1,2", "- [1]:", "- k[1]:", "- t[1]{a,b}:", "- b:", "- []", "# c", "", "hello", '"a": "b"'),
)

tokens_line = st.tuples(st.sampled_from(INDENTS), st.lists(st.sampled_from(TOKENS), max_size=6).map("".join)).map(
    "".join
)
known_line = st.tuples(st.sampled_from(INDENTS[:4]), st.sampled_from(LINES)).map("".join)


@st.composite
def sketched(draw: DrawFn) -> str:
    """Known lines, most of them at a depth where they may stand."""
    out: list[str] = []
    depth = 0
    for line in draw(st.lists(st.sampled_from(LINES), max_size=8)):
        depth = draw(st.integers(max(depth - 1, 0), depth))
        out.append("  " * depth + line)
        depth += line.endswith(":") + (line.startswith("- ") and line != "- 1")
    return "\n".join(out)


noise: SearchStrategy[str] = st.one_of(
    sketched(),
    sketched(),
    st.lists(st.one_of(known_line, tokens_line), max_size=6).map("\n".join),
    st.lists(st.sampled_from(TOKENS), max_size=12).map("".join),
    st.text(max_size=30),
)
"""Text that may or may not be TOON."""

encoded: SearchStrategy[str] = st.builds(
    lambda value, delimiter: encode(value, delimiter=delimiter), values, delimiters
)


@st.composite
def mutated(draw: DrawFn) -> str:
    """A document with one to three characters or lines added, removed, or doubled."""
    text = draw(encoded)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            text = text[:at] + draw(st.sampled_from(TOKENS)) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + 1 :]
        else:
            lines = text.split("\n")
            line = at % len(lines)
            lines[line : line + 1] = [] if kind == 2 else [lines[line], draw(known_line)]
            text = "\n".join(lines)
    return text


documents: SearchStrategy[str] = st.one_of(encoded, mutated(), noise)
"""Valid, nearly valid, and other text."""
