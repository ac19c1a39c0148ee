"""Whole values brought to the JSON model, and the memory of what was asked."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

DEPTH = 1000


@pytest.fixture(scope="module")
def lowered(encoder: ModuleType) -> ModuleType:
    """toonwire.native.lowered; its package needs the compiled encoder."""
    return import_module("toonwire.native.lowered")


def to_list(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else {str(key): part for key, part in value.items()}


def test_values_of_the_model_are_their_own_tree(lowered: ModuleType) -> None:
    for value in (1, "a", None, [], {}, [[1], {"a": [{}]}], {"a": {"b": 1.5}}):
        assert lowered.lower_tree(value, to_list, DEPTH) is value


@pytest.mark.parametrize(
    ("value", "tree"),
    [
        ((), []),
        ((1, (2, ())), [1, [2, []]]),
        ({"a": (1,), "b": {"c": 1}}, {"a": [1], "b": {"c": 1}}),
        ([{"a": (1,)}, {"a": 2}], [{"a": [1]}, {"a": 2}]),
        ({1: {2: (3,)}}, {"1": {"2": [3]}}),
    ],
)
def test_trees(lowered: ModuleType, value: Any, tree: Any) -> None:
    made = lowered.lower_tree(value, to_list, DEPTH)
    assert made == tree
    assert list(made) == list(tree)


def test_shared_parts_are_written_out(lowered: ModuleType) -> None:
    part = (1,)
    made = lowered.lower_tree([part, [part], {"a": part}], to_list, DEPTH)
    assert made == [[1], [[1]], {"a": [1]}]
    assert made[0] is not made[1][0]


def test_no_tree(lowered: ModuleType) -> None:
    inner: list[Any] = [(1,)]
    inner.append([inner])
    circle: list[Any] = []
    circle.append((circle,))
    for value, depth in ((inner, DEPTH), (circle, DEPTH), ([[()]], 2), ((((),),), 2), ({"a": {"b": ()}}, 2), ((), 0)):
        with pytest.raises(lowered.NoTree):
            lowered.lower_tree(value, to_list, depth)
    with pytest.raises(lowered.NoTree) as caught:
        lowered.lower_tree([1j], to_list, DEPTH)
    assert isinstance(caught.value.__cause__, AttributeError)


def test_depth_needs_no_stack(lowered: ModuleType) -> None:
    value: Any = ()
    for number in range(9_999):
        value = (value,) if number % 2 else {1: value}
    made = lowered.lower_tree(value, to_list, 10_000)
    for number in reversed(range(9_999)):
        made = made[0] if number % 2 else made["1"]
    assert made == []


def test_memory(lowered: ModuleType) -> None:
    asked: list[Any] = []

    def lower(value: Any) -> Any:
        asked.append(value)
        if isinstance(value, set):
            raise ValueError(len(asked))
        return [len(asked)]

    memory = lowered.Memory(lower)
    one, two, bad = object(), object(), {1}
    assert memory.ask(one) == [1]
    assert memory(one) == [1]
    assert memory(two) == [2]
    assert memory(two) is memory(two)
    with pytest.raises(ValueError, match="3") as first:
        memory.ask(bad)
    with pytest.raises(ValueError, match="3") as second:
        memory(bad)
    assert first.value is second.value
    assert memory.ask(one) == [4]
    assert memory(one) == [4]
    assert asked == [one, two, bad, one]
