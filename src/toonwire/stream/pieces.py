"""A few fields or items as lines of the container that they belong to.

Contract: each function is one call of the engine.  A neighbour keeps the values from having a form of their
own (§9), such as a table, and its lines are cut off.  Lines have the indentation of ``depth`` and an LF each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toonwire.paths import Path
from toonwire.stream.encoding import Encoding, indented

__all__ = ["field_lines", "item_lines", "scalar_item"]

Place = Callable[[Path], Path]


def field_lines(encoding: Encoding, fields: dict[str, Any], above: int, depth: int, place: Place) -> str:
    """The fields of an object that stands in ``above`` containers."""
    key = ""
    while key in fields:
        key += "_"
    text = encoding.text({key: None, **fields}, above, place)
    return indented(text.partition("\n")[2], encoding.unit * depth)


def item_lines(encoding: Encoding, items: list[Any], above: int, depth: int, place: Place) -> str:
    """The items of a list that stands in ``above`` containers and may hold others; ``place`` counts from the first."""
    text = encoding.text([[], *items], above, lambda path: place(_behind(path)))
    return indented(text.split("\n", 2)[2], encoding.unit * (depth - 1))


def scalar_item(encoding: Encoding, value: Any, above: int, depth: int, place: Place) -> str:
    """An item that is a primitive."""
    text = encoding.text({"": value}, above, lambda path: place((0, *path[1:])))
    return f"{encoding.unit * depth}- {text.partition(' ')[2]}\n"


def _behind(path: Path) -> Path:
    first, *rest = path
    assert isinstance(first, int)
    return (first - 1, *rest)
