"""A wire that is written needs no more memory than a few pieces of text."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

from toonwire.envelope import Envelope, Rows, write_envelope


def peak_of(envelope: Envelope, target: Path) -> int:
    """Bytes that writing takes at most, above what was there."""
    write_envelope(target.with_suffix(".warm"), Envelope(verdict="INFO", rows=[{"a": 1}]))
    tracemalloc.start()
    try:
        write_envelope(target, envelope)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def row(number: int) -> dict[str, Any]:
    return {"id": number, "text": f"some words that make row {number} longer", "ok": number % 2 == 0}


def test_rows_in_memory_and_rows_that_come(tmp_path: Path) -> None:
    there = [row(number) for number in range(60_000)]
    in_memory = peak_of(Envelope(verdict="INFO", rows=there), tmp_path / "a.json")
    coming = peak_of(Envelope(verdict="INFO", rows=Rows(map(row, range(60_000)), 60_000)), tmp_path / "b.json")
    size = (tmp_path / "a.json").stat().st_size
    assert size > 3_000_000
    assert in_memory < size / 2
    assert coming < size / 2
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
