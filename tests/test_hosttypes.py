"""The table of host types: what each built-in and standard type becomes, and what is refused."""

import array
import collections
import dataclasses
import datetime
import enum
import io
import json
import pathlib
import re
import subprocess
import sys
import types
import uuid
import zoneinfo
from collections import abc
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import NamedTuple

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.errors import ErrorCode
from toonwire.hosttypes import lowering
from toonwire.rules.fault import Fault

lower = lowering(None, str)


def exactly(value: object, expected: object) -> None:
    """Equal, of the same type, and so are the members."""
    assert type(value) is type(expected)
    assert value == expected or repr(value) == repr(expected) == "nan"
    if isinstance(value, list):
        for pair in zip(value, expected, strict=True):
            exactly(*pair)
    if isinstance(value, dict):
        for pair in zip(value.items(), expected.items(), strict=True):
            exactly(list(pair[0]), list(pair[1]))


def fault_of(value: object, *, default: object = None) -> Fault:
    with pytest.raises(Fault) as caught:
        lowering(default, str)(value)
    assert caught.value.offset == 0
    return caught.value


class Text(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "overridden"

    __repr__ = __format__ = __str__

    def __len__(self) -> int:
        return 99

    def __iter__(self):
        return iter("overridden")


class Whole(int):
    def __int__(self) -> int:
        return 99

    __index__ = __pos__ = __trunc__ = __int__

    def __repr__(self) -> str:
        return "overridden"

    __str__ = __repr__


class Real(float):
    def __float__(self) -> float:
        return 99.0

    def __repr__(self) -> str:
        return "overridden"

    __str__ = __repr__


class Exact(Decimal):
    def __str__(self) -> str:
        return "overridden"


class Rows(list):
    pass


class Color(enum.Enum):
    RED = "r"
    PAIR = (1, 2)
    NEVER = None


class Level(enum.IntEnum):
    HIGH = 3


class Name(str, enum.Enum):
    ADA = "ada"


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Nested(enum.Enum):
    INNER = Level.HIGH


class Point(NamedTuple):
    x: int
    y: int


@dataclasses.dataclass
class Base:
    constant: dataclasses.InitVar[int] = 0
    x: int = 1


@dataclasses.dataclass(frozen=True)
class Slotted:
    __slots__ = ("_hidden", "when")
    when: object
    _hidden: int


class Pairs(abc.Mapping):
    """A mapping that is not a dict."""

    def __init__(self, *pairs: tuple[object, object]) -> None:
        self.pairs = pairs

    def __iter__(self):
        return (key for key, _ in self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __getitem__(self, wanted: object) -> object:
        return next(value for key, value in self.pairs if key == wanted)


class Squares(abc.Sequence):
    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> int:
        if index >= 3:
            raise IndexError
        return index**2


class OrderedSet(abc.MutableSet, abc.Sequence):
    def __init__(self, *items: object) -> None:
        self.items = items

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int) -> object:
        return self.items[index]

    def add(self, item: object) -> None: ...

    def discard(self, item: object) -> None: ...


def moved_to_end() -> collections.OrderedDict:
    ordered = collections.OrderedDict(a=1, b=2)
    ordered.move_to_end("a")
    return ordered


WHEN = datetime.datetime(2026, 1, 2, 3, 4, 5)
SOME_ID = uuid.UUID("12345678-9abc-def0-1234-56789abcdef0")

BECOMES = {
    # the model itself
    "None": (None, None),
    "bool": (True, True),
    "int": (5, 5),
    "int of any size": (10**5000, 10**5000),
    "float": (1.5, 1.5),
    "nan": (nan, nan),
    "str": ("s", "s"),
    "decimal": (Decimal("19.90"), Decimal("19.90")),
    "list keeps host values": ([WHEN], [WHEN]),
    "dict keeps host values": ({"a": WHEN}, {"a": WHEN}),
    # subclasses of what JSON has
    "str subclass": (Text("abc"), "abc"),
    "int subclass": (Whole(7), 7),
    "big int subclass": (Whole(10**30), 10**30),
    "float subclass": (Real(2.5), 2.5),
    "decimal subclass": (Exact("1.50"), Decimal("1.50")),
    "list subclass": (Rows([1]), [1]),
    "OrderedDict in its own order": (moved_to_end(), {"b": 2, "a": 1}),
    "defaultdict": (collections.defaultdict(int, a=1), {"a": 1}),
    "Counter": (collections.Counter("aab"), {"a": 2, "b": 1}),
    "tuple": ((1, (2,)), [1, (2,)]),
    "namedtuple": (Point(1, 2), [1, 2]),
    # enums
    "Enum": (Color.RED, "r"),
    "Enum of a tuple": (Color.PAIR, [1, 2]),
    "Enum of None": (Color.NEVER, None),
    "IntEnum": (Level.HIGH, 3),
    "str Enum": (Name.ADA, "ada"),
    "Flag": (Access.READ | Access.WRITE, 3),
    "Enum of an Enum": (Nested.INNER, 3),
    # protocols
    "MappingProxyType": (types.MappingProxyType({"a": 1}), {"a": 1}),
    "ChainMap": (collections.ChainMap({"a": 1}, {"a": 2, "b": 3}), {"a": 1, "b": 3}),
    "UserDict": (collections.UserDict({1: 2}), {"1": 2}),
    "Mapping": (Pairs(("a", 1), (None, 2)), {"a": 1, "null": 2}),
    "UserList": (collections.UserList([1]), [1]),
    "UserString": (collections.UserString("abc"), "abc"),
    "deque": (collections.deque([1, 2]), [1, 2]),
    "range": (range(3), [0, 1, 2]),
    "array": (array.array("d", [0.5]), [0.5]),
    "Sequence": (Squares(), [0, 1, 4]),
    "a set with an order": (OrderedSet(3, 1, 2), [3, 1, 2]),
    "keys": ({"b": 1, "a": 2}.keys(), ["b", "a"]),
    "values": ({"b": 2, "a": 1}.values(), [2, 1]),
    "items": ({"b": 2, "a": 1}.items(), [("b", 2), ("a", 1)]),
    # records
    "dataclass": (Base(), {"x": 1}),
    "dataclass with slots": (Slotted(WHEN, 2), {"when": WHEN, "_hidden": 2}),
    # paths
    "PurePath": (pathlib.PurePosixPath("/srv/data"), "/srv/data"),
    "Windows path": (pathlib.PureWindowsPath("c:/x"), "c:\\x"),
    "Path": (pathlib.Path("a"), "a"),
    # moments
    "datetime": (WHEN, "2026-01-02T03:04:05"),
    "date": (datetime.date(33, 4, 3), "0033-04-03"),
    "time": (datetime.time(1, 2, 3, 40), "01:02:03.000040"),
    "time with a zone": (datetime.time(1, tzinfo=datetime.timezone.utc), "01:00:00+00:00"),
    "UUID": (SOME_ID, "12345678-9abc-def0-1234-56789abcdef0"),
}


@pytest.mark.parametrize(("value", "expected"), BECOMES.values(), ids=BECOMES)
def test_becomes(value: object, expected: object) -> None:
    exactly(lower(value), expected)


def test_plain_containers_are_not_copied() -> None:
    for value in ([1], {"a": 1}):
        assert lower(value) is value


# ---- moments


def as_orjson(value: object) -> str:
    return orjson.loads(orjson.dumps(value))


OFFSETS = st.timedeltas(min_value=datetime.timedelta(hours=-23), max_value=datetime.timedelta(hours=23))
ZONES = st.one_of(
    st.none(),
    st.builds(datetime.timezone, OFFSETS.map(lambda d: datetime.timedelta(seconds=d // datetime.timedelta(seconds=1)))),
    st.sampled_from([zoneinfo.ZoneInfo("UTC"), zoneinfo.ZoneInfo("Europe/Berlin"), zoneinfo.ZoneInfo("Asia/Kolkata")]),
)


@given(st.one_of(st.datetimes(timezones=ZONES), st.dates(), st.times(), st.uuids()))
def test_moments_are_written_as_orjson_writes_them(value: object) -> None:
    exactly(lower(value), as_orjson(value))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (datetime.datetime(7, 1, 2), "0007-01-02T00:00:00"),
        (datetime.datetime(2026, 1, 2, 3, 4, 5, 1), "2026-01-02T03:04:05.000001"),
        (WHEN.replace(tzinfo=datetime.timezone.utc), "2026-01-02T03:04:05+00:00"),
        (
            WHEN.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=5, seconds=31))),
            "2026-01-02T03:04:05+05:01",
        ),
    ],
)
def test_odd_datetimes(value: datetime.datetime, text: str) -> None:
    assert lower(value) == text == as_orjson(value)


