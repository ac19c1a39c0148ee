"""The comparison runs, says what it found, and survives libraries that are wrong or broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import compare
import contenders
from contenders import Absent, Contender, Entry, installed
from fetch_corpora import Corpus
from payloads import payload
from results import read_json

COMPARE = Path(__file__).resolve().parents[2] / "benchmarks" / "compare.py"


def test_a_small_run_is_complete(tmp_path: Path) -> None:
    record = tmp_path / "new" / "samples.json"
    options = ["--scale", "small", "--rounds", "2", "--families", "envelope", "unicode_text", "--check"]
    options += ["--json", str(record), "--only", "orjson", "json", "toonwire", "toonwire bytes", "toonwire reference"]
    done = subprocess.run([sys.executable, str(COMPARE), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    for direction in ("encode", "decode"):
        titles = [line for line in lines if line.startswith(f"## {direction}: ")]
        assert len(titles) == 2
        for title in titles:
            header = lines[lines.index(title) + 2]
            assert all(f" {label} " in header for label in ("orjson", "toonwire", "toonwire bytes"))
    assert any(line.startswith("## the best peer's time as a multiple of toonwire's") for line in lines)
    results = read_json(record)
    mine = [one for one in results.measured if one.label == "toonwire"]
    assert [(one.family, one.direction) for one in mine] == [
        ("envelope", "encode"),
        ("envelope", "decode"),
        ("unicode_text", "encode"),
        ("unicode_text", "decode"),
        ("unicode_text (reused)", "encode"),
    ]
    assert all(len(one.seconds) == 2 and min(one.seconds) > 0 for one in mine)
    assert results.roles["toonwire reference"] == "own"
    assert (results.ratio("envelope", "decode", "toonwire reference", "json") or 0) > 1


def test_who_is_wrong_is_told_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = Contender("wrong", "peer", "1.0", lambda value: "null", lambda text: None)
    right = installed(["toonwire"])[0]
    item = payload("small", {"a": 1}, right)
    assert compare._checked([item], [*right, wrong]) == {("small", "wrong")}
    out = capsys.readouterr().out
    assert "check: wrong fails on small: decode(encode(x)) differs from x" in out
    assert "check: 1 pairs are right, 1 are not" in out


def test_a_corpus_that_is_not_there_is_loud(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = Corpus("npm", "pack", "1", "gone.json", 2, "", "small")
    monkeypatch.setattr(compare, "corpora", lambda contenders: iter([gone]))
    assert compare._items(compare._parse(["--families", "--corpora"]), []) == []
    assert "SKIPPED: pack.gone.json is not there: python benchmarks/fetch_corpora.py pack" in capsys.readouterr().out


def test_what_is_not_installed_or_does_not_load_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        Entry("json", "json", "adapters", "json_encode", "json_decode", "", "bytes"),
        Entry("gone", "peer", "gone", "dumps", "loads", "no-such-distribution"),
        Entry("broken", "peer", "no_such_module", "dumps", "loads", ""),
        Entry("other", "peer", "json", "dumpz", "loads", ""),
    )
    monkeypatch.setattr(contenders, "CONTENDERS", rows)
    found, absent = installed()
    assert [one.label for one in found] == ["json"]
    assert found[0].encode({"ü": [1, 2]}) == '{"ü":[1,2]}'.encode()
    assert absent == [
        Absent("gone", "not installed"),
        Absent("broken", "ModuleNotFoundError: No module named 'no_such_module'"),
        Absent("other", "AttributeError: module 'json' has no attribute 'dumpz'"),
    ]
