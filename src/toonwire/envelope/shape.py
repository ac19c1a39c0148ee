"""What follows from the names of a response's keys alone, found once for all responses with these keys.

Contract: tools give the same keys again and again, so a result costs no more than its values do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from toonwire.envelope.fields import FIELDS
from toonwire.envelope.honesty import QuickPlan, quick_plan
from toonwire.envelope.memory import remembered
from toonwire.envelope.surface import CONTENT, FORMAT, TOON_CONTROL_SURFACE

__all__ = ["Shape", "shape_of"]


class Shape(NamedTuple):
    """The fields among the keys with their tests, those on the control surface, and how to look at the lists."""

    fields: tuple[tuple[str, Callable[[Any], bool]], ...]
    surface: tuple[str, ...]
    plan: QuickPlan | None


@remembered
def shape_of(keys: tuple[str, ...]) -> Shape:
    """The shape of a response with these keys.

    >>> shape = shape_of(("success", "verdict", "hint", "rows"))
    >>> [name for name, _ in shape.fields], shape.surface
    (['success', 'verdict', 'hint'], ('success', 'verdict', 'hint'))
    """
    return Shape(
        tuple((key, FIELDS[key].test) for key in keys if key in FIELDS),
        tuple(key for key in keys if key in TOON_CONTROL_SURFACE and key not in (FORMAT, CONTENT)),
        quick_plan(keys),
    )