class OwnZone(datetime.tzinfo):
    def __init__(self, offset: datetime.timedelta | None) -> None:
        self.offset = offset

    def utcoffset(self, _when: object) -> datetime.timedelta | None:
        if self.offset == datetime.timedelta(0):
            raise ZeroDivisionError("no offset today")
        return self.offset


def test_a_zone_class_of_the_program_is_asked_by_isoformat() -> None:
    assert lower(WHEN.replace(tzinfo=OwnZone(datetime.timedelta(hours=-3)))) == "2026-01-02T03:04:05-03:00"
    assert lower(WHEN.replace(tzinfo=OwnZone(None))) == "2026-01-02T03:04:05"
    with pytest.raises(ZeroDivisionError, match="no offset today"):
        lower(WHEN.replace(tzinfo=OwnZone(datetime.timedelta(0))))


class Stamp(datetime.datetime):
    """Knows more than a datetime, as pandas' Timestamp does."""

    def isoformat(self) -> str:
        return Text(super().isoformat() + ".000000001") if self.year > 1 else "NaT"


class ShortId(uuid.UUID):
    def __str__(self) -> str:
        return "short"


def test_subclasses_write_themselves() -> None:
    exactly(lower(Stamp(2026, 1, 2)), "2026-01-02T00:00:00.000000001")
    exactly(lower(Stamp(1, 1, 1)), nan)
    exactly(lower(ShortId(int=1)), "short")


