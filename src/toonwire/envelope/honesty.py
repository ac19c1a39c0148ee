"""Whether a result says of each of its lists what it left out, and says it right.

Contract: a list that is shorter than its total is flagged; a flagged result states the exact total, the listed
count, the cap and a next step with both numbers.  A total that is null says that nobody knows it.  Only what
the names and numbers show is reported; a list that nothing counts is taken as whole.
"""

from __future__ import annotations

import re
from collections import UserString
from collections.abc import Collection, Iterator, Mapping, MappingView, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from itertools import islice
from numbers import Integral
from typing import Any, NamedTuple, TypeGuard

from toonwire.envelope.fields import is_text
from toonwire.envelope.spellings import GENERIC_LISTS, Counts, counts_of
from toonwire.envelope.violation import Violation
from toonwire.errors import ErrorCode
from toonwire.hosttypes.loaded import loaded
from toonwire.paths import Path, format_path, parse_path
from toonwire.shaping.cap_list import singular

__all__ = [
    "NESTED_FACTS",
    "STATISTICS",
    "ListFacts",
    "follow",
    "is_list",
    "list_facts",
    "states",
    "truncation_problems",
    "whole_number",
]

NESTED_FACTS = "truncated_lists"
"""Where a result states the facts about lists that do not stand at its top."""

_SILENT = frozenset({"warnings", "completeness_reasons", NESTED_FACTS})
"""Lists of the envelope's own."""

STATISTICS = ("stats", "statistics", "pagination")
"""Objects that hold the totals of the lists beside them."""

_NUMBER = re.compile(r"(?<![\w.])\d[\d,_]{0,30}(?![\w.]*\w)")
"""A whole number in a sentence; none counts with more digits, and so few are quick to read."""

_FEW_DIGITS = 40


class ListFacts(NamedTuple):
    """A list and what its surroundings say about it.

    length: None where the list itself is not there.  total: None where it is unknown or not stated;
    ``total_key`` is then the key with null, or None.
    """

    name: str
    length: int | None
    total_key: str | None
    total: int | None
    listed_key: str | None
    listed: int | None
    cap_key: str | None

    @property
    def shown(self) -> int | None:
        """How many are there to see."""
        return self.listed if self.length is None else self.length

    @property
    def is_cut(self) -> bool:
        """Whether items are missing, as far as anybody says."""
        shown = self.shown
        return shown is not None and self.total is not None and self.total > shown


def list_facts(result: Mapping[str, Any]) -> Iterator[ListFacts]:
    """The lists of a mapping that something beside them counts.

    >>> [f.is_cut for f in list_facts({"callers": [1], "caller_count": 2})]
    [True]
    """
    counted = {**_beside(result), **result}
    keys = tuple(key for key in counted if isinstance(key, str))
    lists = [key for key in keys if is_list(result.get(key)) and key not in _SILENT]
    for counts in counts_of(keys):
        name = counts.list
        value: Any = result.get(name)
        if name in _SILENT or (name in counted and not is_list(value)):
            continue
        if name not in result or not _counts_inside(name, value):
            yield _facts(counted, counts, len(value) if is_list(value) else None, lists == [name])


def is_list(value: Any) -> TypeGuard[Collection[Any]]:
    """Whether a value is a list on the wire: a list or tuple, or what the table of host types makes one."""
    if type(value) in _NO_LISTS:
        return False
    if isinstance(value, (list, tuple)):
        return True
    if isinstance(value, (Sequence, AbstractSet, MappingView)):
        return not isinstance(value, _TEXTS)
    array: Any = loaded("numpy", "ndarray")
    return array is not None and isinstance(value, array) and bool(value.ndim)


_NO_LISTS = frozenset({str, int, float, bool, type(None), dict})
_TEXTS = (str, UserString, bytes, bytearray, memoryview)


def _beside(result: Mapping[str, Any]) -> dict[str, Any]:
    """Totals that stand in an object of statistics."""
    found: dict[str, Any] = {}
    for name in STATISTICS:
        inner = result.get(name)
        if isinstance(inner, Mapping):
            found.update((key, value) for key, value in inner.items() if whole_number(value) is not None)
    return found


