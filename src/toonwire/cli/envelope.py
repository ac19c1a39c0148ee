"""``toon envelope``: results of tools, for servers in any language."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click
from click.exceptions import Exit

from toonwire.cli import flags
from toonwire.cli.files import input_name, read_input, write_output
from toonwire.cli.jsonwrite import write_json
from toonwire.cli.report import Reporter, write_stderr
from toonwire.cli.stats import read_either
from toonwire.errors import EnvelopeError, ErrorCode, OptionError
from toonwire.options import Limits
from toonwire.paths import parse_path

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  toon envelope check result.json
  toon envelope render --format auto result.json
  toon envelope compact --surface honest result.json
"""


@click.group("envelope", epilog=EXAMPLES)
def command() -> None:
    """Check, render and compact results of tools.

    What is rendered comes back whole with expand.

    FILE is a result or a rendered wire, as JSON or TOON in UTF-8; without it, or with -, standard input is
    read.
    """


surface_option = click.option(
    "--surface",
    type=click.Choice(["control", "honest"]),
    default="control",
    show_default=True,
    help="Which keys stay beside toon_content; honest keeps what says that a list was cut.",
)


@command.command("render", short_help="Write a result as JSON or TOON.")
@flags.file_argument
@flags.output_option
@click.option(
    "--format",
    "wanted",
    type=click.Choice(["json", "json-pretty", "toon", "auto"]),
    default="json",
    show_default=True,
    help="auto takes the smaller of minified JSON and TOON.",
)
@click.option(
    "--layout",
    type=click.Choice(["text", "full", "compact"]),
    default="text",
    show_default=True,
    help="For TOON: the document itself, or JSON with the document in toon_content.",
)
@surface_option
@click.option("--max-bytes", type=click.IntRange(0), metavar="N", help="Cut lists to whole rows that fit into N bytes.")
@flags.reporting
def render_command(
    reporter: Reporter,
    file: str | None,
    output: str | None,
    wanted: Any,
    layout: Any,
    surface: str,
    max_bytes: int | None,
) -> None:
    """Write a result as JSON or TOON, with its verdict filled in."""
    from toonwire.envelope import fit, render_bytes

    result = _read(file)
    how: dict[str, Any] = {"format": wanted, "layout": layout, "surface": _surface(surface)}
    if max_bytes is not None:
        result = dict(fit(result, max_bytes, **how))
    write_output(output, render_bytes(result, **how) + b"\n")


@command.command("compact", short_help="Write a result as its compact wire.")
@flags.file_argument
@flags.output_option
@surface_option
@click.option(
    "--step",
    "steps",
    multiple=True,
    metavar="NAME[=N]",
    help="well_formed, drop_empty, cap_lists=ITEMS or cap_texts=CHARACTERS; may be given again.",
)
@flags.reporting
def compact_command(
    reporter: Reporter, file: str | None, output: str | None, surface: str, steps: tuple[str, ...]
) -> None:
    """Write a result as its compact wire: TOON in JSON, beside it the control surface."""
    from toonwire.envelope import compact

    chosen: dict[str, Any] = dict(map(_step, steps))
    write_output(output, write_json(compact(_read(file), surface=_surface(surface), steps=chosen)) + b"\n")


@command.command("expand", short_help="Write the result that a wire carries.")
@flags.file_argument
@flags.output_option
@flags.reporting
def expand_command(reporter: Reporter, file: str | None, output: str | None) -> None:
    """Write the result that a wire carries; where the two differ is told on standard error."""
    from toonwire.envelope import disagreements
    from toonwire.envelope.expand import content_with_all

    wire = _read(file)
    told = "".join(f"{input_name(file)}: {found}\n" for found in disagreements(wire))
    write_output(output, write_json(content_with_all(wire)) + b"\n")
    write_stderr(told.encode())


at_option = click.option(
    "--at", default="", metavar="PATH", help="Where in FILE the result stands, such as response.result[0]."
)


@command.command("check", short_help="Print each rule that a result breaks.")
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True, readable=False), metavar="FILE...")
@at_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each violation.")
@flags.reporting
def check_command(reporter: Reporter, files: tuple[str, ...], at: str, as_json: bool) -> None:
    """Print each rule that a result breaks; exit code 1 where there is one."""
    from toonwire.envelope import check

    lines: list[bytes] = []
    for file in files or (None,):
        name = input_name(file)
        for found in check(_read(file, at)):
            record = write_json({"file": name, **found.to_dict()}) if as_json else f"{name}: {found}".encode()
            lines.append(record + b"\n")
    write_output(None, b"".join(lines))
    if lines:
        raise Exit(1)


