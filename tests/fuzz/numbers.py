"""The native number routines write what §2 makes of ``repr``, and read what ``float`` and ``int`` read (§4).

Data: one byte for the kind, then the bits of a double, an integer, or the characters of a token.
"""

from __future__ import annotations

import math
import struct
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from types import ModuleType

from tests.fuzz.choices import Choices
from tests.fuzz.outcomes import DifferenceError
from tests.native.hard_numbers import DOUBLES, TOKENS, bits_of, sample
from tests.native.prove_numbers import reads, wrong_doubles
from toonwire.rules.numbers import NUMBER, encode_float

__all__ = ["check", "seeds", "shown"]


@cache
def routines() -> ModuleType:
    """The compiled module.  Raises an ImportError where it is not built."""
    return import_module("toonwire.native._numbers")


ALPHABET = "0123456789.eE+-"
BEHIND = ("", ",", "\t", "|", "\n", " ", ":", "  # 12345678", ",12345678.5e5", "x", "\u00b2")


def _double(choices: Choices) -> float:
    value: float = struct.unpack("<d", choices.take(8))[0]
    return value


def _integer(choices: Choices) -> int:
    return int.from_bytes(choices.take(8), "little", signed=True)


def _token(choices: Choices) -> str:
    """Characters of numbers; bytes that are such characters stand for themselves."""
    return "".join(chr(b) if chr(b) in ALPHABET else ALPHABET[b % len(ALPHABET)] for b in choices.rest()[:1000])


def _ended(choices: Choices) -> tuple[str, str]:
    behind = choices.pick(BEHIND)
    return _token(choices), behind


# ---- checks


def _check_double(value: float) -> None:
    if not math.isfinite(value):
        return
    if routines().write_double(value) != encode_float(value):
        raise DifferenceError(f"{value!r} is written {routines().write_double(value)}")
    if wrong_doubles(routines(), iter([value])):
        raise DifferenceError(f"{value!r} is not read back")


def _check_integer(value: int) -> None:
    text = routines().write_int64(value)
    if text != str(value) or routines().read_number(text.encode()) != ("integer", value):
        raise DifferenceError(f"{value!r} is written {text!r}")


def _check_token(token: str) -> None:
    kind, value = routines().read_number(token.encode())
    if not _reads_rightly(token, kind, value):
        raise DifferenceError(f"{token!r} is read as {kind} {value!r}")


def _reads_rightly(token: str, kind: str, value: float | None) -> bool:
    match = NUMBER(token)
    if match is None:
        return kind == "none"
    if match[1] or match[2]:
        return kind != "none" and reads(routines(), token)
    exact = int(token)
    return (kind, value) == ("integer", exact) if -(2**63) <= exact < 2**63 else kind == "big_integer"


def _check_ended(parts: tuple[str, str]) -> None:
    """A number at the start of a text is the one that its own characters make, and ends where they end."""
    token, behind = parts
    length, kind, value = routines().scan_number((token + behind).encode())
    if kind == "none":
        return
    if not 0 < length <= len(token):
        raise DifferenceError(f"the number in {token + behind!r} has length {length}")
    alone = routines().read_number(token[:length].encode())
    if repr(alone) != repr((kind, value)):
        raise DifferenceError(f"{token[:length]!r} is {alone}, but {(kind, value)} before {behind!r}")


KINDS: tuple[tuple[Callable[[Choices], object], Callable[..., None]], ...] = (
    (_double, _check_double),
    (_integer, _check_integer),
    (_token, _check_token),
    (_ended, _check_ended),
)


def check(data: bytes) -> None:
    """Raises where the invariant does not hold."""
    choices = Choices(data)
    make, judge = choices.pick(KINDS)
    judge(make(choices))


def shown(data: bytes) -> str:
    """The case in words."""
    choices = Choices(data)
    make, _ = choices.pick(KINDS)
    return repr(make(choices))


def seeds() -> Iterator[bytes]:
    """Numbers that are hard to convert."""
    for family in DOUBLES[:-1]:
        for value in islice(sample(family(), 0.01), 100):
            yield b"\0" + array("Q", [bits_of(value)]).tobytes()
    for value in (0, -1, 2**63 - 1, -(2**63), 10**18, 10**15 - 1):
        yield b"\1" + value.to_bytes(8, "little", signed=True)
    for tokens in TOKENS:
        for number, token in enumerate(islice(sample(tokens(), 0.02), 100)):
            yield (b"\2" + token.encode()) if number % 2 else bytes([3, number % len(BEHIND)]) + token.encode()
