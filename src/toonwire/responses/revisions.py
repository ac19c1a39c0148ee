"""Revisions of the Model Context Protocol, as far as results of tools differ between them."""

from __future__ import annotations

from typing import Any

from toonwire.errors import OptionError

__all__ = ["LATEST", "REVISIONS", "carries", "has_result_type", "known"]

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The released revisions, oldest first."""

LATEST = REVISIONS[-1]
_STRUCTURED = "2025-06-18"
_ANY_VALUE = "2026-07-28"


def known(revision: str) -> str:
    """The revision, or an :class:`OptionError` where there is none of that date."""
    if revision not in REVISIONS:
        raise OptionError(option="revision", expected=f"one of {', '.join(REVISIONS)}", found=ascii(revision))
    return revision


def carries(revision: str, structured: Any) -> bool:
    """Whether a result may hold this value as structured content: since 2025-06-18 an object, since 2026-07-28 any.

    >>> carries("2025-03-26", {}), carries("2025-11-25", {}), carries("2025-11-25", [1]), carries("2026-07-28", [1])
    (False, True, False, True)
    """
    return known(revision) >= (_STRUCTURED if isinstance(structured, dict) else _ANY_VALUE)


def has_result_type(revision: str) -> bool:
    """Whether each result says that it is complete."""
    return known(revision) >= _ANY_VALUE
