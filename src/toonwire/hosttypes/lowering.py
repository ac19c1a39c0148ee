"""The loop that applies the table until a value of the JSON model stands there."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from toonwire.hosttypes.keys import text_keyed
from toonwire.hosttypes.sets import set_order
from toonwire.hosttypes.table import Step, step_for
from toonwire.hosttypes.unknown import endless, unsupported

__all__ = ["Lower", "lowering"]

Lower = Callable[[Any], Any]

_JSON_MODEL = frozenset((type(None), bool, int, float, str, Decimal, list))

_MOST_STEPS = 100
"""Conversions of one value, a ``default`` that wraps what it gets included; real chains have two or three."""

_MOST_CLASSES = 1000
"""Classes remembered at once: a program that makes classes as it runs must not fill the memory."""


def lowering(default: Callable[[Any], Any] | None, text_of: Callable[[Any], str]) -> Lower:
    """A function that turns any value into one level of the JSON model (§3).

    default: called with a value whose type the table does not know; what it returns is lowered in turn.
        None means that such a value is an error.
    text_of: the TOON text of a value; it orders the elements of a set that are arrays or objects, and it
        must lower them with the very function that is returned here.

    The function returns None, a bool, int, float, str or Decimal, a list, or a dict with str keys, each of
    exactly that type.  Children are as they were: lower them in turn.  A list or dict may be the
    caller's own or be returned again later, so it must not be changed.

    It raises :class:`~toonwire.rules.fault.Fault`: ``unsupported-type``, ``unsupported-key``,
    ``key-collision``, ``non-finite`` (as a key), ``cycle`` or ``depth-limit``.  What the code of a value's
    own class or ``default`` raises passes through.

    >>> lower = lowering(None, str)
    >>> lower((1, 2)), lower({True: "yes", 2.5: "no"}), lower({"b", "a"}), lower(range(3))
    ([1, 2], {'true': 'yes', '2.5': 'no'}, ['a', 'b'], [0, 1, 2])
    """
    steps: dict[type, Step] = {tuple: list}

    def lower(value: Any) -> Any:
        given = value
        for _ in range(_MOST_STEPS):
            kind = type(value)
            if kind in _JSON_MODEL:
                return value
            if kind is dict:
                return text_keyed(value)
            out = (steps.get(kind) or learn(kind))(value)
            if out is NotImplemented:
                if default is None:
                    raise unsupported(value)
                out = default(value)
            value = out
        raise endless(given, value)

    def learn(kind: type) -> Step:
        if len(steps) >= _MOST_CLASSES:
            steps.clear()
        steps[kind] = step = step_for(kind, order)
        return step

    order = set_order(lower, text_of)
    return lower
