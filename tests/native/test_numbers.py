"""The native number routines: the texts of §2, the grammar of §4, and a sample of what prove_numbers.py runs."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.native.hard_numbers import DOUBLES, TOKENS, sample
from tests.native.prove_numbers import reads, undecided, wrong_doubles, wrong_tokens
from toonwire.rules.numbers import NUMBER, encode_float

NATIVE = Path(__file__).parents[2] / "src" / "toonwire" / "native"

TEXTS: list[tuple[float, str]] = [
    (0.0, "0"),
    (-0.0, "0"),
    (5e-324, "5e-324"),
    (-2.5e-7, "-2.5e-7"),
    (9.999999999999997e-7, "9.999999999999997e-7"),
    (1e-6, "0.000001"),
    (-1.5e-6, "-0.0000015"),
    (1.2345678901234567e-5, "0.000012345678901234568"),
    (0.1, "0.1"),
    (0.30000000000000004, "0.30000000000000004"),
    (1.0, "1"),
    (-1.5, "-1.5"),
    (19.99, "19.99"),
    (99999999.999999, "99999999.999999"),
    (100000000.5, "100000000.5"),
    (1125899906842624.25, "1125899906842624.2"),
    (4503599627370495.5, "4503599627370495.5"),
    (2.0**53, "9007199254740992"),
    (2.0**63, "9223372036854775808"),
    (-(2.0**64), "-18446744073709551616"),
    (1e20, "100000000000000000000"),
    (999999999999999868928.0, "999999999999999868928"),
    (1e21, "1e+21"),
    (-1.7976931348623157e308, "-1.7976931348623157e+308"),
]

TOKENS_READ: list[tuple[str, str, float | None]] = [
    ("", "none", None),
    ("-", "none", None),
    ("0", "integer", 0),
    ("-0", "integer", 0),
    ("05", "none", None),
    ("-05", "none", None),
    ("00", "none", None),
    ("+5", "none", None),
    (".5", "none", None),
    ("1.", "none", None),
    ("1.e5", "none", None),
    ("1e", "none", None),
    ("1e+", "none", None),
    ("1e5.0", "none", None),
    ("1.2.3", "none", None),
    ("1_000", "none", None),
    ("0x10", "none", None),
    ("Infinity", "none", None),
    ("NaN", "none", None),
    ("1 ", "none", None),
    (" 1", "none", None),
    ("--1", "none", None),
    ("\u0661", "none", None),
    ("12345678901234567\u00b2", "none", None),
    ("9223372036854775807", "integer", 2**63 - 1),
    ("9223372036854775808", "big_integer", None),
    ("-9223372036854775808", "integer", -(2**63)),
    ("-9223372036854775809", "big_integer", None),
    ("99999999999999999999", "big_integer", None),
    ("-0.0", "real", -0.0),
    ("0e1", "real", 0.0),
    ("1.50", "real", 1.5),
    ("-1E+03", "real", -1000.0),
    ("1e-400", "real", 0.0),
    ("1e999", "infinite", None),
    ("-1e999", "infinite", None),
    ("0.00000000000000000000000000000012345678901234567890", "real", 1.2345678901234568e-31),
]


def test_documented_examples(numbers: ModuleType) -> None:
    result = doctest.testmod(numbers)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize(("value", "text"), TEXTS, ids=repr)
def test_text(numbers: ModuleType, value: float, text: str) -> None:
    assert numbers.write_double(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_text_is_that_of_the_reference(numbers: ModuleType, value: float) -> None:
    assert numbers.write_double(value) == encode_float(value)


@given(st.integers(-(2**63), 2**63 - 1))
def test_integer(numbers: ModuleType, value: int) -> None:
    assert numbers.write_int64(value) == str(value)
    assert numbers.read_number(str(value).encode()) == ("integer", value)


def test_integers_of_every_length(numbers: ModuleType) -> None:
    for power in range(19):
        for value in (10**power - 1, 10**power, 10**power + 1, -(10**power)):
            assert numbers.write_int64(value) == str(value)
            assert numbers.read_number(str(value).encode()) == ("integer", value)


@pytest.mark.parametrize(("token", "kind", "value"), TOKENS_READ, ids=repr)
def test_token(numbers: ModuleType, token: str, kind: str, value: float | None) -> None:
    assert repr(numbers.read_number(token.encode())) == repr((kind, value))


@given(st.text("0123456789", max_size=30), st.text("-+.eE019 x", max_size=4), st.text("0123456789", max_size=25))
@example("1", ".", "5").via("a fraction")
@example("-1", "e-", "5").via("an exponent")
def test_token_is_a_number_where_the_grammar_says_so(numbers: ModuleType, head: str, middle: str, tail: str) -> None:
    token = head + middle + tail
    kind, value = numbers.read_number(token.encode())
    match = NUMBER(token)
    assert (kind == "none") == (match is None)
    if match is not None and (match[1] or match[2]):
        assert reads(numbers, token)
    elif match is not None:
        assert value == int(token) if abs(int(token)) < 2**63 else kind == "big_integer"


@pytest.mark.parametrize("after", [",", "\t", "|", "\n", " ", ":", "", "  # 12345678", ",12345678.5e5"])
def test_number_ends_where_the_token_does(numbers: ModuleType, after: str) -> None:
    for digits in range(1, 22):
        for token in (f"{'7' * digits}", f"-1.{'3' * digits}", f"{'4' * digits}.5", f"0.{'0' * digits}1e-{digits}"):
            whole = numbers.read_number(token.encode())
            assert whole[0] != "none"
            assert numbers.scan_number((token + after).encode()) == (len(token), *whole)


@pytest.mark.parametrize("family", DOUBLES, ids=lambda family: family.__name__)
def test_hard_doubles(numbers: ModuleType, family: Callable[[], Iterator[float]]) -> None:
    assert wrong_doubles(numbers, sample(family(), 0.1)) == []


@pytest.mark.parametrize("family", TOKENS, ids=lambda family: family.__name__)
def test_hard_tokens(numbers: ModuleType, family: Callable[[], Iterator[str]]) -> None:
    assert wrong_tokens(numbers, sample(family(), 0.1)) == []


def test_random_doubles(numbers: ModuleType) -> None:
    assert numbers.check_random(2**63, 100_000) == []


def test_values_that_are_not_finite_have_no_text(numbers: ModuleType) -> None:
    for value in (float("inf"), float("-inf"), float("nan")):
        with pytest.raises(ValueError, match="not finite"):
            numbers.write_double(value)


def test_few_tokens_are_left_to_python(numbers: ModuleType) -> None:
    """Else decoding would be slow without being wrong."""
    tokens = (repr(value / 7) for value in range(1, 10_000))
    assert undecided(numbers, tokens) == 0


def test_powers_are_current() -> None:
    run = subprocess.run(
        [sys.executable, str(NATIVE / "generate_powers.py"), "--check"], capture_output=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, b"")
