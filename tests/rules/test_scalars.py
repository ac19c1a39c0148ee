"""§4: the value of one token."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from toonwire import ErrorCode
from toonwire.rules.fault import Fault
from toonwire.rules.scalars import decode_scalar


@pytest.mark.parametrize(
    ("token", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("True", "True"),
        ("NULL", "NULL"),
        ("", ""),
        ("0", 0),
        ("-0", 0),
        ("42", 42),
        ("9007199254740993", 9007199254740993),
        ("1.0", 1.0),
        ("1.5000", 1.5),
        ("-1E+03", -1000.0),
        ("0e1", 0.0),
        ("05", "05"),
        ("-x", "-x"),
        ("1 2", "1 2"),
        ("[]", "[]"),
        ('"true"', "true"),
        ('"1"', "1"),
        ('a"b', 'a"b'),
    ],
)
def test_tokens(token: str, value: Any) -> None:
    found = decode_scalar(token, 4300)
    assert found == value
    assert type(found) is type(value)


def test_hooks_get_the_text_of_numbers() -> None:
    assert decode_scalar("1.50", 9, Decimal, str) == Decimal("1.50")
    assert decode_scalar("-0", 9, Decimal, str) == "-0"
    assert decode_scalar("1e999", 9, Decimal) == Decimal("1e999")
    assert decode_scalar("01", 9, Decimal, len) == "01"
    with pytest.raises(Fault) as caught:
        decode_scalar("1234567890", 9, Decimal, str)
    assert caught.value.code is ErrorCode.DIGIT_LIMIT
