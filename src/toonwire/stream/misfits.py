"""Why a row does not fit its table.

Contract: the row is refused already; here it is only found out what to say about it, and where.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.paths import Path
from toonwire.rules.fault import Fault, shorten
from toonwire.stream.encoding import modelled

__all__ = ["first_container", "misfit", "width_fault"]

_PRIMITIVE = "a string, number, boolean or null in a cell"
_NAMES = 3


def misfit(row: Any, template: dict[str, Any] | None, lower: Callable[[Any], Any]) -> tuple[Path, Fault]:
    """The place in the row, and the fault.  ``template`` is None where the row should have set the fields."""
    todo: list[tuple[Path, Any, dict[str, Any] | None]] = [((), row, template)]
    while todo:
        path, value, wanted = todo.pop()
        model = modelled(value, lower)
        if type(model) is not dict:
            return path, _shape("an object" if path else "an object as a row", model)
        if wanted is not None and model.keys() != wanted.keys():
            return path, _other_keys(set(wanted), set(model))
        if not model:
            return path, Fault(ErrorCode.ROW_SHAPE, expected="at least one field", found="an empty object")
        for name, cell in model.items():
            inner = modelled(cell, lower)
            group = type(inner) is dict if wanted is None else wanted[name] is not None
            if group:
                todo.append(((*path, name), inner, None if wanted is None else wanted[name]))
            elif type(inner) in (dict, list):
                return (*path, name), _shape(_PRIMITIVE, inner)
    raise AssertionError("a row is refused and fits")


def width_fault(width: int, found: int) -> Fault:
    """A row of cells that is too short or too long."""
    return Fault(ErrorCode.ROW_WIDTH, expected=f"{width} cell{'s' * (width != 1)}", found=str(found))


def _other_keys(wanted: set[str], found: set[str]) -> Fault:
    missing, extra = wanted - found, found - wanted
    parts = [f"without {_listed(missing)}"] if missing else []
    if extra:
        parts.append(f"with {_listed(extra)}")
    return Fault(
        ErrorCode.ROW_SHAPE,
        expected="the fields of the table",
        found=f"a row {' and '.join(parts)}",
        hint="all rows of a table have the same fields; write null for what is missing",
    )


def _listed(names: set[str]) -> str:
    shown = ", ".join(map(shorten, sorted(names)[:_NAMES]))
    return f"{shown}, …" if len(names) > _NAMES else shown


def _shape(expected: str, model: Any) -> Fault:
    found = {dict: "an object", list: "an array", type(None): "null"}.get(type(model), f"a {type(model).__name__}")
    hint = "pass fields= for rows that are sequences" if type(model) is list and "row" in expected else ""
    return Fault(ErrorCode.ROW_SHAPE, expected=expected, found=found, hint=hint)


def first_container(cells: Sequence[Any], lower: Callable[[Any], Any]) -> tuple[int, Fault]:
    """Which of a row's cells is no primitive."""
    for index, cell in enumerate(cells):
        model = modelled(cell, lower)
        if type(model) in (dict, list):
            return index, _shape(_PRIMITIVE, model)
    raise AssertionError("a row is refused and fits")
