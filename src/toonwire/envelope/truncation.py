"""Lists that are cut and say so.

Contract: the total is taken before the cut.  A cut list comes with all four facts: ``truncated``, the exact total
(null where nobody knows it), the listed count with the cap, and a next step that states the real numbers and how
to get the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from toonwire.envelope.fields import is_text
from toonwire.envelope.honesty import NESTED_FACTS, follow, is_list, list_facts, whole_number
from toonwire.envelope.spellings import Names, names_for
from toonwire.errors import EnvelopeError, ErrorCode, OptionError
from toonwire.paths import Path, format_path, parse_path
from toonwire.shaping.cap_list import Capped, cap_list, singular

__all__ = ["Truncated", "truncate", "truncate_lists"]

RAISE_LIMIT = "raise limit"
"""How to get the rest, where the caller says nothing better."""


@dataclass(frozen=True, slots=True)
class Truncated:
    """A list after its cut, with its facts.

    ``facts`` are the keys for the envelope; ``fields`` has the list as well, under its noun.
    """

    capped: Capped
    names: Names
    rest: str
    cursor: str | None = None

    @property
    def items(self) -> list[Any]:
        """What is listed."""
        return self.capped.items

    @property
    def truncated(self) -> bool:
        """Whether anything was left out."""
        return self.capped.truncated

    @property
    def total(self) -> int | None:
        """How many there were before the cut; None where that is unknown."""
        return self.capped.total

    @property
    def next_step(self) -> str | None:
        """The real numbers, and how to get the rest; None where all is listed.

        >>> truncate(range(39), 3, noun="callers").next_step
        'showing 3 of 39 callers; raise limit'
        >>> truncate(iter(range(39)), 3, noun="callers").next_step
        'showing the first 3 callers, there are more; raise limit'
        """
        return f"showing {self.shown}; {self.rest}" if self.truncated else None

    @property
    def shown(self) -> str:
        """The numbers in words."""
        noun = self.capped.noun.replace("_", " ")
        if self.total is None:
            return f"the first {self.capped.listed} {noun}, there are more"
        return f"{self.capped.listed} of {self.total} {noun}"

    @property
    def facts(self) -> dict[str, Any]:
        """The four facts under their keys, and the cursor; without a next step where nothing was left out."""
        out: dict[str, Any] = {
            self.names.total: self.total,
            self.names.listed: self.capped.listed,
            self.names.cap: self.capped.cap,
            "truncated": self.truncated,
        }
        if self.truncated:
            out["next_step"] = self.next_step
            if self.cursor is not None:
                out["next_cursor"] = self.cursor
        return out

    @property
    def fields(self) -> dict[str, Any]:
        """The list under its noun, and the facts.

        >>> list(truncate("abc", 2, noun="letters", rest="pass limit=3").fields)
        ['letters', 'letter_count', 'letters_listed', 'listed_cap', 'truncated', 'next_step']
        """
        return {self.capped.noun: self.items, **self.facts}


def truncate(
    items: Iterable[Any],
    cap: int,
    *,
    noun: str = "items",
    rest: str | None = None,
    total: int | None = None,
    names: Names | None = None,
    cursor: str | None = None,
) -> Truncated:
    """The first ``cap`` items, with the facts about the others.

    noun: what the items are, in the plural; the keys of the facts are made of it.
    rest: how to get the rest, a command, a tool call or a parameter.
    total: how many there are, where ``items`` is a page or an iterator.
    names: other keys; ``{one}`` and ``{many}`` in them stand for the noun.
    cursor: where the next page begins; it is named in the next step and given as ``next_cursor``.

    An iterator is read one item beyond the cap.  Raises :class:`OptionError` for a negative cap and for a total
    that is smaller than what is there.
    """
    if rest is None:
        rest = RAISE_LIMIT if cursor is None else f"pass cursor={cursor}"
    if not is_text(rest):
        raise OptionError(option="rest", expected="a command, a tool call or a parameter", found=ascii(rest))
    keys = names_for(noun)
    if names is not None:
        words = {"one": singular(noun), "many": noun}
        keys = Names(*(name.format_map(words) for name in names))
    return Truncated(cap_list(items, cap, total=total, noun=noun), keys, rest, cursor)


def truncate_lists(response: Mapping[str, Any], caps: Mapping[str, int], *, rest: str = RAISE_LIMIT) -> dict[str, Any]:
    """A response with several lists cut, and what it says about them made true.

    caps: how many items stay, by path.  A list at the top states its facts beside it; one deeper in has a row in
    ``truncated_lists``.  One flag and one next step speak of all.  Where the response says already that a list
    is a part of something, that total is kept, and such lists are spoken of too.  Nothing is added where nothing
    is left out.

    >>> cut = truncate_lists({"callers": [1, 2, 3], "meta": {"rows": [4, 5]}}, {"callers": 2, "meta.rows": 1})
    >>> cut["truncated_lists"], cut["callers_listed"], cut["caller_count"]
    ([{'path': 'meta.rows', 'total': 2, 'listed': 1, 'cap': 1}], 2, 3)
    >>> cut["next_step"]
    'showing 2 of 3 callers, 1 of 2 meta.rows; raise limit'
    """
    made = dict(response)
    cuts: list[tuple[Path, Truncated]] = []
    for text, cap in caps.items():
        path = parse_path(text)
        holder, items = _found(made, path, text)
        cut = _cut(response, path, holder, items, cap)
        if len(items) > cap:
            made = _with(made, path, cut.items)
        if cut.truncated:
            cuts.append((path, cut))
    if cuts:
        for path in _cut_before(response):
            if path not in [parse_path(text) for text in caps]:
                holder, items = _found(response, path, "")
                cuts.append((path, _cut(response, path, holder, items, len(items))))
        _state(made, response, cuts, rest)
    return made


def _cut_before(response: Mapping[str, Any]) -> list[Path]:
    """The lists that a response says are cut, or shows to be."""
    top: list[Path] = [(fact.name,) for fact in list_facts(response) if fact.is_cut and fact.length is not None]
    nested = [text for text in _nested_rows(response) if is_list(follow(response, text))]
    return [*top, *map(parse_path, nested)]


def _nested_rows(response: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    rows = response.get(NESTED_FACTS)
    stated = rows if isinstance(rows, (list, tuple)) else ()
    return {row["path"]: row for row in stated if isinstance(row, Mapping) and isinstance(row.get("path"), str)}


def _cut(response: Mapping[str, Any], path: Path, holder: Any, items: Any, cap: int) -> Truncated:
    noun = str(path[0]) if len(path) == 1 else format_path(path)
    told = whole_number(_nested_rows(response).get(noun, {}).get("total"))
    total = max(_known_total(holder, path[-1], items), told or 0)
    # of a list that somebody else cut, nobody knows the cap any more
    return truncate(items, min(cap, len(items)) if total > len(items) else cap, noun=noun, total=total)


def _found(response: Mapping[str, Any], path: Path, text: str) -> tuple[Any, Collection[Any]]:
    holder: Any = None
    value: Any = response
    for step in path:
        holder = value
        try:
            value = value[step]
        except (LookupError, TypeError):
            value = None
    if not is_list(value):
        raise EnvelopeError(
            ErrorCode.FIELD_TYPE, field=text, found=type(value).__name__, expected="a list to cut", hint="name its path"
        )
    return holder, value


def _known_total(holder: Any, name: Any, items: Any) -> int:
    if not isinstance(holder, Mapping):
        return len(items)
    totals = [fact.total for fact in list_facts(holder) if fact.name == name and fact.total is not None]
    return max([*totals, len(items)])


def _with(value: Any, path: Path, item: Any) -> Any:
    """A copy with another item at a path; what is beside the path is shared."""
    if not path:
        return item
    copy: Any = dict(value) if isinstance(value, Mapping) else list(value)
    copy[path[0]] = _with(value[path[0]], path[1:], item)
    return copy


def _state(made: dict[str, Any], before: Mapping[str, Any], cuts: list[tuple[Path, Truncated]], rest: str) -> None:
    """Writes the facts; what the response said before about these lists is replaced."""
    stated = {fact.name: fact for fact in list_facts(before)}
    one_cap = len({cut.capped.cap for path, cut in cuts if len(path) == 1}) <= 1
    nested = _nested_rows(made)
    if not one_cap:
        made.pop("listed_cap", None)
    for path, cut in cuts:
        if len(path) > 1:
            text = format_path(path)
            nested[text] = {"path": text, "total": cut.total, "listed": cut.capped.listed, "cap": cut.capped.cap}
            continue
        known = stated.get(str(path[0]))
        made[(known and known.total_key) or cut.names.total] = cut.total
        made[(known and known.listed_key) or cut.names.listed] = cut.capped.listed
        made["listed_cap" if one_cap else f"{path[0]}_cap"] = cut.capped.cap
    if nested:
        made[NESTED_FACTS] = list(nested.values())
    made["truncated"] = True
    step = f"showing {', '.join(cut.shown for _, cut in cuts)}; {rest}"
    made["next_step"] = step
    summary = made.get("agent_summary")
    if isinstance(summary, Mapping):
        said = {"next_step": step} | ({"truncated": True} if "truncated" in summary else {})
        made["agent_summary"] = {**summary, **said}
