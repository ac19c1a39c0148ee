"""Cases taken from public reports about TOON commands."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Ended, environment

FILE = Path(__file__).parents[1] / "cases" / "reports.jsonl"
CASES = [case for case in map(json.loads, FILE.read_text("utf-8").split("\n")[:-1]) if case["op"] == "cli"]


def command(argv: list[str]) -> list[str]:
    """The reference command has one mode flag where ``toon`` has two commands."""
    rest = [argument for argument in argv if argument not in ("-d", "-e")]
    return ["decode" if "-d" in argv else "encode", *rest]


def piped_to_head(arguments: list[str], stdin: str) -> Ended:
    line = f"{shlex.join([sys.executable, '-m', 'toonwire', *arguments])} | head -1"
    done = subprocess.run(
        line, shell=True, input=stdin.encode(), capture_output=True, env=environment(), timeout=60, check=False
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_there_are_cases() -> None:
    assert len(CASES) >= 10


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['class'].removeprefix('cli:')}")
def test_case(case: dict[str, Any], process: Callable[..., Ended]) -> None:
    stdin = bytes.fromhex(case["input"]) if case.get("input_kind") == "hex" else case["input"]
    options, expect = case["options"], case["expect"]
    if "shell" in options:
        assert options["shell"] == "… | head -1"
        ended = piped_to_head(command(options["argv"]), stdin)
    else:
        ended = process(*command(options["argv"]), stdin=stdin, **options.get("env", {}))
    if "stdout" in expect:
        assert ended.out == expect["stdout"]
    if "stdout_json" in expect:
        assert json.loads(ended.out) == expect["stdout_json"]
    if "stdout_not_contains" in expect:
        assert expect["stdout_not_contains"] not in ended.out
    assert (ended.code != 0) == (expect.get("exit", 0) != 0)
    if "stderr" in expect:
        assert ended.err == expect["stderr"]
    assert ended.err or not expect.get("stderr_nonempty")
