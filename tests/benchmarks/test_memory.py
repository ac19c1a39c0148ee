"""Memory is seen whichever allocator it comes from, and held against the right size."""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from pathlib import Path

import pytest

from memory import Need, bound, over, table
from weights import growth, supported, weight

MEMORY = Path(__file__).resolve().parents[2] / "benchmarks" / "memory.py"

needs_linux = pytest.mark.skipif(not supported(), reason="the kernel does not tell the peak of a process")


@needs_linux
def test_a_peak_that_is_freed_again_is_seen_and_so_is_malloc() -> None:
    def passing(size: int) -> bytes:
        bytearray(size)
        return b""

    def outside(size: int) -> int:
        libc = ctypes.CDLL(None)
        libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
        libc.free.argtypes = [ctypes.c_void_p]
        block = libc.malloc(size)
        ctypes.memset(block, 1, size)
        libc.free(block)
        return 0

    growth(passing, 1)
    for call in (passing, outside):
        assert 0.9 < growth(call, 50_000_000).peak / 50_000_000 < 1.1


def test_each_object_weighs_once_in_the_block_that_it_is_given() -> None:
    text = "x" * 100
    assert weight(text) == (sys.getsizeof(text) + 15) // 16 * 16
    assert weight([text, text]) - weight(text) == (sys.getsizeof([text, text]) + 15) // 16 * 16
    long = "x" * 1_000
    assert sys.getsizeof(long) + 8 <= weight(long) < sys.getsizeof(long) + 24
    assert weight({"key": [text]}) - weight("key") - weight([text]) == weight({"key": None}) - weight("key") - weight(
        None
    )


def test_bounds_are_those_of_the_kind_of_result() -> None:
    def one(label: str, direction: str, ascii_only: bool) -> Need:
        return Need("f", direction, label, ascii_only, 100, 125)

    needs = [
        one("toonwire", "encode", True),
        one("toonwire", "encode", False),
        one("toonwire bytes", "encode", False),
        one("toonwire", "decode", True),
        one("toons", "decode", True),
    ]
    assert [bound(need) for need in needs] == [1.3, 2.3, 1.3, 1.2, None]
    assert over(needs) == ["toonwire decode f: 1.25 times the result, bound 1.2"]
    assert table(needs).splitlines()[2].split("|")[1:5] == [" f      ", "    encode ", " 0.0 MB ", "     1.25 "]


@needs_linux
def test_a_small_run_is_complete(tmp_path: Path) -> None:
    record = tmp_path / "new" / "memory.json"
    options = ["--families", "keyed", "--only", "json", "toonwire", "--bytes", "200000", "--json", str(record)]
    done = subprocess.run([sys.executable, str(MEMORY), *options], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr  # so little data may well be above its bound
    found = [Need(**row) for row in json.loads(record.read_text())]
    assert [(one.direction, one.label) for one in found] == [
        ("encode", "json"),
        ("encode", "toonwire"),
        ("decode", "json"),
        ("decode", "toonwire"),
    ]
    assert all(one.size > 50_000 for one in found)
