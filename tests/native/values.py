"""JSON-model values that are hard on an encoder, for differential tests.

Strings have the characters that quoting turns on and the lengths at which blocks of sixteen end; tables are
uniform, or broken in one place.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["keys", "numbers", "options", "scalars", "strings", "values"]

AWKWARD = [
    *("", " ", "  ", "a ", " a", "-", "-x", "- ", "#", "#x", "x#", "true", "false", "null", "True", "nulls", "tru"),
    *("0", "05", "-0", "+5", "1.5", "1.", ".5", "1e5", "1E-5", "1e", "1e+", "+-1", "1.5.2", "0x10", "1_000", "--1"),
    *("NaN", "Infinity", "[]", "{}", "[2]", "a[2]: x", "a: b", ":", '"', '"a"', "\\", "a\\", "a,b", "a|b", "a\tb", "|"),
    *("\n", "\r", "\t", "\0", "\x1f", "\x7f", "\x80", "\x85", "\xa0", "\u2028", "\ufeff", "\ufeffx", "x\ufeff", "é"),
    *(
        "é",
        "ß|",
        "Ł,",
        "日本",
        "日本 ",
        "-日",
        "#日",
        " 日",
        "日:",
        "😀",
        "😀\n",
        "\ud7ff",
        "\ue000",
        "\uffff",
        "\U0010ffff",
    ),
]
PIECES = [*'aZ09 _.-#:,|"\\[]{}\t\n\0\x1f~/', "true", "é", "ÿ", "Ā", "日", "\ufffd", "😀", "word ", "x" * 7, "y" * 16]
KEYS = ["id", "name", "a", "b", "x.y", "_", "k-1", "", " ", "é", "日", "9k", "a b", "a:b", "long_key_of_more_than_16"]

strings = st.one_of(
    st.sampled_from(AWKWARD),
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
    st.builds(
        lambda piece, count, end: piece * count + end,
        *[st.sampled_from(PIECES)] * 1,
        st.integers(1, 70),
        st.sampled_from(AWKWARD),
    ),
    st.text(max_size=40),
)
numbers = st.one_of(
    st.integers(-1000, 1000),
    st.integers(-(2**70), 2**70),
    st.integers(0, 700).map(lambda digits: -(10**digits)),
    st.sampled_from([2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64, 10**18, 10**19, 10**640, 10**4299]),
    st.floats(),
    st.builds(round, st.floats(-1e6, 1e6), st.integers(0, 6)),
    st.sampled_from([0.0, -0.0, 1e-6, 9.9e-7, 1e21, 9.99e20, 2.0**53, 2.0**63, 5e-324, 1.7976931348623157e308]),
)
scalars = st.one_of(st.none(), st.booleans(), numbers, strings)
keys = st.one_of(st.sampled_from(KEYS), strings)


def _rows(shape: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of a shape (None stands for a primitive), their keys in any order."""
    columns = {key: scalars if inner is None else _rows(inner) for key, inner in shape.items()}
    return st.permutations(list(columns)).flatmap(
        lambda order: st.fixed_dictionaries({key: columns[key] for key in order})
    )


@st.composite
def _broken(draw: st.DrawFn, row: dict[str, Any], value: st.SearchStrategy[Any]) -> dict[str, Any]:
    """An object that has lost its shape in one place, at any depth."""
    out = dict(row)
    key = draw(st.sampled_from(list(out)))
    if isinstance(out[key], dict) and draw(st.booleans()):
        out[key] = draw(_broken(out[key], value))
        return out
    match draw(st.sampled_from(["value", "gone", "more", "empty"])):
        case "value":
            out[key] = draw(value)
        case "gone":
            del out[key]
        case "more":
            out[draw(keys)] = draw(value)
        case "empty":
            out[key] = draw(st.sampled_from([{}, []]))
    return out


_shapes = st.recursive(st.none(), lambda inner: st.dictionaries(keys, inner, min_size=1, max_size=4), max_leaves=6).map(
    lambda shape: shape or {"a": None}
)


@st.composite
def _tables(draw: st.DrawFn, value: st.SearchStrategy[Any]) -> Any:
    """A table or a keyed table, whole or broken in one row."""
    row = _rows(draw(_shapes))
    rows = draw(st.lists(row, min_size=1, max_size=5))
    if draw(st.integers(0, 2)) == 0:
        at = draw(st.integers(0, len(rows) - 1))
        rows[at] = draw(_broken(rows[at], value))
    if draw(st.booleans()):
        return rows
    names = draw(st.lists(keys, min_size=len(rows), max_size=len(rows), unique=True))
    return dict(zip(names, rows, strict=True))


values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(keys, inner, max_size=5),
        st.lists(scalars, max_size=8),
        _tables(inner),
    ),
    max_leaves=20,
)

options = st.fixed_dictionaries(
    {
        "indent": st.integers(1, 5),
        "delimiter": st.sampled_from([",", "\t", "|"]),
        "nan": st.sampled_from(["null", "error"]),
        "max_depth": st.sampled_from([1000, 1000, 1000, 0, 1, 2, 3, 5]),
        "max_number_digits": st.sampled_from([4300, 4300, 4300, 1, 5, 18, 19, 20, 10_000]),
    }
)
