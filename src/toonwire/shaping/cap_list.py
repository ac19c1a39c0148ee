"""A list of at most so many items that says how many there were.

Contract: the exact total is known before anything is cut, or it is said to be unknown; it is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from dataclasses import dataclass
from itertools import islice
from typing import Any

from toonwire.errors import OptionError

__all__ = ["Capped", "cap_list", "singular"]


@dataclass(frozen=True, slots=True)
class Capped:
    """The items that are listed, and the facts about those that are not.

    ``total`` and ``omitted`` are None where nobody knows them.
    """

    items: list[Any]
    total: int | None
    truncated: bool
    cap: int
    noun: str = "items"

    @property
    def listed(self) -> int:
        """How many items there are in ``items``."""
        return len(self.items)

    @property
    def omitted(self) -> int | None:
        """How many items are not listed."""
        return None if self.total is None else self.total - self.listed

    def to_dict(self) -> dict[str, Any]:
        """The four facts under names made of the noun.

        >>> cap_list("abc", 2, noun="letters").to_dict()
        {'truncated': True, 'letter_count': 3, 'letters_listed': 2, 'listed_cap': 2}
        """
        return {
            "truncated": self.truncated,
            f"{singular(self.noun)}_count": self.total,
            f"{self.noun}_listed": self.listed,
            "listed_cap": self.cap,
        }

    def to_markdown(self) -> str:
        """One line that stands below the listed items, "" where all are listed.

        >>> cap_list(range(39), 3, noun="callers").to_markdown()
        '- …and 36 more callers'
        >>> cap_list(iter(range(39)), 3, noun="results").to_markdown()
        '- More results are available.'
        """
        if not self.truncated:
            return ""
        noun = self.noun.replace("_", " ")
        return f"- More {noun} are available." if self.omitted is None else f"- …and {self.omitted:,} more {noun}"


def cap_list(items: Iterable[Any], limit: int, *, total: int | None = None, noun: str = "items") -> Capped:
    """The first ``limit`` items; 0 lists none and still counts.

    total: how many there are where ``items`` cannot say it, or holds only a part of them.
    noun: what the items are, in the plural.

    Of an iterator without a total at most ``limit + 1`` items are taken; whether there are more is then known,
    how many is not.  Raises :class:`OptionError`, a ValueError, for a negative limit and for a total that is
    smaller than what is there.

    >>> cap_list(["a", "b", "c"], 2)
    Capped(items=['a', 'b'], total=3, truncated=True, cap=2, noun='items')
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise OptionError(option="limit", expected="a whole number of at least 0", found=ascii(limit))
    if isinstance(items, Sized):
        taken, seen = list(islice(items, limit)), len(items)
        known: int | None = seen
    else:
        taken = list(islice(items, limit + 1))
        seen = len(taken)
        known = seen if seen <= limit else None
        taken = taken[:limit]
    if total is not None:
        if isinstance(total, bool) or not isinstance(total, int) or total < seen:
            raise OptionError(option="total", expected=f"a whole number of at least {seen}", found=ascii(total))
        known = total
    return Capped(taken, known, known is None or known > len(taken), limit, noun)


_SINGULAR = {"matches": "match", "indices": "index", "indexes": "index", "vertices": "vertex", "children": "child"}
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zes", "ze"))


def singular(noun: str) -> str:
    """The singular of an English plural, as names of counts have it.

    >>> [singular(word) for word in ("callers", "matches", "dead_functions", "entries", "classes", "data", "ties")]
    ['caller', 'match', 'dead_function', 'entry', 'class', 'data', 'tie']
    """
    head, _, last = noun.rpartition("_")
    lead = f"{head}_" if head else ""
    if last in _SINGULAR:
        return lead + _SINGULAR[last]
    for plural, single in _ENDINGS:
        if last.endswith(plural) and len(last) > len(plural) + 1:
            return lead + last[: -len(plural)] + single
    if last.endswith("s") and not last.endswith(("ss", "us", "is")) and len(last) > 1:
        return lead + last[:-1]
    return noun
