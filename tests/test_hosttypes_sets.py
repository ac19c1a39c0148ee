"""The order of sets: null, booleans, numbers, strings, and the rest by its text."""

import dataclasses
import decimal
import enum
import json
import os
import subprocess
import sys
from collections import abc
from collections.abc import Callable
from decimal import Decimal
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire import encode
from toonwire.errors import EncodeError, EncodeTypeError, ErrorCode
from toonwire.hosttypes import Lower, lowering
from toonwire.rules.fault import Fault


def encoder(default: Callable[[Any], Any] | None = None) -> tuple[Lower, Callable[[Any], Any]]:
    """``lower`` and a function that lowers to the very leaves; JSON text stands in for TOON text."""

    def plain(value: Any) -> Any:
        value = lower(value)
        if isinstance(value, list):
            return [plain(item) for item in value]
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        return value

    lower = lowering(default, lambda value: json.dumps(plain(value), default=str))
    return lower, plain


class Shade(enum.Enum):
    DARK = "m"
    DEEP = -3
    NONE = None


@dataclasses.dataclass(frozen=True)
class Point:
    x: int


ORDERED = {
    "empty": [],
    "one": ["a"],
    "strings by code point": ["", "B", "a", "é", "\uffff", "\U0001f600"],
    "integers": [-(10**40), -1, 0, 7, 10**40],
    "numbers by value": [-inf, Decimal("-1e999999"), -2.5, Decimal("0.1"), 0.1, 2, 1e300, 10**301, inf],
    "kinds": [None, False, 2, "a", ["x"]],
    "booleans": [False, True],
}


@pytest.mark.parametrize("items", ORDERED.values(), ids=ORDERED)
def test_order(items: list[Any]) -> None:
    lower, plain = encoder()
    frozen = [tuple(item) if isinstance(item, list) else item for item in items]
    for value in ({*frozen}, {*reversed(frozen)}, frozenset(frozen)):
        assert type(lower(value)) is list
        assert plain(value) == items


def test_elements_are_placed_by_what_they_become() -> None:
    _, plain = encoder()
    assert plain({Shade.DARK, Shade.DEEP, Shade.NONE, "a", "z", -4, 0}) == [None, -4, -3, 0, "a", "m", "z"]


def test_containers_by_their_text() -> None:
    _, plain = encoder()
    assert plain({(2, 1), (10,), Point(3), frozenset((2, 1)), ()}) == [[1, 2], [10], [2, 1], [], {"x": 3}]


@pytest.mark.parametrize("number", [nan, Decimal("NaN"), Decimal("sNaN")])
def test_nan_comes_after_all_numbers(number: Any) -> None:
    lower, _ = encoder()
    wrapped = enum.Enum("Wrapped", {"NUMBER": number}).NUMBER
    assert [str(item).lstrip("s").lower() for item in lower({wrapped, 5, inf, Decimal(7), "a", None})] == [
        "none",
        "5",
        "7",
        "inf",
        "nan",
        "a",
    ]


def test_many_nans() -> None:
    lower, _ = encoder()
    assert [str(item) for item in lower({float("nan"), 1.0, float("nan"), 0.5})] == ["0.5", "1.0", "nan", "nan"]


def test_a_decimal_context_that_forbids_floats() -> None:
    lower, _ = encoder()
    with decimal.localcontext() as context:
        context.traps[decimal.FloatOperation] = True
        assert lower({0.5, 1}) == [0.5, 1]
        assert lower({Decimal("0.7"), 0.5, 1}) == [0.5, Decimal("0.7"), 1]


class Own(abc.Set):
    def __init__(self, items: Any) -> None:
        self.items = list(items)

    def __contains__(self, item: object) -> bool:
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


class OwnFrozen(frozenset):
    pass


@pytest.mark.parametrize("kind", [Own, OwnFrozen, set, frozenset])
def test_other_set_classes(kind: type) -> None:
    lower, _ = encoder()
    assert lower(kind(["b", 1, "a"])) == [1, "a", "b"]


HASHABLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.decimals(allow_nan=False)
    | st.text(max_size=3),
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(HASHABLE, max_size=8).flatmap(lambda items: st.tuples(st.just(items), st.permutations(items))))
def test_the_order_of_insertion_does_not_matter(orders: tuple[list[Any], list[Any]]) -> None:
    # of equal elements (0, False, 0.0) a set keeps the one it met first
    first, second = ({repr(item): item for item in items}.values() for items in orders)
    if len(set(first)) < len(first):
        return
    _, plain = encoder()
    assert repr(plain({*first})) == repr(plain({*second}))


SEEDED = """
import enum, decimal, json
from toonwire.hosttypes import lowering
class E(enum.Enum):
    A = "a"
    B = 2
    C = (1, 2)
def plain(value):
    value = lower(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return {k: plain(v) for k, v in value.items()} if isinstance(value, dict) else value
lower = lowering(lambda value: {"d": value.imag}, lambda value: repr(plain(value)))
print(plain({*E, *"xyz", None, 0.5, float("nan"), float("nan"), decimal.Decimal("0.7"), 1j, 2j, 3j, ("t", "u"),
    frozenset("abc"), frozenset("abd"), frozenset((frozenset("ab"), frozenset("cd"), 7))}))
"""


def test_the_hash_seed_does_not_matter() -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-c", SEEDED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "012345"
    }
    assert texts == {
        "[None, 0.5, Decimal('0.7'), 2, nan, nan, 'a', 'x', 'y', 'z', "
        "['a', 'b', 'c'], ['a', 'b', 'd'], ['t', 'u'], [1, 2], [7, ['a', 'b'], ['c', 'd']], "
        "{'d': 1.0}, {'d': 2.0}, {'d': 3.0}]\n"
    }


def test_elements_that_cannot_be_written_come_last() -> None:
    lower, _ = encoder()
    assert lower({b"x", "a", (1,)}) == ["a", (1,), b"x"]
    assert lower({(b"x",), "a", (1,)}) == ["a", (1,), (b"x",)]


@pytest.mark.parametrize("error", [Fault(ErrorCode.NON_FINITE), EncodeError(ErrorCode.NON_FINITE)])
def test_a_text_that_is_refused_comes_last(error: Exception) -> None:
    def text_of(value: Any) -> str:
        if value == (2,):
            raise error
        return str(value)

    assert lowering(None, text_of)({(1,), (2,), (3,)}) == [(1,), (3,), (2,)]


@pytest.mark.parametrize(
    "error", [Fault(ErrorCode.DEPTH_LIMIT, hint="h"), EncodeError(ErrorCode.DEPTH_LIMIT, hint="h")]
)
def test_a_text_that_is_too_deep_is_a_fault(error: Exception) -> None:
    def text_of(value: Any) -> str:
        raise error

    with pytest.raises(Fault) as caught:
        lowering(None, text_of)({(1,), (2,)})
    assert (caught.value.code, caught.value.hint) == (ErrorCode.DEPTH_LIMIT, "h")


def test_errors_of_the_program_pass_through() -> None:
    def default(value: Any) -> Any:
        raise LookupError(value)

    lower, _ = encoder(default)
    with pytest.raises(LookupError, match="1j"):
        lower({1j, "a"})
    with pytest.raises(LookupError, match="1j"):
        lower({(1j,), (2j,)})


def test_default_is_asked_once_for_an_element() -> None:
    asked = []
    _, plain = encoder(lambda value: asked.append(value) or {"i": value.imag})
    assert plain({1j, 2j, 3j}) == [{"i": 1.0}, {"i": 2.0}, {"i": 3.0}]
    assert sorted(asked, key=abs) == [1j, 2j, 3j]


# ---- sets in sets


def nested(depth: int, wrap: Callable[[Any], Any]) -> frozenset[Any]:
    value = frozenset(("x", "y"))
    for level in range(1, depth):
        value = frozenset((wrap(value), (level,)))
    return value


