"""What a first stranger found on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def toon(*arguments: str | Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "toonwire", *map(str, arguments)]
    return subprocess.run(command, input=data, capture_output=True, check=False)


def test_stats_tries_json_lines() -> None:
    run = toon("stats", "--json", data=b'{"a":1}\n{"a":2}\n')
    assert run.returncode == 0, run.stderr
    sizes = json.loads(run.stdout)["files"][0]["sizes"]
    assert sizes[0]["bytes"] == len(b'[{"a":1},{"a":2}]')


def test_stats_of_broken_json_speaks_of_json() -> None:
    run = toon("stats", data=b'{"a":1,}\n')
    assert run.returncode == 1
    assert b"json-syntax" in run.stderr


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything is readable for root")
def test_an_unreadable_file_is_bad_data(tmp_path: Path) -> None:
    file = tmp_path / "f.json"
    file.write_text("{}")
    file.chmod(0)
    run = toon("encode", "--json-errors", file)
    assert run.returncode == 1
    assert json.loads(run.stderr)["code"] == "file-read"


def test_a_missing_file_is_bad_data(tmp_path: Path) -> None:
    run = toon("encode", "--json-errors", tmp_path / "none.json")
    assert run.returncode == 1
    assert json.loads(run.stderr)["code"] == "file-read"


@pytest.mark.parametrize("options", [["--indent", "9" * 30], ["--indent", "1001"]])
def test_an_indent_that_the_library_refuses_is_bad_usage(options: list[str]) -> None:
    run = toon("encode", *options, data=b"{}")
    assert run.returncode == 2
    assert b"internal error" not in run.stderr


def test_an_output_folder_is_no_file(tmp_path: Path) -> None:
    run = toon("encode", "-o", f"{tmp_path / 'out'}/", data=b'{"a":1}')
    assert run.returncode == 1
    assert b"irectory" in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_empty_output_name_is_named(tmp_path: Path) -> None:
    run = toon("encode", "-o", "", data=b'{"a":1}')
    assert run.returncode == 1
    assert b"<stdout>" not in run.stderr
