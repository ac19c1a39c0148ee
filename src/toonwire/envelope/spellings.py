"""How counts of lists are called: which key beside a list says how many there are.

Contract: names alone decide, so that what was found for one set of keys holds for every result with them.
"""

from __future__ import annotations

from typing import NamedTuple

from toonwire.envelope.memory import Remembered
from toonwire.shaping.cap_list import singular

__all__ = ["GENERIC_LISTS", "Counts", "Names", "counts_of", "names_for"]

GENERIC_LISTS = frozenset({"results", "matches", "items", "hits", "rows", "symbols", "records", "entries"})
"""Names of lists that counts without a noun speak of."""

_GENERIC_TOTALS = ("total_matches", "total_count", "total_results", "total", "match_count", "result_count")
_GENERIC_LISTED = ("count", "displayed_count", "listed_count", "returned_count", "listed")
_CAPS = ("listed_cap", "limit", "cap", "detail_limit", "max_results", "max_count")

_SPELLED = {
    "matches": ("total_matches", "matches_listed"),
    "dead_functions": ("total_dead_functions_transitive", "dead_functions_listed"),
}
"""Lists whose total is not called after their singular."""


_LONGEST = 100
"""Characters of a name whose words are looked through."""


class Names(NamedTuple):
    """The keys in which a truncated list states its facts."""

    total: str
    listed: str
    cap: str = "listed_cap"


def names_for(noun: str) -> Names:
    """The keys for a list of that name, in the plural.

    >>> names_for("callers"), names_for("dead_functions").total
    (Names(total='caller_count', listed='callers_listed', cap='listed_cap'), 'total_dead_functions_transitive')
    """
    if noun in _SPELLED:
        return Names(*_SPELLED[noun])
    return Names(f"{singular(noun)}_count", f"{noun}_listed")


class Counts(NamedTuple):
    """The keys of a mapping that speak of one of its keys, if that is a list."""

    list: str
    totals: tuple[str, ...]
    generic: tuple[str, ...]
    listed: tuple[str, ...]
    caps: tuple[str, ...]
    flags: tuple[str, ...]


@Remembered
def counts_of(keys: tuple[str, ...]) -> tuple[Counts, ...]:
    """For each key, the keys beside it that would count it; keys that nothing counts are left out.

    A list that is not there itself, but of which it is said how much is listed, is among them.

    ``generic`` names no list: it counts a list only where that has a general name, or is the only one.

    >>> [(c.list, c.totals, c.listed) for c in counts_of(("callers", "caller_count", "callers_listed"))]
    [('callers', ('caller_count',), ('callers_listed',))]
    """
    there = frozenset(keys)
    found = []
    generic = tuple(key for key in _GENERIC_TOTALS if key in there)
    listed_generic = tuple(key for key in _GENERIC_LISTED if key in there)
    caps = tuple(key for key in _CAPS if key in there)
    totals_of = _longer_totals(keys)
    left_out = [key[: -len("_listed")] for key in keys if key.endswith("_listed") and key != "_listed"]
    for key in (*keys, *(name for name in left_out if name not in there)):
        one = singular(key)
        totals = [name for name in _matching_names(key, one) if name in there]
        totals = totals or [name for name in _total_names(key, one) if name in there]
        totals = totals or totals_of.get(key, [])
        listed = [name for name in (f"{key}_listed", f"{one}_listed", f"listed_{key}", f"{key}_shown") if name in there]
        cap = tuple(name for name in (f"{key}_cap", f"{one}_cap", f"{key}_limit") if name in there)
        flags = tuple(name for name in (f"{key}_truncated", f"{one}_truncated") if name in there)
        if totals or listed or generic or listed_generic or flags:
            found.append(Counts(key, tuple(totals), generic, (*listed, *listed_generic), (*cap, *caps), flags))
    return tuple(found)


def _longer_totals(keys: tuple[str, ...]) -> dict[str, list[str]]:
    """Totals with more words behind the list's name, as ``total_dead_functions_transitive`` is one."""
    found: dict[str, list[str]] = {}
    for name in keys:
        if name.startswith("total_") and len(name) <= _LONGEST:
            words = name.split("_")
            for end in range(2, len(words)):
                found.setdefault("_".join(words[1:end]), []).append(name)
    return found


def _matching_names(key: str, one: str) -> tuple[str, ...]:
    """Counts of what a filter let through: beside one of them the others count something wider."""
    last = one.rpartition("_")[2]
    return (f"matching_{one}_count", f"matching_{last}_count", f"matched_{key}", f"filtered_{one}_count")


def _total_names(key: str, one: str) -> tuple[str, ...]:
    return (f"{one}_count", f"{key}_count", f"{key}_total", f"{one}_total", f"total_{key}", f"total_{one}_count")
