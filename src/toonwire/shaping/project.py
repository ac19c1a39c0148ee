"""Only the fields that were asked for.

Contract: what is left stands in the order of the payload, not in that of the request.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toonwire.errors import OptionError
from toonwire.paths import parse_path

__all__ = ["project"]

_Tree = dict[str, "_Tree | None"]
"""Wanted keys; None stands for all that is below."""


def project(value: Any, fields: Iterable[str]) -> Any:
    """The fields of a payload that one of the paths leads to.

    fields: paths such as ``"total"`` or ``"hits.path"``; lists are passed through, so a path has no indexes.

    What is not there stays away; an element of a list that can have no such field is left out.

    >>> project({"total": 2, "took": 5, "hits": [{"path": "a", "rank": 1}, {"path": "b"}]}, ["hits.path", "total"])
    {'total': 2, 'hits': [{'path': 'a'}, {'path': 'b'}]}
    """
    if isinstance(fields, str):
        raise OptionError(option="fields", expected="several paths in a list", found="one text")
    tree: _Tree = {}
    for field in fields:
        _plant(tree, field)
    made = _grown(value, tree)
    return made[0] if made else value


def _plant(tree: _Tree, field: str) -> None:
    steps = parse_path(field)
    if not steps or not all(isinstance(step, str) for step in steps):
        raise OptionError(option="fields", expected="paths of keys, without indexes", found=ascii(field))
    node = tree
    for step in steps[:-1]:
        inner = node.setdefault(str(step), {})
        if inner is None:
            return
        node = inner
    node[str(steps[-1])] = None


def _grown(value: Any, tree: _Tree | None) -> tuple[Any] | None:
    """What of a value is wanted, or None where it can have no such field; as deep as the paths, not as the value."""
    if tree is None:
        return (value,)
    if isinstance(value, dict):
        out = {}
        for key, inner in value.items():
            if key in tree and (made := _grown(inner, tree[key])):
                out[key] = made[0]
        return (out,)
    if isinstance(value, (list, tuple)):
        kept = [made[0] for item in value if (made := _grown(item, tree))]
        return (kept,)
    return None
