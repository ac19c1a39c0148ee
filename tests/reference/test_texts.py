"""Columns are written as their values are, one by one (§2, §7)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from toonwire.options import EncodeOptions, Limits
from toonwire.reference.texts import KeyTexts, Texts
from toonwire.rules.fault import Fault

COLUMNS: list[list[Any]] = [
    ["a", "b c", "d", "e"],
    ["a", "b,c", "d", "e"],
    ["a", "", "true", "1"],
    ["a", "b\nc", "d", "e"],
    ["a\n", "b", "c", "d"],
    [1, -2, 0, 10**17],
    [1, 2, 3, 10**18],
    [1, 2, 3, -(10**30)],
    [1.5, 2.25, -0.5, 1e-5],
    [1.0, 2.5, 3.5, 1e22],
    [0.1, float("nan"), 1.5, float("-inf")],
    [True, False, True, True],
    [None, None, None, None],
    [1, True, None, "x", 1.0],
    [Decimal("1.10"), Decimal("1E+3"), Decimal("NaN"), Decimal("0")],
]


@pytest.mark.parametrize("values", COLUMNS, ids=str)
@pytest.mark.parametrize("delimiter", [",", "|", "\t"])
def test_columns(values: list[Any], delimiter: Any) -> None:
    texts = Texts(EncodeOptions(delimiter=delimiter))
    single = [texts.of[type(value)](value) for value in values]
    for times in (1, 2000):
        assert list(texts.column(values * times)) == single * times


@pytest.mark.parametrize(
    ("values", "options"),
    [
        ([1.5, 2.5, 3.5, float("nan")], EncodeOptions(nan="error")),
        ([1, 2, 3, 1000], EncodeOptions(limits=Limits(max_number_digits=3))),
        (["a", "b", "c", "\ud800"], EncodeOptions()),
    ],
)
def test_a_column_with_a_value_that_has_no_text(values: list[Any], options: EncodeOptions) -> None:
    for column in (values, values[:3] * 3000 + values):
        with pytest.raises(Fault):
            Texts(options).column(column)


def test_a_memory_that_is_full_starts_anew() -> None:
    texts = KeyTexts()
    for number in range(40_000):
        assert texts[f"k{number}"] == f"k{number}"
        assert texts[f"k {number}"] == f'"k {number}"'
    assert len(texts) < 20_000
