"""How a value that is not Markdown yet is shown in a fact, an item or a cell.

Contract: what says nothing is None, so that builders leave it out; a string is shown to the letter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import date
from typing import Any

from toonwire.errors import OptionError
from toonwire.responses.markdown.characters import lines, spelled
from toonwire.responses.markdown.code import code_block, inline_code
from toonwire.responses.markdown.formats import format_date
from toonwire.responses.markdown.humanize import humanize_key
from toonwire.responses.markdown.markup import Markdown
from toonwire.responses.markdown.phrases import cell, verbatim

__all__ = ["in_block", "in_cell", "in_line", "is_flat", "is_tall", "says_nothing"]


def says_nothing(value: object) -> bool:
    """Whether a value is None, NaN, an infinity, blank or empty.

    >>> [says_nothing(value) for value in (None, " ", [], {}, float("nan"), 0, False)]
    [True, True, True, True, True, False, False]
    """
    if value is None or isinstance(value, float):
        return value is None or not math.isfinite(value)
    if isinstance(value, str):
        return not value.strip()
    return isinstance(value, (list, tuple, Mapping, AbstractSet)) and not value


def is_flat(value: object) -> bool:
    """Whether a value holds no containers.

    >>> is_flat({"a": 1}), is_flat([{"a": 1}]), is_flat("a")
    (True, False, True)
    """
    return not any(isinstance(item, (Mapping, list, tuple, AbstractSet)) for item in _items(value))


def is_tall(value: object) -> bool:
    r"""Whether a value is a text of several lines.

    >>> is_tall("a\nb"), is_tall("a\n")
    (True, False)
    """
    return isinstance(value, str) and len(lines(value.strip("\r\n"))) > 1


def in_line(value: object) -> Markdown | None:
    """A value in one line: a list with commas, an object in parentheses, with the labels of its keys.

    Raises :class:`OptionError` for containers inside containers; they need a section.

    >>> in_line(["a", "b, c", None]), in_line({"minCount": 10, "note": ""}), in_line([])
    ('a, `b, c`', '(Min count: 10)', None)
    """
    if says_nothing(value):
        return None
    if isinstance(value, Markdown):
        return value
    if not isinstance(value, (Mapping, list, tuple, AbstractSet)):
        return verbatim(_text_of(value))
    if not is_flat(value):
        raise OptionError(
            option="value",
            expected="a value without containers inside containers",
            found=f"a {type(value).__name__}",
            hint="give it a section, a table or a code block",
        )
    pairs = value.items() if isinstance(value, Mapping) else ((None, item) for item in value)
    told = [_told(key, item) for key, item in pairs if not says_nothing(item)]
    if not told:
        return None
    return Markdown(f"({', '.join(told)})" if isinstance(value, Mapping) else ", ".join(told))


def in_block(value: object, *, indent: str = "") -> Markdown | None:
    """A value of several lines, as a block of code unless it is Markdown; None for any other value.

    indent: what stands before the lines behind the first.
    """
    if isinstance(value, Markdown):
        return Markdown(value.replace("\n", f"\n{indent}")) if "\n" in value else None
    if not is_tall(value):
        return None
    return Markdown(code_block(value, indent=indent).removeprefix(indent))


def in_cell(value: object) -> Markdown:
    """A value in a cell of a table, "" where it says nothing."""
    if isinstance(value, Markdown):
        return Markdown(_without_pipes(" ".join(value.splitlines())))
    if isinstance(value, str) and "|" in value:
        return cell(value)
    return Markdown(_without_pipes(in_line(value) or ""))


def _items(value: object) -> Any:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, (list, tuple, AbstractSet)) else ()


def _text_of(value: object) -> str:
    return (isinstance(value, date) and format_date(value)) or spelled(value)


def _told(key: object, item: Any) -> str:
    shown: str = item if isinstance(item, Markdown) else verbatim(_text_of(item))
    if "," in shown and not shown.startswith("`") and not isinstance(item, Markdown):
        shown = inline_code(_text_of(item))
    return shown if key is None else f"{verbatim(humanize_key(spelled(key)))}: {shown}"


def _without_pipes(line: str) -> str:
    """A line in which each pipe is escaped, for readers who pair backslashes and for those who look at one."""
    parts = line.split("|")
    made = [part if len(part) - len(part.rstrip("\\")) & 1 else part + "\\" for part in parts[:-1]]
    return "|".join([*made, parts[-1]])
