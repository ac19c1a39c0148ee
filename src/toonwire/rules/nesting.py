"""§3, §15: containers that may not be entered.

Contract: whoever walks a value says which container it is; here is only what is said about it.
"""

from __future__ import annotations

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault

__all__ = ["CYCLE", "too_deep"]

CYCLE = Fault(
    ErrorCode.CYCLE,
    expected="a value that does not contain itself",
    found="a container inside itself",
    hint="replace the inner reference by an identifier",
)


def too_deep(max_depth: int) -> Fault:
    """The fault of one container more than ``max_depth`` in each other."""
    return Fault(
        ErrorCode.DEPTH_LIMIT,
        expected=f"at most {max_depth} nested container{'s' * (max_depth != 1)}",
        found="one more",
        hint="raise Limits.max_depth or flatten the data",
    )
