"""What an engine makes of an input, as data that can be compared: a value, an error, or what a hook raised."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tests.native.prove_decoder import alike
from toonwire.engines import Engine, load
from toonwire.errors import ToonError
from toonwire.hosttypes import lowering
from toonwire.options import EncodeOptions

__all__ = ["DifferenceError", "RefusedError", "encoded", "engines", "outcome", "require_alike"]


@cache
def engines() -> tuple[Engine, Engine]:
    """Both.  Raises an ImportError where the native engine is not built."""
    return load("reference"), load("native")


class DifferenceError(AssertionError):
    """The invariant of a target does not hold; the message has all that is needed to repeat it."""


class RefusedError(Exception):
    """What the hooks of the targets raise on purpose."""


def outcome(run: Callable[[], Any]) -> list[Any]:
    """``["value", v]``, ``["error", all that the error knows]`` or ``["raised", text]``."""
    try:
        return ["value", run()]
    except ToonError as error:
        return ["error", error.to_dict()]
    except RefusedError as error:
        return ["raised", str(error)]


def encoded(
    engine: Engine, value: Any, options: EncodeOptions, default: Callable[[Any], Any] | None, *, as_bytes: bool = False
) -> list[Any]:
    """The outcome of encoding by an engine that is not the one of this process."""
    lower: Any = lowering(default, lambda part: engine.encode(part, options, lambda: lower))
    run = engine.encode_bytes if as_bytes else engine.encode
    return outcome(lambda: run(value, options, lambda: lower))


def require_alike(left: Any, right: Any, names: tuple[str, str], what: object) -> None:
    """Raises :class:`DifferenceError` unless both have equal values, types, key orders and signs of zeros."""
    if not alike(left, right):
        raise DifferenceError(f"{what}\n{names[0]}: {left!r}\n{names[1]}: {right!r}")
