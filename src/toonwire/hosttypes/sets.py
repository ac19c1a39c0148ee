"""§3: a set becomes an array whose order depends on its elements alone.

Contract: null comes first, then false and true, numbers by value, strings by code point, and all else by
its TOON text.  The order does not depend on hash seeds, on addresses or on the order of insertion.  NaN
comes after all other numbers.  An element that cannot be written comes last, where the encoder finds it
and can say which one it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from operator import itemgetter
from typing import Any

from toonwire.errors import EncodeError, ErrorCode
from toonwire.rules.fault import Fault

__all__ = ["set_order"]

_NULL, _BOOL, _NUMBER, _STRING, _OTHER, _UNWRITABLE = range(6)

_DEEPEST = 32
"""Sets in sets: the text of each level is made by another run of the encoder on the interpreter's stack."""

Key = tuple[Any, ...]


def set_order(lower: Callable[[Any], Any], text_of: Callable[[Any], str]) -> Callable[[Iterable[Any]], list[Any]]:
    """A function that lists the elements of a set in order; they may be lowered on the way.

    Both functions are those of :func:`~toonwire.hosttypes.lowering`.  The function raises
    :class:`Fault` ``depth-limit`` where sets that need texts to be ordered are nested too deep, and
    ``cycle`` for a set that is met again while its own elements are put in order.
    """
    open_sets: set[int] = set()
    inner: dict[int, tuple[Any, list[Any]]] = {}

    def order(value: Iterable[Any]) -> list[Any]:
        items = list(value)
        if len(items) < 2:
            return items
        here = id(value)
        if here in inner:
            return inner[here][1]
        if here in open_sets:
            raise Fault(ErrorCode.CYCLE, expected="a set without itself in it", found="a set that holds itself")
        if len(open_sets) == _DEEPEST:
            raise _too_deep()
        open_sets.add(here)
        try:
            out = _arrange(items, lower, text_of)
        finally:
            open_sets.remove(here)
        # A set inside a set is met once more for each set around it: without a memory, in exponential time.
        if open_sets:
            inner[here] = value, out
        return out

    return order


def _arrange(items: list[Any], lower: Callable[[Any], Any], text_of: Callable[[Any], str]) -> list[Any]:
    kinds = {*map(type, items)}
    if kinds in ({str}, {int}):
        return sorted(items)
    placed = [_place(item, lower) for item in items]
    if sum(key[0] == _OTHER for key, _ in placed) > 1:
        placed = [(_text_key(item, text_of), item) if key[0] == _OTHER else (key, item) for key, item in placed]
    placed.sort(key=itemgetter(0))
    return [item for _, item in placed]


def _place(item: Any, lower: Callable[[Any], Any]) -> tuple[Key, Any]:
    """The sort key of an element, and the element in the form in which it goes on."""
    # Lowering these could only order the sets in them, which their own text may not need.
    if isinstance(item, (tuple, frozenset)):
        return (_OTHER,), item
    try:
        item = lower(item)
    except Fault as fault:
        if fault.code is ErrorCode.DEPTH_LIMIT:
            raise
        return (_UNWRITABLE,), item
    return _key(item), item


def _key(plain: Any) -> Key:
    if plain is None:
        return (_NULL,)
    if isinstance(plain, bool):
        return _BOOL, plain
    if isinstance(plain, str):
        return _STRING, plain
    if isinstance(plain, int):
        return _NUMBER, False, plain
    if isinstance(plain, float):
        # not compared as it is: a decimal context may forbid decimals and floats to meet
        plain = Decimal.from_float(plain)
    if isinstance(plain, Decimal):
        return (_NUMBER, True) if plain.is_nan() else (_NUMBER, False, plain)
    return (_OTHER,)


def _text_key(item: Any, text_of: Callable[[Any], str]) -> Key:
    try:
        return _OTHER, text_of(item)
    except (Fault, EncodeError) as error:
        if error.code is ErrorCode.DEPTH_LIMIT:
            raise Fault(error.code, found=error.found, expected=error.expected, hint=error.hint) from None
        return (_UNWRITABLE,)


def _too_deep() -> Fault:
    return Fault(
        ErrorCode.DEPTH_LIMIT,
        expected=f"sets in sets at most {_DEEPEST} deep",
        found="one more",
        hint="sets are put in order by the text of their elements; pass lists instead",
    )
