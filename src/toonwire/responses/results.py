"""Results of tool calls as plain dicts with the names of the protocol; no SDK is needed.

Contract: a failure is marked as one, says everything in its first text block, and never looks like a success.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toonwire.envelope import build_error
from toonwire.errors import OptionError
from toonwire.responses.revisions import LATEST, carries, has_result_type
from toonwire.responses.secrets import redact
from toonwire.shaping import cap_text, well_formed

__all__ = ["as_result", "failure", "result"]

_LONGEST_ERROR = 1500
"""Characters of a message: some clients cut the text of an error at about 10,000."""

_NOTHING: Any = object()


def result(text: str, structured: Any = _NOTHING, *, revision: str = LATEST) -> dict[str, Any]:
    """A successful result: one text block, and structured content where there is some and the revision has it.

    >>> result("n: 1", {"n": 1}, revision="2025-11-25")
    {'content': [{'type': 'text', 'text': 'n: 1'}], 'structuredContent': {'n': 1}, 'isError': False}
    """
    made: dict[str, Any] = {"content": [{"type": "text", "text": text}]}
    if structured is not _NOTHING and carries(revision, structured):
        made["structuredContent"] = structured
    return _finished(made, False, revision)


def failure(
    message: str,
    *,
    hint: str = "",
    error_type: str = "",
    retry_after_ms: int | None = None,
    mode: str = "text",
    revision: str = LATEST,
) -> dict[str, Any]:
    r"""The result of a call that failed.

    message: what failed.  hint: what the caller can do about it.  error_type: a stable name for programs.
    retry_after_ms: when it may work; without it nothing is said about a retry.
    mode: only ``envelope`` has structured content, since only its schema knows errors.

    The text is cut after 1,500 characters of the message, and secrets in it are replaced.

    >>> failure("no issue PAY-9", hint="search_issues lists what there is", error_type="not_found")["content"]
    [{'type': 'text', 'text': 'no issue PAY-9\nHint: search_issues lists what there is\nType: not_found'}]
    """
    said = cap_text(redact(well_formed(message)), _LONGEST_ERROR).text.strip() or "the call failed"
    fields = {"hint": redact(well_formed(hint)).strip(), "error_type": error_type, "retry_after_ms": retry_after_ms}
    error = build_error(said, **{name: value for name, value in fields.items() if value not in ("", None)})
    lines = [said]
    lines += [f"{label}: {error[name]}" for name, label in _LABELS.items() if name in error]
    made: dict[str, Any] = {"content": [{"type": "text", "text": "\n".join(lines)}]}
    if mode == "envelope" and carries(revision, error):
        made["structuredContent"] = error
    return _finished(made, True, revision)


_LABELS: Mapping[str, str] = {"hint": "Hint", "error_type": "Type", "retry_after_ms": "Retry after (ms)"}


def _finished(made: dict[str, Any], is_error: bool, revision: str) -> dict[str, Any]:
    made["isError"] = is_error
    if has_result_type(revision):
        made["resultType"] = "complete"
    return made


def as_result(value: Any) -> dict[str, Any]:
    """A result as a dict: a mapping, or an SDK's object with ``model_dump``.

    Raises :class:`OptionError` for what has no list of content.
    """
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        value = dump(by_alias=True, exclude_none=True, mode="json")
    if not isinstance(value, Mapping) or not isinstance(value.get("content"), (list, tuple)):
        raise OptionError(
            option="result",
            expected="a result of a tool call, with a list of content",
            found=type(value).__name__,
            hint="structured_result makes one of a payload",
        )
    return dict(value)
