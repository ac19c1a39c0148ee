"""Host types of libraries: numpy, pydantic, attrs, msgspec; each is skipped where it is not installed."""

import dataclasses
import datetime
import enum
import subprocess
import sys
import uuid
from decimal import Decimal
from math import inf, nan
from typing import Any, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.errors import ErrorCode
from toonwire.hosttypes import lowering
from toonwire.rules.fault import Fault

np = pytest.importorskip("numpy")
attrs = pytest.importorskip("attrs")
msgspec = pytest.importorskip("msgspec")
pydantic = pytest.importorskip("pydantic")

lower = lowering(None, str)


def exactly(value: Any, expected: Any) -> None:
    """Equal, and every member of the same type; repr tells NaN, -0.0 and number types apart."""
    assert type(value) is type(expected)
    assert repr(value) == repr(expected)


def fault_of(value: object) -> Fault:
    with pytest.raises(Fault) as caught:
        lower(value)
    return caught.value


# ---- numpy

SCALARS = {
    "bool": (np.bool_(True), True),
    "int8": (np.int8(-5), -5),
    "uint64": (np.uint64(2**64 - 1), 2**64 - 1),
    "float64": (np.float64(0.1), 0.1),
    "float32": (np.float32(0.1), 0.1),
    "float32 extreme": (np.float32(3.4028235e38), 3.4028235e38),
    "float32 smallest": (np.float32(1e-45), 1e-45),
    "float32 whole": (np.float32(16777216), 16777216.0),
    "float16": (np.float16(0.1), 0.1),
    "float32 nan": (np.float32("nan"), nan),
    "float32 inf": (np.float32("-inf"), -inf),
    "longdouble": (np.longdouble("0.25"), Decimal("0.25")),
    "longdouble nan": (np.longdouble("nan"), nan),
    "str": (np.str_("abc"), "abc"),
    "day": (np.datetime64("2026-01-02"), "2026-01-02"),
    "nanosecond": (np.datetime64("2026-01-02T03:04:05.123456789"), "2026-01-02T03:04:05.123456789"),
    "not a time": (np.datetime64("NaT", "s"), nan),
}

ARRAYS = {
    "int": (np.arange(4, dtype=">i2").reshape(2, 2), [[0, 1], [2, 3]]),
    "bool": (np.array([True, False]), [True, False]),
    "float64": (np.array([0.1, nan, inf]), [0.1, nan, inf]),
    "float32": (np.array([[0.1, 0.2], [nan, -inf]], "f4"), [[0.1, 0.2], [nan, -inf]]),
    "float16 turned": (np.array([[0.1, 0.2], [0.3, 0.4]], ">f2").T, [[0.1, 0.3], [0.2, 0.4]]),
    "longdouble": (np.array([0.5, inf], np.longdouble), [Decimal("0.5"), inf]),
    "datetime64": (np.array(["2026-01-02", "NaT"], "M8[D]"), ["2026-01-02", nan]),
    "str": (np.array(["a", "bc"]), ["a", "bc"]),
    "object": (np.array([datetime.date(2026, 1, 2), {"a": 1}], object), [datetime.date(2026, 1, 2), {"a": 1}]),
    "empty": (np.empty((2, 0), "f4"), [[], []]),
    "no dimension": (np.array(7), 7),
    "no dimension float32": (np.array(0.1, "f4"), 0.1),
    "no dimension datetime64": (np.array("2026", "M8[Y]"), "2026"),
    "masked": (np.ma.array([1, 2], mask=[False, True]), [1, None]),
    "masked float32": (np.ma.array([0.1, 0.2], "f4", mask=[True, False]), [None, 0.2]),
    "masked datetime64": (np.ma.array(["2026-01-02", "2026-01-03"], "M8[D]", mask=[True, False]), [None, "2026-01-03"]),
    "masked constant": (np.ma.masked, None),
    "matrix": (np.array([[0.1]], "f4").view(np.matrix), [[0.1]]),
}


NUMPY = SCALARS | {f"array: {name}": case for name, case in ARRAYS.items()}


@pytest.mark.parametrize(("value", "expected"), NUMPY.values(), ids=NUMPY)
def test_numpy(value: Any, expected: Any) -> None:
    exactly(lower(value), expected)


