"""Errors as text and as JSON."""

from __future__ import annotations

import io
import json
import sys

import pytest

from toonwire.cli.files import FileError
from toonwire.cli.report import Piece, Reporter, error_lines, error_record, paint, wants_color
from toonwire.errors import DecodeError, EncodeError, ErrorCode, ToonError

ROW_WIDTH = DecodeError(
    ErrorCode.ROW_WIDTH,
    line=12,
    column=3,
    source_line="  1,2",
    expected="3 cells",
    found="2",
    hint="quote a value that holds a comma",
)


def text(lines: list[list[Piece]]) -> str:
    return paint(lines, colored=False).decode()


@pytest.mark.parametrize(
    ("error", "report"),
    [
        (
            ROW_WIDTH,
            "error[row-width]: expected 3 cells, found 2\n"
            "  --> a.toon:12:3\n"
            "   |\n"
            "12 |   1,2\n"
            "   |   ^\n"
            "hint: quote a value that holds a comma\n",
        ),
        (
            DecodeError(ErrorCode.TAB_INDENT, line=1, column=1, source_line="\ta\x1b[0m"),
            "error[tab-indent]: a tab in the indentation\n --> a.toon:1:1\n  |\n1 | →a\\x1b[0m\n  | ^\n",
        ),
        (
            EncodeError(ErrorCode.CYCLE, path="a.b[3]"),
            "error[cycle]: a container that contains itself\n --> a.toon: a.b[3]\n",
        ),
        (
            EncodeError(ErrorCode.CYCLE),
            "error[cycle]: a container that contains itself\n --> a.toon: the root\n",
        ),
        (
            FileError(ErrorCode.FILE_WRITE, file="out.json", found="No space left on device"),
            "error[file-write]: a file that cannot be written: No space left on device\n --> out.json\n",
        ),
        (
            DecodeError(ErrorCode.DEPTH_LIMIT, line=1, column=1, expected="less", hint="raise Limits.max_depth"),
            "error[depth-limit]: expected less\n"
            " --> a.toon:1:1\n"
            "  |\n"
            "1 | \n"
            "  | ^\n"
            "hint: raise --max-depth or flatten the data\n",
        ),
        (
            ToonError(ErrorCode.INVALID_OPTION, found="\x1b[2J", expected="x"),
            "error[invalid-option]: expected x, found \\x1b[2J\n --> a.toon\n",
        ),
    ],
)
def test_report(error: ToonError, report: str) -> None:
    assert text(error_lines(error, "a.toon")) == report


def test_record() -> None:
    assert json.loads(error_record(ROW_WIDTH, "a.toon")) == {"file": "a.toon"} | ROW_WIDTH.to_dict()
    assert b"\n" not in error_record(ROW_WIDTH, "a.toon")


def test_record_of_a_file_names_the_file_at_fault() -> None:
    error = FileError(ErrorCode.FILE_WRITE, file="out.json", found="No space left on device")
    assert json.loads(error_record(error, "in.toon"))["file"] == "out.json"


def test_record_speaks_of_the_command_line() -> None:
    error = DecodeError(ErrorCode.DEPTH_LIMIT, line=1, column=1, hint="raise Limits.max_depth")
    assert json.loads(error_record(error, "a"))["hint"] == "raise --max-depth or flatten the data"


def test_colour_changes_nothing_but_the_looks() -> None:
    lines = error_lines(ROW_WIDTH, "[red]a[/red] 100.toon")
    colored = paint(lines, colored=True).decode()
    assert colored.startswith("\x1b[1;31merror[row-width]\x1b[0m")
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == text(lines)


def test_long_lines_are_not_wrapped_in_colour() -> None:
    assert paint([[("x" * 500, "red")]], colored=True).count(b"\n") == 1


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("color", "terminal", "environment", "colored"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_when_to_colour(
    monkeypatch: pytest.MonkeyPatch, color: str, terminal: bool, environment: dict[str, str], colored: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_color(color, Stream(terminal)) is colored  # type: ignore[arg-type]


def test_no_colour_without_a_stream() -> None:
    assert wants_color("auto", None) is False


def test_internal_error_is_one_line(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Reporter(color="never").internal(RuntimeError("a\nb"))
    Reporter(json=True).internal(RuntimeError("\x1b"))
    first, second = capfdbinary.readouterr().err.decode().splitlines()
    assert first == "error: internal error: RuntimeError: a (please report it; TOON_DEBUG=1 shows where)"
    assert json.loads(second)["code"] == "internal-error"


def test_closed_standard_error_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    Reporter().error(ROW_WIDTH, "a.toon")
