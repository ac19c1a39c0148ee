"""Failures of the services behind a tool, told apart from answers.

Contract: an answer that reports an error is an error, whatever its status says; data that is missing is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from toonwire.paths import parse_path
from toonwire.shaping.cap_text import cap_text

__all__ = ["UpstreamError", "UpstreamNotFound", "raise_for_upstream_error"]

_T = TypeVar("_T")
_MESSAGE_LIMIT = 500
_TEXTS = ("message", "detail", "title", "reason", "error_description", "description", "error", "code")


class UpstreamError(Exception):
    """A service behind the tool failed, or said in its answer that it did.

    message: what the service said, at most 500 characters.  It is somebody else's text: show it as untrusted.
    status: the HTTP status, if there was one.  where: the path of the error in the answer, "" where there is none.
    """

    def __init__(self, message: str, *, status: int | None = None, where: str = "") -> None:
        super().__init__(message, status, where)
        self.message = message
        self.status = status
        self.where = where

    def __str__(self) -> str:
        return self.message


class UpstreamNotFound(UpstreamError):
    """What was asked for by its exact handle is not there."""


def raise_for_upstream_error(
    answer: _T,
    *,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
    missing_headers: Iterable[str] = (),
    paths: Iterable[str] = ("error", "errors"),
    flags: Iterable[str] = ("ok", "success"),
    partial: str | None = None,
) -> _T:
    """The answer of a service, unless it reports an error.

    status: 404 and 410 raise :class:`UpstreamNotFound`, others from 400 on :class:`UpstreamError`.
    missing_headers: names of headers by which a service marks a page that is not there though the status is 200;
        any value but an empty one, ``0`` and ``false`` counts.
    paths: where an answer holds its errors; anything there but null, false, zero, "" and empty containers is one.
    flags: keys at the top that are false where the call failed.
    partial: the key of the data, where an answer may hold data and errors; with data there it is no failure.

    >>> raise_for_upstream_error({"results": [], "error": None})
    {'results': [], 'error': None}
    >>> raise_for_upstream_error({"results": [], "error": {"message": "index is being built"}})
    Traceback (most recent call last):
    toonwire.responses.upstream.failures.UpstreamError: index is being built
    >>> raise_for_upstream_error("<html>", headers={"X-Not-Found": "1"}, missing_headers=["x-not-found"])
    Traceback (most recent call last):
    toonwire.responses.upstream.failures.UpstreamNotFound: the service marked the answer as not found (X-Not-Found)
    """
    _raise_for_status(answer, status)
    _raise_for_headers(status, headers or {}, missing_headers)
    if isinstance(answer, Mapping) and not (partial is not None and answer.get(partial)):
        for path in paths:
            said = _at(answer, path)
            if said:
                raise UpstreamError(_message(answer if said is True else said), status=status, where=path)
        for flag in flags:
            if answer.get(flag) is False:
                raise UpstreamError(_message(answer), status=status, where=flag)
    return answer


def _raise_for_status(answer: Any, status: int | None) -> None:
    if status is None or status < 400:
        return
    kind = UpstreamNotFound if status in (404, 410) else UpstreamError
    said = _message(answer) if isinstance(answer, Mapping) else _SILENT
    raise kind(f"status {status}" if said == _SILENT else said, status=status)


def _raise_for_headers(status: int | None, headers: Mapping[str, str], missing: Iterable[str]) -> None:
    wanted = {name.casefold() for name in missing}
    for name, value in headers.items():
        if name.casefold() in wanted and value.strip().casefold() not in ("", "0", "false"):
            raise UpstreamNotFound(f"the service marked the answer as not found ({name})", status=status)


def _at(answer: Any, path: str) -> Any:
    for step in parse_path(path):
        if isinstance(answer, Mapping):
            answer = answer.get(step)
        elif isinstance(answer, list) and isinstance(step, int) and step < len(answer):
            answer = answer[step]
        else:
            return None
    return answer


_SILENT = "the service reported an error without a message"


def _message(said: Any) -> str:
    """What an error says, wherever services are used to put it; of several the first, and how many more."""
    more = 0
    for _ in range(4):  # {"errors": [{"error": {"message": …}}]} is as deep as it gets
        if isinstance(said, list) and said:
            more += len(said) - 1
            said = said[0]
        elif isinstance(said, Mapping):
            said = next((said[key] for key in _TEXTS if said.get(key)), None)
    if isinstance(said, bool) or not isinstance(said, (str, int)) or not str(said).strip():
        return _SILENT
    told = cap_text(str(said).strip(), _MESSAGE_LIMIT).text
    return f"{told} (and {more} more)" if more else told
