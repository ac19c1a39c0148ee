"""The benchmark of streaming: it runs, and what it measures holds for a small table."""

from __future__ import annotations

import sys

import pytest

import stream_records
import streaming
from toonwire import encode

SIZE = 3_000_000


def test_rows_have_the_size_that_is_said() -> None:
    text = encode(list(streaming.rows(1000)))
    assert abs(len(text) / 1000 - streaming.ROW_SIZE) < 3


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read from /proc")
def test_memory() -> None:
    found = {one["name"]: one for one in streaming.memory(SIZE)}
    assert found.keys() == streaming.MEMORY.keys()
    for one in found.values():
        assert one["size"] > 0.9 * SIZE
        assert one["above"] < 120_000_000


def test_output(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "memory", lambda size: [{"name": "x", "size": size, "seconds": 1, "above": 2e6}])
    assert streaming.main(["--size", "5000000", "--rows", "100", "--rounds", "1"]) == 0
    out = capsys.readouterr().out
    assert "5.0 MB     5.0 MB/s  peak    2.0 MB above" in out
    for name in streaming.RATES:
        assert f"  {name} " in out
    for name in stream_records.shapes(1):
        assert f"\n{name}: " in out
    assert streaming.main(["--rows", "10", "--rounds", "1", "--most", "1"]) == 1
