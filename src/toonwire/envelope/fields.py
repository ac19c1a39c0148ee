"""The fields of an envelope: their names, and what each may hold.

Contract: a name that stands here means the same in every envelope; any other key is the payload's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = ["FIELDS", "MIRRORED", "Field", "is_text"]


class Field(NamedTuple):
    """What a field may hold: a test, and the same in words."""

    test: Callable[[Any], bool]
    expected: str


def is_text(value: Any) -> bool:
    """Whether a value is a text that says something.

    >>> is_text("x"), is_text("  "), is_text(5)
    (True, False, False)
    """
    return isinstance(value, str) and bool(value) and not value.isspace()


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(map(is_text, value))


_TEXT = Field(is_text, "a text that is not blank")
_BOOL = Field(lambda value: isinstance(value, bool), "true or false")
_WHOLE = Field(_is_whole, "a whole number of at least 0")
_TEXTS = Field(_are_texts, "a list of texts that are not blank")
_DEGREES = ("complete", "incomplete", "unknown")

FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "success": _BOOL,
        "verdict": _TEXT,
        "error": _TEXT,
        "error_type": _TEXT,
        "hint": _TEXT,
        "retryable": _BOOL,
        "retry_after_ms": _WHOLE,
        "summary_line": _TEXT,
        "next_step": _TEXT,
        "warnings": _TEXTS,
        "truncated": _BOOL,
        "listed_cap": _WHOLE,
        "completeness": Field(_DEGREES.__contains__, f"one of {', '.join(_DEGREES)}"),
        "completeness_reasons": _TEXTS,
        "deprecation": Field(
            lambda value: is_text(value) or (isinstance(value, Mapping) and bool(value)), "a text or an object"
        ),
        "file_path": _TEXT,
        "pr_url": _TEXT,
        "pr_number": _WHOLE,
        "agent_summary": Field(lambda value: isinstance(value, Mapping), "an object"),
    }
)
"""The envelope's own fields."""

MIRRORED = ("summary_line", "verdict", "next_step")
"""What ``agent_summary`` repeats."""
