"""A value with host types, brought to the JSON model as a whole before anything of it is written.

Contract: the tree of a value has the same document as the value.  ``lower`` is asked once for each place
where a host value stands, in the order of the document; what it answered is remembered, so that a second
look at the value finds the same, even at what can be read only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

__all__ = ["Memory", "NoTree", "lower_tree"]

_SCALARS = frozenset({str, int, float, bool, type(None)})
_CONTAINERS = frozenset({list, dict})
_OBJECTS = {dict}
_STRINGS = {str}


class NoTree(Exception):
    """Something in the value cannot be written: the reference engine says what."""


class Memory:
    """``lower``, and what it answered about each host value or raised at it.

    Called like ``lower``, it asks only about what is not known.
    """

    __slots__ = ("_known", "_lower")

    def __init__(self, lower: Callable[[Any], Any]) -> None:
        self._lower = lower
        self._known: dict[int, tuple[Any, Any, Exception | None]] = {}  # hosts are kept, so that ids stay theirs

    def ask(self, host: Any) -> Any:
        """Asks, known or not."""
        try:
            value = self._lower(host)
        except Exception as error:
            self._known[id(host)] = host, None, error
            raise
        self._known[id(host)] = host, value, None
        return value

    def __call__(self, host: Any) -> Any:
        known = self._known.get(id(host))
        if known is None:
            return self.ask(host)
        _, value, error = known
        if error is not None:
            raise error
        return value


def lower_tree(value: Any, ask: Callable[[Any], Any], max_depth: int) -> Any:
    """The tree of a value; ``value`` itself where nothing in it is of a host type.

    Raises :class:`NoTree` where ``ask`` raises an exception, for a container that contains itself and for
    more than ``max_depth`` containers in each other.  Containers of the caller's are left as they are.

    >>> lower_tree({"a": (1, 2)}, list, 1000)
    {'a': [1, 2]}
    """
    return _Lowering(ask, max_depth).tree(value)


class _Lowering:
    def __init__(self, ask: Callable[[Any], Any], max_depth: int) -> None:
        self._ask = ask
        self._max_depth = max_depth
        self._changed = False
        self._open: set[int] = set()  # the hosts of containers that are being filled
        self._todo: list[tuple[Any, Any, Iterator[tuple[Any, Any, Any]]]] = []

    def tree(self, value: Any) -> Any:
        out = self._part(value, value)
        todo = self._todo
        while todo:
            host, container, items = todo[-1]
            for step, part, content in items:
                if type(part) in _SCALARS:
                    container[step] = part
                    continue
                container[step] = self._part(part, content)
                if todo[-1][1] is not container:
                    break
            else:
                todo.pop()
                self._open.discard(id(host))
        return out if self._changed else value

    def _part(self, host: Any, content: Any) -> Any:
        """The model's value of a host value, containers still empty; ``content`` is the host as it was."""
        if not _of_model(content):
            self._changed = True
            try:
                content = self._ask(host)
            except Exception as error:
                raise NoTree from error
        if type(content) not in _CONTAINERS:
            return content
        if id(host) in self._open or len(self._todo) >= self._max_depth:
            raise NoTree
        self._open.add(id(host))
        container: Any
        steps: Iterable[Any]
        if type(content) is dict:
            container, steps, parts = dict.fromkeys(content), list(content), list(content.values())
        else:
            container, steps, parts = [None] * len(content), range(len(content)), content.copy()
        # what is asked about may change its neighbours; rows of a table are read before
        contents = [part.copy() for part in parts] if set(map(type, parts)) == _OBJECTS else parts
        self._todo.append((host, container, zip(steps, parts, contents, strict=True)))
        return container


def _of_model(value: Any) -> bool:
    kind = type(value)
    return kind in _SCALARS or kind is list or (kind is dict and set(map(type, value)) <= _STRINGS)
