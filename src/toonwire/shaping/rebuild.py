"""One walk over a payload, inner values first, for the steps that change it.

Contract: dicts, lists and tuples are containers, all else is a leaf.  A container in which nothing changed is
returned as it is; a changed one is a new container of the same kind (of a subclass, its plain kind).  No
Python stack is spent on depth; a container inside itself is an error with its path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from toonwire.errors import EncodeError, ErrorCode
from toonwire.paths import Path, format_path

__all__ = ["GONE", "Entries", "rebuild"]

GONE: Any = object()
"""What a step returns for a value that shall not be there."""

Entries = list[tuple[Any, Any]]
"""What became of a container: keys, or indexes, with their values; those that are gone are left out."""


class _Open:
    """A container that is being walked."""

    __slots__ = ("changed", "entries", "left", "step", "value")

    def __init__(self, value: Any, step: Any) -> None:
        self.value = value
        self.step = step
        self.left: Iterator[tuple[Any, Any]] = iter(value.items() if isinstance(value, dict) else enumerate(value))
        self.entries: Entries = []
        self.changed = False


def rebuild(
    root: Any,
    leaf: Callable[[Any, Callable[[], Path]], Any],
    close: Callable[[Any, Entries, Callable[[], Path]], Any] | None = None,
) -> Any:
    """``root`` with each leaf replaced by ``leaf(value, path)``.

    close(container, entries, path): what a container becomes once its entries are known: GONE, or the entries
    that stay.  ``path`` is a function, since few steps want it.
    """
    opened: list[_Open] = []
    at_leaf: Path = ()

    def path() -> Path:
        return (*(frame.step for frame in opened[1:]), *at_leaf)

    if not isinstance(root, (dict, list, tuple)):
        return leaf(root, path)
    opened.append(_Open(root, None))
    inside = {id(root)}
    while True:
        frame = opened[-1]
        for step, value in frame.left:
            if isinstance(value, (dict, list, tuple)):
                if id(value) in inside:
                    raise EncodeError(
                        ErrorCode.CYCLE,
                        path=format_path((*(frame.step for frame in opened[1:]), step)),
                        expected="a container that does not contain itself",
                    )
                at_leaf = ()
                inside.add(id(value))
                opened.append(_Open(value, step))
                break
            at_leaf = (step,)
            _put(frame, step, value, leaf(value, path))
        else:
            at_leaf = ()
            inside.discard(id(frame.value))
            made = _closed(frame, close, path)
            opened.pop()
            if not opened:
                return made
            _put(opened[-1], frame.step, frame.value, made)


def _put(frame: _Open, step: Any, before: Any, made: Any) -> None:
    if made is not before:
        frame.changed = True
    if made is not GONE:
        frame.entries.append((step, made))


def _closed(
    frame: _Open, close: Callable[[Any, Entries, Callable[[], Path]], Any] | None, path: Callable[[], Path]
) -> Any:
    entries: Any = frame.entries
    if close is not None:
        entries = close(frame.value, entries, path)
        if entries is GONE:
            return GONE
    if not frame.changed and entries is frame.entries:
        return frame.value
    if isinstance(frame.value, dict):
        return dict(entries)
    kept = [value for _, value in entries]
    return kept if isinstance(frame.value, list) else tuple(kept)