@command.command("measure", short_help="Compare the sizes of all formats.")
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True, readable=False), metavar="FILE...")
@at_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@flags.reporting
def measure_command(reporter: Reporter, files: tuple[str, ...], at: str, as_json: bool) -> None:
    """Compare the sizes of results in every format and layout with minified JSON.

    Bytes are counted, and tokens (o200k_base) where the extra toonwire[tokens] is installed. Several FILEs are
    added up; auto then chooses for each.
    """
    from toonwire.cli.tokens import token_counter

    results, count = [_read(file, at) for file in files or (None,)], token_counter()
    sizes, smaller = _added(results, None)
    units = {"bytes": sizes} | ({} if count is None else {"tokens": _added(results, count)[0]})
    if as_json:
        record = {name: {unit: found[name] for unit, found in units.items()} for name in sizes}
        write_output(None, write_json(record, 2) + b"\n")
        return
    rows = [["layout", *(cell for unit in units for cell in (unit, "vs JSON"))]]
    for name in sizes:
        cells = [(f"{found[name]:,}", f"{100 * (found[name] / found['json'] - 1):+.1f}%") for found in units.values()]
        rows.append([name, *(cell for size, share in cells for cell in (size, "" if name == "json" else share))])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    text = "".join(f"{_line(row, widths)}\n" for row in rows)
    if len(results) > 1:
        text += f"{len(results)} results, {smaller} of them smaller as TOON than as minified JSON, in bytes\n"
    write_output(None, text.encode())


def _added(results: list[dict[str, Any]], count: Callable[[str], int] | None) -> tuple[dict[str, int], int]:
    """The sizes of all results together by layout, and how many are smaller as TOON."""
    from toonwire.envelope import measure

    measured = [measure(result, counter=count) for result in results]
    sizes = {name: sum(one[name].size for one in measured) for name in measured[0]}
    return sizes, sum(one["toon"].size < one["json"].size for one in measured)


def _line(row: list[str], widths: list[int]) -> str:
    first, *rest = zip(row, widths, strict=True)
    return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]).rstrip()


@command.command("drift", short_help="Compare a table with names in code.")
@click.argument("doc", type=click.Path(allow_dash=True, readable=False))
@click.option("--marker", required=True, help="NAME in the comments drift:NAME:start and drift:NAME:end of DOC.")
@click.option(
    "--against",
    required=True,
    metavar="verdicts|control-surface|MODULE:CONSTANT",
    help="The names that the table should have; MODULE is imported.",
)
@flags.reporting
def drift_command(reporter: Reporter, doc: str, marker: str, against: str) -> None:
    """Compare the table between two markers of DOC with names in code, both ways."""
    from toonwire.envelope import drift

    found = drift(read_input(doc).decode("utf-8", "replace"), marker, _names(against))
    told = [f"{input_name(doc)}: {name} is not documented\n" for name in found.undocumented]
    told += [f"{input_name(doc)}: {name} is documented, but not in {against}\n" for name in found.unknown]
    write_output(None, "".join(told).encode())
    if told:
        raise Exit(1)


# ---- what the commands share


def _read(file: str | None, at: str = "") -> dict[str, Any]:
    flags.require_input(file)
    value = read_either(file or "-", read_input(file), 2, Limits())
    for step in parse_path(at):
        try:
            value = value[step]
        except (LookupError, TypeError):
            raise OptionError(option="at", expected="a path to a result", found=ascii(at)) from None
    if not isinstance(value, dict):
        raise EnvelopeError(
            ErrorCode.FIELD_TYPE, found=f"a {type(value).__name__}", expected="an object", hint="a result is an object"
        )
    return value


def _surface(name: str) -> Any:
    from toonwire.envelope import HONEST_SURFACE, TOON_CONTROL_SURFACE

    return HONEST_SURFACE if name == "honest" else TOON_CONTROL_SURFACE


_NUMBERED = {"cap_lists": "cap", "cap_texts": "limit"}


def _step(text: str) -> tuple[str, Any]:
    name, equals, number = text.partition("=")
    if not equals:
        return name, True
    if name not in _NUMBERED or not number.isdecimal():
        raise click.BadParameter(f"{text!r} is none of well_formed, drop_empty, cap_lists=N, cap_texts=N")
    return name, {_NUMBERED[name]: int(number)}


def _names(against: str) -> list[str]:
    from toonwire.envelope import TOON_CONTROL_SURFACE, Verdict

    known: dict[str, list[str]] = {
        "verdicts": [verdict.value for verdict in Verdict],
        "control-surface": list(TOON_CONTROL_SURFACE),
    }
    if against in known:
        return known[against]
    module, colon, constant = against.partition(":")
    try:
        names = getattr(import_module(module), constant) if colon else None
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(option="against", expected="a module that can be imported", found=str(error)) from None
    if names is None or isinstance(names, str):
        raise OptionError(
            option="against", expected="verdicts, control-surface or MODULE:CONSTANT", found=ascii(against)
        )
    return [str(getattr(name, "value", name)) for name in names]
