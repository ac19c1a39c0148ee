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
from toonwire.cli.report import Reporter
from toonwire.errors import ToonError
from toonwire.options import DEEPEST, DELIMITERS, WIDEST

__all__ = [
    "debugging",
    "delimiter_option",
    "file_argument",
    "indent_option",
    "jsonl_option",
    "max_depth_option",
    "output_option",
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
            function(reporter=reporter, **values)
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
