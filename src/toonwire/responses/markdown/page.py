"""A page made of a payload: the same data as the payload, in the words of its readers.

Contract: every value that says something is on the page, to the letter, or the page says that it was cut.  The
page follows from the payload and the spec alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toonwire.codec import encode
from toonwire.errors import OptionError
from toonwire.paths import parse_path
from toonwire.responses.markdown.characters import spelled
from toonwire.responses.markdown.code import code_block, inline_code
from toonwire.responses.markdown.document import Document
from toonwire.responses.markdown.formats import format_actor, format_date, format_duration, format_id, format_size
from toonwire.responses.markdown.humanize import humanize_key, humanize_value
from toonwire.responses.markdown.markup import Markdown
from toonwire.responses.markdown.phrases import link, text, verbatim
from toonwire.responses.markdown.shown import is_flat, is_tall, says_nothing
from toonwire.shaping.cap_list import cap_list, singular
from toonwire.shaping.cap_text import cap_text
from toonwire.shaping.drop_empty import drop_empty
from toonwire.shaping.well_formed import well_formed

__all__ = ["KINDS", "PageSpec", "render_markdown"]

_Keys = tuple[str, ...]


def _formatted(formatter: Callable[[object], str | None]) -> Callable[[Any], Markdown | None]:
    def shown(value: Any) -> Markdown | None:
        said = formatter(value)
        return None if said is None else verbatim(said)

    return shown


KINDS: Mapping[str, Callable[[Any], Markdown | None]] = {
    "prose": text,
    "code": inline_code,
    "block": code_block,
    "name": lambda value: text(humanize_value(spelled(value))),
    "url": lambda value: link("", value),
    "date": _formatted(format_date),
    "actor": _formatted(format_actor),
    "id": _formatted(format_id),
    "size": _formatted(format_size),
    "duration": _formatted(format_duration),
}
"""What a value is, and so how it is shown; without a kind it is shown to the letter."""


@dataclass(frozen=True, slots=True)
class PageSpec:
    """How a payload becomes a page.  Paths have no indexes: ``issues.owner`` speaks of every row.

    labels: labels of keys, by name; other keys are labelled by :func:`humanize_key`.
    kinds: by path, one of :data:`KINDS`.
    absent: by path, a sentence that stands where there is nothing.
    omit: paths that are not shown.
    limit: how many items of a list are shown.
    text_limit: how many characters of a text are shown, mark included.
    totals: by path, how many items a list has of which the payload holds only the first.
    names: keys by which an item of a list is called in its heading; the first that says something is taken.
    notes: the Response Notes.

    Raises :class:`OptionError` for a path or a kind that is none.
    """

    title: object
    scope: object = None
    labels: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)
    omit: Collection[str] = ()
    limit: int = 20
    text_limit: int = 2000
    totals: Mapping[str, int] = field(default_factory=dict)
    names: Sequence[str] = ("title", "name", "id")
    notes: Sequence[object] = ()

    def __post_init__(self) -> None:
        for path in (*self.kinds, *self.absent, *self.omit, *self.totals):
            if not all(isinstance(step, str) for step in parse_path(path)):
                raise OptionError(option="path", expected="a path of keys, without indexes", found=ascii(path))
        for kind in self.kinds.values():
            if kind not in KINDS:
                raise OptionError(option="kinds", expected=f"one of {', '.join(KINDS)}", found=ascii(kind))


def render_markdown(payload: Mapping[str, Any], spec: PageSpec) -> Markdown:
    """The page of a payload.

    Scalars become facts, lists of similar flat objects with up to six fields a table, other lists of objects a
    section for each item, lists of scalars bullets, objects sections.  What nests deeper than headings go is shown as
    a block of TOON, whose limits then apply (:class:`EncodeError`).

    >>> payload = {"open": 2, "owner": None, "issues": [{"id": "BE-1", "state": "new"}, {"id": "BE-2", "state": "new"}]}
    >>> print(render_markdown(payload, PageSpec("Issues", "backend", limit=1, kinds={"issues.state": "name"})))
    # Issues in **backend**
    <BLANKLINE>
    **Open**: 2
    <BLANKLINE>
    ## Issues
    <BLANKLINE>
    | ID | State |
    | --- | --- |
    | BE-1 | New |
    <BLANKLINE>
    …and 1 more issues
    """
    page = _Renderer(spec).fields(Document(spec.title, spec.scope), payload, (), 2)
    return page.note(*spec.notes).markdown()


class _Renderer:
    """The spec, with its paths taken apart."""

    _DEEPEST = 6
    _COLUMNS = 6
    _SHORT = 40

    def __init__(self, spec: PageSpec) -> None:
        self._spec = spec
        self._kinds = {parse_path(path): KINDS[kind] for path, kind in spec.kinds.items()}
        self._absent = {parse_path(path): sentence for path, sentence in spec.absent.items()}
        self._omitted = {parse_path(path) for path in spec.omit}
        self._totals = {parse_path(path): total for path, total in spec.totals.items()}

    def fields(self, page: Document, fields: Mapping[Any, Any], path: _Keys, level: int) -> Document:
        """The fields of an object: what fits in a line first, then sections of this level."""
        apart: list[tuple[Any, Any, _Keys]] = []
        for key, value in self._said(fields, path):
            below = (*path, spelled(key))
            if self._fits(value, below):
                page = page.fact(self._label(key), self._shown(value, below), absent=self._absent.get(below))
            else:
                apart.append((key, value, below))
        for key, value, below in apart:
            page = self._section(page, key, value, below, level)
        return page

    def _said(self, fields: Mapping[Any, Any], path: _Keys) -> list[tuple[Any, Any]]:
        """The fields that are wanted, with those that are missing though their absence matters."""
        missing = [
            (where[-1], None) for where in self._absent if where and where[:-1] == path and where[-1] not in fields
        ]
        return [
            (key, value) for key, value in (*fields.items(), *missing) if (*path, spelled(key)) not in self._omitted
        ]

    def _fits(self, value: Any, path: _Keys) -> bool:
        if path in self._kinds or not isinstance(value, (Mapping, list, tuple)) or not value:
            return True
        if isinstance(value, Mapping) or not is_flat(value):
            return False
        return len(value) <= self._COLUMNS and not any(
            is_tall(item) or len(spelled(item)) > self._SHORT for item in value
        )

    def _shown(self, value: Any, path: _Keys) -> Any:
        """A value as its kind is shown, cut where it is too long."""
        if says_nothing(value):
            return None
        if isinstance(value, (list, tuple)):
            return [self._shown(item, path) for item in value]
        if isinstance(value, str):
            value = cap_text(value, self._spec.text_limit).text
        render = self._kinds.get(path)
        if render is None:
            return value if not isinstance(value, Markdown) else str(value)
        return render(value)

    def _section(self, page: Document, key: Any, value: Any, path: _Keys, level: int) -> Document:
        if level > self._DEEPEST:
            return page.paragraph(f"{self._label(key)}:").code(_toon(value), "toon")
        page = page.section(self._label(key), level=level, absent=self._absent.get(path))
        if isinstance(value, Mapping):
            return self.fields(page, value, path, level + 1)
        noun = self._label(key)[:1].lower() + self._label(key)[1:]
        if is_flat(value):
            items = [self._shown(item, path) for item in value[: self._spec.limit]]
            return page.bullets(items, limit=self._spec.limit, total=self._total(value, path), noun=noun)
        if not all(isinstance(item, Mapping) for item in value):
            return page.code(_toon(value), "toon")
        if self._is_table(value, path):
            return self._table(page, value, path, noun)
        return self._items(page, value, path, level + 1, noun)

    def _is_table(self, rows: Sequence[Mapping[Any, Any]], path: _Keys) -> bool:
        columns: set[Any] = set()
        for row in rows:
            for key, value in row.items():
                where = (*path, spelled(key))
                if where in self._omitted:
                    continue
                columns.add(key)
                if is_tall(value) or isinstance(value, (Mapping, list, tuple)) or self._kinds.get(where) is code_block:
                    return False
        return len(columns) <= self._COLUMNS

    def _table(self, page: Document, rows: Sequence[Mapping[Any, Any]], path: _Keys, noun: str) -> Document:
        shown = [
            {key: self._shown(value, (*path, spelled(key))) for key, value in self._said(row, path)}
            for row in rows[: self._spec.limit]
        ]
        columns = {key: self._label(key) for row in shown for key in row}
        return page.table(shown, columns, limit=self._spec.limit, total=self._total(rows, path), noun=noun)

    def _items(self, page: Document, rows: Sequence[Mapping[Any, Any]], path: _Keys, level: int, noun: str) -> Document:
        capped = cap_list(rows, self._spec.limit, total=self._total(rows, path), noun=noun)
        if capped.truncated:
            page = page.paragraph(
                f"The first {capped.listed:,} of {capped.total:,} {noun}, and {capped.omitted:,} more."
            )
        for number, row in enumerate(capped.items, 1):
            if level > self._DEEPEST:
                page = page.code(_toon(row), "toon")
                continue
            key = next((key for key in self._spec.names if _is_name(row.get(key))), None)
            name = f"{singular(noun)} {number}" if key is None else spelled(row[key])
            rest = {field: value for field, value in row.items() if field != key}
            # a heading may need escapes, and falls away where nothing follows; then a field shows the name
            told = text(name) == name and any(_is_name(value) for value in rest.values())
            page = self.fields(page.section(name, level=level), rest if told else row, path, level + 1)
        return page

    def _total(self, items: Sequence[Any], path: _Keys) -> int:
        return max(self._totals.get(path, 0), len(items))

    def _label(self, key: Any) -> str:
        return humanize_key(spelled(key), labels=self._spec.labels)


def _is_name(value: Any) -> bool:
    return not says_nothing(value) and not isinstance(value, (Mapping, list, tuple)) and len(spelled(value)) <= 200


def _toon(value: Any) -> str:
    """A value without what says nothing, in TOON."""
    said: str = encode(well_formed(drop_empty(value, placeholders=())))
    return said
