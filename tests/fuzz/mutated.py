"""A damaged document is judged alike by both engines, as str and as bytes, and strict values hold in non-strict mode.

Data: four bytes for the options, sixteen that steer the damage, then a document, or the choices that make one.
A byte-order mark in front and CR before each LF change neither value nor code.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from tests.fuzz.choices import Choices
from tests.fuzz.decode_engines import Case, compare
from tests.fuzz.outcomes import encoded, engines, require_alike
from tests.fuzz.seeds import documents
from tests.native.documents import damaged, dressed, json_value
from toonwire.options import EncodeOptions, Limits

__all__ = ["check", "document_of", "seeds", "shown"]

_STEERING = 16


def document_of(data: bytes) -> tuple[str, int]:
    """The damaged document and its indentation."""
    choices = Choices(data)
    given, indent = choices.pick((True, False)), choices.pick((2, 2, 2, 1, 3, 4))
    times, decoration = choices.pick((1, 2, 0, 3)), choices.pick((False, False, True))
    steering = Choices(choices.take(_STEERING))
    if given:
        text = choices.rest().decode(errors="replace")
    else:
        options = EncodeOptions(indent, choices.pick((",", "\t", "|")))
        text = encoded(engines()[0], json_value(choices), options, None)[1]
    if decoration:
        text = dressed(text, steering)
    for _ in range(times):
        text = damaged(text, steering)
    return text, indent


def check(data: bytes) -> None:
    """Raises where the invariant does not hold."""
    text, indent = document_of(data)
    strictly = _compared(text, indent)
    as_bytes = _compared(text.encode(), indent)
    require_alike(strictly, as_bytes, ("str", "bytes"), text)
    lenient = _compared(text, indent, strict=False)
    if strictly[0] == "value":
        require_alike(strictly, lenient, ("strict", "non-strict"), text)
    require_alike(_gist(strictly), _gist(_marked(text, indent)), ("plain", "with a byte-order mark"), text)
    if "\r" not in text:
        crlf = _compared(text.replace("\n", "\r\n"), indent)
        require_alike(_gist(strictly), _gist(crlf), ("with LF", "with CR and LF"), text)


def _compared(source: str | bytes, indent: int, *, strict: bool = True) -> list[Any]:
    return compare(Case(source, strict=strict, indent=indent, limits=Limits(), hooks=0))


def _marked(text: str, indent: int) -> list[Any]:
    return _compared(text if text.startswith("\ufeff") else f"\ufeff{text}", indent)


def _gist(outcome: list[Any]) -> list[Any]:
    """The value, or what kind of error it is and where: the source line itself may differ."""
    kind, what = outcome
    return outcome if kind == "value" else [what["code"], what["line"], what["column"]]


def shown(data: bytes) -> str:
    """The case in words."""
    return repr(document_of(data))


def seeds() -> Iterator[bytes]:
    """Some documents of the cases and generated ones, each with some damage; each costs ten readings or more."""
    for number, text in enumerate(islice(documents(), 0, None, 3)):
        rng = Random(f"mutated {number}")
        yield bytes([0, 0, number % 4, number % 3]) + rng.randbytes(_STEERING) + text.encode(errors="replace")
    for number in range(300):
        rng = Random(f"mutated {-1 - number}")
        yield bytes([1, number % 6, number % 4, number % 3]) + rng.randbytes(_STEERING + rng.randint(20, 300))
