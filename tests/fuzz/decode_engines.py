"""Reference and native decode any text to the same value, type for type, or to the same error, place and all.

Data: eight bytes for the options, then the document.  Both engines call the same hooks in the same order, and
the short way of ``toonwire.decode`` does what the long one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

import toonwire
from tests.fuzz.choices import Choices
from tests.fuzz.outcomes import RefusedError, engines, outcome, require_alike
from tests.fuzz.seeds import documents
from toonwire.engines import Engine
from toonwire.options import DecodeOptions, Limits

__all__ = ["Case", "case_of", "check", "compare", "seeds", "shown"]

Source = str | bytes | bytearray | memoryview
Calls = list[Any]

FORMS: tuple[Callable[[bytes], Source], ...] = (
    lambda data: data.decode(errors="surrogateescape"),
    bytes,
    lambda data: data.decode("latin-1"),
    bytearray,
    memoryview,
)
COMMENTS = (b"", b"\n# \xc3\xa9", "\n# Ł".encode(), "\n# 😀".encode())
"""They make a str be held in one, two and four bytes a character."""

SIZES = (None, None, None, 0, 10, 40, 41)

# ---- hooks


def _number(calls: Calls, token: str) -> Any:
    calls.append(token)
    return f"<{token}>"


def _object(calls: Calls, obj: dict[str, Any]) -> Any:
    calls.append(list(obj))
    return {"#": len(calls), **obj}


def _pairs(calls: Calls, pairs: list[tuple[str, Any]]) -> Any:
    calls.append([key for key, _ in pairs])
    return [[key, value] for key, value in pairs]


def _tired(calls: Calls, given: Any) -> Any:
    calls.append(type(given).__name__)
    if len(calls) == 3:
        raise RefusedError("the third call")
    return given


def _overflowing(calls: Calls, token: str) -> Any:
    if "e9" in token:
        raise OverflowError(token)
    return Decimal(token)


HOOKS: tuple[dict[str, Callable[[Calls, Any], Any]], ...] = (
    {},
    {},
    {"parse_float": _number},
    {"parse_int": _number},
    {"object_hook": _object},
    {"object_pairs_hook": _pairs},
    {"parse_float": _number, "parse_int": _number, "object_hook": _object},
    {"parse_float": _tired, "parse_int": _tired, "object_pairs_hook": _tired},
    {"parse_float": _overflowing, "object_hook": _object},
)

# ---- cases


class Case(NamedTuple):
    """A document and how it is to be read; ``hooks`` is a place in HOOKS."""

    source: Source
    strict: bool
    indent: int
    limits: Limits
    hooks: int

    def options(self, calls: Calls) -> DecodeOptions:
        """The options, with hooks that write down their calls."""
        hooks: dict[str, Any] = {
            name: lambda given, hook=hook: hook(calls, given) for name, hook in HOOKS[self.hooks].items()
        }
        return DecodeOptions(self.indent, self.strict, limits=self.limits, **hooks)


def case_of(data: bytes) -> Case:
    """The case that the data describe; zeros are the defaults."""
    choices = Choices(data)
    strict = choices.pick((True, False))
    indent = choices.pick((2, 4, 1, 3, 8, 1000))
    form, comment = choices.pick(FORMS), choices.pick(COMMENTS)
    limits = Limits(
        max_depth=choices.pick((1000, 1000, 0, 1, 2, 3, 10)),
        max_number_digits=choices.pick((4300, 4300, 1, 5, 18, 19, 20, 10_000)),
        max_input_bytes=choices.pick(SIZES),
    )
    hooks = choices.pick(range(len(HOOKS)))
    return Case(form(choices.rest() + comment), strict, indent, limits, hooks)


def check(data: bytes) -> None:
    """Raises where the invariant does not hold."""
    compare(case_of(data))


def compare(case: Case) -> list[Any]:
    """The outcome that both engines agree on."""
    (wanted, wanted_calls), (found, calls) = (_decoded(engine, case) for engine in engines())
    require_alike(wanted, found, ("reference", "native"), case)
    if HOOKS[case.hooks].get("parse_float") is not _overflowing:
        # after an ArithmeticError the reference engine reads the document once more
        require_alike(wanted_calls, calls, ("reference's calls", "native's calls"), case)
    if case[1:] == _PLAIN[1:]:
        require_alike(wanted, outcome(lambda: toonwire.decode(case.source)), ("reference", "toonwire.decode"), case)
    return wanted


_PLAIN = Case("", strict=True, indent=2, limits=Limits(), hooks=0)


def _decoded(engine: Engine, case: Case) -> tuple[list[Any], Calls]:
    calls: Calls = []
    options = case.options(calls)
    return outcome(lambda: engine.decode(case.source, options)), calls


def shown(data: bytes) -> str:
    """The case in words."""
    case = case_of(data)
    source = bytes(case.source) if isinstance(case.source, memoryview) else case.source
    return repr(case._replace(source=source))


HEADERS = (bytes(8), b"\0\0\1" + bytes(5), b"\1" + bytes(7), b"\0\0\0\2" + bytes(3) + b"\6")
"""Strict text, strict bytes, lenient text, and wide text with hooks."""


def seeds() -> Iterator[bytes]:
    """Documents of the cases, each with one of a few options."""
    for number, text in enumerate(documents()):
        yield HEADERS[number % len(HEADERS)] + text.encode(errors="surrogatepass")
