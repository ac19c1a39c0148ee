"""Envelopes in one pass over their values, where the native engine serves.

Contract: what it is not sure of it declines, and the functions in Python decide; so both engines accept the same
envelopes, raise the same errors and write the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from importlib import import_module
from typing import Any, NamedTuple

from toonwire import codec
from toonwire.engines import EngineName
from toonwire.envelope.honesty import states
from toonwire.envelope.shape import Shape, shape_of
from toonwire.envelope.surface import HONEST_SURFACE, TOON_CONTROL_SURFACE
from toonwire.options import Limits

__all__ = ["PASS", "Built", "OnePass", "one_pass"]


_Function = Callable[..., bytes]
Verdicts = tuple[frozenset[str], frozenset[str]]


class Built:
    """A finished response with its shape, made by ``_carefully``, which a subclass has."""

    __slots__ = ("_response", "_shape")

    _response: dict[str, Any]
    _shape: Shape
    _carefully: Callable[..., dict[str, Any]]

    def __init__(
        self, payload: Mapping[str, Any] | None = None, /, *, success: bool = True, verdict: str, **fields: Any
    ) -> None:
        response = self._carefully(payload, success, verdict, fields)
        object.__setattr__(self, "_response", response)
        object.__setattr__(self, "_shape", shape_of(tuple(response)))


class OnePass(NamedTuple):
    """What is done in one pass.

    ``accept(response, shape, verdicts)`` finishes a response of that shape where it keeps all rules for sure; else
    it answers 0 and leaves it as it is.  The verdicts are those that a success and a failure may have.
    ``wire(response, beside)`` is the compact wire in JSON with these keys beside its content, or None.
    ``renders`` gives ``render_bytes`` a short way to such wires.  ``base`` is the base of envelopes, which accepts
    what it can.
    """

    accept: Callable[[dict[str, Any], Shape, Verdicts], int]
    wire: Callable[[dict[str, Any], tuple[str, ...]], bytes | None]
    renders: Callable[[_Function], _Function]
    base: type[Built]


def one_pass(engine: EngineName) -> OnePass:
    """The functions that go with an engine; the reference engine declines everything."""
    if engine != "native":
        return OnePass(lambda *_: 0, lambda *_: None, lambda careful: careful, Built)
    native = import_module("toonwire.native._envelope")
    limits = Limits()
    sizes = limits.max_depth, limits.max_number_digits

    def renders(careful: _Function) -> _Function:
        return wraps(careful)(native.renderer(careful, TOON_CONTROL_SURFACE, HONEST_SURFACE, *sizes))

    return OnePass(partial(native.accept, states), partial(native.wire, *sizes), renders, native.Built)


PASS = one_pass(codec.engine())
"""For the engine that serves this process."""
