"""Objects with named fields: dataclasses, attrs classes, pydantic models and msgspec structs.

Contract: only the object itself is taken apart; the values of its fields stay as they are.  A step is
made once for a class, from what the class says about its fields.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from toonwire.errors import ErrorCode
from toonwire.hosttypes.loaded import loaded
from toonwire.rules.fault import Fault

__all__ = ["record_step"]

Step = Callable[[Any], Any]


def record_step(cls: type) -> Step | None:
    """What turns the instances of a class with fields into a dict (or a list), None for other classes."""
    for is_kind, make in _KINDS:
        if is_kind(cls):
            return make(cls)
    return None


def _by_attributes(names: tuple[str, ...]) -> Step:
    def step(value: Any) -> dict[str, Any]:
        return {name: getattr(value, name) for name in names}

    return step


# ---- dataclasses and attrs


def _is_dataclass(cls: type) -> bool:
    return isinstance(getattr(cls, "__dataclass_fields__", None), dict)


def _dataclass_step(cls: type) -> Step:
    return _by_attributes(tuple(field.name for field in fields(cls)))


def _is_attrs(cls: type) -> bool:
    return isinstance(getattr(cls, "__attrs_attrs__", None), tuple)


def _attrs_step(cls: Any) -> Step:
    return _by_attributes(tuple(attribute.name for attribute in cls.__attrs_attrs__))


# ---- pydantic


def _is_model(cls: type) -> bool:
    base = loaded("pydantic.main", "BaseModel")
    return base is not None and issubclass(cls, base) and hasattr(cls, "model_dump")


def _model_step(_cls: type) -> Step:
    return _dump_model


def _dump_model(model: Any) -> Any:
    try:
        return model.model_dump()
    except ValueError as error:
        if (code := _WALK_FAILED.get(str(error))) is None:
            raise
        raise Fault(code, expected="a model that pydantic can dump", found=str(error).lower()) from None


# pydantic walks the whole model and has no exception classes for these.
_WALK_FAILED = {
    "Circular reference detected (id repeated)": ErrorCode.CYCLE,
    "Circular reference detected (depth exceeded)": ErrorCode.DEPTH_LIMIT,
    "Maximum serialization depth exceeded": ErrorCode.DEPTH_LIMIT,
}


# ---- msgspec


def _is_struct(cls: type) -> bool:
    base = loaded("msgspec", "Struct")
    return base is not None and issubclass(cls, base)


def _struct_step(cls: Any) -> Step:
    """As ``msgspec.to_builtins`` writes the outermost object."""
    config = cls.__struct_config__
    tag = [] if config.tag is None else [(config.tag_field, config.tag)]
    names = tuple(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True))
    if config.array_like:
        head = [value for _, value in tag]
        return lambda struct: head + [getattr(struct, name) for name, _ in names]

    unset = sys.modules["msgspec"].UNSET
    is_default = _default_test(cls) if config.omit_defaults else _never

    def step(struct: Any) -> dict[str, Any]:
        out = dict(tag)
        for name, key in names:
            value = getattr(struct, name)
            if value is not unset and not is_default(name, value):
                out[key] = value
        return out

    return step


def _never(_name: str, _value: Any) -> bool:
    return False


def _default_test(cls: Any) -> Callable[[str, Any], bool]:
    """Whether a field holds its default: that very object, or an empty list, dict or set that is made anew."""
    defaults = cls.__struct_defaults__
    first = len(cls.__struct_fields__) - len(defaults)
    by_name: dict[str, Any] = dict(zip(cls.__struct_fields__[first:], defaults, strict=True))
    factory: Any = loaded("msgspec._core", "Factory")
    makers = {name: made.factory for name, made in by_name.items() if type(made) is factory}
    absent = object()

    def is_default(name: str, value: Any) -> bool:
        if value is by_name.get(name, absent):
            return True
        kind = type(value)
        return kind is makers.get(name) and kind in (list, dict, set) and not value

    return is_default


_KINDS: tuple[tuple[Callable[[type], bool], Callable[[Any], Step]], ...] = (
    (_is_model, _model_step),
    (_is_struct, _struct_step),
    (_is_dataclass, _dataclass_step),
    (_is_attrs, _attrs_step),
)
