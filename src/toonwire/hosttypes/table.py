"""The table: what each type becomes.

Contract: the rows are read from the top and the first that fits decides.  A subclass of a type that JSON
has is that type; an object with fields is an object; last come the protocols.  A step takes one value
and returns another, which may need a step in turn, or NotImplemented for a value that has no JSON form.
"""

from __future__ import annotations

from collections import UserString
from collections.abc import Callable, Mapping, MappingView, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from enum import Enum
from typing import Any

from toonwire.hosttypes.arrays import array_values, scalar_value
from toonwire.hosttypes.keys import from_mapping
from toonwire.hosttypes.loaded import loaded
from toonwire.hosttypes.moments import MOMENT_NAMES, moment_step, uuid_step
from toonwire.hosttypes.records import Step, record_step

__all__ = ["Step", "step_for"]


def step_for(cls: type, order: Step) -> Step:
    """The step for the instances of ``cls``; ``order`` is the one for sets (``toonwire.hosttypes.sets``)."""
    for base, step in _BUILT_IN:
        if issubclass(cls, base):
            return step
    for (module, name), make in _OF_LIBRARIES:
        of_library = loaded(module, name)
        if of_library is not None and issubclass(cls, of_library):
            return make(cls)
    if (record := record_step(cls)) is not None:
        return record
    for base, step in _PROTOCOLS:
        if issubclass(cls, base):
            return step
    return order if issubclass(cls, AbstractSet) else _unknown


def _unknown(_value: Any) -> Any:
    return NotImplemented


def _enum_value(member: Any) -> Any:
    return member.value


_BUILT_IN: tuple[tuple[type | tuple[type, ...], Step], ...] = (
    (Enum, _enum_value),
    # the base's own method: what the subclass overrides is not asked
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
    (Decimal, Decimal),
    (dict, from_mapping),
    ((list, tuple), list),
    ((bytes, bytearray, memoryview), _unknown),
)

# Modules that only some programs load; a class of one exists only where it was loaded.
_OF_LIBRARIES: tuple[tuple[tuple[str, str], Callable[[type], Step]], ...] = (
    *((("datetime", name), moment_step) for name in MOMENT_NAMES),
    (("uuid", "UUID"), uuid_step),
    (("pathlib", "PurePath"), lambda _: str),
    (("numpy", "generic"), lambda _: scalar_value),
    (("numpy", "ndarray"), lambda _: array_values),
)

_PROTOCOLS: tuple[tuple[type, Step], ...] = (
    (UserString, str),
    (Mapping, from_mapping),
    (Sequence, list),
    # the keys, items and values of a mapping have its order
    (MappingView, list),
)
