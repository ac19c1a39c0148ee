"""Events back to a value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toonwire.stream.events import Batch, Event

__all__ = ["Value", "value_of"]


class Value:
    """A value that is built from its events, one by one."""

    __slots__ = ("_key", "_open", "done", "value")

    def __init__(self) -> None:
        self.value: Any = None
        self.done = False  # whether the value is complete
        self._open: list[Any] = []
        self._key = ""

    def add(self, event: Event | Batch) -> bool:
        """Takes the next event; whether the value is complete."""
        if isinstance(event, Batch):
            inner = self._open[-1]
            (inner.update if isinstance(inner, dict) else inner.extend)(event.values)
            return False
        kind = event.kind
        if kind == "key":
            self._key = event.value
            return False
        if kind == "value":
            self._place(event.value)
        elif kind in ("start_object", "start_array"):
            fresh: Any = {} if kind == "start_object" else []
            self._place(fresh)
            self._open.append(fresh)
        else:
            self._open.pop()
        self.done = not self._open
        return self.done

    def _place(self, value: Any) -> None:
        if not self._open:
            self.value = value
        elif isinstance(self._open[-1], dict):
            self._open[-1][self._key] = value
        else:
            self._open[-1].append(value)


def value_of(events: Iterable[Event]) -> Any:
    r"""The value of a document from all its events, as :func:`toonwire.decode` gives it.

    Of keys that come twice, which only ``strict=False`` or ``unique_keys=False`` lets pass, the last wins.  Raises a
    ValueError where the events are not those of one whole value.

    >>> from toonwire.stream import iterdecode
    >>> value_of(iterdecode("team: blue\ntags[2]: x,y"))
    {'team': 'blue', 'tags': ['x', 'y']}
    """
    value = Value()
    for event in events:
        if value.done:
            raise ValueError("expected the events of one value, found more")
        value.add(event)
    if not value.done:
        raise ValueError("expected the events of a whole value, found an end before its end")
    return value.value
