"""The end of a command that a signal asks for.

Contract: where the block is left for a signal, it is left as by an exception, so that no temporary file and no
hidden cursor stays behind.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["tidy_end"]

_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGTERM", "SIGHUP")
    if hasattr(signal, name)  # SIGHUP, of a terminal that is closed, is unknown to Windows
)


@contextmanager
def tidy_end() -> Iterator[None]:
    """Lets SIGTERM and SIGHUP end the program as an exception does, unless somebody handles them already."""
    alone = threading.current_thread() is threading.main_thread()
    taken = [number for number in _SIGNALS if alone and signal.getsignal(number) == signal.SIG_DFL]
    for number in taken:
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
