"""The pages about parts of responses are complete, and the tests that they show run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.markdown import blocks
from tests.responses.test_pytest_plugin import Bench
from toonwire.responses import markdown, snapshots, upstream
from toonwire.responses.markdown.page import KINDS

DOCS = Path(__file__).parents[2] / "docs"
REFERENCE = (DOCS / "reference" / "response-parts.md").read_text("utf-8")
TESTING = (DOCS / "howto" / "test-responses.md").read_text("utf-8")

pytest_plugins = ["pytester"]


def test_every_public_name_has_a_place() -> None:
    for room in (markdown, upstream, snapshots):
        assert [name for name in room.__all__ if not re.search(rf"\b{name}\b", REFERENCE)] == []
    assert [kind for kind in KINDS if f"`{kind}`" not in REFERENCE] == []


def test_the_tests_on_the_page_run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(pytester.path)
    files = dict(re.findall(r"<!-- file: (\S+) -->\n```py\n(.*?)^```$", TESTING, re.MULTILINE | re.DOTALL))
    assert list(files) == ["server.py", "test_server.py", "conftest.py"]
    assert len(blocks(TESTING, "py")) == len(files)
    for name, text in files.items():
        (pytester.path / name).write_text(text, "utf-8")
    bench = Bench(pytester)
    bench.run("--snapshot-update").assert_outcomes(passed=2)
    bench.run().assert_outcomes(passed=2)
    record = (pytester.path / "__responses__" / "test_server.ambr").read_text("utf-8")
    shown = blocks(TESTING, "text")[0].text
    assert "".join(f"  {line}\n" for line in shown.splitlines()) in record
    (pytester.path / "server.py").write_text(files["server.py"].replace('"builds": builds}', '"builds": 5}'), "utf-8")
    failed = bench.run("-k", "builds")
    failed.assert_outcomes(failed=1)
    failed.stdout.fnmatch_lines(["list_builds: builds: expected *"])
