"""The fields of an envelope: their names, and what each may hold.

Contract: a name that stands here means the same in every envelope; any other key is the payload's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = ["FIELDS", "MIRRORED", "Field", "Kind", "is_text"]


class Kind(IntEnum):
    """Kinds of fields; the native engine knows them by their numbers."""

    TEXT = 0
    TRUTH = 1
    WHOLE = 2
    TEXTS = 3
    WARNINGS = 4
    DEGREE = 5
    DEPRECATION = 6
    SUMMARY = 7


class Field(NamedTuple):
    """What a field may hold: a kind, a test, and the same in words."""

    kind: Kind
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


_TEXT = Field(Kind.TEXT, is_text, "a text that is not blank")
_BOOL = Field(Kind.TRUTH, lambda value: isinstance(value, bool), "true or false")
_WHOLE = Field(Kind.WHOLE, _is_whole, "a whole number of at least 0")
_TEXTS = Field(Kind.TEXTS, _are_texts, "a list of texts that are not blank")
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
        "warnings": _TEXTS._replace(kind=Kind.WARNINGS),
        "truncated": _BOOL,
        "listed_cap": _WHOLE,
        "completeness": Field(Kind.DEGREE, _DEGREES.__contains__, f"one of {', '.join(_DEGREES)}"),
        "completeness_reasons": _TEXTS,
        "deprecation": Field(
            Kind.DEPRECATION,
            lambda value: is_text(value) or (isinstance(value, Mapping) and bool(value)),
            "a text or an object",
        ),
        "file_path": _TEXT,
        "pr_url": _TEXT,
        "pr_number": _WHOLE,
        "agent_summary": Field(Kind.SUMMARY, lambda value: isinstance(value, Mapping), "an object"),
    }
)
"""The envelope's own fields."""

MIRRORED = ("summary_line", "verdict", "next_step")
"""What ``agent_summary`` repeats."""
