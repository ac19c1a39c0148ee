"""``docs/reference/cli.md`` says what the command does.

``TOONWIRE_WRITE_DOCS=1 pytest tests/cli/test_docs.py`` writes the help texts and the output of the
examples into the page; without it the tests compare.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Ended, environment

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"
NEEDED = {"tokens": "bpe_openai", "--select": "jmespath"}
MISSING = [text for text, package in NEEDED.items() if importlib.util.find_spec(package) is None]
"""What stands in examples that cannot run without an extra."""
WRITING = os.environ.get("TOONWIRE_WRITE_DOCS") == "1"

HELP = re.compile(r"(<!-- help: (toon[a-z ]*) -->\n```text\n)(.*?)(```\n)", re.DOTALL)
EXAMPLES = re.compile(r"(```console\n)(.*?)(```\n)", re.DOTALL)


def settle(page: str) -> None:
    """Writes the page, or holds it against the one that is there."""
    if WRITING:
        PAGE.write_text(page, "utf-8")
    assert PAGE.read_text("utf-8") == page, "TOONWIRE_WRITE_DOCS=1 pytest tests/cli/test_docs.py brings it up to date"


def test_help_texts(toon: Callable[..., Ended]) -> None:
    page = PAGE.read_text("utf-8")
    envelope = [f"toon envelope {name}" for name in ("render", "compact", "expand", "check", "measure", "drift")]
    assert [m[2] for m in HELP.finditer(page)] == [
        *("toon", "toon encode", "toon decode", "toon stats", "toon envelope"),
        *envelope,
    ]
    settle(HELP.sub(lambda m: f"{m[1]}{toon(*m[2].split()[1:], '--help').out}{m[4]}", page))


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
def test_examples(tmp_path: Path) -> None:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    program = bin_folder / "toon"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m toonwire "$@"\n')
    program.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    env = environment(PATH=f"{bin_folder}{os.pathsep}{os.environ['PATH']}")

    def run(m: re.Match[str]) -> str:
        if any(text in m[2] for text in MISSING):
            return m[0]
        out = ""
        for line in m[2].splitlines():
            if line.startswith("$ "):
                done = subprocess.run(
                    ["/bin/sh", "-c", f"{{ {line[2:]}\n}} 2>&1"],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    cwd=work,
                    env=env,
                    timeout=60,
                    check=False,
                )
                out += f"{line}\n{done.stdout.decode()}"
        return f"{m[1]}{out}{m[3]}"

    settle(EXAMPLES.sub(run, PAGE.read_text("utf-8")))
