"""Text to values: the reference engine's ``decode``."""

from __future__ import annotations

from typing import Any

from toonwire.options import DecodeOptions
from toonwire.reference.build import Build
from toonwire.reference.misplaced import explain
from toonwire.reference.parser import Action, LineParser
from toonwire.reference.rows import add_entries, add_rows
from toonwire.reference.source import read_source
from toonwire.reference.tables import Misplaced

__all__ = ["ACTIONS", "METHODS", "decode"]

METHODS: dict[str, str] = {
    **{name: name for name in ("pair", "empty_pair", "inline", "open", "list", "keyed", "close")},
    **{name: name for name in ("root_scalar", "root_empty", "root_inline", "keyless_list", "keyless_keyed")},
    **{name: name for name in ("hyphen", "bare", "item_scalar", "item_empty", "item_inline")},
    **{f"table_{delimiter}": "table" for delimiter in "ctp"},
    **{f"keyless_table_{delimiter}": "keyless_table" for delimiter in "ctp"},
}

ACTIONS: dict[str, Action] = {
    **{name: getattr(Build, method) for name, method in METHODS.items()},
    **{f"row_{delimiter}": add_rows for delimiter in "ctp"},
    "entry": add_entries,
}
"""What to do for each rule of the grammar that names one line."""


def decode(data: str | bytes | bytearray | memoryview, options: DecodeOptions) -> Any:
    """The value of a document.  Raises :class:`~toonwire.errors.DecodeError`."""
    source = read_source(data, options.strict, options.limits)
    build = Build(source, options)
    parser = LineParser(source, build, ACTIONS, strict=options.strict, indent=options.indent)
    try:
        parser.run()
    except Misplaced as error:
        explain(source, error)
    return build.result()
