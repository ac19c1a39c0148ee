"""The Python half of the native engine's ``encode``: host types, and errors that are the reference's."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from types import ModuleType
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.native import values
from toonwire.engines import load
from toonwire.errors import EncodeError, EncodeTypeError
from toonwire.hosttypes import lowering
from toonwire.options import EncodeOptions, Limits

REFERENCE = load("reference")


class Point(NamedTuple):
    x: int
    y: Any


class Box:
    """Of a type that only ``default`` knows."""

    def __init__(self, content: Any) -> None:
        self.content = content


def run(engine: Any, value: Any, options: EncodeOptions, default: Callable[[Any], Any] | None = None) -> Any:
    """The text, or what is raised."""
    lower: Any = lowering(default, lambda part: engine.encode(part, options, lambda: lower))
    try:
        text: str = engine.encode(value, options, lambda: lower)
    except EncodeError as error:
        return type(error), error.code, error.path, str(error)
    except Exception as error:
        return type(error), str(error)
    return text


def check(encoding: ModuleType, value: Any, options: EncodeOptions, default: Callable[[Any], Any] | None = None) -> Any:
    wanted = run(REFERENCE, value, options, default)
    assert run(encoding, value, options, default) == wanted
    if isinstance(wanted, str):
        assert encoding.encode_bytes(value, options, lambda: lowering(default, str)) == wanted.encode()
    return wanted


OPTIONS = EncodeOptions()

HOST_VALUES = [
    (1, 2),
    [(1, 2), (3,)],
    {"a": (), "b": ((),), "c": [({"d": ()},)]},
    Point(1, Point(2, "x")),
    [Point(1, 2), Point(3, 4)],
    {"p": Point(1, None), "q": Point(2, "é")},
    {1: 2, None: 3, False: 4, 2.5: 5},
    [{1: 2}, {"1": 3}],
    OrderedDict(b=1, a=2),
    {"d": date(2026, 1, 2)},
    UUID(int=1),
    [{"when": date(2026, 1, day), "id": UUID(int=day)} for day in (1, 2, 3)],
    {"s": {3, 1, 2}, "f": frozenset("ba"), "r": range(3)},
    Decimal("1.50"),
    [Decimal("1E+400"), 1, 2.5],
    [{"price": Decimal("19.90"), "n": 1}, {"price": Decimal("0.10"), "n": 2}],
    {"a": [{"n": (1, 2), "v": {"w": Decimal(1)}}]},
    float("nan"),
    [(float("inf"),), "\ufeff"],
]


@pytest.mark.parametrize("number", range(len(HOST_VALUES)))
def test_host_types(encoding: ModuleType, number: int) -> None:
    value = HOST_VALUES[number]
    for part in (value, [value], {"k": value}, [{"k": value}, {"k": value}], {"x": {"k": value}, "y": {"k": value}}):
        assert isinstance(check(encoding, part, OPTIONS), str)


def loop(of: Callable[[Any], Any]) -> Any:
    inner: list[Any] = [1]
    outer = of(inner)
    inner.append(outer)
    return outer


ERRORS = [
    object(),
    [1, object()],
    {"a": {"b": [1, {"c": object()}]}},
    [{"a": 1}, {"a": object()}],
    {"x": {"a": (1,)}, "y": {"a": {2: object()}}},
    b"bytes",
    {"a": 1, ("b",): 2},
    {"a": [{1: 1, "1": 2}]},
    {float("nan"): 1},
    "\ud800",
    {"a": (1, "\udfff")},
    {"\ud800": 1},
    [{"a": (), "\ud800": 1}],
    10**5000,
    {"a": (10**5000,)},
    {"a": [{"b": Decimal("1" * 5000)}]},
    loop(lambda inner: [inner]),
    loop(lambda inner: {"a": {"b": inner}}),
    loop(lambda inner: (1, inner)),
    loop(lambda inner: [{"a": {"b": inner}}, {"a": {"b": (1,)}}]),
    {"t": (1, 2), "c": loop(lambda inner: {"x": inner, "y": (1, 2)})},
    # the first error that the reference meets, which is not the first one in the document
    [{"a": 1, "b": object()}, {"a": b"", "b": 1}],
    {"a": "\ud800", "b": object()},
    {"a": object(), "b": "\ud800"},
    [["\ud800", (1,)], object()],
]


@pytest.mark.parametrize("number", range(len(ERRORS)))
def test_errors_are_those_of_the_reference(encoding: ModuleType, number: int) -> None:
    value = ERRORS[number]
    for part in (value, [value], {"k": [(), value]}, [{"k": (1,)}, {"k": value}]):
        for options in (OPTIONS, EncodeOptions(limits=Limits(max_depth=3))):
            error = check(encoding, part, options)
            assert issubclass(error[0], EncodeError)


def test_errors_of_options(encoding: ModuleType) -> None:
    for limit in range(6):
        for value in ((((((),),),),), {"a": ({"b": ((),)},)}, [{"a": {"b": ((1,),)}}], {1: {2: {3: {4: 5}}}}):
            check(encoding, value, EncodeOptions(limits=Limits(max_depth=limit)))
    check(encoding, (float("nan"),), EncodeOptions(nan="error"))
    check(encoding, ({"a": [1, float("inf")]},), EncodeOptions(nan="error"))
    wide = {"a": {"b": [1, [2]]}, "c": "é"}
    for indent in (1, 64, 1000):
        check(encoding, wide, EncodeOptions(indent=indent))
    for digits in (1, 10**30):
        check(encoding, [12, (1,)], EncodeOptions(limits=Limits(max_number_digits=digits)))


def test_default_is_asked_once_for_each_place_in_order(encoding: ModuleType) -> None:
    asked: list[Any] = []

    def default(box: Any) -> Any:
        asked.append(box.content)
        return box.content

    shared = Box(0)
    value = {
        "a": Box(1),
        "b": [Box((2, Box(3))), Box({"c": Box(4)})],
        "rows": [{"k": Box(5), "l": Box(6)}, {"k": Box(7), "l": [Box(8)]}],
        "keyed": {"x": {"k": Box(9)}, "y": {"k": Box({})}},
        "s": [shared, shared],
    }
    lower = lowering(default, str)
    text = encoding.encode(value, OPTIONS, lambda: lower)
    plain = {
        "a": 1,
        "b": [[2, 3], {"c": 4}],
        "rows": [{"k": 5, "l": 6}, {"k": 7, "l": [8]}],
        "keyed": {"x": {"k": 9}, "y": {"k": {}}},
        "s": [0, 0],
    }
    assert text == REFERENCE.encode(plain, OPTIONS, lambda: lower)
    wanted = [1, value["b"][0].content, 3, value["b"][1].content, 4, 5, 6, 7, 8, 9, {}, 0, 0]
    assert asked == wanted


def test_what_is_read_only_once_is_written(encoding: ModuleType) -> None:
    rows = [{"a": iter([1, 2]), "b": 1}, {"a": iter([3]), "b": [iter("x")]}]
    assert encoding.encode({"r": rows, "i": iter([{"k": iter([])}])}, OPTIONS, lambda: lowering(list, str)) == (
        "r[2]:\n  - a[2]: 1,2\n    b: 1\n  - a[1]: 3\n    b[1]:\n      - [1]: x\ni[1]:\n  - k: []"
    )
    # the error is the same although it is found when the iterator is used up
    with pytest.raises(EncodeError) as caught:
        encoding.encode({"i": iter([1, "\ud800"])}, OPTIONS, lambda: lowering(list, str))
    assert caught.value.path == "i[1]"


def test_what_default_raises_passes_through(encoding: ModuleType) -> None:
    def default(box: Any) -> Any:
        raise box.content

    for error in (ValueError("no"), KeyError("k"), EncodeTypeError.__new__(EncodeTypeError), KeyboardInterrupt()):
        for value in (Box(error), [1, Box(error)], {"a": (1, Box(error)), "b": [Box(ValueError("late"))]}):
            with pytest.raises(type(error)) as caught:
                encoding.encode(value, OPTIONS, lambda: lowering(default, str))
            assert caught.value is error


def test_the_first_error_is_the_one_that_the_reference_meets(encoding: ModuleType) -> None:
    asked: list[int] = []

    def default(box: Any) -> Any:
        asked.append(box.content)
        if box.content == 2:
            raise ValueError("second")
        return box.content

    with pytest.raises(EncodeError) as caught:
        encoding.encode({"a": Box(1), "b": "\ud800", "c": Box(2), "d": Box(3)}, OPTIONS, lambda: lowering(default, str))
    assert caught.value.path == "b"
    assert asked == [1, 2]


def test_containers_that_change_meanwhile(encoding: ModuleType) -> None:
    """A result of some state of them, or an error; and nothing is read after it is freed."""
    for change in range(6):
        items: list[Any] = ["x" * 50, [["y" * 50]], Box(1), {"k": "z" * 50}, *range(1000, 1100)]
        fields: dict[str, Any] = {"a": "x" * 50, "b": Box(items), "c": {"d": "y" * 50}, "e": Box(2)}

        def default(box: Any, change: int = change, items: list[Any] = items, fields: dict[str, Any] = fields) -> Any:
            match change:
                case 0:
                    items.clear()
                case 1:
                    fields.clear()
                case 2:
                    items.extend(range(5000))
                case 3:
                    fields.update((f"k{i}", "v" * i) for i in range(500))
                case 4:
                    items[:] = [[] for _ in items]
                    fields["c"] = 1
                case 5 if len(items) < 10**4:
                    items.append(Box(3))
                    items.append(fields)
            return box.content

        result = run(encoding, [fields, items, [fields]], EncodeOptions(), default)
        assert isinstance(result, str | tuple)
        if change in (0, 1, 3):
            assert isinstance(result, str)


def test_the_callers_containers_stay_as_they_are(encoding: ModuleType) -> None:
    inner = [1, (2,)]
    value = {"a": inner, 1: {"b": inner, 2: ()}}
    encoding.encode(value, OPTIONS, lambda: lowering(None, str))
    assert value == {"a": [1, (2,)], 1: {"b": [1, (2,)], 2: ()}}
    assert value["a"] is value[1]["b"] is inner


host_values = st.recursive(
    st.one_of(
        values.scalars,
        st.dates(),
        st.uuids(),
        st.decimals(allow_nan=False, allow_infinity=False),
        st.sampled_from([b"", 1j]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.builds(Point, st.integers(0, 3), inner),
        st.dictionaries(st.one_of(values.keys, st.integers(0, 3), st.booleans(), st.none()), inner, max_size=4),
        st.lists(st.fixed_dictionaries({"a": inner, "b": inner}), max_size=3),
        st.dictionaries(values.keys, st.fixed_dictionaries({"a": inner}), max_size=3),
        st.builds(Box, inner),
    ),
    max_leaves=12,
)


@given(value=host_values, options=values.options, known=st.booleans())
def test_any_host_value(encoding: ModuleType, value: Any, options: dict[str, Any], known: bool) -> None:
    limits = Limits(options["max_depth"], None, options["max_number_digits"])
    default = (lambda box: box.content) if known else None
    check(encoding, value, EncodeOptions(options["indent"], options["delimiter"], options["nan"], limits), default)
