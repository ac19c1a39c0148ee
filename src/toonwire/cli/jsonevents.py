"""Events of a document to JSON text, without losing a digit.

Contract: the pieces together are what :mod:`toonwire.cli.jsonwrite` writes for the value of the document.
Memory holds what is open, and the events at hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from toonwire.cli.jsonwrite import quote_json, scalar_json, write_json
from toonwire.stream.events import Batch, Event

__all__ = ["EventWriter"]

_BRACKETS = {"start_object": "{", "end_object": "}", "start_array": "[", "end_array": "]"}


class EventWriter:
    """Writes a document as its events come."""

    def __init__(self, indent: int) -> None:
        self._indent = indent
        self._colon = ": " if indent else ":"
        self._counts: list[int] = []
        """For each open container the elements that were written."""
        self._after_key = False

    def text(self, events: Iterable[Event | Batch]) -> bytes:
        """The text of the next events."""
        return b"".join([self._batch(event) if isinstance(event, Batch) else self._event(event) for event in events])

    def _event(self, event: Event) -> bytes:
        kind = event.kind
        if kind == "value":
            text = self._lead() + scalar_json(event.value)
        elif kind == "key":
            text = self._lead() + quote_json(event.value) + self._colon
            self._after_key = True
        elif kind.startswith("start"):
            text = self._lead() + _BRACKETS[kind]
            self._counts.append(0)
        else:
            count = self._counts.pop()
            text = (self._line(len(self._counts)) if count else "") + _BRACKETS[kind]
        return text.encode("utf-8")

    def _batch(self, batch: Batch) -> bytes:
        """Elements as a container of their own, without its brackets, moved to where they stand."""
        values: Any = batch.values
        text = write_json(values, self._indent, fast=True)[1 : -2 if self._indent else -1]
        margin = self._line(len(self._counts) - 1)
        if len(margin) > 1:
            text = text.replace(b"\n", margin.encode())
        comma = b"," if self._counts[-1] else b""
        self._counts[-1] += len(values)
        return comma + text

    def _lead(self) -> str:
        """What stands before an element or a key."""
        if self._after_key:
            self._after_key = False
            return ""
        if not self._counts:
            return ""
        self._counts[-1] += 1
        return ("," if self._counts[-1] > 1 else "") + self._line(len(self._counts))

    def _line(self, depth: int) -> str:
        return f"\n{' ' * (self._indent * depth)}" if self._indent else ""
