"""What follows from the names of a response's keys alone, found once for all responses with these keys.

Contract: it holds for any values under the keys, so it is asked of the keys that a response has now.
"""

from __future__ import annotations

from typing import NamedTuple

from toonwire.envelope.fields import FIELDS
from toonwire.envelope.honesty import NESTED_FACTS, STATISTICS
from toonwire.envelope.memory import Remembered
from toonwire.envelope.spellings import GENERIC_LISTS, counts_of
from toonwire.envelope.surface import CONTENT, FORMAT, HONEST_SURFACE, TOON_CONTROL_SURFACE, Surface, on_surface

__all__ = ["PlannedList", "Shape", "shape_of"]


PlannedList = tuple[str, tuple[str, ...], tuple[str, ...], bool]
"""How a list is seen to be honest: its name, keys that state its length, keys that may not exceed it, and whether
the first that states it may be larger, beside a flag and a next step with both numbers."""


class Shape(NamedTuple):
    """The fields among the keys with the numbers of their kinds, how to look at lists, and two surfaces.

    lists: None where names alone do not tell.  grown: the shapes with names added that only ``agent_summary``
    has, filled by whoever adds them.
    """

    fields: tuple[tuple[str, int], ...]
    lists: tuple[PlannedList, ...] | None
    surface: tuple[str, ...]
    honest: tuple[str, ...]
    grown: dict[int, Shape]

    def beside(self, surface: Surface) -> tuple[str, ...] | None:
        """The keys on one of the two surfaces, None for any other."""
        if surface is TOON_CONTROL_SURFACE:
            return self.surface
        return self.honest if surface is HONEST_SURFACE else None


@Remembered
def shape_of(keys: tuple[str, ...]) -> Shape:
    """The shape of a response with these keys.

    >>> shape = shape_of(("success", "verdict", "hint", "rows", "row_count"))
    >>> shape.fields, shape.surface
    ((('hint', 0),), ('success', 'verdict', 'hint'))
    >>> shape.lists
    (('rows', ('row_count',), (), False),)
    """
    beside = [key for key in keys if key not in (FORMAT, CONTENT)]
    return Shape(
        tuple((key, int(FIELDS[key].kind)) for key in keys if key in FIELDS and key not in _JUDGED_FIRST),
        _planned(keys),
        tuple(filter(on_surface(TOON_CONTROL_SURFACE), beside)),
        tuple(filter(on_surface(HONEST_SURFACE), beside)),
        {},
    )


_JUDGED_FIRST = frozenset({"success", "verdict"})
_LOOK_CLOSER = frozenset({NESTED_FACTS, *STATISTICS})


def _planned(keys: tuple[str, ...]) -> tuple[PlannedList, ...] | None:
    maybe_wire = FORMAT in keys and CONTENT in keys
    if maybe_wire or not _LOOK_CLOSER.isdisjoint(keys) or not all(type(key) is str for key in keys):
        return None
    plan: list[PlannedList] = []
    there = frozenset(keys)
    for counts in counts_of(keys):
        if counts.list in FIELDS:  # none of them is a list that is counted
            continue
        if counts.list not in there:
            return None
        general = counts.list in GENERIC_LISTS
        listed = tuple(key for key in counts.listed if general or not key.endswith("count"))
        totals = counts.totals or (counts.generic if general else ())
        # a total without a noun speaks of another kind of list only where it is larger
        upper = () if general else counts.generic
        if totals or listed or upper:
            capped = any(key in FIELDS for key in counts.caps)  # any other may be null
            may_be_cut = len(totals) == 1 and bool(listed) and capped and not upper
            plan.append((counts.list, (*totals, *listed), upper, may_be_cut))
    return tuple(plan)
