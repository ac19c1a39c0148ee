"""§2 and §4: numbers survive, in as few digits as can be."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import copysign

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.strategies import floats, integers
from toonwire import Limits, ToonError, decode, encode

decimals = st.builds(
    lambda digits, exponent: Decimal(digits).scaleb(exponent), st.integers(-(10**30), 10**30), st.integers(-60, 60)
)
PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?").fullmatch
EXPONENT = re.compile(r"-?[1-9](?:\.[0-9]*[1-9])?e[+-][1-9][0-9]*").fullmatch


def digits(text: str) -> str:
    """Significant digits of a number, trailing zeros and the exponent not counted."""
    return re.split("[eE]", text)[0].replace(".", "").strip("-0")


@given(floats)
def test_a_float_comes_back(value: float) -> None:
    back = decode(encode(value))
    assert back == value
    assert type(back) is (int if value == int(value) and abs(value) < 1e21 else float)
    assert not (back == 0 and copysign(1, back) < 0)


@given(floats)
def test_the_form_of_a_float(value: float) -> None:
    text = encode(value)
    if value == 0:
        assert text == "0"
    elif 1e-6 <= abs(value) < 1e21:
        assert PLAIN(text)
    else:
        assert EXPONENT(text)
    # from 2^53 on a plain number decodes exactly, so it has all its digits
    if not 2.0**53 <= abs(value) < 1e21:
        assert digits(text) == digits(repr(value))


@given(integers)
def test_an_integer_comes_back(value: int) -> None:
    text = encode(value)
    assert text == str(value)
    assert decode(text) == value
    assert type(decode(text)) is int


@given(decimals)
def test_a_decimal_comes_back(value: Decimal) -> None:
    text = encode(value)
    assert Fraction(decode(text, parse_float=Decimal)) == Fraction(value)
    assert PLAIN(text) or EXPONENT(text)
    assert digits(text) == "".join(map(str, value.as_tuple().digits)).strip("0")


@given(st.lists(st.one_of(integers, floats, decimals), min_size=4, max_size=30), st.sampled_from([",", "|"]))
def test_a_column_is_what_its_cells_are(values: list[int | float | Decimal], delimiter: str) -> None:
    column = encode(values, delimiter=delimiter)
    cells = [encode(value) for value in values]
    assert column.partition(": ")[2].split(delimiter) == cells
    assert decode(column, parse_float=Decimal) == [decode(cell, parse_float=Decimal) for cell in cells]


@given(integers, st.integers(1, 450))
def test_the_digit_limit_is_the_same_both_ways(value: int, most: int) -> None:
    limits = Limits(max_number_digits=most)
    fits = len(str(abs(value))) <= most
    for run, argument in ((encode, value), (decode, str(value))):
        if fits:
            run(argument, limits=limits)
        else:
            with pytest.raises(ToonError, match="expected a number of at most"):
                run(argument, limits=limits)
