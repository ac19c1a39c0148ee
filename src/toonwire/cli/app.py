"""The ``toon`` program: its commands, and how it ends.

Contract: exit code 0, 1 for bad data or an unusable file, 2 for bad usage, 130 after Ctrl-C; a reader
that closes the pipe ends the program quietly with 0.  No failure of a command shows a traceback, unless
``TOON_DEBUG`` asks for it.  A command's module is loaded when that command runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

from toonwire.cli.files import ClosedPipeError
from toonwire.cli.flags import debugging
from toonwire.cli.report import Reporter

__all__ = ["run", "toon"]

COMMANDS = {
    "encode": ("toonwire.cli.encode", "Convert JSON to TOON."),
    "decode": ("toonwire.cli.decode", "Convert TOON to JSON."),
    "stats": ("toonwire.cli.stats", "Compare the sizes of data as minified JSON and as TOON."),
    "envelope": ("toonwire.cli.envelope", "Check, render and compact results of tools."),
}

EXAMPLES = """\b
Examples:
  toon encode data.json -o data.toon
  toon decode data.toon
  toon stats data.json
"""


@contextmanager
def _closed_pipe() -> Iterator[None]:
    """Names what click would end the program for, with another code."""
    try:
        yield
    except BrokenPipeError:
        raise ClosedPipeError from None


class _Commands(click.Group):
    """The commands of ``COMMANDS``, imported when they are asked for."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _closed_pipe():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _closed_pipe():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and (name == "-" or os.path.splitext(name)[1]):
            command = "decode" if name.lower().endswith(".toon") else "encode"
            ctx.fail(f"{name!r} is no command. Did you mean: {ctx.command_path} {command} {name}")
        return super().resolve_command(ctx, args)


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from toonwire import TOON_SPEC_VERSION, __version__, engine

    click.echo(f"toonwire {__version__} (TOON spec {TOON_SPEC_VERSION}, engine {engine()})")
    ctx.exit()


@click.command(cls=_Commands, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the versions of toonwire and of the TOON specification, and the engine in use.",
)
def toon() -> None:
    """Convert between JSON and TOON (Token-Oriented Object Notation, spec 4.4), losing nothing.

    Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 bad data,
    2 bad usage.
    """


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the program with ``arguments`` (None: the process's own); its exit code."""
    try:
        code = toon.main(arguments, prog_name="toon", standalone_mode=False)
    except click.ClickException as error:
        with suppress(BrokenPipeError):
            error.show()
        return error.exit_code
    except (ClosedPipeError, BrokenPipeError):
        return _leave_pipe()
    except (click.Abort, KeyboardInterrupt):
        return 130
    except Exception as error:
        if debugging():
            raise
        Reporter().internal(error)
        return 1
    return code if isinstance(code, int) else 0


def _leave_pipe() -> int:
    """Lets the interpreter close standard output without a complaint, though nobody reads it."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    return 0
