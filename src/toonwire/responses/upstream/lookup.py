"""Names looked up in a record, each with what the record says about it.

Contract: "not listed" and "listed without a value" stay apart, and neither is said where there is no record at
all.  The request is bounded, and a name that is asked for twice is answered once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from toonwire.errors import OptionError
from toonwire.responses.markdown.code import inline_code
from toonwire.responses.markdown.markup import Markdown
from toonwire.rules.fault import shorten
from toonwire.shaping.cap_text import cap_text

__all__ = ["Lookup", "LookupEntry"]

Status = Literal["recorded", "not_listed", "not_recorded"]


@dataclass(frozen=True, slots=True)
class LookupEntry:
    """One name and what the record says.

    status: ``recorded`` (there is a value), ``not_listed`` (the record does not name it) or ``not_recorded`` (it is
    named without a value).  truncated: whether the value is only the start of the recorded one.
    """

    name: str
    status: Status
    value: str | None = None
    truncated: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The entry as a row."""
        return {"name": self.name, "status": self.status, "value": self.value, "truncated": self.truncated}


@dataclass(frozen=True, slots=True)
class Lookup:
    """The answer to a request for names.

    available: whether there was a record; without one there are no entries.

    >>> found = Lookup.of(["click", "lark", "click", "rich"], {"click": "8.1.7", "lark": None})
    >>> [(entry.name, entry.status, entry.value) for entry in found.entries]
    [('click', 'recorded', '8.1.7'), ('lark', 'not_recorded', None), ('rich', 'not_listed', None)]
    >>> Lookup.of(["click"], {}).to_dict()
    {'available': False, 'entries': []}
    """

    available: bool
    entries: tuple[LookupEntry, ...] = ()

    @classmethod
    def of(
        cls, names: Iterable[str], record: Mapping[str, Any] | None, *, most: int = 10, longest: int = 256
    ) -> Lookup:
        """Looks names up in a record; they are compared exactly.

        most: how many names one request may have, at least one; longest: how many characters a name may have, and
            how many of a value are kept.

        A record that is None or empty is none.  Raises :class:`OptionError`, a ValueError, for a request outside the
        bounds; its text says what to ask instead.
        """
        wanted = list(dict.fromkeys(_checked(names, most, longest)))
        if not record:
            return cls(False)
        return cls(True, tuple(_entry(name, record, longest) for name in wanted))

    def to_dict(self) -> dict[str, Any]:
        """The lookup as it stands in a structured result; values stay raw."""
        return {"available": self.available, "entries": [entry.to_dict() for entry in self.entries]}

    def bullets(self) -> list[Markdown]:
        r"""The same entries as lines for :meth:`Document.bullets`.

        >>> print(*Lookup.of(["click", "rich"], {"click": "8.1.7"}).bullets(), sep="\n")
        `click`: `8.1.7`
        `rich`: not listed
        """
        return [_line(entry) for entry in self.entries]


def _checked(names: Iterable[str], most: int, longest: int) -> list[str]:
    if isinstance(names, str):
        raise OptionError(option="names", expected="several names in a list", found="one text")
    asked = list(names)
    if not 1 <= len(asked) <= most:
        raise OptionError(
            option="names", expected=f"1 to {most} names", found=f"{len(asked)}", hint="ask for fewer at once"
        )
    for name in asked:
        if not isinstance(name, str) or not name.strip() or len(name) > longest:
            raise OptionError(
                option="names",
                expected=f"names of 1 to {longest} characters",
                found=shorten(name if isinstance(name, str) else repr(name)),
            )
    return asked


def _entry(name: str, record: Mapping[str, Any], longest: int) -> LookupEntry:
    if name not in record:
        return LookupEntry(name, "not_listed")
    value = record[name]
    said = "" if value is None else str(value).strip()
    if not said:
        return LookupEntry(name, "not_recorded")
    cut = cap_text(said, longest, marker="")
    return LookupEntry(name, "recorded", cut.text, cut.truncated)


def _line(entry: LookupEntry) -> Markdown:
    told = {"recorded": "", "not_listed": "not listed", "not_recorded": "listed without a value"}[entry.status]
    mark = " … [truncated]" if entry.truncated else ""
    value = told or inline_code(entry.value)
    return Markdown(f"{inline_code(entry.name)}: {value}{mark}")
