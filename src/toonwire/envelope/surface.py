"""The control surface: which keys stay beside ``toon_content``, and why each does.

Contract: a surface is data, names with reasons in a fixed order.  A name may begin or end with ``*``.  The
reduction keeps the order of what it reduces, does nothing twice, and leaves alone what is no rendered wire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

__all__ = [
    "CONTENT",
    "FORMAT",
    "HONEST_SURFACE",
    "TOON",
    "TOON_CONTROL_SURFACE",
    "Surface",
    "is_wire",
    "on_surface",
    "reduce_to_control_surface",
]

Surface = Iterable[str]
"""Names, or a mapping of names to reasons."""

FORMAT, CONTENT, TOON = "format", "toon_content", "toon"

TOON_CONTROL_SURFACE: Mapping[str, str] = MappingProxyType(
    {
        "success": "Whether the call worked: every agent branches on it first.",
        "format": "Says that the payload is TOON and where it stands.",
        "toon_content": "The payload itself, with everything that is not repeated beside it.",
        "verdict": "The judgement to branch on.",
        "error": "What went wrong, on a failure.",
        "error_type": "The kind of the failure, for programs.",
        "output_format": "The format that the caller had asked for, where the result repeats it.",
        "summary_line": "The one line that tells whether the rest is worth reading.",
        "hint": "How to recover; nobody should have to decode a payload to get out of an error.",
        "file_path": "The file that the call was about.",
        "pr_url": "The pull request that the call was about.",
        "pr_number": "The number of that pull request.",
        "deprecation": "Tells that the caller used an old name; often added last and said nowhere else.",
    }
)
"""The thirteen keys that a compact wire may have, each with its reason."""

HONEST_SURFACE: Mapping[str, str] = MappingProxyType(
    {
        **TOON_CONTROL_SURFACE,
        "truncated": "Whether anything was left out; a reader of the surface must not take a part for the whole.",
        "*_count": "How many there are in all, or of one kind.",
        "total_*": "How many there are in all.",
        "*_total": "How many there are in all.",
        "*_listed": "How many of them are listed.",
        "*_cap": "At how many the list was cut.",
        "next_step": "How to get the rest, with both numbers.",
    }
)
"""The control surface and the facts about truncation: recommended."""

_Mapping = TypeVar("_Mapping", bound=Mapping[str, Any])


def is_wire(value: Any) -> bool:
    """Whether a mapping is a rendered wire: ``format`` says TOON and ``toon_content`` is a text.

    >>> is_wire({"format": "toon", "toon_content": "a: 1"}), is_wire({"format": "toon"})
    (True, False)
    """
    return isinstance(value, Mapping) and value.get(FORMAT) == TOON and isinstance(value.get(CONTENT), str)


def reduce_to_control_surface(response: _Mapping, surface: Surface = TOON_CONTROL_SURFACE) -> _Mapping | dict[str, Any]:
    """A rendered wire with the keys of a surface alone; anything else as it is.

    >>> reduce_to_control_surface({"format": "toon", "toon_content": "a: 1", "success": True, "a": 1})
    {'format': 'toon', 'toon_content': 'a: 1', 'success': True}
    >>> reduce_to_control_surface({"success": True, "a": 1})
    {'success': True, 'a': 1}
    """
    if not is_wire(response):
        return response
    stays = on_surface(surface)
    return {key: value for key, value in response.items() if key in _WIRE or stays(key)}


_WIRE = frozenset({FORMAT, CONTENT})


def on_surface(surface: Surface) -> Callable[[Any], bool]:
    """A function that tells whether a key belongs to a surface."""
    return _CONTROL if surface is TOON_CONTROL_SURFACE else _compiled(tuple(surface))


@lru_cache(maxsize=64)
def _compiled(names: tuple[str, ...]) -> Callable[[Any], bool]:
    exact = frozenset(name for name in names if "*" not in name)
    endings = tuple(name[1:] for name in names if name.startswith("*"))
    starts = tuple(name[:-1] for name in names if name.endswith("*"))
    if not endings and not starts:
        return exact.__contains__

    def stays(key: Any) -> bool:
        return key in exact or (isinstance(key, str) and (key.endswith(endings) or key.startswith(starts)))

    return stays


_CONTROL = _compiled(tuple(TOON_CONTROL_SURFACE))
