"""The elements of the container at a path, put together from the events of a document.

Contract: events outside the container pass without a trace; inside, an element is given as soon as it is complete.
"""

from __future__ import annotations

from typing import Any

from toonwire.errors import OptionError
from toonwire.paths import Path, format_path
from toonwire.stream.document import Events
from toonwire.stream.events import Batch, Event
from toonwire.stream.values import Value

__all__ = ["Selection"]


class Selection:
    """The elements at one path: values of an array, pairs of an object."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # the open containers that lead to the path: for each the key or index of the element that stands next
        self._steps: list[str | int] = []
        self._outside = 0  # open containers beside the path
        self._inside = False  # whether the container at the path is open
        self._value: Value | None = None  # the element in it that is open
        self._found = False

    def wanted(self) -> str | int | None:
        """The element of the innermost open container that the path leads into; None if it leads into none.

        An index counts from the element that stands next.
        """
        if self._inside or self._outside:
            return None
        step, next_step = self._path[len(self._steps) - 1], self._steps[-1]
        if isinstance(step, int) and isinstance(next_step, int):
            return step - next_step if step >= next_step else None
        return step if type(step) is type(next_step) else None

    def take(self, events: Events) -> list[Any]:
        """The elements that are complete with these events.  Raises :class:`OptionError` for a scalar at the path."""
        found: list[Any] = []
        for event in events:
            if self._inside:
                self._element(event, found)
            elif not isinstance(event, Batch):
                self._seek(event)
            elif not self._outside and isinstance(self._steps[-1], int):
                self._pass(self._steps[-1], len(event.values))
        return found

    def end(self) -> None:
        """Called after all events.  Raises :class:`OptionError` if nothing stood at the path."""
        if not self._found:
            raise self._bad("nothing")

    def _seek(self, event: Event) -> None:
        """An event while the container at the path is not open."""
        kind = event.kind
        if self._outside:
            self._outside += (kind in _STARTS) - (kind in _ENDS)
        elif kind == "key":
            self._steps[-1] = event.value
        elif kind in _ENDS:
            self._steps.pop()
            self._next()
        elif kind == "value":
            if self._here() and len(self._steps) == len(self._path):
                raise self._bad("a scalar")
            self._next()
        elif self._here():
            self._inside = len(self._steps) == len(self._path)
            self._found = self._found or self._inside
            self._steps.append(0 if kind == "start_array" else "")
        else:
            self._outside = 1
            self._next()

    def _pass(self, first: int, count: int) -> None:
        """Elements from an index on that stand together beside the path, or at its end as scalars."""
        depth = len(self._steps)
        wanted = self._path[depth - 1]
        if depth == len(self._path) and isinstance(wanted, int) and first <= wanted < first + count:
            raise self._bad("a scalar")
        self._steps[-1] = first + count

    def _element(self, event: Event | Batch, found: list[Any]) -> None:
        """An event while the container at the path is open."""
        step = self._steps[-1]
        if self._value is not None:
            if self._value.add(event):
                value, self._value = self._value.value, None
                found.append(value if isinstance(step, int) else (step, value))
        elif isinstance(event, Batch):
            found += event.values.items() if isinstance(event.values, dict) else event.values
        elif event.kind == "key":
            self._steps[-1] = event.value
        elif event.kind == "value":
            found.append(event.value if isinstance(step, int) else (step, event.value))
        elif event.kind in _STARTS:
            self._value = Value()
            self._value.add(event)
        else:
            self._inside = False
            self._steps.pop()
            self._next()

    def _here(self) -> bool:
        """Whether the path goes through the element that stands next."""
        depth = len(self._steps)
        return depth == 0 or (depth <= len(self._path) and self._path[depth - 1] == self._steps[-1])

    def _next(self) -> None:
        if self._steps and isinstance(self._steps[-1], int):
            self._steps[-1] += 1

    def _bad(self, found: str) -> OptionError:
        place = format_path(self._path)
        return OptionError(
            option="path",
            expected="the path of a list, a table or an object in the document",
            found=f"{found} at {place}" if place else found,
        )


_STARTS = frozenset({"start_object", "start_array"})
_ENDS = frozenset({"end_object", "end_array"})
