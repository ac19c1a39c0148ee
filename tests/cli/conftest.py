"""Two ways to run the command: in this process, fast, and as a process of its own, for real."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import toonwire
from toonwire.cli.app import run

SOURCE = str(Path(toonwire.__file__).parents[1])


class Ended(NamedTuple):
    """How a run ended."""

    code: int
    out: str
    err: str


def environment(**changes: str) -> dict[str, str]:
    """The environment of a child process that finds the tested package."""
    plain = {k: v for k, v in os.environ.items() if k not in ("TOON_DEBUG", "NO_COLOR", "TOONWIRE_ENGINE")}
    return plain | {"PYTHONPATH": SOURCE} | changes


@pytest.fixture
def toon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Ended]:
    """``toon(*arguments, stdin="")`` in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: str | bytes = "") -> Ended:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8", write_through=True))
            code = run(arguments)
            return Ended(code, out.getvalue().decode(), err.getvalue().decode())

    return call


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., Ended]:
    """``process(*arguments, stdin=b"", **environment)`` as a process of its own."""

    def call(*arguments: str, stdin: str | bytes = b"", **changes: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "toonwire", *arguments],
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment(**changes),
            timeout=60,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
