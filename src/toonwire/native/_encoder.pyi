from collections.abc import Callable
from typing import Any, Literal, overload

@overload
def encode(
    value: Any,
    indent: int,
    delimiter: str,
    nan_is_null: bool,
    max_depth: int,
    max_digits: int,
    as_bytes: Literal[False],
    /,
) -> str | None: ...
@overload
def encode(
    value: Any,
    indent: int,
    delimiter: str,
    nan_is_null: bool,
    max_depth: int,
    max_digits: int,
    as_bytes: Literal[True],
    /,
) -> bytes | None: ...
@overload
def encode(
    value: Any,
    indent: int,
    delimiter: str,
    nan_is_null: bool,
    max_depth: int,
    max_digits: int,
    as_bytes: bool,
    /,
) -> str | bytes | None: ...
def quick(
    careful: Callable[..., Any],
    otherwise: Callable[[Any], Any],
    indent: int,
    delimiter: str,
    nan_is_null: bool,
    max_depth: int,
    max_digits: int,
    as_bytes: bool,
    /,
) -> Callable[..., Any]: ...
