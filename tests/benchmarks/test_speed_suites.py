"""The pytest-benchmark suites run, by a command of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_suites_measure_each_family_both_ways(tmp_path: Path) -> None:
    pytest.importorskip("pytest_benchmark", reason="the bench extra is not installed")
    options = ["-k", "envelope and toonwire and not bytes and not reference", "--benchmark-min-rounds=1", "-v"]
    command = [sys.executable, "-m", "pytest", "benchmarks/test_speed.py", *options, "-p", "no:cacheprovider"]
    # a worker of a parallel run marks its environment, and pytest-benchmark measures nothing there
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(re.findall(r"benchmark '(\w+ \w+)'", done.stdout)) == {"encode envelope", "decode envelope"}
