"""§6: the text of a header, and field lists as data.

The way back, from text to its parts, is the grammar's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["LEAF", "OPEN", "SHUT", "FieldProgram", "field_list", "header", "leaf_paths"]

LEAF, OPEN, SHUT = range(3)
"""Steps of a depth-first, pre-order walk of a field list (§9.3): a leaf field, the name of a nested field
group, the end of the group."""

FieldProgram = Sequence[tuple[int, str]]
"""A field list as the steps of that walk; a group's end has the name ""."""


def field_list(program: FieldProgram, delimiter: str, key: Callable[[str], str]) -> str:
    """The braces of a header; ``key`` writes a name (§7.3).

    >>> field_list([(LEAF, "id"), (OPEN, "at"), (LEAF, "x"), (LEAF, "y"), (SHUT, "")], ",", str)
    '{id,at{x,y}}'
    """
    out = ["{"]
    for step, name in program:
        if step == SHUT:
            out.append("}")
            continue
        if out[-1] != "{":
            out.append(delimiter)
        out.append(key(name))
        if step == OPEN:
            out.append("{")
    return "".join([*out, "}"])


def leaf_paths(program: FieldProgram) -> list[tuple[str, ...]]:
    """The names that lead to each leaf field, in the order of the cells (§9.3).

    >>> leaf_paths([(LEAF, "id"), (OPEN, "at"), (LEAF, "x"), (SHUT, "")])
    [('id',), ('at', 'x')]
    """
    out: list[tuple[str, ...]] = []
    groups: list[str] = []
    for step, name in program:
        if step == SHUT:
            groups.pop()
        elif step == OPEN:
            groups.append(name)
        else:
            out.append((*groups, name))
    return out


def header(length: int, delimiter: str, *, keyed: bool = False, fields: str = "") -> str:
    """What follows the key: bracket segment, field list and colon.

    >>> header(3, ","), header(2, "|", keyed=True, fields="{a|b}")
    ('[3]:', '[2:|]{a|b}:')
    """
    return f"[{length}{':' if keyed else ''}{'' if delimiter == ',' else delimiter}]{fields}:"
