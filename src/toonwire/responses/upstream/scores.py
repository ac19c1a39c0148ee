"""Scored results, of which only the first few carry the part that is expensive to fetch or to read.

Contract: all rows have the same fields, so they are one table; a detail that is not carried is None.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from toonwire.errors import OptionError

__all__ = ["scored"]


def scored(
    results: Iterable[Mapping[str, Any]],
    detail: str,
    *,
    carry: int = 3,
    fetch: Callable[[Mapping[str, Any]], Any] | None = None,
    score: str = "score",
    best: float = 1.0,
    digits: int = 3,
) -> list[dict[str, Any]]:
    """The results, best first, with scores from 0 to 1 and a detail in the first ``carry`` of them.

    detail: the key of the expensive part.  fetch: gives it for one result; it is called for the first few only, and
        without it the part is taken from the result itself.
    score: the key of the score; best: the highest score the service gives.  Equal scores keep their order.
    digits: to how many the scores are rounded, after sorting.

    Raises :class:`OptionError` for a score that is missing, no number or not between 0 and ``best``.

    >>> pages = [{"path": "/a", "score": 2.0}, {"path": "/b", "score": 8.0}]
    >>> scored(pages, "snippet", carry=1, best=10, fetch=lambda page: f"text of {page['path']}")
    [{'path': '/b', 'score': 0.8, 'snippet': 'text of /b'}, {'path': '/a', 'score': 0.2, 'snippet': None}]
    """
    if not 0 < best < math.inf:
        raise OptionError(option="best", expected="a number above 0", found=ascii(best))
    shares = [(_share(result, score, best), result) for result in results]
    shares.sort(key=lambda pair: -pair[0])
    out = []
    for place, (share, result) in enumerate(shares):
        told: Any = None
        if place < carry:
            told = result.get(detail) if fetch is None else fetch(result)
        out.append({**result, score: round(share, digits), detail: told})
    return out


def _share(result: Mapping[str, Any], score: str, best: float) -> float:
    value = result.get(score)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= best:
        raise OptionError(option=score, expected=f"a score from 0 to {best:g}", found=ascii(value))
    return value / best
