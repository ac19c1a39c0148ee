"""``toon decode``."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from toonwire.cli.jsontext import FAST_FROM

from .conftest import Ended

Run = Callable[..., Ended]


@pytest.mark.parametrize(
    ("stdin", "out"),
    [
        ("", "{}\n"),
        ("\n", "{}\n"),
        ("a: 1\n", '{"a":1}\n'),
        ('[2]{x,y}:\n  1,a\n  2,"b,c"\n', '[{"x":1,"y":"a"},{"x":2,"y":"b,c"}]\n'),
        ("id: 9007199254740993", '{"id":9007199254740993}\n'),
        ("p: 0.1000000000000000055511151231257827", '{"p":0.1000000000000000055511151231257827}\n'),
        ("[5]: 18446744073709551616,1e400,-0,1.50,05", '[18446744073709551616,1e400,0,1.50,"05"]\n'),
        ("\ufeffn: Zoë – 東京\r\n", '{"n":"Zoë – 東京"}\n'),
        ('s: "\\"\\\\\\n\\u0001"', '{"s":"\\"\\\\\\n\\u0001"}\n'),
    ],
)
@pytest.mark.parametrize("padding", [0, FAST_FROM], ids=["small", "large"])
def test_result(toon: Run, stdin: str, out: str, padding: int) -> None:
    text = stdin + "\n" * padding
    assert toon("decode", "--json-indent", "0", stdin=text) == (0, out, "")
    assert toon("decode", "--json-indent", "0", "-", stdin=text) == (0, out, "")


@pytest.mark.parametrize("padding", [0, FAST_FROM], ids=["small", "large"])
@pytest.mark.parametrize("indent", [1, 2, 4, 7])
def test_indentation(toon: Run, indent: int, padding: int) -> None:
    expected = json.dumps({"a": {"b": [1, {"c": 2}], "d": [], "e": "x"}}, indent=indent) + "\n"
    text = "a:\n  b[2]:\n    - 1\n    - c: 2\n  d: []\n  e: x\n" + "\n" * padding
    assert toon("decode", "--json-indent", str(indent), stdin=text).out == expected


def test_indent_is_for_both_texts(toon: Run) -> None:
    assert toon("decode", "--indent", "4", stdin="a:\n    b: 1").out == '{\n    "a": {\n        "b": 1\n    }\n}\n'
    ended = toon("decode", stdin="a:\n   b: 1")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("error[indent-multiple]: ")


def test_error_has_source_and_caret(toon: Run) -> None:
    Path("a.toon").write_text("[2]{x,y}:\n  1,2\n  3\n")
    ended = toon("decode", "a.toon")
    assert (ended.code, ended.out) == (1, "")
    lines = ended.err.splitlines()
    assert lines[0].startswith("error[row-width]: expected 2 cells")
    assert lines[1].startswith(" --> a.toon:3:")
    assert lines[3] == "3 |   3"


def test_errors_as_json(toon: Run) -> None:
    ended = toon("decode", "--json-errors", stdin="a: 1\na: 2\n")
    assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
    record = json.loads(ended.err)
    assert (record["file"], record["code"], record["line"], record["source_line"]) == (
        "<stdin>",
        "duplicate-key",
        2,
        "a: 2",
    )


def test_no_strict(toon: Run) -> None:
    text = "a: 1\na: 2\n"
    assert toon("decode", stdin=text).code == 1
    assert toon("decode", "--strict", stdin=text).code == 1
    assert toon("decode", "--no-strict", "--json-indent", "0", stdin=text) == (0, '{"a":2}\n', "")


def test_ill_formed_utf8(toon: Run) -> None:
    for mode in ("--strict", "--no-strict"):
        ended = toon("decode", mode, stdin=b"a: \xff\xfe\n")
        assert (ended.code, ended.out) == (1, "")
        assert ended.err.startswith("error[ill-formed-utf8]: ")


def test_depth(toon: Run) -> None:
    assert toon("decode", "--max-depth", "2", stdin="a:\n  b: 1").code == 0
    ended = toon("decode", "--max-depth", "1", stdin="a:\n  b: 1")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("error[depth-limit]: ")
    assert ended.err.endswith("hint: raise --max-depth or flatten the data\n")


def test_missing_file(toon: Run) -> None:
    ended = toon("decode", "none.toon")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.endswith(" --> none.toon\n")


def test_output_file(toon: Run) -> None:
    assert toon("decode", "-o", "out.json", stdin="[1]: 1") == (0, "", "")
    assert Path("out.json").read_bytes() == b"[\n  1\n]\n"


def test_error_leaves_the_output_alone(toon: Run) -> None:
    Path("out.json").write_text("old")
    assert toon("decode", "-o", "out.json", stdin="[2]: 1").code == 1
    assert Path("out.json").read_text() == "old"
    assert os.listdir() == ["out.json"]


# ---- JSON Lines


@pytest.mark.parametrize("name", ["out.jsonl", "out.ndjson"])
@pytest.mark.parametrize("padding", [0, FAST_FROM], ids=["small", "large"])
def test_lines_by_suffix(toon: Run, name: str, padding: int) -> None:
    assert toon("decode", "-o", name, stdin="[2]{a,b}:\n  1,1.50\n  2,x\n" + "\n" * padding).code == 0
    assert Path(name).read_text() == '{"a":1,"b":1.50}\n{"a":2,"b":"x"}\n'


def test_lines_by_option(toon: Run) -> None:
    assert toon("decode", "--jsonl", stdin="[2]: 1,x") == (0, '1\n"x"\n', "")
    assert toon("decode", "--jsonl", stdin="[]") == (0, "", "")
    assert toon("decode", "--no-jsonl", "-o", "a.jsonl", "--json-indent", "0", stdin="a: 1").code == 0
    assert Path("a.jsonl").read_text() == '{"a":1}\n'


def test_lines_need_an_array(toon: Run) -> None:
    ended = toon("decode", "-o", "out.jsonl", stdin="a: 1\nb: 2\n")
    assert (ended.code, ended.out, os.listdir()) == (1, "", [])
    assert ended.err == (
        "error[jsonl-root]: expected an array at the root for JSON Lines, found an object\n"
        " --> <stdin>:1:1\n"
        "  |\n"
        "1 | a: 1\n"
        "  | ^\n"
        "hint: leave out --jsonl, or name an output that does not end in .jsonl\n"
    )


# ---- sizes


def test_stats_go_to_standard_error(toon: Run) -> None:
    ended = toon("decode", "--stats", "--json-indent", "0", "--color", "never", stdin="a: 1\n")
    assert (ended.code, ended.out) == (0, '{"a":1}\n')
    lines = ended.err.splitlines()
    assert lines[2].split()[:3] == ["minified", "JSON", "7"]
    assert lines[3].split()[:5] == ["TOON,", "as", "read", "5", "-28.6%"]
