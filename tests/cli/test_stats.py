"""``toon stats``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from toonwire.cli import tokens

from .conftest import Ended

Run = Callable[..., Ended]

ROWS = [{"id": n, "name": f"user {n}", "note": "a, b"} for n in range(10)]
NESTED = {"a": {"b": {"c": [[1, [2]], {"d": [{"e": {}}]}]}}}


@pytest.fixture(autouse=True)
def _bytes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is installed, tokens are not counted."""
    monkeypatch.setattr("toonwire.cli.stats.token_counter", lambda: None)


def sizes(ended: Ended) -> dict[str, int]:
    assert (ended.code, ended.err) == (0, "")
    return {row["form"]: row["bytes"] for row in json.loads(ended.out)["files"][0]["sizes"]}


def test_table(toon: Run) -> None:
    Path("rows.json").write_text(json.dumps(ROWS, indent=4))
    assert toon("stats", "rows.json") == (
        0,
        "rows.json\n"
        "  form           bytes  vs JSON\n"
        "  minified JSON    391\n"
        "  TOON, comma      199   -49.1%\n"
        "  TOON, tab        180   -54.0%\n"
        "  TOON, pipe       180   -54.0%\n"
        "  bytes: TOON, tab is smallest, 54.0% below minified JSON\n"
        f"  {tokens.MISSING}\n",
        "",
    )


def test_toon_that_is_larger_is_said_to_be(toon: Run) -> None:
    ended = toon("stats", stdin=json.dumps(NESTED))
    assert "TOON is larger than minified JSON here, by " in ended.out


def test_baseline_is_minified_json_whatever_is_read(toon: Run) -> None:
    text = toon("encode", stdin=json.dumps(ROWS)).out
    Path("a.toon").write_text(text)
    Path("a.json").write_text(json.dumps(ROWS, indent=8))
    Path("a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    expected = {
        "json": len(json.dumps(ROWS, separators=(",", ":"))),
        "toon-comma": len(text) - 1,
        "toon-tab": 180,
        "toon-pipe": 180,
    }
    for name in ("a.toon", "a.json", "a.jsonl"):
        assert sizes(toon("stats", "--json", name)) == expected


def test_sizes_are_what_the_commands_write(toon: Run) -> None:
    text = json.dumps([ROWS, NESTED, "é", 1.50, 1e300, 2**70])
    found = sizes(toon("stats", "--json", stdin=text))
    for name in ("comma", "tab", "pipe"):
        assert found[f"toon-{name}"] == len(toon("encode", "--delimiter", name, stdin=text).out.encode()) - 1


@pytest.mark.parametrize(
    ("stdin", "json_bytes"),
    [('{"a": 1}', 7), ("a: 1", 7), ("[2]: 1,2", 5), ("[1, 2]", 5), ("", 2), ('"x"', 3), ("x y", 5), ("1.50", 3)],
)
def test_kind_is_found_by_trying(toon: Run, stdin: str, json_bytes: int) -> None:
    assert sizes(toon("stats", "--json", stdin=stdin))["json"] == json_bytes


@pytest.mark.parametrize(
    ("stdin", "code"),
    [
        ('{"a": 1,}', "json-syntax"),
        ('[{"a": 1},]', "json-syntax"),
        ("[1, 2", "json-syntax"),
        ("[2]: 1", "value-count"),
        ("a: 1\na: 2", "duplicate-key"),
    ],
)
def test_error_is_that_of_the_likelier_kind(toon: Run, stdin: str, code: str) -> None:
    ended = toon("stats", "--json-errors", stdin=stdin)
    assert (ended.code, ended.out) == (1, "")
    assert json.loads(ended.err)["code"] == code


def test_several_files_and_their_total(toon: Run) -> None:
    Path("a.json").write_text("[1,2]")
    Path("b.toon").write_text("[3]: 1,2,3\n")
    ended = toon("stats", "a.json", "b.toon")
    assert [block.split("\n")[0] for block in ended.out.split("\n\n")] == ["a.json", "b.toon", "total"]
    record = json.loads(toon("stats", "--json", "a.json", "b.toon").out)
    assert [part["file"] for part in record["files"]] == ["a.json", "b.toon"]
    assert record["total"]["sizes"][0] == {"form": "json", "bytes": 12}
    assert record["total"]["sizes"][1] == {"form": "toon-comma", "bytes": 18}


def test_one_bad_file_does_not_hide_the_others(toon: Run) -> None:
    Path("a.json").write_text("[1,2]")
    Path("b.json").write_text("[1,2")
    ended = toon("stats", "b.json", "a.json", "none.json")
    assert ended.code == 1
    assert ended.out.startswith("a.json\n")
    assert " --> b.json:1:5\n" in ended.err
    assert ended.err.endswith(" --> none.json\n")


def test_depth_has_a_place(toon: Run) -> None:
    ended = toon("stats", "--max-depth", "1", stdin="[[1]]" + " " * 60_000)
    assert (ended.code, ended.out) == (1, "")
    assert " --> <stdin>:1:2\n" in ended.err


def test_indent(toon: Run) -> None:
    two, four = (sizes(toon("stats", "--json", "--indent", n, stdin='{"a":{"b":1}}')) for n in "24")
    assert four["toon-comma"] - two["toon-comma"] == 2


def test_tokens(toon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toonwire.cli.stats.token_counter", lambda: lambda text: len(text.split()))
    ended = toon("stats", stdin='{"a": "b c", "d": 1}')
    lines = ended.out.splitlines()
    assert lines[1].split() == ["form", "bytes", "vs", "JSON", "tokens", "vs", "JSON"]
    assert lines[2].split() == ["minified", "JSON", "17", "2"]
    assert lines[3].split() == ["TOON,", "comma", "11", "-35.3%", "5", "+150.0%"]
    assert lines[6] == "  bytes: TOON, comma is smallest, 35.3% below minified JSON"
    assert lines[7] == "  tokens: TOON is larger than minified JSON here, by 150.0% at best (TOON, comma)"
    assert tokens.MISSING not in ended.out
    record = json.loads(toon("stats", "--json", stdin='{"a": "b c", "d": 1}').out)
    assert record["files"][0]["tokens"] == {"smallest": "json", "toon_is_larger": True, "encoding": "o200k_base"}


def test_colour(toon: Run) -> None:
    assert "\x1b[" in toon("stats", "--color", "always", stdin="[1]").out
    assert "\x1b[" not in toon("stats", stdin="[1]").out
