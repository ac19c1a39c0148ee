"""``toon encode``: JSON to TOON."""

from __future__ import annotations

from typing import Any

import click

from toonwire.cli import flags
from toonwire.cli.files import has_suffix, input_name, read_input, write_output
from toonwire.cli.jsonlines import read_json_lines
from toonwire.cli.jsontext import read_json
from toonwire.cli.report import Reporter
from toonwire.codec import encode
from toonwire.errors import EncodeError, ErrorCode
from toonwire.options import Delimiter, Limits

__all__ = ["command", "json_to_toon"]

EXAMPLES = """\b
Examples:
  toon encode data.json
  toon encode data.json -o data.toon --delimiter tab
  curl -s URL | toon encode --stats
"""


@click.command("encode", epilog=EXAMPLES)
@flags.file_argument
@flags.output_option
@flags.delimiter_option
@flags.indent_option("Spaces for one level of TOON.")
@flags.jsonl_option("Read one JSON value a line into an array; implied by .jsonl and .ndjson.")
@click.option("--strict-json", is_flag=True, help="Refuse a name that stands twice in one JSON object.")
@flags.max_depth_option
@flags.stats_option
@flags.reporting
def command(
    reporter: Reporter,
    file: str | None,
    output: str | None,
    delimiter: Delimiter,
    indent: int,
    jsonl: bool | None,
    strict_json: bool,
    max_depth: int,
    stats: bool,
) -> None:
    """Convert JSON to TOON.

    FILE is a JSON text in UTF-8; without it, or with -, standard input is read. No digit of a number is
    ever lost.
    """
    flags.require_input(file)
    data = read_input(file)
    lines = has_suffix(file, ".jsonl", ".ndjson") if jsonl is None else jsonl
    value, text = json_to_toon(
        data, lines=lines, strict=strict_json, indent=indent, delimiter=delimiter, limits=Limits(max_depth)
    )
    write_output(output, text.encode("utf-8") + b"\n")
    if stats:
        from toonwire.cli.summary import encode_summary

        reporter.lines(encode_summary(input_name(file), value, text, delimiter))


def json_to_toon(
    data: bytes, *, lines: bool, strict: bool, indent: int, delimiter: Delimiter, limits: Limits
) -> tuple[Any, str]:
    r"""The value of a JSON text or of JSON Lines, and its TOON.

    >>> json_to_toon(b'{"a":1.50}', lines=False, strict=False, indent=2, delimiter=",", limits=Limits())
    ({'a': Decimal('1.50')}, 'a: 1.5')
    """
    read: Any = read_json_lines if lines else read_json
    value = read(data, strict=strict, limits=limits)
    try:
        return value, encode(value, indent=indent, delimiter=delimiter, limits=limits)
    except EncodeError as error:
        if error.code is ErrorCode.DEPTH_LIMIT:
            # a compiled reader does not look at the depth; the exact one knows the place
            read(data, strict=strict, limits=limits, fast=False)
        raise
