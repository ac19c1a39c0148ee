"""How much memory this process has, has had, and how much of it a value takes.

Contract: ``resident`` and ``growth`` see every byte, whichever allocator it comes from, since they ask the
kernel (Linux only).  ``weight`` is what a value's objects need when each stands in a block of its allocator,
without what an allocator keeps in reserve.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Growth", "growth", "resident", "supported", "weight"]

STATUS = Path("/proc/self/status")
RESET = Path("/proc/self/clear_refs")
RESET_PEAK = "5"


class Growth(NamedTuple):
    """What a call returned, and by how many bytes the process had grown at its peak."""

    result: Any
    peak: int


def supported() -> bool:
    """Whether the kernel tells the peak and lets it be reset."""
    return RESET.exists() and "VmHWM" in STATUS.read_text(encoding="ascii")


def resident(field: str = "VmRSS") -> int:
    """Bytes in memory now; with ``"VmHWM"`` the most since the last reset."""
    line = next(line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith(field))
    return int(line.split()[1]) * 1024


def growth(call: Callable[[Any], Any], argument: Any) -> Growth:
    """Call once, from a state in which no freed memory lies about that the call could use unseen."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    before = resident()
    RESET.write_text(RESET_PEAK, encoding="ascii")
    result = call(argument)
    return Growth(result, resident("VmHWM") - before)


SMALL = 512
"""The largest block of Python's own allocator; longer ones are those of malloc, with a word in front."""


def _block(size: int) -> int:
    return (size + 15) // 16 * 16 if size <= SMALL else (size + 8 + 15) // 16 * 16


def weight(value: Any) -> int:
    """Bytes of a value of the JSON model with all its parts, each object counted once."""
    seen: set[int] = set()
    total, todo = 0, [value]
    while todo:
        item = todo.pop()
        if id(item) not in seen:
            seen.add(id(item))
            total += _block(sys.getsizeof(item))
            if isinstance(item, dict):
                todo += item.keys()
                todo += item.values()
            elif isinstance(item, list):
                todo += item
    return total
