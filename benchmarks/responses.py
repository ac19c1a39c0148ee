"""What a response of 20 rows costs, from payload to result, and what well-formed text costs.

Contract: the payload goes through every step but the schema: fields are chosen, nulls dropped, a list capped, the
whole held to a budget, an action and a note added.  The best of many short runs counts.  Exit code 1 where a cost is
above its limit with the native engine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from toonwire import engine
from toonwire.responses import MODES, Response, suggested_action
from toonwire.shaping import well_formed

__all__ = ["answer", "cost", "main"]

RESPONSE_LIMIT, TEXT_LIMIT = 500.0, 5.0
"""Microseconds, for a response and for 100 KB of ASCII."""

FIELDS = ["project", "issues.id", "issues.key", "issues.title", "issues.state", "issues.url", "issues.note"]
PAYLOAD: dict[str, Any] = {
    "project": "backend",
    "issues": [
        {
            "id": n,
            "key": f"BE-{n}",
            "title": f"Saving a draft fails at step {n}",
            "state": "open",
            "owner": f"user{n}",
            "url": f"https://issues.example/be/BE-{n}",
            "note": None,
            "etag": f"W/{n}",
        }
        for n in range(20)
    ],
}
LOOK = suggested_action("get_issue", {"key": "BE-0"}, "It has the stack trace.")


def answer() -> Response:
    """A response that uses all steps."""
    made = Response(PAYLOAD, "Issues", "backend", fields=FIELDS).cap("issues", 20, total=39).fit(100_000)
    return made.action(LOOK).note("Closed issues are left out.")


def cost(call: Callable[[], object], *, rounds: int = 40, calls: int = 25) -> float:
    """Microseconds of one call."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        for _ in range(calls):
            call()
        best = min(best, (process_time() - start) / calls * 1e6)
    return best


def main() -> int:
    """Prints a table."""
    text = "x" * 100_000
    rows = [(f"20 rows, {mode}", cost(lambda mode=mode: answer().wire(mode)), RESPONSE_LIMIT) for mode in MODES]
    rows += [("20 rows, page", cost(lambda: answer().markdown()), float("inf"))]
    rows += [("well-formed, 100 KB", cost(lambda: well_formed(text)), TEXT_LIMIT)]
    for name, taken, limit in rows:
        print(f"{name:<22}{taken:>8.1f} us" + (f", limit {limit:g}" if limit < float("inf") else ""))
    return int(engine() == "native" and any(taken > limit for _, taken, limit in rows))


if __name__ == "__main__":
    sys.exit(main())