def test_an_object_array_without_dimensions_is_lowered_further() -> None:
    value = np.empty((), object)
    value[()] = uuid.UUID(int=1)
    assert lower(value) == "00000000-0000-0000-0000-000000000001"


def test_an_extended_double_keeps_its_range() -> None:
    value = np.longdouble("1e400")
    if not np.isfinite(value):
        pytest.skip("long double is a double here")
    exactly(lower(value), Decimal("1e400"))


@given(st.floats(width=32) | st.floats(width=16))
def test_narrow_floats_come_back(value: float) -> None:
    for kind in (np.float32, np.float16):
        with np.errstate(over="ignore"):
            narrow = kind(value)
        text = lower(narrow)
        assert type(text) is float
        assert kind(text) == narrow or np.isnan(narrow)
        assert len(repr(text)) <= len(repr(float(narrow)))
        exactly(lower(np.array([narrow])), [text])


def test_print_options_do_not_matter() -> None:
    third = np.float32(1) / np.float32(3)
    with np.printoptions(precision=2, legacy="1.13"):
        assert lower(third) == 0.33333334
        assert lower(np.array([third])) == [0.33333334]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (np.complex64(1j), "numpy.complex64"),
        (np.timedelta64(1, "s"), "numpy.timedelta64"),
        (np.bytes_(b"x"), "numpy.bytes_"),
        (np.zeros(1, "i4,f4")[0], "numpy.void"),
        (np.array([1j]), "numpy.ndarray of complex128"),
        (np.array([b"x"]), "numpy.ndarray of |S1"),
        (np.array([1], "m8[s]"), "numpy.ndarray of timedelta64[s]"),
        (np.zeros(1, [("a", "<i4")]), "numpy.ndarray of [('a', '<i4')]"),
    ],
)
def test_numpy_without_a_json_form(value: Any, found: str) -> None:
    fault = fault_of(value)
    assert (fault.code, fault.found) == (ErrorCode.UNSUPPORTED_TYPE, found)
    assert lowering(lambda unknown: [str(type(unknown))], str)(value) == [str(type(value))]


def test_numpy_keys_are_those_of_json() -> None:
    exactly(lower({np.float64(0.5): 1, np.str_("a"): 2}), {"0.5": 1, "a": 2})
    fault = fault_of({np.int64(1): 1})
    assert fault.code is ErrorCode.UNSUPPORTED_KEY
    assert fault.found.endswith("of type numpy.int64")


def test_numpy_numbers_in_a_set() -> None:
    assert lower({np.int64(3), np.float32(0.1), 1, 2.5}) == [0.1, 1, 2.5, 3]


