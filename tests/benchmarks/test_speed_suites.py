"""The pytest-benchmark suites run, by a command of their own."""

from __future__ import annotations

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
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(re.findall(r"benchmark '(\w+ \w+)'", done.stdout)) == {"encode envelope", "decode envelope"}
