"""``toon decode``: TOON to JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

import click

from toonwire.cli import flags
from toonwire.cli.files import LARGE, has_suffix, input_name, open_input, write_output
from toonwire.cli.jsonlines import write_json_lines
from toonwire.cli.jsontext import BOM, FAST_FROM
from toonwire.cli.jsonwrite import NumberText, write_json
from toonwire.cli.picking import Picker
from toonwire.cli.progress import Progress
from toonwire.cli.report import Reporter
from toonwire.codec import decode
from toonwire.options import WIDEST, Limits

__all__ = ["command", "toon_to_json"]

EXAMPLES = """\b
Examples:
  toon decode data.toon
  toon decode data.toon -o rows.jsonl
  toon decode --json-indent 0 < data.toon | jq .users
"""


@click.command("decode", epilog=EXAMPLES)
@flags.file_argument
@flags.output_option
@flags.indent_option("Spaces for one level of the TOON text.")
@click.option(
    "--json-indent",
    type=click.IntRange(0, WIDEST),
    metavar="N",
    help="Spaces for one level of the JSON text, 0 for one line.  [default: as --indent]",
)
@click.option(
    "--strict/--no-strict",
    default=True,
    show_default=True,
    help="With --no-strict, the five recoveries of the TOON specification apply.",
)
@flags.jsonl_option("Write one element of the root array a line; implied by an output .jsonl or .ndjson.")
@flags.each_option("Read documents with a line --- between them, and write each as one line of JSON.")
@flags.picking
@flags.max_depth_option
@flags.stats_option
@flags.progress_option
@flags.reporting
def command(
    reporter: Reporter,
    file: str | None,
    output: str | None,
    indent: int,
    json_indent: int | None,
    strict: bool,
    jsonl: bool | None,
    each: bool,
    picker: Picker,
    max_depth: int,
    stats: bool,
    progress: bool | None,
) -> None:
    """Convert TOON to JSON.

    FILE is a TOON document in UTF-8; without it, or with -, standard input is read. Numbers are copied
    digit for digit. A FILE that ends in .gz or .zst is compressed. A large document is read piece by piece,
    but with --no-strict, --stats, or without lines --select or --max-rows.
    """
    flags.refuse_together(each=each, stats=stats, json_indent=json_indent)
    flags.refuse_together(each=each, no_jsonl=jsonl is False)
    flags.require_input(file)
    lines = has_suffix(output, ".jsonl", ".ndjson") if jsonl is None else jsonl
    json_indent = indent if json_indent is None else json_indent
    limits = Limits(max_depth)
    whole = not strict or stats or not (lines or picker.idle)
    with open_input(file) as source, Progress(source, progress, output=output, color=reporter.colored) as bar:
        if each:
            from toonwire.cli.decodestream import decode_each

            read = partial(decode, indent=indent, strict=strict, parse_float=NumberText, limits=limits)
            decode_each(source.pieces(), output, picker, bar, read)
            return
        head, complete = source.begin(LARGE)
        if not complete and not whole:
            from toonwire.cli.decodestream import decode_lines, decode_whole

            pieces = chain(head, source.pieces())
            if lines:
                decode_lines(pieces, output, picker, bar, indent=indent, limits=limits)
            else:
                decode_whole(pieces, output, bar, indent=indent, json_indent=json_indent, limits=limits)
            return
        data = b"".join([*head, source.read()])
        del head
    value, text = toon_to_json(
        data,
        lines=lines,
        strict=strict,
        indent=indent,
        json_indent=json_indent,
        limits=limits,
        pick=picker.elements if lines else picker.whole,
    )
    write_output(output, text)
    if stats:
        from toonwire.cli.summary import decode_summary

        reporter.lines(decode_summary(input_name(file), value, data))


def toon_to_json(
    data: bytes,
    *,
    lines: bool,
    strict: bool,
    indent: int,
    json_indent: int,
    limits: Limits,
    pick: Callable[[Any], Any] = lambda value: value,
) -> tuple[Any, bytes]:
    r"""The value of a TOON document, and its JSON text or JSON Lines with the final line end.

    ``pick`` takes what is wanted of the value.

    >>> toon_to_json(b"a: 1.50", lines=False, strict=True, indent=2, json_indent=0, limits=Limits())
    ({'a': NumberText('1.50')}, b'{"a":1.50}\n')
    """
    value = pick(decode(data, indent=indent, strict=strict, parse_float=NumberText, limits=limits))
    fast = len(data) >= FAST_FROM
    if lines:
        first_line = data.removeprefix(BOM).split(b"\n", 1)[0].removesuffix(b"\r")
        return value, write_json_lines(value, first_line.decode("utf-8"), fast=fast)
    return value, write_json(value, json_indent, fast=fast) + b"\n"
