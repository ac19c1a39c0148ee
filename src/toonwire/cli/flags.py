"""The options that several commands share, each written once.

Contract: what click accepts here the library accepts too; what it refuses ends with exit code 2.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.exceptions import Exit

from toonwire.cli.files import ClosedPipeError, input_name
from toonwire.cli.picking import BadExpressionError, Expression, Picker, compile_expression
from toonwire.cli.report import Reporter
from toonwire.errors import ToonError
from toonwire.options import DEEPEST, DELIMITERS, WIDEST

__all__ = [
    "debugging",
    "delimiter_option",
    "each_option",
    "file_argument",
    "indent_option",
    "jsonl_option",
    "max_depth_option",
    "output_option",
    "picking",
    "progress_option",
    "refuse_together",
    "reporting",
    "require_input",
    "stats_option",
]

Command = TypeVar("Command", bound=Callable[..., None])


_SPELLINGS: dict[str, str] = {**DELIMITERS, **{c: c for c in DELIMITERS.values()}, "\\t": "\t"}


def _delimiter(_: click.Context, __: click.Parameter, value: str) -> str:
    """A delimiter by name, as the character itself, or as a typed backslash and t."""
    found = _SPELLINGS.get(value.lower())
    if found is None:
        raise click.BadParameter(f"{value!r} is none of comma (,), tab (\\t), pipe (|)")
    return found


def _expression(value: str | None) -> Expression | None:
    """A JMESPath expression as a function."""
    try:
        return None if value is None else compile_expression(value)
    except BadExpressionError as error:
        raise click.BadParameter(str(error), click.get_current_context(), param_hint="'--select'") from None


file_argument = click.argument("file", required=False, type=click.Path(allow_dash=True, readable=False))

output_option = click.option(
    "-o",
    "--output",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Write to FILE instead of standard output. It appears whole or, on any error, not at all.",
)

delimiter_option = click.option(
    "--delimiter",
    callback=_delimiter,
    metavar="[comma|tab|pipe]",
    default="comma",
    show_default=True,
    help="What stands between values; the characters , | and \\t are taken too.",
)

max_depth_option = click.option(
    "--max-depth",
    type=click.IntRange(0, DEEPEST),
    default=1000,
    show_default=True,
    metavar="N",
    help=f"Refuse data nested deeper than N, at most {DEEPEST}.",
)

stats_option = click.option("--stats", is_flag=True, help="Print sizes on standard error.")


_select_option = click.option(
    "--select",
    metavar="EXPR",
    help="Keep what a JMESPath expression takes from the data; with --jsonl or --each, from each line or document.",
)

_max_rows_option = click.option(
    "--max-rows",
    type=click.IntRange(0),
    metavar="N",
    help="Keep the first N rows: of JSON Lines, of documents, of the root array or of each array that is a field of "
    "the root. What is left out is counted on standard error.",
)


def picking(function: Command) -> Command:
    """Adds ``--select`` and ``--max-rows``; under :func:`reporting` the command gets them as its ``picker``."""
    return _select_option(_max_rows_option(function))


progress_option = click.option(
    "--progress/--no-progress",
    default=None,
    help="Show a progress bar on standard error, if that is a terminal; by default after a second.",
)


def each_option(text: str) -> Callable[[Command], Command]:
    """``--each``: one document a value instead of one for all."""
    return click.option("--each", is_flag=True, help=text)


def indent_option(text: str) -> Callable[[Command], Command]:
    """``--indent`` of TOON."""
    return click.option(
        "--indent", type=click.IntRange(1, WIDEST), default=2, show_default=True, metavar="N", help=text
    )


def jsonl_option(text: str) -> Callable[[Command], Command]:
    """``--jsonl``: None where the file name decides."""
    return click.option("--jsonl/--no-jsonl", default=None, help=text)


def require_input(file: str | None) -> None:
    """A command without FILE at a terminal would wait for something nobody meant to type."""
    if file is None and sys.stdin is not None and sys.stdin.isatty():
        context = click.get_current_context()
        raise click.UsageError(
            "No FILE, and standard input is a terminal. "
            f"Name a file, or pipe data in: cat FILE | {context.command_path}",
            context,
        )


def refuse_together(**given: Any) -> None:
    """Ends with bad usage where several of these options were given."""
    names = [f"--{name.replace('_', '-')}" for name, value in given.items() if value not in (None, False)]
    if len(names) > 1:
        raise click.UsageError(f"{names[0]} and {names[1]} exclude each other.", click.get_current_context())


def reporting(function: Callable[..., None]) -> Callable[..., None]:
    """Adds ``--json-errors`` and ``--color``; the command gets a ``reporter`` and may raise what it likes."""

    @click.option("--json-errors", is_flag=True, help="Print an error as one line of JSON.")
    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour messages; auto asks the terminal and NO_COLOR.",
    )
    @functools.wraps(function)
    def command(json_errors: bool, color: Any, **values: Any) -> None:
        reporter = Reporter(json_errors, color)
        try:
            picker = None
            if "select" in values:
                picker = values["picker"] = Picker(_expression(values.pop("select")), values.pop("max_rows"))
            function(reporter=reporter, **values)
            for notice in picker.notices() if picker is not None else ():
                reporter.notice(notice, input_name(values.get("file")))
        except (click.ClickException, Exit, ClosedPipeError):
            raise
        except ToonError as error:
            reporter.error(error, input_name(values.get("file")))
            raise Exit(1) from None
        except Exception as error:
            if debugging():
                raise
            reporter.internal(error)
            raise Exit(1) from None

    return command


def debugging() -> bool:
    """Whether a failure of toonwire itself shows its traceback."""
    return os.environ.get("TOON_DEBUG", "") not in ("", "0")
