"""numpy scalars and arrays.

Contract: numpy is never imported here.  A scalar becomes the Python value that equals it, an array the
nested lists of such values at once; a float that is narrower than a double keeps its own shortest
digits (``float32(0.1)`` is 0.1), one that is wider keeps them as an exact decimal.  A NaN stays a NaN and
"not a time" becomes one, so that the encoder's policy for NaN decides.  What has no JSON form (complex,
void, timedelta64, bytes) is answered with NotImplemented.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from math import nan
from sys import modules
from typing import Any

__all__ = ["array_values", "scalar_value"]


def scalar_value(value: Any) -> Any:
    """One level of a ``numpy.generic``."""
    if (convert := _cell(value.dtype)) is not None:
        return convert(value)
    return value.item() if value.dtype.kind in _PLAIN else NotImplemented


def array_values(value: Any) -> Any:
    """The nested lists of a ``numpy.ndarray``, or the one value of an array without dimensions.

    Object arrays keep their elements as they are; a masked element is null.
    """
    convert = _cell(value.dtype)
    if convert is None:
        return value.tolist() if value.dtype.kind in _PLAIN else NotImplemented
    numpy = modules["numpy"]
    bare = numpy.asarray(value)
    cells = numpy.empty(bare.size, object)
    cells[:] = [convert(cell) for cell in bare.flat]
    # astype keeps the mask of a masked array; its data is filled from underneath
    out = value.astype(object)
    numpy.asarray(out)[...] = cells.reshape(bare.shape)
    return out.tolist()


_PLAIN = frozenset("biufOUT")
"""Kinds of dtype whose own ``tolist`` gives exact Python values: bools, integers, doubles, objects, text."""


def _cell(dtype: Any) -> Callable[[Any], Any] | None:
    """What converts a single element, or None where numpy's own conversion is right."""
    if dtype.kind == "M":
        return _iso_text
    if dtype.kind == "f" and dtype.char != "d":
        return _narrow if dtype.itemsize < 8 else _wide
    return None


def _iso_text(value: Any) -> Any:
    text = str(value)
    return nan if text == "NaT" else text


def _narrow(value: Any) -> float:
    return float(_shortest(value))


def _wide(value: Any) -> Any:
    return Decimal(_shortest(value)) if modules["numpy"].isfinite(value) else float(value)


def _shortest(value: Any) -> str:
    """The fewest digits that name this value among those of its type, whatever the print options say."""
    text: str = modules["numpy"].format_float_scientific(value)
    return text
