"""Equality of JSON-model values as the specification defines it (§2)."""

from __future__ import annotations

from typing import Any

__all__ = ["same"]


def same(left: Any, right: Any, *, ordered: bool = True) -> bool:
    """Numbers by mathematical value, booleans apart from numbers, objects with their keys in order.

    ``ordered=False`` leaves the order of keys aside, which tables may change (§9.3, §9.5).

    >>> same({"a": 1.0}, {"a": 1}), same(True, 1), same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    (True, False, False)
    >>> same({"a": 1, "b": 2}, {"b": 2, "a": 1}, ordered=False)
    True
    """
    todo = [(left, right)]
    while todo:
        a, b = todo.pop()
        if isinstance(a, dict) and isinstance(b, dict):
            if a.keys() != b.keys() or (ordered and list(a) != list(b)):
                return False
            todo.extend((a[key], b[key]) for key in a)
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            todo.extend(zip(a, b, strict=True))
        elif isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
            if a is not b:
                return False
        elif isinstance(a, str) != isinstance(b, str) or a != b:
            return False
    return True
