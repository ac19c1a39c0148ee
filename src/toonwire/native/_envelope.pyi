from collections.abc import Callable, Mapping
from typing import Any

def wire(max_depth: int, max_digits: int, response: dict[str, Any], beside: tuple[str, ...], /) -> bytes | None: ...
def renderer(
    careful: Callable[..., bytes], control: Any, honest: Any, max_depth: int, max_digits: int, /
) -> Callable[..., bytes]: ...
def accept(
    states: Callable[..., bool],
    response: dict[str, Any],
    shape: tuple[Any, ...],
    verdicts: tuple[frozenset[str], frozenset[str]],
) -> int: ...

class Built:
    _response: dict[str, Any]
    _shape: Any

    def __init__(
        self, payload: Mapping[str, Any] | None = None, /, *, success: bool = True, verdict: str, **fields: Any
    ) -> None: ...
