"""The page about performance has the parts that are measured, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import page
from page import PAGE, PART, PARTS, fill, summary
from tests.benchmarks.test_results import RESULTS


def test_each_part_is_on_the_page_once_and_is_filled() -> None:
    text = PAGE.read_text("utf-8")
    assert sorted(match[2] for match in PART.finditer(text)) == sorted(PARTS)
    assert [match[2] for match in PART.finditer(text) if not match[3].strip()] == []
    assert text.count("<!-- measured: ") == text.count("<!-- end -->") == len(PARTS)


def test_its_plots_are_beside_it() -> None:
    plots = re.findall(r"!\[[^\]]+\]\(([^)]+\.svg)\)", PAGE.read_text("utf-8"))
    assert len(plots) == 2
    for name in plots:
        assert PAGE.with_name(name).read_text("utf-8").startswith("<?xml")


def test_only_the_parts_are_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(page, "PARTS", {"a": lambda folder: f"from {folder.name}", "b": lambda folder: "| b |"})
    text = "1\n<!-- measured: a -->\nold\n<!-- end -->\n2\n<!-- measured: b -->\n<!-- end -->\n"
    once = fill(text, tmp_path / "records")
    assert once == (
        "1\n<!-- measured: a -->\n\nfrom records\n\n<!-- end -->\n2\n<!-- measured: b -->\n\n| b |\n\n<!-- end -->\n"
    )
    assert fill(once, tmp_path / "records") == once
    with pytest.raises(KeyError):
        fill("<!-- measured: c -->\n<!-- end -->", tmp_path)


def test_the_summary_names_the_best_peer() -> None:
    assert summary(RESULTS, "encode").splitlines()[2].replace(" ", "") == "|table|0.50|ctoon1.50|3.0|"
