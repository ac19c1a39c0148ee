"""§2 and §4, token by token."""

from __future__ import annotations

from decimal import Decimal

import pytest

from toonwire import ErrorCode
from toonwire.rules.fault import Fault
from toonwire.rules.numbers import (
    NUMBER,
    check_digits,
    decode_float,
    decode_int,
    encode_decimal,
    encode_float,
    encode_int,
)


@pytest.mark.parametrize(
    "token", ["0", "-0", "7", "-10", "1.0", "0.50", "1e5", "1E+05", "-1.5e-3", "0e1", "12345678901234567890"]
)
def test_what_is_a_number(token: str) -> None:
    assert NUMBER(token)


@pytest.mark.parametrize(
    "token",
    [
        "",
        "-",
        "+5",
        "05",
        "-05",
        "00",
        ".5",
        "1.",
        "-.5",
        "1e",
        "1e+",
        "1.e5",
        "0x10",
        "1_000",
        "NaN",
        "Infinity",
        "1 ",
        " 1",
        "1\n",
        "１",
        "٣",
        "1e５",
        "1e5.0",
    ],
)
def test_what_is_none(token: str) -> None:
    assert not NUMBER(token)


@pytest.mark.parametrize("digits", [1, 599, 600, 601, 1200, 1201, 4300, 10_007])
def test_integers_of_any_length(digits: int) -> None:
    token = ("9876543210" * (digits // 10 + 1))[:digits]
    value = sum(int(digit) * 10**place for place, digit in enumerate(reversed(token)))
    assert decode_int(token) == value
    assert decode_int(f"-{token}") == -value
    assert encode_int(value, digits) == token
    assert encode_int(-value, digits) == f"-{token}"
    assert encode_int(10**digits - 1, digits) == "9" * digits
    for beyond in (10**digits, 10 ** (digits + 700)):
        with pytest.raises(Fault) as caught:
            encode_int(beyond, digits)
        assert caught.value.code is ErrorCode.DIGIT_LIMIT


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (10**599, "1" + "0" * 599),
        (10**600, "1" + "0" * 600),
        (-(10**1200), "-1" + "0" * 1200),
        (10**1300 + 1, f"1{'0' * 1299}1"),
    ],
    ids=["0", "10^599", "10^600", "-10^1200", "10^1300+1"],
)
def test_zeros_inside_integers_stay(value: int, text: str) -> None:
    assert encode_int(value, 4300) == text
    assert decode_int(text) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-1.5, "-1.5"),
        (0.1, "0.1"),
        (1e-6, "0.000001"),
        (1.5e-6, "0.0000015"),
        (-1.234e-5, "-0.00001234"),
        (0.0001, "0.0001"),
        (9.99999999999999e-7, "9.99999999999999e-7"),
        (1e-7, "1e-7"),
        (-1.5e-10, "-1.5e-10"),
        (5e-324, "5e-324"),
        (2.0**53, "9007199254740992"),
        (1e16, "10000000000000000"),
        (1.2345678901234568e20, "123456789012345683968"),
        (999999999999999900000.0, "999999999999999868928"),
        (1e21, "1e+21"),
        (-1.5e300, "-1.5e+300"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_floats(value: float, text: str) -> None:
    assert encode_float(value) == text
    assert float(text) == value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_has_no_text(value: float) -> None:
    assert encode_float(value) is None
    assert encode_decimal(Decimal(value), 10) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0", "0"),
        ("-0.00", "0"),
        ("0E+50", "0"),
        ("19.90", "19.9"),
        ("-1.000", "-1"),
        ("100", "100"),
        ("1E+2", "100"),
        ("12E-1", "1.2"),
        ("1E+20", "100000000000000000000"),
        ("1E+21", "1e+21"),
        ("12E+20", "1.2e+21"),
        ("1E-6", "0.000001"),
        ("1E-7", "1e-7"),
        ("-12.30E-9", "-1.23e-8"),
        ("1234567890123456789012", "1234567890123456789012"),
        ("123456789012345678901.5", "123456789012345678901.5"),
        ("1234567890123456789012.5", "1.2345678901234567890125e+21"),
        ("1E+400", "1e+400"),
        ("1E-999999", "1e-999999"),
        ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
    ],
)
def test_decimals(value: str, text: str) -> None:
    assert encode_decimal(Decimal(value), 4300) == text
    assert Decimal(text) == Decimal(value)


def test_digits_of_a_decimal_are_limited() -> None:
    assert encode_decimal(Decimal("123.45"), 5) == "123.45"
    for value in ("123.456", "123456", "1E+6"):
        with pytest.raises(Fault) as caught:
            encode_decimal(Decimal(value), 5)
        assert caught.value.code is ErrorCode.DIGIT_LIMIT


@pytest.mark.parametrize(("token", "digits"), [("123", 3), ("-123", 3), ("1.23", 3), ("-1.23e99999", 3), ("0.10", 3)])
def test_digits_are_counted_without_sign_point_and_exponent(token: str, digits: int) -> None:
    check_digits(token, digits)
    with pytest.raises(Fault) as caught:
        check_digits(token, digits - 1)
    assert caught.value.found == f"{digits} digits"


def test_the_range_of_a_double() -> None:
    assert decode_float("1.7976931348623157e308") == 1.7976931348623157e308
    assert decode_float("1e-400") == 0.0
    for token in ("1e309", "-1e999", "1" + "0" * 400 + ".0"):
        with pytest.raises(Fault) as caught:
            decode_float(token)
        assert caught.value.code is ErrorCode.NUMBER_RANGE
        assert len(caught.value.found) <= 40
