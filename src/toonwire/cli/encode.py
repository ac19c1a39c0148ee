"""``toon encode``: JSON to TOON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from toonwire.cli import flags
from toonwire.cli.files import has_suffix, input_name, open_input, read_input, write_output
from toonwire.cli.jsonlines import read_json_lines
from toonwire.cli.jsontext import read_json
from toonwire.cli.picking import Picker
from toonwire.cli.progress import Progress
from toonwire.cli.report import Reporter
from toonwire.codec import encode
from toonwire.errors import EncodeError, ErrorCode
from toonwire.options import Delimiter, EncodeOptions, Limits

__all__ = ["command", "json_to_toon"]

EXAMPLES = """\b
Examples:
  toon encode data.json
  toon encode data.json -o data.toon --delimiter tab
  toon encode log.jsonl.gz --select "{at: at, msg: msg}" --max-rows 100
  curl -s URL | toon encode --stats
"""


@click.command("encode", epilog=EXAMPLES)
@flags.file_argument
@flags.output_option
@flags.delimiter_option
@flags.indent_option("Spaces for one level of TOON.")
@flags.jsonl_option("Read one JSON value a line into an array; implied by .jsonl and .ndjson.")
@flags.each_option("Read one JSON value a line, and write a document for each, with a line --- between them.")
@flags.picking
@click.option("--strict-json", is_flag=True, help="Refuse a name that stands twice in one JSON object.")
@flags.max_depth_option
@flags.stats_option
@flags.progress_option
@flags.reporting
def command(
    reporter: Reporter,
    file: str | None,
    output: str | None,
    delimiter: Delimiter,
    indent: int,
    jsonl: bool | None,
    each: bool,
    picker: Picker,
    strict_json: bool,
    max_depth: int,
    stats: bool,
    progress: bool | None,
) -> None:
    """Convert JSON to TOON.

    FILE is a JSON text in UTF-8; without it, or with -, standard input is read. No digit of a number is
    ever lost. A FILE that ends in .gz or .zst is compressed. JSON Lines are read piece by piece and may be
    larger than memory.
    """
    flags.refuse_together(each=each, stats=stats)
    flags.refuse_together(each=each, no_jsonl=jsonl is False)
    flags.require_input(file)
    lines = has_suffix(file, ".jsonl", ".ndjson") if jsonl is None else jsonl
    options = EncodeOptions(indent, delimiter, limits=Limits(max_depth))
    if each or (lines and not stats):
        from toonwire.cli.encodelines import encode_each, encode_lines

        work = encode_each if each else encode_lines
        with open_input(file) as source, Progress(source, progress, output=output, color=reporter.colored) as bar:
            work(source, output, picker, bar, strict=strict_json, options=options)
        return
    pick = picker.rows if lines else picker.whole
    value, text = json_to_toon(read_input(file), lines=lines, strict=strict_json, options=options, pick=pick)
    write_output(output, text.encode("utf-8") + b"\n")
    if stats:
        from toonwire.cli.summary import encode_summary

        reporter.lines(encode_summary(input_name(file), value, text, delimiter))


def json_to_toon(
    data: bytes,
    *,
    lines: bool,
    strict: bool,
    options: EncodeOptions,
    pick: Callable[[Any], Any] = lambda value: value,
) -> tuple[Any, str]:
    r"""The value of a JSON text or of JSON Lines, and its TOON; ``pick`` takes what is wanted of the value.

    >>> json_to_toon(b'{"a":1.50}', lines=False, strict=False, options=EncodeOptions())
    ({'a': Decimal('1.50')}, 'a: 1.5')
    """
    read: Any = read_json_lines if lines else read_json
    limits = options.limits
    value = pick(read(data, strict=strict, limits=limits))
    try:
        return value, encode(value, indent=options.indent, delimiter=options.delimiter, limits=limits)
    except EncodeError as error:
        if error.code is ErrorCode.DEPTH_LIMIT:
            # a compiled reader does not look at the depth; the exact one knows the place
            read(data, strict=strict, limits=limits, fast=False)
        raise
