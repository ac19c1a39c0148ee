"""What streaming holds in memory does not grow with the document."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from toonwire.stream import iterencode, write_table


@pytest.mark.parametrize("shape", ["table", "items", "fields", "keyed", "inline"])
def test_values(codec: ModuleType, shape: str) -> None:
    count = 6000
    text = "some text that is the same for all"
    value: Any = {
        "table": lambda: [{"id": i, "a": text, "b": text, "c": text} for i in range(count)],
        "items": lambda: [{"id": i, "a": [text, text], "b": text} for i in range(count)],
        "fields": lambda: {f"k{i}": [text, text, text] for i in range(count)},
        "keyed": lambda: {f"k{i}": {"a": text, "b": text, "c": text} for i in range(count)},
        "inline": lambda: [text] * 3 * count,
    }[shape]()
    value = {"value": value}
    size = len(codec.encode(value))
    for _ in iterencode(value, chunk_size=8192):
        pass
    tracemalloc.start()
    try:
        total = sum(map(len, iterencode(value, chunk_size=8192)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert total == size
    assert size > 500_000
    assert peak < 400_000


@pytest.mark.parametrize("count", [None, 12_000])
def test_rows(codec: ModuleType, monkeypatch: pytest.MonkeyPatch, count: int | None) -> None:
    class Sink:
        size = 0

        def write(self, text: str) -> None:
            self.size += len(text)

    def rows() -> Iterator[Any]:
        return ({"id": i, "a": "some text that is the same for all", "b": "more of that text"} for i in range(12_000))

    monkeypatch.setattr("toonwire.stream.spool._IN_MEMORY", 1 << 14)
    monkeypatch.setattr("toonwire.stream.spool._PART", 1 << 14)
    monkeypatch.setattr("toonwire.stream.pace._MOST", 256)
    sink = Sink()
    write_table(sink, ({"id": i} for i in range(3)))  # what is loaded once
    tracemalloc.start()
    try:
        write_table(sink, rows(), "rows", count=count)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert sink.size > 700_000
    assert peak < 350_000
