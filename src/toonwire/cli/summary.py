"""Sizes as lines for a terminal: the tables of ``toon stats`` and of ``--stats``."""

from __future__ import annotations

from typing import Any

from toonwire.cli.jsonwrite import write_json
from toonwire.cli.report import Piece
from toonwire.cli.sizes import JSON, TOON, Sizes, measure, toon_form
from toonwire.cli.tokens import MISSING, token_counter

__all__ = ["decode_summary", "encode_summary", "size_lines"]


def size_lines(sizes: Sizes) -> list[list[Piece]]:
    """A titled table and its verdicts."""
    table = sizes.table()
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines: list[list[Piece]] = [[(sizes.name, "bold")]]
    for number, cells in enumerate(table):
        text = "  ".join([cells[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(cells[1:], widths[1:], strict=True))])
        lines.append([("  ", ""), (text.rstrip(), "" if number else "dim")])
    for unit in sizes.units:
        larger = sizes.smallest(unit) is sizes.rows[0]
        lines.append([(f"  {unit}: ", ""), (sizes.verdict(unit), "yellow" if larger else "green")])
    if "tokens" not in sizes.units:
        lines.append([(f"  {MISSING}", "dim")])
    return lines


def encode_summary(name: str, value: Any, text: str, delimiter: str) -> list[list[Piece]]:
    """What ``toon encode --stats`` shows."""
    return _two_rows(name, value, toon_form(delimiter), text.encode("utf-8"))


def decode_summary(name: str, value: Any, data: bytes) -> list[list[Piece]]:
    """What ``toon decode --stats`` shows; the TOON text counts as it was given."""
    return _two_rows(name, value, TOON, data)


def _two_rows(name: str, value: Any, form: str, toon: bytes) -> list[list[Piece]]:
    count = token_counter()
    rows = measure(JSON, write_json(value), count), measure(form, toon, count)
    return size_lines(Sizes(name, rows))
