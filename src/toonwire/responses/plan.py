"""What shall become of a payload: data only, checked when it is made.

Contract: a plan never changes; whoever wants another one makes a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, Literal

from toonwire.envelope import CANONICAL_VERDICTS, Violation
from toonwire.envelope.alphabet import ALPHABET
from toonwire.envelope.fields import is_text
from toonwire.errors import OptionError
from toonwire.paths import parse_path
from toonwire.responses.actions import Action
from toonwire.responses.markdown import PageSpec
from toonwire.responses.secrets import REDACTION, Redaction

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["PREPARED", "Budget", "Cap", "Plan"]


@dataclass(frozen=True, slots=True)
class Cap:
    """How many items of a list stay.

    path: of the list.  total: how many there are where the list is a part already.
    rest: how to get the rest, in words or as an action, which is then suggested first.
    cursor: where the rest begins, where the whole list is given.
    """

    path: str
    limit: int
    total: int | None = None
    rest: str | Action | None = None
    cursor: str | None = None

    def __post_init__(self) -> None:
        steps = parse_path(self.path)
        if not steps:
            raise OptionError(option="path", expected="the path of a list", found="the root")
        if self.cursor is not None and (len(steps) > 1 or not is_text(self.cursor)):
            raise OptionError(option="cursor", expected="a text, for a list at the top", found=ascii(self.cursor))
        if self.limit is None:
            raise OptionError(option="limit", expected="a whole number of at least 0", found="none")
        _whole("limit", self.limit)
        _whole("total", self.total)
        if isinstance(self.rest, str) and not is_text(self.rest):
            raise OptionError(option="rest", expected="a command, a tool call or a parameter", found=ascii(self.rest))

    @property
    def rest_in_words(self) -> str | None:
        """How to get the rest, as a next step says it."""
        return f"call {self.rest.call}" if isinstance(self.rest, Action) else self.rest


@dataclass(frozen=True, slots=True)
class Budget:
    """How long the text of a response may be, in which format, counted how."""

    max_size: int
    format: Literal["json", "toon"] = "toon"
    counter: Callable[[str], int] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.max_size, bool) or not isinstance(self.max_size, int) or self.max_size < 1:
            raise OptionError(option="max_size", expected="a whole number of at least 1", found=ascii(self.max_size))
        if self.format not in ("json", "toon"):
            raise OptionError(option="format", expected='"json" or "toon"', found=ascii(self.format))


@dataclass(frozen=True, eq=False)
class Plan:
    """A payload, and what is to be said about it; :class:`~toonwire.responses.Response` tells what each part means."""

    payload: Any
    title: str = ""
    scope: str = ""
    _: KW_ONLY
    summary: str = ""
    verdict: str | None = None
    caps: tuple[Cap, ...] = ()
    budget: Budget | None = None
    actions: tuple[Action, ...] = ()
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    fields: tuple[str, ...] | None = None
    schema: Mapping[str, Any] | None = None
    closed: bool = False
    keep: tuple[str, ...] = ()
    text_limit: int | None = None
    redaction: Redaction = REDACTION
    spec: PageSpec | None = None
    on_finding: Callable[[Violation], None] | None = None

    def __post_init__(self) -> None:
        if self.payload is None or isinstance(self.payload, (str, bytes, int, float, list, tuple, set, frozenset)):
            raise OptionError(
                option="payload",
                expected="a mapping or an object",
                found=type(self.payload).__name__,
                hint="put the value under a key",
            )
        self.__dict__.update({name: check(name, self.__dict__[name]) for name, check in _CHECKS.items()})

    def _with(self, **changes: Any) -> Self:
        """A changed copy; only what changes is checked."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, **{name: _CHECKS[name](name, value) for name, value in changes.items()})
        copy.__dict__.pop(PREPARED, None)
        return copy


PREPARED = "_prepared_once"
"""Where a plan keeps what became of its payload."""


def _several(name: str, value: Any) -> Any:
    if isinstance(value, str):
        raise OptionError(option=name, expected="several in a tuple or list", found="one text")
    return None if value is None else tuple(item for item in value if item is not None)


def _texts(name: str, value: Any) -> Any:
    texts = _several(name, value)
    for text in texts:
        if not is_text(text):
            raise OptionError(option=name, expected="texts that say something", found=ascii(text))
    return texts


def _verdict(name: str, value: Any) -> str | None:
    if value is None:
        return None
    if value not in CANONICAL_VERDICTS or value == ALPHABET.error:
        raise OptionError(
            option=name,
            expected=f"one of {', '.join(word for word in ALPHABET.words if word != ALPHABET.error)}",
            found=ascii(str(value)),
            hint="failure() makes the result of a call that failed",
        )
    return str(value)


def _whole(name: str, value: Any) -> Any:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise OptionError(option=name, expected="a whole number of at least 0", found=ascii(value))
    return value


def _spec(name: str, value: PageSpec | None) -> PageSpec | None:
    if value is not None and (value.notes or value.omit):
        raise OptionError(
            option=name,
            expected="a layout that leaves nothing out and adds nothing",
            found="notes" if value.notes else "omit",
            hint="note() and fields= hold for the data and for the page",
        )
    return value


_CHECKS: Mapping[str, Callable[[str, Any], Any]] = {
    "notes": _texts,
    "warnings": _texts,
    "fields": _several,
    "keep": _several,
    "caps": _several,
    "actions": _several,
    "verdict": _verdict,
    "text_limit": _whole,
    "spec": _spec,
    "budget": lambda _, value: value,
}
