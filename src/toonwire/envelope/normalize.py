"""What is filled in before a mapping is rendered, and nothing else is.

Contract: a mapping is carried as it is.  Only a missing verdict is filled in, and a missing summary line is
taken from ``agent_summary``; what is wrong stays wrong and is left to ``check``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toonwire.envelope.alphabet import ALPHABET, Alphabet, is_missing
from toonwire.envelope.expand import expand
from toonwire.envelope.fields import is_text
from toonwire.envelope.model import Envelope
from toonwire.envelope.surface import is_wire
from toonwire.errors import EnvelopeError, ErrorCode

__all__ = ["finished", "normalize"]


def normalize(response: Envelope | Mapping[str, Any], *, alphabet: Alphabet = ALPHABET) -> dict[str, Any]:
    """A response with a verdict and a summary line, as far as they follow from it; always a new dict.

    A verdict is missing where the key is, or where it holds null, a blank text or ``n/a``.  It is then that of
    ``agent_summary``, so that a nested UNSAFE never becomes INFO; failing that INFO where ``success`` is true
    and ERROR where it is false.  Without a boolean ``success`` it stays missing.  Keys that are added come last.

    Of a rendered wire it is what the wire carries.

    >>> normalize({"success": True, "n": 1})
    {'success': True, 'n': 1, 'verdict': 'INFO'}
    >>> normalize({"success": True, "agent_summary": {"summary_line": "2 hits", "verdict": "WARN"}})["verdict"]
    'WARN'
    """
    return finished(response, alphabet).copy()


def finished(response: Envelope | Mapping[str, Any], alphabet: Alphabet = ALPHABET) -> dict[str, Any]:
    """:func:`normalize`, but perhaps the dict inside an envelope: only to be read."""
    if isinstance(response, Envelope):
        return response._response
    if is_wire(response):
        return expand(response)
    if not isinstance(response, Mapping):
        raise EnvelopeError(
            ErrorCode.FIELD_TYPE,
            found=type(response).__name__,
            expected="an envelope or a mapping",
            hint="put the value under a key",
        )
    out = dict(response)
    summary = out.get("agent_summary")
    inner: Mapping[str, Any] = summary if isinstance(summary, Mapping) else {}
    if is_missing(out.get("verdict")):
        verdict = inner.get("verdict")
        if not isinstance(verdict, str) or is_missing(verdict):
            success = out.get("success")
            verdict = (
                {True: alphabet.on_success, False: alphabet.on_failure}[success] if isinstance(success, bool) else None
            )
        if verdict is not None:
            out["verdict"] = verdict
    line = out.get("summary_line")
    if (line is None or (isinstance(line, str) and not is_text(line))) and is_text(inner.get("summary_line")):
        out["summary_line"] = inner["summary_line"]
    return out
