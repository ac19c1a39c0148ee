"""The fields of a table as a caller names them, and as a template: a row with None in each cell.

Contract: a template has a key for each field, in the order of the header; a nested field group (§9.3) is a
template in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from toonwire.errors import OptionError
from toonwire.stream.encoding import modelled

__all__ = ["Fields", "Template", "filled", "leaf_names", "ordered", "template_of"]

Fields = Sequence[str | Mapping[str, Any]] | Mapping[str, Any]
"""Names, and mappings from the name of a group to its own fields; None instead of these is a plain field."""

Template = dict[str, Any]


def template_of(fields: Fields) -> Template:
    """The template of fields.  Raises :class:`~toonwire.errors.OptionError` where they are none.

    >>> template_of(["id", {"customer": ["name", "country"]}])
    {'id': None, 'customer': {'name': None, 'country': None}}
    """
    top: Template = {}
    todo: list[tuple[Any, Template]] = [(fields, top)]
    while todo:
        entries, target = todo.pop()
        for name, inner in _names(entries):
            if name in target:
                raise _refused("field names that differ", f"{name!a} twice")
            target[name] = None
            if inner is not None:
                target[name] = {}
                todo.append((inner, target[name]))
        if not target:
            raise _refused("at least one field", "none")
    return top


def _names(entries: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(entries, (str, bytes)) or not isinstance(entries, (Sequence, Mapping)):
        raise _refused("a list of names and groups", ascii(entries)[:40])
    for entry in [entries] if isinstance(entries, Mapping) else entries:
        for name, inner in entry.items() if isinstance(entry, Mapping) else ((entry, None),):
            if not isinstance(name, str):
                raise _refused("names of type str", ascii(name)[:40])
            yield name, inner


def _refused(expected: str, found: str) -> OptionError:
    return OptionError(option="fields", expected=expected, found=found)


def leaf_names(template: Template) -> list[tuple[str, ...]]:
    """The names that lead to each cell, in the order of the cells.

    >>> leaf_names({"id": None, "at": {"x": None, "y": None}})
    [('id',), ('at', 'x'), ('at', 'y')]
    """
    out: list[tuple[str, ...]] = []
    todo: list[tuple[tuple[str, ...], Iterator[tuple[str, Any]]]] = [((), iter(template.items()))]
    while todo:
        path, fields = todo[-1]
        for name, inner in fields:
            if inner is not None:
                todo.append(((*path, name), iter(inner.items())))
                break
            out.append((*path, name))
        else:
            todo.pop()
    return out


def filled(leaves: Sequence[tuple[str, ...]], cells: Sequence[Any]) -> dict[str, Any]:
    """The row of cells.

    >>> filled([("id",), ("at", "x"), ("at", "y")], [1, 2, 3])
    {'id': 1, 'at': {'x': 2, 'y': 3}}
    """
    row: dict[str, Any] = {}
    for (*groups, name), cell in zip(leaves, cells, strict=True):
        inner = row
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[name] = cell
    return row


def ordered(leaves: Sequence[tuple[str, ...]], row: Any, lower: Callable[[Any], Any]) -> dict[str, Any]:
    """A row that fits, its keys in the order of the fields."""
    cells = []
    for path in leaves:
        inner = row
        for name in path:
            inner = modelled(inner, lower)[name]
        cells.append(inner)
    return filled(leaves, cells)