def _counts_inside(name: str, items: Any) -> bool:
    """Whether the elements are groups with counts of their own, of which a total would be the sum."""
    key = f"{singular(name).rpartition('_')[2]}_count"
    return any(isinstance(item, Mapping) and key in item for item in islice(items, 1))


def _facts(result: Mapping[str, Any], counts: Counts, length: int | None, alone: bool) -> ListFacts:
    general = counts.list in GENERIC_LISTS
    totals = counts.totals
    if not totals and general:
        totals = counts.generic
    elif not totals and alone and length is not None:
        # a total without a noun may be about something else: only what is missing speaks
        totals = tuple(key for key in counts.generic if (whole_number(result[key]) or 0) > length)
    listed_key = next((key for key in counts.listed if general or not key.endswith("count")), None)
    stated = {key: number for key in totals if (number := whole_number(result[key])) is not None}
    total_key = max(stated, key=stated.__getitem__) if stated else next(iter(totals), None)
    listed = _number_at(result, listed_key)
    more = listed is not None and length is not None and listed > length
    if more and total_key is None and listed_key is not None and listed_key.endswith("count"):
        # "count" beside a shorter list can only be its total
        total_key, listed_key = listed_key, None
    total, listed = _number_at(result, total_key), _number_at(result, listed_key)
    cap_key = next((key for key in counts.caps if result[key] is not None), None)
    return ListFacts(counts.list, length, total_key, total, listed_key, listed, cap_key)


def _number_at(result: Mapping[str, Any], key: str | None) -> int | None:
    return None if key is None else whole_number(result[key])


def whole_number(value: Any) -> int | None:
    """A number that has no fraction on the wire, where 3.0 is 3 (§2)."""
    if isinstance(value, int):
        return None if isinstance(value, bool) else int(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Decimal):
        whole = value.is_finite() and value.adjusted() < _FEW_DIGITS and value == value.to_integral_value()
        return int(value) if whole else None
    return None


def states(step: str, *numbers: int) -> bool:
    """Whether a sentence has all of these numbers.

    >>> states("showing 3 of 1,039 callers", 3, 1039)
    True
    """
    return _numbers(step).issuperset(numbers)


def truncation_problems(result: Mapping[str, Any], path: Path, flagged_above: bool) -> Iterator[Violation]:
    """What one mapping says wrongly, or not at all, about its lists; what is inside it is not looked at."""
    flagged = result.get("truncated") is True and (not path or any(map(is_list, result.values())))
    facts = list(list_facts(result))
    for fact in facts:
        yield from _miscounts(fact, path)
        if fact.is_cut and not flagged and not flagged_above and result.get(f"{fact.name}_truncated") is not True:
            yield Violation.at(
                ErrorCode.TRUNCATION_UNFLAGGED,
                (*path, fact.name),
                f"{fact.shown} of {fact.total} ({fact.total_key}) without a flag",
                "truncated: true where a list is shorter than its total",
                "truncate() gives the list and all four facts",
            )
    if flagged:
        nested = list(_nested_facts(result, path))
        yield from (problem for problem in nested if isinstance(problem, Violation))
        deep = [fact for fact in nested if isinstance(fact, ListFacts)]
        yield from _flagged_problems(result, [*facts, *deep], path)


def _miscounts(fact: ListFacts, path: Path) -> Iterator[Violation]:
    if fact.length is None:
        return
    if fact.listed is not None and fact.listed != fact.length:
        yield Violation.at(
            ErrorCode.TRUNCATION_MISCOUNT,
            (*path, fact.listed_key or ""),
            str(fact.listed),
            f"{fact.length}, the length of {fact.name}",
            "count after cutting",
        )
    if fact.total is not None and fact.total < fact.length:
        yield Violation.at(
            ErrorCode.TRUNCATION_MISCOUNT,
            (*path, fact.total_key or ""),
            str(fact.total),
            f"at least {fact.length}, the length of {fact.name}",
            "count before cutting",
        )


