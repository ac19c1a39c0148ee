"""A progress bar on standard error for work that takes long.

Contract: nothing is shown, and rich is not loaded, in the first second, where standard error is no terminal,
or where the result goes to a terminal too; ``--progress`` shows it at once and there as well, but never where
standard error is no terminal.  When the work ends, however it ends, the bar is gone.
"""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

from toonwire.cli.ending import tidy_end
from toonwire.cli.files import Input

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Progress"]

_AFTER = 1.0
"""Seconds without a bar."""

_NAME = 24
"""Characters of a file name for which there is room."""


class Progress:
    """How far the input has come, as a context manager."""

    def __init__(self, source: Input, wanted: bool | None, *, output: str | None, color: bool) -> None:
        self._source = source
        self._color = color
        self._rows = 0
        self._bar: Any = None
        self._task: Any = None
        self._start: float | None = None
        self._ending = tidy_end()
        if wanted is not False and _is_terminal(sys.stderr) and (wanted or not _to_terminal(output)):
            self._start = time.monotonic() + (0.0 if wanted else _AFTER)

    def __enter__(self) -> Self:
        self._ending.__enter__()
        self.add(0)
        return self

    def add(self, rows: int) -> None:
        """More rows are done."""
        self._rows += rows
        if self._start is None:
            return
        if self._bar is None:
            if time.monotonic() < self._start:
                return
            self._bar, self._task = _bar(self._source, self._color)
            self._bar.start()
        self._bar.update(self._task, completed=self._source.at, rows=f"{self._rows:,} rows")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.stop()
        self._ending.__exit__(None, None, None)

    def stop(self) -> None:
        """Takes the bar away for good."""
        self._start = None
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _is_terminal(stream: Any) -> bool:
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def _to_terminal(output: str | None) -> bool:
    return output in (None, "-", "/dev/stdout") and sys.stdout is not None and sys.stdout.isatty()


def _bar(source: Input, color: bool) -> tuple[Any, Any]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )
    from rich.progress import Progress as Bar

    bar = Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=16),
        DownloadColumn(),
        TextColumn("{task.fields[rows]}", markup=False),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr, no_color=not color, highlight=False),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    name = source.name if len(source.name) <= _NAME else f"…{source.name[1 - _NAME :]}"
    return bar, bar.add_task(name, total=source.total, rows="")