def test_another_module_in_the_place_of_numpy() -> None:
    script = """
import sys
sys.modules["numpy"] = None
from toonwire.hosttypes import lowering
print(lowering(lambda _: "asked", str)(object()))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "asked\n"


# ---- pydantic


class Kind(enum.Enum):
    A = "a"


class Model(pydantic.BaseModel):
    full_name: str = pydantic.Field("io", alias="fullName")
    kind: Kind = Kind.A
    when: datetime.date = datetime.date(2026, 1, 2)
    secret: int = pydantic.Field(1, exclude=True)
    inner: Optional["Model"] = None

    @pydantic.computed_field
    def size(self) -> int:
        return 2


class Ids(pydantic.RootModel[tuple[uuid.UUID, ...]]):
    pass


@pydantic.dataclasses.dataclass
class Checked:
    x: int
    y: Kind = Kind.A


MODEL = {"full_name": "io", "kind": Kind.A, "when": datetime.date(2026, 1, 2), "inner": None, "size": 2}


def test_pydantic() -> None:
    exactly(lower(Model()), MODEL)
    exactly(lower(Model(inner=Model())), {**MODEL, "inner": MODEL})
    exactly(lower(Ids((uuid.UUID(int=1),))), [uuid.UUID(int=1)])
    exactly(lower(Checked(x="5")), {"x": 5, "y": Kind.A})


def test_a_pydantic_model_that_holds_itself() -> None:
    model = Model()
    model.inner = model
    fault = fault_of(model)
    assert fault.code is ErrorCode.CYCLE
    assert fault.expected == "a model that pydantic can dump"
    assert fault.found == "circular reference detected (id repeated)"


def test_a_pydantic_model_that_is_too_deep() -> None:
    model = Model()
    for _ in range(2000):
        model = Model.model_construct(inner=model)
    assert fault_of(model).code is ErrorCode.DEPTH_LIMIT


class Failing(pydantic.BaseModel):
    x: int = 1

    @pydantic.field_serializer("x")
    def dump_x(self, _value: int) -> int:
        raise ValueError("from the model")


def test_errors_of_a_pydantic_model_pass_through() -> None:
    with pytest.raises(ValueError, match="from the model"):
        lower(Failing())


# ---- attrs


@attrs.define
class Defined:
    x: int
    _hidden: object = None
    made: int = attrs.field(init=False, default=3)


@attrs.frozen(slots=False)
class Extended(Defined):
    y: object = 1


def test_attrs() -> None:
    exactly(lower(Defined(1, (2,))), {"x": 1, "_hidden": (2,), "made": 3})
    assert fault_of(Defined).found == "type"


def test_attrs_subclass() -> None:
    exactly(lower(Extended(1, y=Kind.A)), {"x": 1, "_hidden": None, "made": 3, "y": Kind.A})


# ---- msgspec


class Plain(msgspec.Struct):
    a_b: int
    c: Any = 5


class Renamed(msgspec.Struct, rename="camel", tag_field="kind", tag=str.lower):
    a_b: int
    c: Any = msgspec.field(default=5, name="Named")


class Omitting(msgspec.Struct, omit_defaults=True, tag=7):
    required: Any
    number: Any = 100_000
    text: Any = "x"
    pair: Any = (1, 2)
    items: Any = msgspec.field(default_factory=list)
    table: Any = msgspec.field(default_factory=dict)
    names: Any = msgspec.field(default_factory=set)
    raw: Any = msgspec.field(default_factory=bytearray)
    unset: Any = msgspec.UNSET


class OmittingByName(msgspec.Struct, omit_defaults=True, kw_only=True):
    first: Any = 1
    second: Any
    third: Any = None


class Row(msgspec.Struct, array_like=True, tag="row", omit_defaults=True):
    x: Any
    y: Any = 3


class BareRow(msgspec.Struct, array_like=True):
    x: Any


ANY = st.sampled_from([100_000, 1, "x", (1, 2), [], [1], {}, {"a": 1}, set(), {1}, None, bytearray(), msgspec.UNSET])
STRUCTS = st.one_of(
    st.builds(Plain, ANY, ANY),
    st.builds(Renamed, ANY, ANY),
    st.builds(Omitting, *[ANY] * 9),
    st.builds(Omitting, ANY),
    st.builds(OmittingByName, first=ANY, second=ANY, third=ANY),
)


@given(STRUCTS)
def test_msgspec_objects_are_what_msgspec_writes(struct: Any) -> None:
    expected = msgspec.to_builtins(struct, builtin_types=(bytearray, set))
    # to_builtins goes deeper: a set among the values is a list there
    out = {key: list(value) if isinstance(value, set) else value for key, value in lower(struct).items()}
    assert list(out.items()) == list(expected.items())


@given(st.sampled_from([Row(1), Row(1, 2), BareRow(None)]))
def test_msgspec_rows_are_what_msgspec_writes(struct: Any) -> None:
    exactly(lower(struct), msgspec.to_builtins(struct))


def test_msgspec_children_stay_host_values() -> None:
    exactly(lower(Renamed(Kind.A, Plain(1))), {"kind": "renamed", "aB": Kind.A, "Named": Plain(1)})


def test_an_unset_cell_has_no_json_form() -> None:
    assert lower(Row(msgspec.UNSET)) == ["row", msgspec.UNSET, 3]
    assert fault_of(msgspec.UNSET).found == "msgspec.UnsetType"


# ---- which row of the table decides


@dataclasses.dataclass
class Output(dict):
    loss: float = 0.5


@dataclasses.dataclass
class Word(str):
    __slots__ = ()


def test_a_subclass_of_a_json_type_is_that_type_first() -> None:
    output = Output()
    output["logits"] = 1
    exactly(lower(output), {"logits": 1})
    exactly(lower(Word()), "")


class Celsius(float, enum.Enum):
    ZERO = 0.5


def test_an_enum_is_its_value_first() -> None:
    exactly(lower(Celsius.ZERO), 0.5)
