"""Hooks of the native decoder, and what it leaves behind: the collector's state, references, memory."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest

from tests.native.prove_decoder import strictly
from toonwire.options import DecodeOptions
from toonwire.reference import decoder as reference


class Calls:
    """Hooks that note what they are asked, in order."""

    def __init__(self, **which: Callable[[Any], Any]) -> None:
        self.seen: list[Any] = []
        self.hooks = {name: self._noting(name, hook) for name, hook in which.items()}

    def _noting(self, name: str, hook: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def call(about: Any) -> Any:
            self.seen.append((name, repr(about)))
            return hook(about)

        return call


def wrap(value: object) -> object:
    return ("hooked", value)


HOOKED = """\
id: 1
t[2]{a,n{b,c{d}},z}:
  1,2.5,x,9
  2,1e3,y,8
k[2:]{v}:
  p: -1
  q: 0.5
l[4]:
  -
  - a: 1
    b:
  - 7
  - x:
      y: 1.5
e:"""


def test_hooks_are_called_as_by_the_reference(native: ModuleType) -> None:
    for which in ({"object_hook": wrap}, {"object_hook": wrap, "parse_float": Decimal, "parse_int": str}):
        ours, theirs = Calls(**which), Calls(**which)
        for text in (HOOKED, "", "[2]{a}:\n  1\n  2", "[1:]{a}:\n  x: 1", "[1]: 1.5", "1.5"):
            found = repr(strictly(native, text, **ours.hooks))
            assert found == repr(reference.decode(text, DecodeOptions(**theirs.hooks)))
            assert ours.seen == theirs.seen


def test_numbers_meet_their_hooks_row_by_row(native: ModuleType) -> None:
    calls = Calls(parse_float=Decimal, parse_int=str)
    found = strictly(native, "[2]{a,b}:\n  1,1.50\n  -2,1e400\n# Ł", **calls.hooks)
    assert found == [{"a": "1", "b": Decimal("1.50")}, {"a": "-2", "b": Decimal("1E+400")}]
    assert [token for _, token in calls.seen] == ["'1'", "'1.50'", "'-2'", "'1e400'"]


def test_a_refused_document_meets_no_hook(native: ModuleType) -> None:
    calls = Calls(object_hook=wrap, parse_float=float, parse_int=int)
    for text in ("a:\n  b: 1\nc", "[3]{a}:\n  1\n  2", "[1]: 1.5,2", "a: 1\na: 2"):
        assert strictly(native, text, **calls.hooks) is native.DECLINED
    assert strictly(native, "a: 1234", max_digits=3, **calls.hooks) is native.DECLINED
    assert calls.seen == []


def test_what_a_hook_raises_is_raised(native: ModuleType) -> None:
    def fail(about: object) -> object:
        raise LookupError(about)

    for hook in ("object_hook", "parse_int", "parse_float"):
        for text in (
            "[2]{a,n{b}}:\n  1,1.5\n  2,2.5",
            "x[1]:\n  - a: 1\n    b: 1.5",
            "x[2]: 1,1.5",
            "[1:]{a,b}:\n  k: 1,1.5",
        ):
            with pytest.raises(LookupError):
                strictly(native, text + "\ny: 1" * text.startswith("x"), **{hook: fail})


def test_hooks_may_decode(native: ModuleType) -> None:
    inner = "[2]{a,b}:\n  1,true\n  2,true"

    def again(about: Any) -> Any:
        return strictly(native, inner, parse_int=int) and about

    # the list of the inner document is the one whose rows are being read
    expected = [{"a": "1", "b": True}, {"a": "2", "b": True}]
    assert strictly(native, inner, parse_int=lambda token: strictly(native, inner) and token) == expected
    assert strictly(native, inner, object_hook=again) == [{"a": 1, "b": True}, {"a": 2, "b": True}]
    deep = "[1]{a{b{c}}}:\n  1"
    assert strictly(native, deep, object_hook=lambda about: strictly(native, deep) and about) == [
        {"a": {"b": {"c": 1}}}
    ]


def test_no_hook_finds_a_list_with_holes(native: ModuleType) -> None:
    def look(token: str) -> int:
        for found in gc.get_objects():
            if type(found) is list:
                found[:]  # takes a reference to each item, and could not to none
        return int(token)

    assert strictly(native, "x[3]: 1,2,3\ny[1]{a}:\n  1", parse_int=look) == {"x": [1, 2, 3], "y": [{"a": 1}]}


def test_objects_of_hooks_are_released(native: ModuleType) -> None:
    class Thing:
        pass

    things: list[Any] = []

    def make(about: object) -> Any:
        if len(things) == 2:
            raise LookupError
        things.append(Thing())
        return things[-1]

    with pytest.raises(LookupError):
        strictly(native, "a[3]:\n  - b: 1\n  - b: 1\n  - b: 1", object_hook=make)
    assert [sys.getrefcount(thing) for thing in things] == [3, 3]


# ---- the collector, and what is left behind


@pytest.mark.parametrize("text", ["a: 1", "a", "[2]: 1", "a:\n\tb: 1", "\ud800"])
@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_left_as_it_was(native: ModuleType, text: str, enabled: bool) -> None:
    states: list[bool] = []

    def note(about: object) -> object:
        states.append(gc.isenabled())
        return about

    def fail(about: object) -> object:
        states.append(gc.isenabled())
        raise LookupError

    before = gc.isenabled()
    try:
        gc.enable() if enabled else gc.disable()
        strictly(native, text)
        strictly(native, text, object_hook=note)
        assert gc.isenabled() is enabled
        if text == "a: 1":
            with pytest.raises(LookupError):
                strictly(native, text, object_hook=fail)
        assert gc.isenabled() is enabled
        assert set(states) <= {enabled}
    finally:
        gc.enable() if before else gc.disable()


LEAKS = [
    *(HOOKED, "a: 1\na: 2", "[3]{a,b}:\n  1,x\n  2,y", "[2]{a,b}:\n  x,1.5\n  y", "[1]{a{b}}:\n  1,2", "a[2]{b,b}:"),
    *(
        'a: "\\n',
        'a: "\\q"',
        "[2:]{a}:\n  x: 1\n  x: 2",
        "a[2]:\n  - b: 1\n  -c",
        "é: \ud800",
        "a: 日本\n# Ł",
        "a\n  b",
    ),
    *("[2]: 12345678901234567890,x", '"é\\u0141": "\\u0141é"'),
]


@pytest.mark.parametrize("text", LEAKS)
def test_nothing_leaks(native: ModuleType, text: str) -> None:
    hooks = [{}, {}, {}, {"object_hook": dict}, {"parse_int": int, "parse_float": float}]
    forms = [text, text.encode(errors="surrogatepass"), f"{text}\n# Ł", f"{text}\n# 😀"]

    def rounds(count: int) -> int:
        for number in range(count):
            strictly(native, forms[number % len(forms)], **hooks[number % len(hooks)])
        return sys.getallocatedblocks()

    rounds(100)
    singletons = [None, True, False, 0, 1, "", native.DECLINED]
    references = [sys.getrefcount(one) for one in singletons]
    before = rounds(100)
    assert rounds(100_000 // len(LEAKS)) - before < 50
    assert all(abs(sys.getrefcount(one) - count) < 50 for one, count in zip(singletons, references, strict=True))
