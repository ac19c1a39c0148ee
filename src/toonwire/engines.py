"""The two engines under one contract, and which one serves.

Contract: both engines do the same to the letter: values, text, errors with their places, hooks and limits.
The compiled engine serves where it was built; ``TOONWIRE_ENGINE``, read when toonwire is imported, asks for
one of the two.  The parts of the reference engine are loaded when they are first needed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Literal, NamedTuple, cast

from toonwire.errors import OptionError
from toonwire.options import DecodeOptions, EncodeOptions

__all__ = ["Engine", "EngineName", "Lower", "chosen", "load"]

EngineName = Literal["reference", "native"]

Lower = Callable[[Any], Any]
"""Brings one host value to the JSON model, one level deep."""

Source = str | bytes | bytearray | memoryview


class Engine(NamedTuple):
    """What an engine does.

    The third argument of both encoders makes the :data:`Lower` for one call.  The ``quick`` functions get one
    of the public functions of the same name and the defaults of its options, and return one that does the
    same, sooner where a call gives no option.
    """

    name: EngineName
    encode: Callable[[Any, EncodeOptions, Callable[[], Lower]], str]
    encode_bytes: Callable[[Any, EncodeOptions, Callable[[], Lower]], bytes]
    decode: Callable[[Source, DecodeOptions], Any]
    quick_encode: Callable[..., Any]
    quick_encode_bytes: Callable[..., Any]
    quick_decode: Callable[..., Any]


def chosen() -> Engine:
    """The engine that ``TOONWIRE_ENGINE`` asks for; without it the compiled one, if it was built.

    Raises an ImportError where it asks for the compiled engine and that was not built, and
    :class:`~toonwire.errors.OptionError` for any other name.
    """
    wanted = os.environ.get("TOONWIRE_ENGINE", "")
    if wanted not in ("", "reference", "native"):
        raise OptionError(option="TOONWIRE_ENGINE", expected='"reference" or "native"', found=ascii(wanted))
    try:
        return load("reference" if wanted == "reference" else "native")
    except ImportError as error:
        if wanted:
            raise ImportError(
                f"TOONWIRE_ENGINE=native, but the native engine cannot be loaded ({error}): install toonwire again "
                "with a C++ compiler and TOONWIRE_REQUIRE_NATIVE=1, or unset TOONWIRE_ENGINE"
            ) from error
    return load("reference")


def load(name: EngineName) -> Engine:
    """One of the engines.  Raises an ImportError for a compiled engine that is not there."""
    if name == "native":
        native = import_module("toonwire.native")
        encoders, quick = (native.encode, native.encode_bytes), (native.quick_encode, native.quick_encode_bytes)
        return Engine("native", *encoders, native.decode, *quick, native.quick_decode)
    return Engine("reference", _encode, _encode_bytes, _decode, _no_quicker, _no_quicker, _no_quicker)


def _encode(value: Any, options: EncodeOptions, lowering: Callable[[], Lower]) -> str:
    return cast("str", _part("encoder").encode(value, options, lowering()))


def _encode_bytes(value: Any, options: EncodeOptions, lowering: Callable[[], Lower]) -> bytes:
    return _encode(value, options, lowering).encode()


def _decode(source: Source, options: DecodeOptions) -> Any:
    return _part("decoder").decode(source, options)


def _no_quicker(careful: Callable[..., Any], *_: Any) -> Callable[..., Any]:
    return careful


@cache
def _part(name: str) -> Any:
    return import_module(f"toonwire.reference.{name}")
