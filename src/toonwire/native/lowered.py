"""A value with host types, brought to the JSON model as a whole before anything of it is written.

Contract: the reference engine gives the same document, or the same error at the same path, for the result
as for the value itself, if it uses ``resume`` in place of ``lower``.  Each host value is lowered once for
each place where it stands, in the order of the document.

Nothing is raised here: what ``lower`` raises is left in the tree as a :class:`Refusal`, and everything
behind it as it was, since the reference engine may find another error before it.  A container that contains
itself does so in the tree as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Refusal", "lower_tree", "resume"]

Lower = Callable[[Any], Any]

_SCALARS = frozenset({str, int, float, bool, type(None)})
_CONTAINERS = frozenset({list, dict})
_STRINGS = {str}


class Refusal:
    """Stands where a value stood that could not be lowered."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


def resume(lower: Lower) -> Lower:
    """``lower`` for a tree: a refusal raises what was raised before."""

    def again(value: Any) -> Any:
        if type(value) is Refusal:
            raise value.error
        return lower(value)

    return again


def lower_tree(value: Any, lower: Lower, max_depth: int) -> Any:
    """The tree of a value; ``value`` itself where nothing in it is of a host type.

    Containers are new ones, down to ``max_depth`` of them in each other, which is too deep to be written.

    >>> lower_tree({"a": (1, 2)}, list, 1000)
    {'a': [1, 2]}
    """
    return _Lowering(lower, max_depth).tree(value)


class _Lowering:
    def __init__(self, lower: Lower, max_depth: int) -> None:
        self._lower = lower
        self._max_depth = max_depth
        self._changed = False
        self._stopped = False
        self._open: dict[int, Any] = {}  # hosts that are being looked through, and their new containers
        self._todo: list[tuple[Any, Iterator[tuple[Any, Any]], Any]] = []

    def tree(self, value: Any) -> Any:
        out = self._part(value)
        while self._todo:
            host, items, container = self._todo[-1]
            for key, part in items:
                container[key] = part if type(part) in _SCALARS or self._stopped else self._part(part)
                if self._todo[-1][2] is not container:
                    break
            else:
                self._todo.pop()
                del self._open[id(host)]
        return out if self._changed else value

    def _part(self, host: Any) -> Any:
        """The model's value of one host value; a container is filled later."""
        if id(host) in self._open:
            return self._open[id(host)]
        value = host
        if not _of_model(host):
            self._changed = True
            try:
                value = self._lower(host)
            except Exception as error:
                self._stopped = True
                return Refusal(error)
        if type(value) in _CONTAINERS and len(self._todo) < self._max_depth:
            return self._begin(host, value)
        return value

    def _begin(self, host: Any, value: Any) -> Any:
        container: Any
        items: Iterator[tuple[Any, Any]]
        if type(value) is dict:
            container, items = dict.fromkeys(value), iter(list(value.items()))
        else:
            container, items = [None] * len(value), enumerate(value.copy())
        self._open[id(host)] = container
        self._todo.append((host, items, container))
        return container


def _of_model(value: Any) -> bool:
    kind = type(value)
    return kind in _SCALARS or kind is list or (kind is dict and set(map(type, value)) <= _STRINGS)