@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: (value, 0)], ids=["bare", "in a tuple"])
def test_sets_in_sets(wrap: Callable[[Any], Any]) -> None:
    _, plain = encoder()
    assert plain(nested(2, wrap)) == sorted(json.loads(json.dumps([[1], wrap(["x", "y"])])), key=json.dumps)
    assert len(json.dumps(plain(nested(32, wrap)))) < 1000
    for depth in (34, 20_000):
        with pytest.raises(Fault) as caught:
            plain(nested(depth, wrap))
        assert caught.value.code is ErrorCode.DEPTH_LIMIT
        assert caught.value.expected == "sets in sets at most 32 deep"
        assert caught.value.found == "one more"
        assert caught.value.hint == "sets are put in order by the text of their elements; pass lists instead"


def test_sets_of_other_classes_in_sets() -> None:
    _, plain = encoder()

    def nest(depth: int) -> Own:
        value = Own("yx")
        for level in range(1, depth):
            value = Own((value, level))
        return value

    assert plain(nest(3)) == [2, [1, ["x", "y"]]]
    plain(nest(32))
    with pytest.raises(Fault) as caught:
        plain(nest(33))
    assert caught.value.code is ErrorCode.DEPTH_LIMIT


def test_sets_in_sets_take_no_exponential_time() -> None:
    texts = 0

    def text_of(value: Any) -> str:
        nonlocal texts
        texts += 1
        return repr(plain(value))

    def plain(value: Any) -> Any:
        value = lower(value)
        return [plain(item) for item in value] if isinstance(value, list) else value

    lower = lowering(None, text_of)
    plain(nested(32, lambda value: value))
    assert texts < 100


def test_one_element_needs_no_order() -> None:
    lower, _ = encoder()
    value = frozenset((1,))
    for _ in range(5000):
        value = frozenset((value,))
    for _ in range(5000):
        (value,) = lower(value)
    assert lower(value) == [1]


def test_text_decides_only_between_two() -> None:
    lower = lowering(None, lambda _: pytest.fail("asked for a text"))
    assert lower({"a", (1, 2), 3}) == [3, "a", (1, 2)]


@dataclasses.dataclass(eq=False)
class Node:
    links: set[Any] = dataclasses.field(default_factory=set)


def test_a_set_that_holds_itself_is_a_cycle() -> None:
    codes = []

    def text_of(value: Any) -> str:
        try:
            return repr(lower(lower(value)["links"]))
        except Fault as fault:
            codes.append(fault.code)
            raise

    lower = lowering(None, text_of)
    node = Node()
    node.links |= {node, Node()}
    # left where it is for the encoder, which meets the set again on its own way and knows the path
    assert [item["links"] for item in lower(node.links)] == [set(), node.links]
    assert codes == [ErrorCode.CYCLE]


# ---- through the encoder


def test_the_encoder_says_which_element_is_wrong() -> None:
    with pytest.raises(EncodeTypeError) as caught:
        encode({"tags": {("b", b"x"), "s", ("a",)}})
    assert (caught.value.code, caught.value.path) == (ErrorCode.UNSUPPORTED_TYPE, "tags[2][1]")


def test_the_encoder_says_where_a_cycle_is() -> None:
    node = Node()
    node.links |= {node, Node()}
    with pytest.raises(EncodeError) as caught:
        encode({"node": node})
    assert caught.value.code is ErrorCode.CYCLE
    assert caught.value.path in ("node.links[0].links", "node.links[1].links")


@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: (value, 0)], ids=["bare", "in a tuple"])
def test_the_encoder_takes_sets_in_sets(wrap: Callable[[Any], Any]) -> None:
    assert encode(nested(2, wrap)) == encode(sorted(([1], wrap(["x", "y"])), key=encode))
    encode(nested(32, wrap))
    with pytest.raises(EncodeError) as caught:
        encode({"s": nested(20_000, wrap)})
    assert (caught.value.code, caught.value.path) == (ErrorCode.DEPTH_LIMIT, "s")
