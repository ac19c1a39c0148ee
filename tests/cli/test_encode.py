"""``toon encode``."""

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
        ("{}", "\n"),
        ("1", "1\n"),
        ('{"a":1,"b":[1,2]}', "a: 1\nb[2]: 1,2\n"),
        ('[{"x":1,"y":"a"},{"x":2,"y":"b,c"}]', '[2]{x,y}:\n  1,a\n  2,"b,c"\n'),
        ('{"id":9007199254740993}', "id: 9007199254740993\n"),
        ('{"p":0.1000000000000000055511151231257827}', "p: 0.1000000000000000055511151231257827\n"),
        ("[18446744073709551616,1e400,-0,1.50]", "[4]: 18446744073709551616,1e+400,0,1.5\n"),
        ('{"a":1,"b":2,"a":3}', "a: 3\nb: 2\n"),
        ('\ufeff{"n":"Zoë – 東京"}\r\n', "n: Zoë – 東京\n"),
    ],
)
def test_result(toon: Run, stdin: str, out: str) -> None:
    assert toon("encode", stdin=stdin) == (0, out, "")
    assert toon("encode", "-", stdin=stdin) == (0, out, "")


def test_large_input_is_the_same_text(toon: Run) -> None:
    numbers = "9007199254740993,0.1000000000000000055511151231257827,1e400,1e-7,1.50,5e-324,-0.0"
    small = toon("encode", stdin=f"[[{numbers}],[1.25,3,0.00001]]").out
    padding = " " * FAST_FROM
    assert toon("encode", stdin=f"[[{numbers}],[1.25,3,0.00001]]{padding}").out == small
    plain = toon("encode", stdin="[1.25,3,0.00001,100.0,-7.10,0.0]").out
    assert toon("encode", stdin=f"[1.25,3,0.00001,100.0,-7.10,0.0]{padding}").out == plain


@pytest.mark.parametrize(
    ("spelling", "out"),
    [
        ("comma", "a[2]: 1,2\n"),
        (",", "a[2]: 1,2\n"),
        ("tab", "a[2\t]: 1\t2\n"),
        ("TAB", "a[2\t]: 1\t2\n"),
        ("\t", "a[2\t]: 1\t2\n"),
        ("\\t", "a[2\t]: 1\t2\n"),
        ("pipe", "a[2|]: 1|2\n"),
        ("|", "a[2|]: 1|2\n"),
    ],
)
def test_delimiter(toon: Run, spelling: str, out: str) -> None:
    assert toon("encode", "--delimiter", spelling, stdin='{"a":[1,2]}') == (0, out, "")


def test_indent(toon: Run) -> None:
    assert toon("encode", "--indent", "3", stdin='{"a":{"b":1}}').out == "a:\n   b: 1\n"


def test_output_file(toon: Run) -> None:
    assert toon("encode", "-o", "out.toon", stdin="[1]") == (0, "", "")
    assert Path("out.toon").read_bytes() == b"[1]: 1\n"


def test_input_may_be_the_output(toon: Run) -> None:
    Path("a").write_text('{"a":1}')
    assert toon("encode", "a", "-o", "a").code == 0
    assert Path("a").read_text() == "a: 1\n"


def test_error_leaves_the_output_alone(toon: Run) -> None:
    Path("out.toon").write_text("old")
    ended = toon("encode", "-o", "out.toon", stdin="[1,]")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == (
        'error[json-syntax]: expected a value, found "]"\n'
        " --> <stdin>:1:4\n"
        "  |\n"
        "1 | [1,]\n"
        "  |    ^\n"
        "hint: remove the comma before it\n"
    )
    assert Path("out.toon").read_text() == "old"
    assert os.listdir() == ["out.toon"]


def test_error_makes_no_output(toon: Run) -> None:
    assert toon("encode", "-o", "out.toon", stdin="").code == 1
    assert os.listdir() == []


def test_empty_text_is_no_json(toon: Run) -> None:
    ended = toon("encode", stdin="\n")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("error[json-syntax]: expected a value, found an empty text\n")


def test_errors_as_json(toon: Run) -> None:
    Path("a.json").write_text('{"é": nul}')
    ended = toon("encode", "--json-errors", "a.json")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.count("\n") == 1
    record = json.loads(ended.err)
    assert (record["file"], record["error"], record["code"]) == ("a.json", "JsonError", "json-syntax")
    assert (record["line"], record["column"], record["source_line"]) == (1, 7, '{"é": nul}')
    assert record["message"] == 'line 1, column 7: expected a value, found "nul"'