# ---- keys


@given(
    st.one_of(
        st.text(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.booleans(),
        st.none(),
        st.sampled_from([Text("abc"), Whole(7), Real(2.5), Level.HIGH, Name.ADA]),
    )
)
def test_keys_become_what_json_makes_of_them(key: object) -> None:
    expected = json.loads(json.dumps({key: 0}))
    if not isinstance(key, (Text, Whole, Real)):
        exactly(lower({key: 0}), expected)
    exactly(lower(types.MappingProxyType({key: 0, "x" * 400: 1})), {**expected, "x" * 400: 1})


def test_keys_of_subclasses_are_their_base() -> None:
    exactly(lower({Text("abc"): 0, Whole(7): 1, Real(2.5): 2}), {"abc": 0, "7": 1, "2.5": 2})


def test_a_key_has_no_digit_limit() -> None:
    (key,) = lower({10**5000: 0})
    assert key == "1" + "0" * 5000


NOT_JSON_KEY = "a key of type str, int, float, bool or None"

BAD_KEYS = [
    (
        {(1, 2): 0},
        ErrorCode.UNSUPPORTED_KEY,
        NOT_JSON_KEY,
        "the key (1, 2) of type tuple",
        "make it a string first",
    ),
    (
        collections.UserDict({SOME_ID: 0}),
        ErrorCode.UNSUPPORTED_KEY,
        NOT_JSON_KEY,
        "the key UUID('12345678-9abc-def0-1234-56789abcdef0') of type uuid.UUID",
        "make it a string first",
    ),
    (
        {"a": 0, -inf: 0},
        ErrorCode.NON_FINITE,
        "a finite number as a key",
        "the key -inf",
        "make it a string first, or drop the entry",
    ),
    (
        {Real(nan): 0},
        ErrorCode.NON_FINITE,
        "a finite number as a key",
        "the key nan",
        "make it a string first, or drop the entry",
    ),
    (
        {1: 0, "b": 0, "1": 0},
        ErrorCode.KEY_COLLISION,
        "keys with different texts",
        'the keys 1 and "1"',
        'both are written "1"; rename or drop one',
    ),
    (
        {"null": 0, None: 0},
        ErrorCode.KEY_COLLISION,
        "keys with different texts",
        'the keys "null" and None',
        'both are written "null"; rename or drop one',
    ),
    (
        Pairs(("a", 1), ("a", 2)),
        ErrorCode.KEY_COLLISION,
        "keys with different texts",
        'the keys "a" and "a"',
        'both are written "a"; rename or drop one',
    ),
]


@pytest.mark.parametrize(("value", "code", "expected", "found", "hint"), BAD_KEYS)
def test_bad_keys(value: object, code: ErrorCode, expected: str, found: str, hint: str) -> None:
    fault = fault_of(value, default=lambda _: pytest.fail("a key is not the default's business"))
    assert (fault.code, fault.expected, fault.found, fault.hint) == (code, expected, found, hint)


# ---- what has no JSON form


def generator():
    yield 1


async def coroutine() -> None: ...


class Thing:
    pass


class Looping:
    def __iter__(self):
        return iter(())


GENERIC = "pass a dict, list, string or number made from it"
BYTES = "decode it to a string, or write it as base64"
CALL = "call it and pass the result"

UNSUPPORTED = {
    "bytes": (b"x", "bytes", BYTES),
    "bytearray": (bytearray(b"x"), "bytearray", BYTES),
    "memoryview": (memoryview(b"x"), "memoryview", BYTES),
    "complex": (1j, "complex", "pass its real and imag parts"),
    "file": (io.StringIO("x"), "_io.StringIO", "pass what it holds: its read()"),
    "function": (generator, "function", CALL),
    "lambda": (lambda: 1, "function", CALL),
    "built-in function": (len, "builtin_function_or_method", CALL),
    "method": (Looping().__iter__, "method", CALL),
    "class": (Thing, "type", "pass an instance of the class"),
    "dataclass itself": (Base, "type", "pass an instance of the class"),
    "Enum itself": (Color, f"enum.{type(Color).__name__}", "pass an instance of the class"),
    "generator": (generator(), "generator", "collect it with list()"),
    "iterator": (iter([1]), "list_iterator", "collect it with list()"),
    "map": (map(str, [1]), "map", "collect it with list()"),
    "timedelta": (datetime.timedelta(1), "datetime.timedelta", "pass its total_seconds() or its str()"),
    "own class": (Thing(), f"{__name__}.Thing", GENERIC),
    "own iterable": (Looping(), f"{__name__}.Looping", GENERIC),
    "Fraction": (Fraction(1, 2), "fractions.Fraction", GENERIC),
    "SimpleNamespace": (types.SimpleNamespace(a=1), "types.SimpleNamespace", GENERIC),
    "Ellipsis": (..., "ellipsis", GENERIC),
    "NotImplemented": (NotImplemented, "NotImplementedType", GENERIC),
    "pattern": (re.compile("x"), "re.Pattern", GENERIC),
}


@pytest.mark.parametrize(("value", "found", "hint"), UNSUPPORTED.values(), ids=UNSUPPORTED)
def test_unsupported(value: object, found: str, hint: str) -> None:
    fault = fault_of(value)
    assert fault.code is ErrorCode.UNSUPPORTED_TYPE
    assert fault.expected == "a value that has a JSON form"
    assert (fault.found, fault.hint) == (found, f"{hint}, or convert it in default=")


@pytest.mark.parametrize("value", [value for value, _, _ in UNSUPPORTED.values()], ids=UNSUPPORTED)
def test_default_is_asked_for_what_the_table_does_not_know(value: object) -> None:
    asked = []
    assert lowering(lambda unknown: asked.append(unknown) or "known", str)(value) == "known"
    assert asked == [value]


def test_a_coroutine_is_to_be_awaited() -> None:
    value = coroutine()
    fault = fault_of(value)
    value.close()
    assert (fault.found, fault.hint) == ("coroutine", "await it first, or convert it in default=")


@pytest.mark.parametrize("value", [value for value, _ in BECOMES.values()], ids=BECOMES)
def test_default_is_not_asked_for_what_the_table_knows(value: object) -> None:
    lowering(lambda _: pytest.fail("asked"), str)(value)


@pytest.mark.parametrize(
    ("returned", "expected"),
    [(None, None), ({1: WHEN}, {"1": WHEN}), ((1, 2), [1, 2]), (WHEN, "2026-01-02T03:04:05"), (Color.RED, "r")],
)
def test_what_default_returns_is_lowered(returned: object, expected: object) -> None:
    exactly(lowering(lambda _: returned, str)(Thing()), expected)


def test_default_may_go_step_by_step() -> None:
    steps = {Thing: Fraction(1, 3), Fraction: 1j, complex: [1]}
    assert lowering(lambda value: steps[type(value)], str)(Thing()) == [1]


def test_default_that_never_ends() -> None:
    calls = []
    fault = fault_of(1j, default=lambda value: calls.append(value) or Thing())
    assert len(calls) == 100
    assert fault.code is ErrorCode.UNSUPPORTED_TYPE
    assert fault.found == f"{__name__}.Thing after many conversions of complex"
    assert fault.expected == "plain data from default="
    assert fault.hint == "let default= return dicts, lists, strings, numbers, bools or None"


class Broken(abc.Sequence):
    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> object:
        raise KeyError("from the class")


def test_errors_of_the_program_pass_through() -> None:
    with pytest.raises(KeyError, match="from the class"):
        lower(Broken())
    with pytest.raises(LookupError, match="from default"):
        lowering(lambda _: (_ for _ in ()).throw(LookupError("from default")), str)(Thing())


# ---- how it is done


def test_classes_made_at_run_time_are_learnt_without_end() -> None:
    for number in range(2500):
        assert lower(type(f"Row{number}", (tuple,), {})((number,))) == [number]
    assert lower((1,)) == [1]


def test_importing_loads_no_library() -> None:
    watched = ["orjson", "numpy", "pydantic", "attr", "attrs", "msgspec", "uuid", "pathlib", "lark", "click", "rich"]
    script = f"""
import sys
before = set(sys.modules)
from toonwire.hosttypes import lowering
assert lowering(lambda _: 1, str)(object()) == 1
print(sorted((set(sys.modules) - before) & set({watched})))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
