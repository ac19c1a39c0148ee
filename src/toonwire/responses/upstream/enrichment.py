"""Data that makes an answer better and whose absence does not make it wrong.

Contract: a failure never fails the answer.  One that was to be expected is silent, any other is reported.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from toonwire.responses.upstream.failures import UpstreamNotFound

__all__ = ["aoptional", "optional"]

_T = TypeVar("_T")
Report = Callable[[Exception], object]

_log = logging.getLogger("toonwire.responses")


def optional(
    fetch: Callable[[], _T],
    *,
    expected: type[Exception] | tuple[type[Exception], ...] = UpstreamNotFound,
    report: Report | None = None,
) -> _T | None:
    """What ``fetch()`` returns, None where it fails.

    expected: failures that mean "there is none" and are not worth a report.
    report: gets any other; without it the failure is logged to ``toonwire.responses`` with its traceback.  Should
        the report fail too, that is logged.

    >>> optional(lambda: {"sha": "9fceb02"})
    {'sha': '9fceb02'}
    >>> reported = []
    >>> optional(lambda: {}["commit"], report=reported.append), reported
    (None, [KeyError('commit')])
    """
    try:
        return fetch()
    except expected:
        return None
    except Exception as failure:
        _reported(failure, report)
        return None


async def aoptional(
    fetch: Callable[[], Awaitable[_T]],
    *,
    expected: type[Exception] | tuple[type[Exception], ...] = UpstreamNotFound,
    report: Report | None = None,
) -> _T | None:
    """:func:`optional` for a function that is awaited; a cancelled task stays cancelled."""
    try:
        return await fetch()
    except expected:
        return None
    except Exception as failure:
        _reported(failure, report)
        return None


def _reported(failure: Exception, report: Report | None) -> None:
    if report is None:
        _log.error("optional data could not be fetched", exc_info=failure)
        return
    try:
        report(failure)
    except Exception as second:
        _log.error("a failure could not be reported: %r", failure, exc_info=second)
