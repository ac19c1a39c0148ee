"""The caller's own code in the middle of a call: it raises, is interrupted, calls back in, runs in threads.

Whatever it does, the collector is afterwards as it was before, and the next call is like any other.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import reduce
from types import ModuleType
from typing import Any

import pytest

from tests.smallstack import on_stack_of
from toonwire import DecodeError, EncodeError, Limits

TEXT = "id: 1\nrows[3]{a,b}:\n  1,2.5\n  3,x\n  5,null\nlist[2]:\n  - k: 1\n    l: 2\n  - [2]: 1.5,2\n"
VALUE = {
    "id": 1,
    "rows": [{"a": 1, "b": 2.5}, {"a": 3, "b": "x"}, {"a": 5, "b": None}],
    "list": [{"k": 1, "l": 2}, [1.5, 2]],
}
HOOKS = ("parse_int", "parse_float", "object_hook", "object_pairs_hook")


class Box:
    """Of a type that only ``default`` knows."""

    def __init__(self, content: Any) -> None:
        self.content = content


class StopError(Exception):
    """What nobody but these tests raises."""


FORESEEN = (DecodeError, EncodeError, TypeError, StopError)


@contextmanager
def collector(enabled: bool) -> Iterator[None]:
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        yield
    finally:
        (gc.enable if before else gc.disable)()


def at(count: int, error: type[BaseException]) -> Callable[[Any], Any]:
    """A hook that raises when it is called for that time."""
    calls = iter(range(1, count))

    def hook(about: Any) -> Any:
        if next(calls, None) is None:
            raise error
        return about

    return hook


@pytest.mark.parametrize("enabled", [True, False], ids=["collector on", "collector off"])
@pytest.mark.parametrize("error", [StopError, KeyboardInterrupt, MemoryError, RecursionError, ZeroDivisionError])
def test_what_a_hook_raises(codec: ModuleType, enabled: bool, error: type[BaseException]) -> None:
    """An ArithmeticError of parse_float alone is taken for a number that it cannot hold."""
    with collector(enabled):
        for hook in HOOKS:
            for count in (1, 2):
                expected = DecodeError if (hook, error) == ("parse_float", ZeroDivisionError) else error
                with pytest.raises(expected):
                    codec.decode(TEXT, **{hook: at(count, error)})
                assert gc.isenabled() is enabled
        assert codec.decode(TEXT) == VALUE
        assert gc.isenabled() is enabled


@pytest.mark.parametrize("enabled", [True, False], ids=["collector on", "collector off"])
def test_the_collector_is_left_as_it_was(codec: ModuleType, enabled: bool) -> None:
    deep, wide = "a[1]" + "{a" * 5000 + "}" * 5000 + ":\n  1", "a: " + "x" * 100
    with collector(enabled):
        for source in (TEXT, TEXT.encode(), bytearray(TEXT.encode()), "", "é: ü", "😀: 1", b"a: \xff", 5, None):
            for options in ({}, {"strict": False}, {"object_hook": dict}, {"parse_int": str}, {"parse_float": str}):
                with suppress(*FORESEEN):
                    codec.decode(source, **options)
                assert gc.isenabled() is enabled
        for source in (deep, wide, "a[2]: 1", "a: 1\na: 1", "x\ny"):
            with suppress(*FORESEEN):
                codec.decode(source, limits=Limits(max_depth=100, max_input_bytes=50_000))
            assert gc.isenabled() is enabled
        for value in (VALUE, [VALUE] * 3, object(), {1: Box(2)}, "\ud800", 10**5000, (1, 2)):
            for default in (None, lambda box: 1, at(1, StopError)):
                with suppress(*FORESEEN):
                    codec.encode(value, default=default)
                assert gc.isenabled() is enabled


@pytest.mark.parametrize("error", [StopError, KeyboardInterrupt, MemoryError, RecursionError, ZeroDivisionError])
def test_what_default_raises(codec: ModuleType, error: type[BaseException]) -> None:
    rows = [{"a": Box(1), "b": Box(2)}, {"a": Box(3), "b": 4}]
    for value in (Box(1), [Box(1)], {"k": (Box(1),)}, rows, {"x": rows[0], "y": rows[1]}):
        for enabled in (True, False):
            with collector(enabled):
                with pytest.raises(error):
                    codec.encode(value, default=at(1, error))
                assert gc.isenabled() is enabled
    assert codec.encode(rows, default=lambda box: box.content) == "[2]{a,b}:\n  1,2\n  3,4"


# ---- calls from within


def test_hooks_that_decode_and_encode(codec: ModuleType) -> None:
    """Each inner call has its own hooks and options, down to the third level."""

    def inner(level: int) -> Callable[[Any], Any]:
        def hook(about: Any) -> Any:
            if level:
                assert codec.decode(TEXT, object_hook=inner(level - 1), parse_int=int) == VALUE
                assert codec.decode(codec.encode(VALUE, delimiter="|", indent=4), indent=4) == VALUE
            with pytest.raises(DecodeError):
                codec.decode("a: 1\na: 2", parse_int=int)
            return about

        return hook

    assert codec.decode(TEXT, object_hook=inner(2)) == VALUE
    assert codec.decode(TEXT, object_pairs_hook=lambda pairs: inner(1)(dict(pairs))) == VALUE
    assert codec.decode(TEXT, parse_int=lambda text: inner(1)(int(text))) == VALUE
    assert codec.decode(TEXT, parse_float=lambda text: inner(1)(float(text))) == VALUE


def test_a_default_that_encodes_and_decodes(codec: ModuleType) -> None:
    def default(box: Box) -> Any:
        text = codec.encode(box.content, default=default)
        with pytest.raises(EncodeError):
            codec.encode([box])
        return {"text": text, "again": codec.decode(text)}

    nested = Box([Box(1), {"k": Box([2])}])
    inner = [{"text": "1", "again": 1}, {"k": {"text": "[1]: 2", "again": [2]}}]
    found = codec.decode(codec.encode([nested, 3], default=default))
    assert found == [{"text": codec.encode(inner), "again": inner}, 3]


def test_what_a_hook_gets_is_its_own(codec: ModuleType) -> None:
    """Hooks may keep and change what they are given."""
    kept: list[Any] = []

    def hook(obj: dict[str, Any]) -> Any:
        kept.append(dict(obj))
        obj.clear()
        gc.collect()
        return len(kept)

    assert codec.decode(TEXT, object_hook=hook) == 5
    assert kept == [*VALUE["rows"], {"k": 1, "l": 2}, {"id": 1, "rows": [1, 2, 3], "list": [4, [1.5, 2]]}]


# ---- threads


def test_threads_whose_hooks_call_back(codec: ModuleType) -> None:
    rounds = 6

    def hook(number: int) -> Callable[[Any], Any]:
        def call(obj: dict[str, Any]) -> Any:
            assert codec.decode(f"n: {number}\nt: é", parse_int=int) == {"n": number, "t": "é"}
            return obj | {"by": number}

        return call

    def work(number: int) -> bool:
        for _ in range(rounds):
            found = codec.decode(TEXT, object_hook=hook(number))
            assert found["by"] == number
            assert [row["by"] for row in found["rows"]] == [number] * 3
            text = codec.encode([Box(number), Box(found)], default=lambda box: codec.decode(codec.encode(box.content)))
            assert codec.decode(text) == [number, found]
            with pytest.raises(DecodeError):
                codec.decode(f"{TEXT}id: {number}", object_hook=hook(number))
        return gc.isenabled()

    for enabled in (True, False):
        with collector(enabled), ThreadPoolExecutor(4) as pool:
            assert list(pool.map(work, range(4))) == [enabled] * 4


def test_deep_documents_on_a_thread_of_512_kib(codec: ModuleType) -> None:
    """Values are made and freed outside, since the interpreter itself needs stack to free them.

    Errors, after which half a value is freed, come from a shallower row: Python 3.13 frees no deeper one here.
    """
    limits = Limits(max_depth=10_000)
    row = [reduce(lambda inner, _: {"k": inner}, range(9999), 1)]
    shallow = [reduce(lambda inner, _: {"k": inner}, range(4999), 1)]
    values = [
        row,
        reduce(lambda inner, _: {"k": inner}, range(2500), 1),
        reduce(lambda inner, _: [inner], range(2500), 1),
    ]
    made: list[Any] = []

    def run() -> None:
        for value in values:
            text = codec.encode(value, limits=limits, indent=1)
            made.append(codec.decode(text, limits=limits, indent=1))
        made.append(codec.decode(codec.encode(row, limits=limits).encode(), limits=limits, object_hook=dict))
        with pytest.raises(DecodeError):
            codec.decode(codec.encode(shallow, limits=limits) + "\nx", limits=limits)
        with pytest.raises(EncodeError):
            codec.encode(shallow, limits=Limits(max_depth=4999))

    on_stack_of(512, run)
    assert [type(one) for one in made] == [list, dict, list, list]
