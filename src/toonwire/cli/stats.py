"""``toon stats``: how large data is as minified JSON and as TOON with each delimiter."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
from click.exceptions import Exit

from toonwire.cli import flags
from toonwire.cli.files import has_suffix, input_name, read_input, write_output
from toonwire.cli.jsonlines import read_json_lines
from toonwire.cli.jsontext import BOM, exact_float, read_json
from toonwire.cli.jsonwrite import write_json
from toonwire.cli.report import Piece, Reporter, paint, wants_color
from toonwire.cli.sizes import JSON, Sizes, measure, toon_form, total
from toonwire.cli.summary import size_lines
from toonwire.cli.tokens import token_counter
from toonwire.codec import decode, encode
from toonwire.errors import EncodeError, ErrorCode, JsonError, ToonError
from toonwire.options import DELIMITERS, Limits

__all__ = ["command", "read_either"]

EXAMPLES = """\b
Examples:
  toon stats data.json
  toon stats --json responses/*.json
"""


@click.command("stats", epilog=EXAMPLES)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True, readable=False), metavar="FILE...")
@flags.indent_option("Spaces for one level of TOON, read and written.")
@flags.max_depth_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@flags.reporting
def command(reporter: Reporter, files: tuple[str, ...], indent: int, max_depth: int, as_json: bool) -> None:
    """Compare the sizes of data as minified JSON and as TOON.

    Each FILE is JSON, JSON Lines or TOON, by its suffix or else by trying. Bytes are counted, and tokens
    (o200k_base) where the extra toonwire[tokens] is installed. Without FILE standard input is read.
    """
    if not files:
        flags.require_input(None)
    count = token_counter()
    parts: list[Sizes] = []
    failed = False
    for file in files or ("-",):
        try:
            parts.append(_sizes(file, read_input(file), indent, Limits(max_depth), count))
        except ToonError as error:
            reporter.error(error, input_name(file))
            failed = True
    _print(parts, as_json, reporter)
    if failed:
        raise Exit(1)


def read_either(file: str, data: bytes, indent: int, limits: Limits, fast: bool | None = None) -> Any:
    """The value of JSON, JSON Lines or TOON: what the suffix says, or what can be read."""
    if has_suffix(file, ".jsonl", ".ndjson"):
        return read_json_lines(data, limits=limits, fast=fast)
    if has_suffix(file, ".json"):
        return read_json(data, limits=limits, fast=fast)
    if has_suffix(file, ".toon"):
        return _read_toon(data, indent, limits)
    try:
        return read_json(data, limits=limits, fast=fast)
    except JsonError as error:
        if _LOOKS_LIKE_JSON(data.removeprefix(BOM)):
            with suppress(JsonError):
                return read_json_lines(data, limits=limits, fast=fast)
            raise error from None
        return _read_toon(data, indent, limits)


_LOOKS_LIKE_JSON = re.compile(rb'\s*(?:\{|\[\s*(?:[\[{"\-\]]|[0-9.]+\s*,|true|false|null))').match


def _read_toon(data: bytes, indent: int, limits: Limits) -> Any:
    return decode(data, indent=indent, parse_float=exact_float, limits=limits)


def _sizes(file: str, data: bytes, indent: int, limits: Limits, count: Callable[[str], int] | None) -> Sizes:
    value = read_either(file, data, indent, limits)
    rows = [measure(JSON, write_json(value), count)]
    try:
        for delimiter in DELIMITERS.values():
            text = encode(value, indent=indent, delimiter=delimiter, limits=limits)
            rows.append(measure(toon_form(delimiter), text.encode("utf-8"), count))
    except EncodeError as error:
        if error.code is ErrorCode.DEPTH_LIMIT:
            # a compiled reader does not look at the depth; the exact one knows the place
            read_either(file, data, indent, limits, fast=False)
        raise
    return Sizes(input_name(file), tuple(rows))


def _print(parts: list[Sizes], as_json: bool, reporter: Reporter) -> None:
    whole = total(parts) if len(parts) > 1 else None
    if as_json:
        record: dict[str, Any] = {"files": [part.to_dict() for part in parts]}
        if whole is not None:
            record["total"] = whole.to_dict()
        write_output(None, write_json(record, 2) + b"\n")
        return
    lines: list[list[Piece]] = []
    for sizes in [*parts, whole] if whole is not None else parts:
        lines += [[], *size_lines(sizes)] if lines else size_lines(sizes)
    if lines:
        write_output(None, paint(lines, wants_color(reporter.color, sys.stdout)))
