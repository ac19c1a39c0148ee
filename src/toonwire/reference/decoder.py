"""Text to values: the reference engine's ``decode``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toonwire.options import DecodeOptions
from toonwire.reference.build import Build
from toonwire.reference.misplaced import explain
from toonwire.reference.rows import add_entries, add_rows
from toonwire.reference.scope import Line
from toonwire.reference.source import read_source
from toonwire.reference.tables import Misplaced, drive

__all__ = ["actions", "decode"]

_OWN_NAME = (
    *("pair", "empty_pair", "inline", "open", "list", "keyed", "close"),
    *("root_scalar", "root_empty", "root_inline"),
    *("hyphen", "bare", "item_scalar", "item_empty", "item_inline", "keyless_list", "keyless_keyed"),
)
"""Actions that are methods of Build under the name of their rule."""


def actions(build: Build) -> dict[str, Callable[[Line], None]]:
    """What to do for each rule of the grammar that names one line."""
    found: dict[str, Callable[[Line], None]] = {name: getattr(build, name) for name in _OWN_NAME}
    for delimiter in "ctp":
        found[f"table_{delimiter}"] = build.table
        found[f"keyless_table_{delimiter}"] = build.keyless_table
        found[f"row_{delimiter}"] = lambda line: add_rows(build, line)
    found["entry"] = lambda line: add_entries(build, line)
    return found


def decode(data: str | bytes | bytearray | memoryview, options: DecodeOptions) -> Any:
    """The value of a document.  Raises :class:`~toonwire.errors.DecodeError`."""
    source = read_source(data, options.strict, options.limits)
    build = Build(source, options)
    try:
        drive("start", build.lexer.tokens, actions(build))
    except Misplaced as error:
        explain(source, error)
    return build.result()
