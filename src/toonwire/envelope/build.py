"""Responses made and checked at once, for tools that work with plain dicts.

Contract: both builders keep every rule of :class:`~toonwire.envelope.Envelope` or raise; what they return is
ready to be rendered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toonwire.envelope.check import check
from toonwire.envelope.model import Envelope
from toonwire.errors import EnvelopeError

__all__ = ["build_error", "build_response", "validate_tool_response"]


def build_response(*, success: bool = True, verdict: str, **fields: Any) -> dict[str, Any]:
    """A response as a dict: success, verdict, the fields in order, warnings last.

    >>> build_response(verdict="INFO", callers=["main"], warnings=[])
    {'success': True, 'verdict': 'INFO', 'callers': ['main']}
    """
    return Envelope(success=success, verdict=verdict, **fields)._response


def build_error(error: str, *, verdict: str = "ERROR", **fields: Any) -> dict[str, Any]:
    """The response of a failed call.

    >>> build_error("no such file", error_type="file_not_found", hint="list the folder first")["verdict"]
    'ERROR'
    """
    return Envelope(success=False, verdict=verdict, error=error, **fields)._response


def validate_tool_response(response: Mapping[str, Any]) -> None:
    """Raises one :class:`EnvelopeError` with every rule that a response breaks; also under ``python -O``.

    >>> validate_tool_response({"success": True, "verdict": "OK", "error": "boom"})
    Traceback (most recent call last):
    toonwire.errors.EnvelopeError: 2 rules are broken:
    - error-on-success at error: ...
    - verdict-unknown at verdict: ...
    """
    found = check(response)
    if found:
        first = found[0]
        raise EnvelopeError(
            first.rule,
            field=first.path,
            found=first.found,
            expected=first.expected,
            hint=first.hint,
            violations=tuple(map(str, found)),
        )
