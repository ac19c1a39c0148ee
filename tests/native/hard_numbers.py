"""The numbers on which a conversion between doubles and decimals goes wrong first.

Contract: every family is the same in each run.  Doubles are finite and not negative; their signs are the
caller's business.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import TypeVar

__all__ = ["DOUBLES", "TOKENS", "sample"]

T = TypeVar("T")

_LARGEST = 0x7FEF_FFFF_FFFF_FFFF
_EXPONENTS = range(-1074, 972)  # q of all doubles c * 2**q with c below 2**53


def of_bits(bits: int) -> float:
    """The double of a bit pattern."""
    value: float = struct.unpack("<d", struct.pack("<Q", bits))[0]
    return value


def bits_of(value: float) -> int:
    """The bit pattern of a double."""
    bits: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return bits


def around(value: float, steps: int) -> Iterator[float]:
    """A double and its neighbours, as far as they are finite and not negative."""
    middle = bits_of(value)
    for bits in range(max(middle - steps, 0), min(middle + steps, _LARGEST) + 1):
        yield of_bits(bits)


# ---- doubles


def powers_of_two() -> Iterator[float]:
    """Their rounding interval is narrower below than above."""
    for q in range(-1074, 1024):
        yield from around(2.0**q, 3)


def powers_of_ten() -> Iterator[float]:
    """And their multiples: few digits, and neighbours that need 16 or 17."""
    for exponent in range(-324, 309):
        for digit in range(1, 10):
            yield from around(float(f"{digit}e{exponent}"), 3)


def subnormals() -> Iterator[float]:
    """The smallest doubles, with few bits, and those around the smallest with all bits."""
    yield from map(of_bits, range(20_000))
    yield from around(2.0**-1022, 10_000)
    for shift in range(52):
        yield from around(of_bits(1 << shift), 3)


def borders() -> Iterator[float]:
    """Where the form of the text, or the way to it, changes."""
    for value in (1e-6, 1e-5, 1.0, 1e8, 1e15, 1e16, 2.0**52, 2.0**53, 2.0**63, 2.0**64, 1e21, of_bits(_LARGEST)):
        yield from around(value, 2_000)


def integers() -> Iterator[float]:
    """Around 2^53, from where they are exact; and large ones with few bits or digits."""
    yield from map(float, range(2**53 - 20_000, 2**53 + 20_000))
    for power in range(53, 70):
        for low in range(-50, 51):
            yield float(2**power + low * 2 ** (power - 52))
    for power in range(22):
        yield from (float(digits * 10**power) for digits in range(1, 1000))


def ties() -> Iterator[float]:
    """Halves, quarters and eighths of odd integers below 2^53: as near to the digits above as to those below."""
    for q in range(1, 5):
        for top in range(48, 54):
            yield from ((2**top - step) / 2**q for step in range(1, 4_000, 2))


def few_decimals() -> Iterator[float]:
    """Prices and coordinates, with up to nine decimals, and their neighbours."""
    random = Random("few decimals")
    for decimals in range(10):
        for _ in range(5_000):
            value = random.randrange(10 ** random.randint(1, 15)) / 10**decimals
            yield from around(value, 1)


def near_decisions() -> Iterator[float]:
    """For each exponent, the significands that come nearest to each bound at which the shortest digits change.

    Scaled by a power of ten, a double has neighbours between one and ten apart.  The bounds are where it is
    halfway between two integers, and where its lower or upper halfway point is a multiple of ten.
    """
    for q in _EXPONENTS:
        scaled = Fraction(2) ** q
        scaled /= Fraction(10) ** math.floor(_log10(scaled))
        lowest, highest = (1 if q == -1074 else 2**52), 2**53
        for slope, start in (
            (scaled, Fraction(1, 2)),
            (scaled / 10, scaled / 20),
            (scaled / 10, -scaled / 20),
        ):
            for c in nearest_to_integers(slope, start, lowest, highest):
                yield math.ldexp(c, q)


def _log10(value: Fraction) -> int:
    """The floor of the decimal logarithm."""
    guess = math.floor((value.numerator.bit_length() - value.denominator.bit_length()) * 0.30103) - 1
    while Fraction(10) ** (guess + 1) <= value:
        guess += 1
    return guess


# ---- tokens


def halfway() -> Iterator[str]:
    """Points halfway between neighbours, with all their digits, a little less and a little more; and cut short."""
    random = Random("halfway")
    near = [2.0**q for q in range(-1074, 1024, 7)]
    anywhere = [of_bits(random.randrange(1, _LARGEST)) for _ in range(1_000)]
    short = [math.ldexp(random.randrange(2**52, 2**53), q) for q in range(-110, 70) for _ in range(5)]
    for value in [0.0, of_bits(_LARGEST - 1), *near, *anywhere, *short]:
        middle = (Fraction(value) + Fraction(of_bits(bits_of(value) + 1))) / 2
        digits, exponent = exact_digits(middle)
        yield f"{digits}e{exponent}"
        yield f"{digits}0000000001e{exponent - 10}"
        yield f"{int(digits) * 10 - 1}e{exponent - 1}"
        for length in range(15, 26):
            if len(digits) > length:
                yield f"{digits[0]}.{digits[1:length]}e{exponent + len(digits) - 1}"
                yield f"{int(digits[:length]) + 1}e{exponent + len(digits) - length}"


def exact_digits(value: Fraction) -> tuple[str, int]:
    """All digits of a fraction whose denominator is a power of two, and the power of ten behind them."""
    places = value.denominator.bit_length() - 1
    return str(value.numerator * 5**places), -places


def near_halfway() -> Iterator[str]:
    """For each power of ten, the mantissas of up to 19 digits that come nearest to a point halfway."""
    for exponent in range(-342, 309):
        for digits in (17, 19):
            lowest, highest = 10 ** (digits - 1), 10**digits
            smallest = Fraction(10) ** (exponent + digits - 1)
            q = max(smallest.numerator.bit_length() - smallest.denominator.bit_length() - 53, -1074)
            for shift in range(q, q + 5):
                slope = Fraction(10) ** exponent / Fraction(2) ** shift
                for mantissa in nearest_to_integers(slope, Fraction(1, 2), lowest, highest):
                    yield f"{mantissa}e{exponent}"


def near_limits() -> Iterator[str]:
    """Around the largest and the smallest double, and far beyond them."""
    for mantissa in (17976931348623157, 17976931348623158, 17976931348623159, 1797693134862315807, 1797693134862315808):
        yield f"{mantissa}e{309 - len(str(mantissa))}"
    largest = 2**1024 - 2**970  # halfway to what would be the next double
    yield from (f"{largest - 1}.0", f"{largest}.0", f"{largest}.1", f"{largest}e0", f"{largest + 1}e0")
    for digits in ("1", "2.47", "2.470328229206232720", "4.9", "9"):
        yield from (f"{digits}e-{power}" for power in (323, 324, 325))
    yield from (f"{'9' * 20}e-{power}" for power in range(330, 370))
    yield from ("1e400", "1e-400", "0e999999999999999999999", "1e-99999999999999999999", "1e+99999999999999999999")
    yield f"0.{'0' * 400}1e401"
    yield f"1{'0' * 400}e-400"
    yield f"0.{'0' * 30}{'1234567890' * 5}"


# ---- the nearest multiples


def nearest_to_integers(slope: Fraction, start: Fraction, lowest: int, highest: int) -> Iterator[int]:
    """Some ``n`` from ``lowest`` below ``highest`` for which ``slope * n + start`` is nearest to an integer."""
    modulus = slope.denominator * start.denominator
    step = slope.numerator * start.denominator % modulus
    first = (slope * lowest + start) * modulus
    offset = first.numerator % modulus
    # as if results were spread evenly, a window of this width holds a few
    width = max(modulus * 2 // (highest - lowest), 1)
    found = 0
    for widened in (width >> 12, width >> 8, width >> 4, width, width << 3):
        for low, high in ((0, widened), (-widened, 0)):
            n = first_within(step, modulus, (low - offset) % modulus, (high - offset) % modulus)
            if n is not None and lowest + n < highest:
                found += 1
                yield lowest + n
        if found:
            return


def first_within(step: int, modulus: int, low: int, high: int) -> int | None:
    """The least ``n`` from 0 with ``step * n % modulus`` from ``low`` to ``high``; all of it where they wrap."""
    if low == 0 or low > high:
        return 0
    step %= modulus
    if step == 0:
        return None
    n = -(-low // step)
    if n * step <= high:
        return n
    turns = first_within(modulus, step, -high % step, -low % step)
    return None if turns is None else -(-(low + modulus * turns) // step)


DOUBLES = (
    powers_of_two,
    powers_of_ten,
    subnormals,
    borders,
    integers,
    ties,
    few_decimals,
    near_decisions,
)
TOKENS = (halfway, near_halfway, near_limits)


def sample(family: Iterator[T], share: float) -> Iterator[T]:
    """Every so many-th member of a family."""
    return islice(family, 0, None, max(round(1 / share), 1))
