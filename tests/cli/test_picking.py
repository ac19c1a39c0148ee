"""``--select`` and ``--max-rows``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Ended

Run = Callable[..., Ended]

LOG = """{"at":"08:30","level":"info","ms":1.50}
{"at":"08:31","level":"error","ms":7}
{"at":"08:32","level":"info","ms":2.25}
"""
TABLE = '[3]{at,level,ms}:\n  "08:30",info,1.50\n  "08:31",error,7\n  "08:32",info,2.25\n'


@pytest.fixture
def select() -> None:
    pytest.importorskip("jmespath")


# ---- rows


@pytest.mark.parametrize("stats", [[], ["--stats"]], ids=["streamed", "whole"])
def test_rows_of_json_lines(toon: Run, stats: list[str]) -> None:
    ended = toon("encode", "--jsonl", "--max-rows", "2", *stats, stdin=LOG)
    assert (ended.code, ended.out) == (0, '[2]{at,level,ms}:\n  "08:30",info,1.5\n  "08:31",error,7\n')
    assert ended.err.splitlines()[-1] == "note: left out 1 row after the first 2 (--max-rows)"
    assert toon("encode", "--jsonl", "--max-rows", "3", stdin=LOG).err == ""
    assert toon("encode", "--jsonl", "--max-rows", "0", stdin=LOG).out == "[]\n"


def test_rows_beyond_the_last_one_are_counted_not_read(toon: Run) -> None:
    for lines, left in (("1\n" * 200_000 + "\n{\n", "200,000 rows"), ("1\n{\n", "1 row"), ("\n1\n{", "1 row")):
        ended = toon("encode", "--jsonl", "--max-rows", "1", stdin=lines)
        assert (ended.code, ended.out) == (0, "[1]: 1\n")
        assert ended.err == f"note: left out {left} after the first 1 (--max-rows)\n"


def test_rows_of_the_root_and_of_its_fields(toon: Run) -> None:
    assert toon("encode", "--max-rows", "1", stdin="[1,2,3]") == (
        0,
        "[1]: 1\n",
        "note: left out 2 of 3 rows of the root (--max-rows)\n",
    )
    ended = toon("encode", "--max-rows", "1", stdin='{"n":3,"users":[{"a":[1,2]},{"a":[]}],"b c":[1,2],"d":[1]}')
    assert ended.out == 'n: 3\nusers[1]:\n  - a[2]: 1,2\n"b c"[1]: 1\nd[1]: 1\n'
    assert ended.err.splitlines() == [
        "note: left out 1 of 2 rows of users (--max-rows)",
        'note: left out 1 of 2 rows of ["b c"] (--max-rows)',
    ]
    assert toon("encode", "--max-rows", "1", stdin="7") == (0, "7\n", "")


def test_rows_of_toon(toon: Run) -> None:
    ended = toon("decode", "--json-indent", "0", "--max-rows", "1", stdin=TABLE)
    assert ended == (
        0,
        '[{"at":"08:30","level":"info","ms":1.50}]\n',
        "note: left out 2 of 3 rows of the root (--max-rows)\n",
    )
    ended = toon("decode", "--jsonl", "--max-rows", "1", stdin=TABLE)
    assert ended.out == '{"at":"08:30","level":"info","ms":1.50}\n'
    assert ended.err == "note: left out 2 rows after the first 1 (--max-rows)\n"


def test_notes_as_json(toon: Run) -> None:
    ended = toon("encode", "--jsonl", "--max-rows", "1", "--json-errors", stdin=LOG)
    assert json.loads(ended.err) == {
        "file": "<stdin>",
        "notice": "max-rows",
        "message": "left out 2 rows after the first 1 (--max-rows)",
        "left_out": 2,
        "kept": 1,
    }


def test_no_note_where_the_work_failed(toon: Run) -> None:
    ended = toon("encode", "--jsonl", "--max-rows", "1", stdin="{\n2\n")
    assert ended.code == 1
    assert "note" not in ended.err


# ---- expressions


@pytest.mark.usefixtures("select")
def test_select_of_each_line(toon: Run) -> None:
    ended = toon("encode", "--jsonl", "--select", "{at: at, ms: ms}", stdin=LOG)
    assert ended == (0, '[3]{at,ms}:\n  "08:30",1.5\n  "08:31",7\n  "08:32",2.25\n', "")
    ended = toon("encode", "--jsonl", "--select", "[@][?level=='error'] | [0].at", stdin=LOG)
    assert ended == (0, '[1]: "08:31"\n', "note: left out 2 rows for which --select gives null\n")


@pytest.mark.usefixtures("select")
def test_select_of_the_whole(toon: Run) -> None:
    assert toon("encode", "--select", "a[?b > `1`].b", stdin='{"a":[{"b":1},{"b":2.50}]}').out == "[1]: 2.5\n"
    assert toon("decode", "--json-indent", "0", "--select", "[?ms > `2`]", stdin=TABLE).out == (
        '[{"at":"08:31","level":"error","ms":7},{"at":"08:32","level":"info","ms":2.25}]\n'
    )
    assert toon("decode", "--json-indent", "0", "--select", "x", stdin="x: 1").out == "1\n"


@pytest.mark.usefixtures("select")
def test_digits_are_kept_and_functions_take_the_number(toon: Run) -> None:
    values = "1e400,0.1000000000000000055511151231257827,9007199254740993,1.50"
    assert toon("decode", "--json-indent", "0", "--select", "a", stdin=f"a[4]: {values}").out == f"[{values}]\n"
    assert toon("decode", "--select", "sum(a)", stdin="a[2]: 1.50,2").out == "3.5\n"
    assert toon("decode", "--json-indent", "0", "--select", "sort(a)", stdin="a[2]: 2.0,1.50").out == "[1.50,2.0]\n"
    assert toon("encode", "--select", "max(@)", stdin="[1.10, 0.1000000000000000055511151231257827]").out == "1.1\n"


@pytest.mark.usefixtures("select")
@pytest.mark.parametrize(
    ("expression", "stdin", "message"),
    [
        ("sum(@)", "a: 1", "In function sum(), invalid type for value"),
        ("&a", "a: 1", "the expression gives a reference to an expression, which is no value"),
        ("sum(@)", "[2]: 1e400,1", "the expression gives a number beyond the range of a double"),
        ("nope(@)", "a: 1", "Unknown function: nope()"),
    ],
)
def test_expression_that_does_not_fit(toon: Run, expression: str, stdin: str, message: str) -> None:
    ended = toon("decode", "--select", expression, stdin=stdin)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("error[select]: an expression that does not fit the data: ")
    assert message in ended.err


@pytest.mark.usefixtures("select")
@pytest.mark.parametrize("expression", ["a[", "", "a b"])
def test_text_that_is_no_expression(toon: Run, expression: str) -> None:
    ended = toon("encode", "--select", expression, stdin="{}")
    assert (ended.code, ended.out) == (2, "")
    assert "Invalid value for '--select': " in ended.err


def test_missing_extra(toon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jmespath", None)
    ended = toon("encode", "--select", "a", stdin="{}")
    assert (ended.code, ended.out) == (1, "")
    assert "the package jmespath is not installed" in ended.err
    assert "hint: pip install 'toonwire[select]'" in ended.err


# ---- documents one after another


def test_each_there_and_back(toon: Run) -> None:
    lines = '{"a":1}\n[]\n"---"\n{}\n[{"x":"---"},{"x":"- "}]\n[["---"]]\n'
    ended = toon("encode", "--each", stdin=lines)
    assert ended.out.startswith('a: 1\n---\n[]\n---\n"---"\n---\n\n---\n[2]{x}:\n')
    assert toon("decode", "--each", stdin=ended.out) == (0, lines, "")
    assert toon("encode", "--each", stdin="\n") == toon("decode", "--each", stdin="") == (0, "", "")


def test_each_has_the_lines_of_the_file(toon: Run) -> None:
    ended = toon("decode", "--each", stdin="a: 1\n---\nb: 2\nc\n---\nd: 3\n")
    assert (ended.code, ended.out) == (1, '{"a":1}\n')
    assert " --> <stdin>:4:1\n" in ended.err
    Path("out.jsonl").write_text("old")
    assert toon("decode", "--each", "-o", "out.jsonl", stdin="a: 1\n---\n[2]: 1\n").code == 1
    assert Path("out.jsonl").read_text() == "old"


def test_each_writes_what_stands_before_an_error(toon: Run) -> None:
    ended = toon("encode", "--each", stdin='{"a":1}\n2\n{"a":}\n3\n')
    assert (ended.code, ended.out) == (1, "a: 1\n---\n2\n")
    assert " --> <stdin>:3:6\n" in ended.err


def test_separator_with_another_line_end(toon: Run) -> None:
    assert toon("decode", "--each", stdin="a: 1\r\n---\r\nb: 2\n--- \n").out == '{"a":1}\n{"b":2}\n{}\n'
    assert toon("decode", "--each", stdin="[1]:\n  - ---\n").code == 0


@pytest.mark.usefixtures("select")
def test_each_with_select_and_rows(toon: Run) -> None:
    ended = toon("encode", "--each", "--select", "at", "--max-rows", "2", stdin=LOG)
    assert (ended.out, ended.err.count("left out 1 row")) == ('"08:30"\n---\n"08:31"\n', 1)
    ended = toon("decode", "--each", "--max-rows", "1", stdin="1\n---\n2\n---\n3")
    assert (ended.out, ended.err) == ("1\n", "note: left out 2 rows after the first 1 (--max-rows)\n")


@pytest.mark.parametrize("options", [["--each", "--stats"], ["--each", "--no-jsonl"]])
@pytest.mark.parametrize("command", ["encode", "decode"])
def test_what_excludes_each_other(toon: Run, command: str, options: list[str]) -> None:
    ended = toon(command, *options, stdin="1")
    assert (ended.code, ended.out) == (2, "")
    assert f"{options[0]} and {options[1]} exclude each other." in ended.err


def test_a_document_leaves_when_its_line_is_there() -> None:
    import subprocess

    from .conftest import environment

    with subprocess.Popen(
        [sys.executable, "-m", "toonwire", "encode", "--each"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b'{"a":1}\n{"b"')
        child.stdin.flush()
        assert child.stdout.readline() == b"a: 1\n"
        child.stdin.write(b":2}\n")
        child.stdin.close()
        assert child.stdout.read() == b"---\nb: 2\n"
