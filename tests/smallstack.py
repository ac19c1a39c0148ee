"""A thread whose stack is small: what recurses by the depth of a value would end the process there."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

__all__ = ["on_stack_of"]


def on_stack_of(kibibytes: int, run: Callable[[], None]) -> None:
    """Runs it in such a thread and raises what it raised.

    >>> on_stack_of(512, lambda: None)
    """
    done: Future[None] = Future()

    def settle() -> None:
        try:
            done.set_result(run())
        except BaseException as error:
            done.set_exception(error)

    before = threading.stack_size(kibibytes * 1024)
    try:
        thread = threading.Thread(target=settle)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    done.result()