def test_missing_file(toon: Run) -> None:
    ended = toon("encode", "none.json")
    assert ended == (
        1,
        "",
        "error[file-read]: a file that cannot be read: No such file or directory\n --> none.json\n",
    )
    assert json.loads(toon("encode", "--json-errors", "none.json").err)["code"] == "file-read"


def test_strict_json(toon: Run) -> None:
    ended = toon("encode", "--strict-json", stdin='{"a":1,"a":2}')
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith('error[json-duplicate-key]: expected each name once in an object, found "a" again')
    assert toon("encode", "--strict-json", stdin='{"a":1,"b":2}').out == "a: 1\nb: 2\n"


@pytest.mark.parametrize("padding", [0, FAST_FROM], ids=["small", "large"])
def test_depth_has_a_place(toon: Run, padding: int) -> None:
    text = '{"a":\n [[1]]}' + " " * padding
    assert toon("encode", "--max-depth", "3", stdin=text).code == 0
    ended = toon("encode", "--max-depth", "2", stdin=text)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.splitlines()[:2] == [
        "error[depth-limit]: expected at most 2 nested containers, found one more",
        " --> <stdin>:2:3",
    ]
    assert ended.err.splitlines()[-1] == "hint: raise --max-depth or flatten the data"


def test_deepest(toon: Run) -> None:
    text = '{"a":' * 10_000 + "1" + "}" * 10_000
    encoded = toon("encode", "--max-depth", "10000", stdin=text)
    assert encoded.code == 0
    decoded = toon("decode", "--max-depth", "10000", "--json-indent", "0", stdin=encoded.out)
    assert decoded == (0, text + "\n", "")


# ---- JSON Lines


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "A.JSONL"])
def test_lines_by_suffix(toon: Run, name: str) -> None:
    Path(name).write_text('{"a":1}\n\n{"a":2}\n')
    assert toon("encode", name) == (0, "[2]{a}:\n  1\n  2\n", "")


def test_lines_by_option(toon: Run) -> None:
    assert toon("encode", "--jsonl", stdin="1\n2\n") == (0, "[2]: 1,2\n", "")
    assert toon("encode", "--jsonl", stdin="") == (0, "[]\n", "")


def test_no_lines_by_option(toon: Run) -> None:
    Path("a.jsonl").write_text('{"a":1}')
    assert toon("encode", "--no-jsonl", "a.jsonl").out == "a: 1\n"


def test_lines_point_at_the_line_of_the_file(toon: Run) -> None:
    Path("a.jsonl").write_text('{"a":1}\n{"a":2\n')
    ended = toon("encode", "a.jsonl")
    assert (ended.code, ended.out) == (1, "")
    assert " --> a.jsonl:2:7\n" in ended.err


def test_many_lines(toon: Run) -> None:
    lines = "".join(f'{{"id":{n},"name":"user {n}"}}\n' for n in range(5000))
    out = toon("encode", "--jsonl", stdin=lines).out
    assert out.startswith("[5000]{id,name}:\n  0,user 0\n")
    assert out.endswith("\n  4999,user 4999\n")


# ---- sizes


def test_stats_go_to_standard_error(toon: Run) -> None:
    ended = toon("encode", "--stats", "--color", "never", stdin='{"a": [{"x":1}, {"x":2}]}')
    assert (ended.code, ended.out) == (0, "a[2]{x}:\n  1\n  2\n")
    lines = ended.err.splitlines()
    assert lines[0] == "<stdin>"
    assert lines[2].split()[:3] == ["minified", "JSON", "23"]
    assert lines[3].split()[:4] == ["TOON,", "comma", "16", "-30.4%"]
    assert "  bytes: TOON, comma is smallest, 30.4% below minified JSON" in lines


# ---- text, whatever the locale


@pytest.mark.parametrize("locale", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}, {}])
def test_utf8_in_every_locale(process: Run, locale: dict[str, str]) -> None:
    assert process("encode", stdin='{"n":"Zoë – 東京 😀"}', **locale) == (0, "n: Zoë – 東京 😀\n", "")
    ended = process("encode", stdin='{"東":é}', **locale)
    assert ended.code == 1
    assert '1 | {"東":é}\n  |       ^\n' in ended.err


def test_ill_formed_utf8(toon: Run) -> None:
    ended = toon("encode", stdin=b'{"a":"\xff"}')
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("error[ill-formed-utf8]: expected UTF-8, found the byte 0xFF\n --> <stdin>:1:7\n")


def test_lone_surrogate(toon: Run) -> None:
    ended = toon("encode", stdin=r'{"a":"x\ud83d"}')
    assert (ended.code, ended.out) == (1, "")
    assert " --> <stdin>:1:8\n" in ended.err
