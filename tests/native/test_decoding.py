"""The native engine's decode: the compiled decoder first, the reference engine for what it declines."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from toonwire.errors import DecodeError
from toonwire.options import DecodeOptions, Limits


class Text(str):
    pass


class Octets(bytes):
    pass


@pytest.fixture(scope="session")
def decode(native: ModuleType) -> Callable[..., Any]:
    from toonwire.native.decoding import decode

    return lambda data, **options: decode(data, DecodeOptions(**options))


def test_what_is_declined_goes_to_the_reference(decode: Callable[..., Any]) -> None:
    for data in ("a: 1", b"a: 1", bytearray(b"a: 1"), memoryview(b"a: 1"), Text("a: 1"), Octets(b"a: 1")):
        assert decode(data) == {"a": 1}
    assert decode("a: 1\na: 2", strict=False) == {"a": 2}
    assert decode("a: 1" + "0" * 700) == {"a": 10**700}
    with pytest.raises(DecodeError, match="line 2, column 1: expected key: value"):
        decode("a: 1\nb")
    with pytest.raises(TypeError, match="expected str, bytes, bytearray or memoryview to decode, found int"):
        decode(1, limits=Limits(max_input_bytes=5))


def test_the_size_of_the_input_is_limited(decode: Callable[..., Any]) -> None:
    for data in ("a: éx", "a: éx".encode(), bytearray("a: éx".encode())):
        assert decode(data, limits=Limits(max_input_bytes=6)) == {"a": "éx"}
        with pytest.raises(DecodeError, match="at most 5 bytes"):
            decode(data, limits=Limits(max_input_bytes=5))


def test_pairs_go_before_objects(decode: Callable[..., Any]) -> None:
    seen: list[Any] = []
    assert decode("a:\n  b: 1", object_hook=seen.append, object_pairs_hook=lambda pairs: ("pairs", pairs)) == (
        "pairs",
        [("a", ("pairs", [("b", 1)]))],
    )
    assert seen == []


def test_hooks_run_once_for_documents_that_are_refused(decode: Callable[..., Any]) -> None:
    seen: list[Any] = []
    with pytest.raises(DecodeError):
        decode("a:\n  b: 1\nc", object_hook=seen.append)
    assert seen == [{"b": 1}]
