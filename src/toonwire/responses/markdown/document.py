"""A page, built step by step: a title in its scope, facts, lists, tables, sections, and Response Notes at the end.

Contract: a step gives a new page and leaves the old one.  What has no data is left out, a section with all that
belongs to it, unless the caller says what its absence means.  A value is shown where it belongs, whatever it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from toonwire.errors import OptionError
from toonwire.responses.markdown.characters import prose
from toonwire.responses.markdown.code import code_block, inline_code
from toonwire.responses.markdown.humanize import humanize_key
from toonwire.responses.markdown.markup import Markdown
from toonwire.responses.markdown.phrases import bold, cell, heading, text
from toonwire.responses.markdown.shown import in_block, in_cell, in_line, says_nothing
from toonwire.shaping.cap_list import Capped, cap_list

__all__ = ["Document"]

NOTES = "Response Notes"

Kind = Literal["fact", "item", "block"]


@dataclass(frozen=True, slots=True)
class _Piece:
    """Markdown of one block; neighbours of one kind, but for blocks, stand without a blank line between them."""

    kind: Kind
    markdown: str


@dataclass(frozen=True, slots=True)
class _Section:
    level: int
    title: object
    absent: object


class _Link(NamedTuple):
    """The last part of a page and those before it, which pages share."""

    part: _Piece | _Section
    before: Any  # _Link | None


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A page of Markdown.

    title: what the page shows, scope: where; ``# title in **scope**``.

    A value may be anything: a plain string is shown to the letter, bare or as inline code, one of several lines as a
    block of code; :class:`Markdown` is put in as it is; None, blank text, NaN and empty containers are nothing.
    ``absent`` is a sentence that stands there where there is nothing.

    >>> page = (
    ...     Document("Issues", scope="backend")
    ...     .facts({"Open": 2, "Owner": None})
    ...     .section("Newest")
    ...     .bullets(["BE-12", "BE-13 *flaky*", "BE-14"], limit=2, noun="issues")
    ...     .section("Alerts")
    ...     .bullets([])
    ...     .note(Markdown("Pass `limit=3` for all."))
    ... )
    >>> print(page)
    # Issues in **backend**
    <BLANKLINE>
    **Open**: 2
    <BLANKLINE>
    ## Newest
    <BLANKLINE>
    - BE-12
    - `BE-13 *flaky*`
    - …and 1 more issues
    <BLANKLINE>
    ## Response Notes
    <BLANKLINE>
    - Pass `limit=3` for all.
    """

    title: object
    scope: object = None
    _last: _Link | None = field(default=None, repr=False)
    _level: int = field(default=1, repr=False)
    _notes: tuple[Markdown, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if not prose(self.title):
            raise OptionError(option="title", expected="a text that is not blank", found=ascii(self.title))

    def fact(self, label: object, value: object, *, absent: object = None) -> Document:
        """One labelled value, ``**label**: value``."""
        block = in_block(value)
        shown = block or in_line(value) or in_line(absent)
        if shown is None:
            return self
        name = bold(label) or inline_code(label)
        return self._with(_Piece("fact", f"{name}:{chr(10) if block else ' '}{shown}"))

    def facts(self, values: Mapping[str, object] | Iterable[tuple[object, object]]) -> Document:
        """Labelled values in their order."""
        page = self
        for label, value in values.items() if isinstance(values, Mapping) else values:
            page = page.fact(label, value)
        return page

    def paragraph(self, value: object) -> Document:
        """A text that reads as prose."""
        return self._block(value if isinstance(value, Markdown) else text(value))

    def code(self, value: object, language: str = "") -> Document:
        """A block of code."""
        return self if says_nothing(value) else self._block(code_block(value, language))

    def bullets(
        self,
        items: Iterable[object],
        *,
        limit: int | None = None,
        total: int | None = None,
        noun: str = "items",
        absent: object = None,
    ) -> Document:
        """A list; items that say nothing are left out.

        limit, total, noun: as of :func:`toonwire.shaping.cap_list`; what is left out is counted in a last item.
        """
        capped = _capped([item for item in items if not says_nothing(item)], limit, total, noun)
        if not capped.items and not capped.truncated:
            return self._block(text(absent))
        told = [in_block(item, indent="  ") or in_line(item) for item in capped.items]
        more = text(capped.to_markdown().removeprefix("- "))
        return self._with(*(_Piece("item", f"- {item}") for item in (*told, more) if item))

    def table(
        self,
        rows: Iterable[Mapping[Any, object]],
        columns: Mapping[Any, str] | Sequence[Any] | None = None,
        *,
        limit: int | None = None,
        total: int | None = None,
        noun: str = "rows",
        absent: object = None,
    ) -> Document:
        """A table of objects; a column in which no row says anything is left out.

        columns: keys with their labels, or keys alone, which are labelled by :func:`humanize_key`.  All keys of all
            rows unless given.
        """
        capped = _capped(list(rows), limit, total, noun)
        labels = _labels(capped.items, columns)
        filled = {key: cells for key in labels if any(cells := [in_cell(row.get(key)) for row in capped.items])}
        if not filled:
            return self._block(text(absent))
        lines = [
            [cell(labels[key], code=False) for key in filled],
            ["---"] * len(filled),
            *zip(*filled.values(), strict=True),
        ]
        page = self._block("\n".join(f"| {' | '.join(line)} |" for line in lines))
        return page._block(text(capped.to_markdown().removeprefix("- ")))

    def section(self, title: object, *, level: int = 2, absent: object = None) -> Document:
        """A heading of level 2 to 6; what follows belongs to it, up to the next heading as high as it.

        Raises :class:`OptionError` for a level that leaves one out.
        """
        deepest = min(self._level + 1, 6)
        if isinstance(level, bool) or level not in range(2, deepest + 1):
            raise OptionError(option="level", expected=f"a level from 2 to {deepest}", found=ascii(level))
        return replace(self._with(_Section(level, title, absent)), _level=level)

    def note(self, *notes: object) -> Document:
        """Guidance about this very result, in the last section of the page."""
        told = [shown for note in notes if (shown := note if isinstance(note, Markdown) else text(note))]
        return replace(self, _notes=self._notes + tuple(told))

    def markdown(self) -> Markdown:
        """The page, without a line end behind its last line."""
        scope = bold(self.scope)
        out = [f"{heading(1, self.title)} in {scope}" if scope else str(heading(1, self.title))]
        before: Kind = "block"
        for piece in (*_spoken(self._last), *_noted(self._notes)):
            together = piece.kind == before != "block"
            out.append(f"{chr(10) if together else chr(10) * 2}{piece.markdown}")
            before = piece.kind
        return Markdown("".join(out))

    def __str__(self) -> str:
        return self.markdown()

    def _with(self, *parts: _Piece | _Section) -> Document:
        last = self._last
        for part in parts:
            last = _Link(part, last)
        return replace(self, _last=last)

    def _block(self, markdown: str) -> Document:
        return self._with(_Piece("block", markdown)) if markdown else self


def _capped(items: list[Any], limit: int | None, total: int | None, noun: str) -> Capped:
    return cap_list(items, len(items) if limit is None else limit, total=total, noun=noun)


def _labels(rows: list[Mapping[Any, object]], columns: Mapping[Any, str] | Sequence[Any] | None) -> dict[Any, str]:
    if isinstance(columns, Mapping):
        return dict(columns)
    keys = columns if columns is not None else dict.fromkeys(key for row in rows for key in row)
    return {key: humanize_key(str(key)) for key in keys}


def _spoken(last: _Link | None) -> list[_Piece]:
    """The pieces with their headings, without sections that have nothing in them."""
    out: list[_Piece] = []
    needed = 0  # a section of a lower level than this leads to something
    while last is not None:
        part, last = last
        if isinstance(part, _Piece):
            out.append(part)
            needed = 7
            continue
        if needed <= part.level and not says_nothing(part.absent):
            out.append(_Piece("block", text(part.absent)))
            needed = 7
        if part.level < needed:
            out.append(_Piece("block", heading(part.level, part.title)))
            needed = part.level
    return out[::-1]


def _noted(notes: tuple[Markdown, ...]) -> list[_Piece]:
    if not notes:
        return []
    return [
        _Piece("block", heading(2, NOTES)),
        *(_Piece("item", f"- {in_block(note, indent='  ') or note}") for note in notes),
    ]
