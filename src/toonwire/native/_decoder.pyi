from collections.abc import Callable
from typing import Any

DECLINED: object

def decode(
    data: object,
    indent: int,
    max_depth: int,
    max_digits: int,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
) -> Any: ...
def quick(
    careful: Callable[..., Any], otherwise: Callable[[Any], Any], indent: int, max_depth: int, max_digits: int
) -> Callable[..., Any]: ...
