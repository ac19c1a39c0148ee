"""More interpreters in one process: the compiled engine serves one of them, all others get the reference engine.

Each test is a process of its own, since what one interpreter loads another cannot.  Only one interpreter of a
process gets to load decimal, which Python 3.12 does not survive a second time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import toonwire

INTERPRETERS = """
try:
    import _interpreters as interpreters
    run = interpreters.exec
except ImportError:
    import _xxsubinterpreters as interpreters
    run = interpreters.run_string
"""
USE = """
import toonwire
value = {"a": [{"b": 1.5}, {"b": "é"}]}
assert toonwire.decode(toonwire.encode(value)) == value
print(toonwire.engine(), flush=True)
"""
OTHER = f"""
failed = run(interpreters.create(KIND), {USE!r})
assert failed is None, failed
"""


def engines(*parts: str, kind: str) -> list[str]:
    """What each part of a program says of its engine."""
    code = INTERPRETERS + "".join(parts).replace("KIND", kind)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env={k: v for k, v in os.environ.items() if k != "TOONWIRE_ENGINE"}
        | {"PYTHONPATH": str(Path(toonwire.__file__).parents[1]), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


# a name before 3.13, and then a keyword
ISOLATED, SHARING = ("'isolated'", "'legacy'") if sys.version_info >= (3, 13) else ("isolated=True", "isolated=False")


@pytest.mark.parametrize("kind", [ISOLATED, SHARING])
def test_a_second_interpreter_has_the_reference_engine(native: ModuleType, kind: str) -> None:
    assert engines(USE, OTHER, USE, kind=kind) == ["native", "reference", "native"]


@pytest.mark.parametrize("kind", [ISOLATED, SHARING])
def test_the_main_interpreter_serves_after_another(native: ModuleType, kind: str) -> None:
    """The one that comes first has the compiled engine, unless it is one that shares nothing, from 3.12 on."""
    found = engines(OTHER, USE, kind=kind)
    assert sorted(found) == ["native", "reference"]
    if kind == ISOLATED and sys.version_info >= (3, 12):
        assert found == ["reference", "native"]
