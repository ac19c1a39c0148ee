"""Text to values: the reference engine's ``decode``."""

from __future__ import annotations

from functools import partial
from typing import Any

from toonwire.options import DecodeOptions
from toonwire.reference.build import Build
from toonwire.reference.misplaced import explain
from toonwire.reference.parser import Action, LineParser
from toonwire.reference.rows import add_entries, add_rows
from toonwire.reference.source import read_source
from toonwire.reference.tables import Misplaced

__all__ = ["ACTIONS", "actions", "decode"]

_METHODS: dict[str, str] = {
    **{name: name for name in ("pair", "empty_pair", "inline", "open", "list", "keyed", "close")},
    **{name: name for name in ("root_scalar", "root_empty", "root_inline", "keyless_list", "keyless_keyed")},
    **{name: name for name in ("hyphen", "bare", "item_scalar", "item_empty", "item_inline")},
    **{f"table_{delimiter}": "table" for delimiter in "ctp"},
    **{f"keyless_table_{delimiter}": "keyless_table" for delimiter in "ctp"},
}
_ROWS = {"entry": add_entries, **{f"row_{delimiter}": add_rows for delimiter in "ctp"}}

ACTIONS = (*_METHODS, *_ROWS)
"""The rules of the grammar that name one line."""


def actions(build: Build) -> dict[str, Action]:
    """What to do for each of them."""
    return {
        **{name: getattr(build, method) for name, method in _METHODS.items()},
        **{name: partial(add, build) for name, add in _ROWS.items()},
    }


def decode(data: str | bytes | bytearray | memoryview, options: DecodeOptions) -> Any:
    """The value of a document.  Raises :class:`~toonwire.errors.DecodeError`."""
    source = read_source(data, options.strict, options.limits)
    build = Build(source, options)
    parser = LineParser(source, build, actions(build), strict=options.strict, indent=options.indent)
    try:
        parser.run()
    except Misplaced as error:
        explain(source, error)
    return build.result()
