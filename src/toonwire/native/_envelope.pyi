from collections.abc import Callable
from typing import Any

def wire(max_depth: int, max_digits: int, response: dict[str, Any], beside: tuple[str, ...], /) -> bytes | None: ...
def accept(
    states: Callable[..., bool],
    response: dict[str, Any],
    shape: tuple[Any, ...],
    verdicts: tuple[frozenset[str], frozenset[str]],
    /,
) -> int: ...