def _nested_facts(result: Mapping[str, Any], path: Path) -> Iterator[ListFacts | Violation]:
    """What the result states about lists deeper in it, and where that is not so."""
    stated = result.get(NESTED_FACTS)
    for number, row in enumerate(stated if isinstance(stated, (list, tuple)) else ()):
        if not isinstance(row, Mapping):
            continue
        where = row.get("path")
        value = follow(result, where) if isinstance(where, str) else None
        if not is_list(value) or len(value) != row.get("listed"):
            yield Violation.at(
                ErrorCode.TRUNCATION_MISCOUNT,
                (*path, NESTED_FACTS, number),
                f"{row.get('listed')} listed at {where}",
                "a path to a list of that length",
                "count after cutting",
            )
            continue
        cap = "cap" if "cap" in row else None
        yield ListFacts(
            str(where),
            len(value),
            "total" if "total" in row else None,
            whole_number(row.get("total")),
            "listed",
            len(value),
            cap,
        )


def follow(result: Mapping[str, Any], where: str) -> Any:
    """What stands at the text of a path, None where nothing does."""
    value: Any = result
    try:
        for step in parse_path(where):
            value = value[step]
    except (ValueError, LookupError, TypeError):
        return None
    return value


def _flagged_problems(result: Mapping[str, Any], facts: list[ListFacts], path: Path) -> Iterator[Violation]:
    """What is missing beside ``truncated: true``."""
    cut = [fact for fact in facts if fact.is_cut or (fact.total is None and fact.total_key is not None)]
    step = _next_step(result)
    numbers = _numbers(step or "")
    if not cut:
        yield _incomplete(
            (*path, "truncated"), "no total above what is listed", "the exact total beside the listed count"
        )
        fact = next(iter(facts), None)
        if fact is None or fact.cap_key is None:
            yield _incomplete((*path, "truncated"), "no cap", "the number at which it was cut, as listed_cap")
        if step is None:
            yield _incomplete((*path, "next_step"), "nothing", "a next step with both numbers")
        elif len(numbers) < 2:
            yield Violation.at(
                ErrorCode.NEXT_STEP_STALE, (*path, "next_step"), _stated(step), "how many are shown, and of how many"
            )
    for fact in cut:
        if fact.listed_key is None:
            yield _incomplete((*path, fact.name), "no listed count", f"{fact.name}_listed: {fact.shown}")
        if fact.cap_key is None:
            yield _incomplete((*path, fact.name), "no cap", "the number at which it was cut, as listed_cap")
        if step is None:
            yield _incomplete(
                (*path, "next_step"), "nothing", f"a next step that says showing {fact.shown} of {fact.total}"
            )
            continue
        wanted = {number for number in (fact.shown, fact.total) if number is not None}
        if not wanted <= numbers:
            of = f" of {fact.total}" if fact.total is not None else ""
            yield Violation.at(
                ErrorCode.NEXT_STEP_STALE,
                (*path, "next_step"),
                _stated(step),
                f"the real numbers, showing {fact.shown}{of}",
                "write it after cutting",
            )


def _incomplete(path: Path, found: str, expected: str) -> Violation:
    return Violation(
        ErrorCode.TRUNCATION_INCOMPLETE, format_path(path), found, expected, "truncate() gives all four facts"
    )


def _next_step(result: Mapping[str, Any]) -> str | None:
    summary = result.get("agent_summary")
    inner = summary.get("next_step") if isinstance(summary, Mapping) else None
    return next((str(text) for text in (result.get("next_step"), inner) if is_text(text)), None)


def _numbers(text: str) -> set[int]:
    return {int(m[0].replace(",", "").replace("_", "") or 0) for m in _NUMBER.finditer(text)}


def _stated(step: str) -> str:
    numbers = [m[0].rstrip(",_") for m in _NUMBER.finditer(step)]
    return f"the numbers {', '.join(numbers)}" if numbers else "no number"
