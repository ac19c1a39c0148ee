"""The front door: sources and files, options, hooks, limits, and what a process sees of the import."""

from __future__ import annotations

import gzip
import inspect
import io
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given

import toonwire
from tests.properties.strategies import values
from toonwire import DecodeError, EncodeError, EncodeTypeError, ErrorCode, Limits, OptionError, ToonError
from toonwire.options import DecodeOptions, EncodeOptions

SOURCE = Path(toonwire.__file__).parent.parent

# ---- what is decoded, and where to it is written


@pytest.mark.parametrize(
    "source",
    [
        "é: 1\n",
        "é: 1\n".encode(),
        bytearray("é: 1\n".encode()),
        memoryview("é: 1\n".encode()),
        memoryview("xxé: 1\nxx".encode())[2:-2],
        "\ufeffé: 1\n",
        "\ufeffé: 1\r\n".encode(),
    ],
    ids=lambda source: type(source).__name__,
)
def test_sources(codec: ModuleType, source: Any) -> None:
    assert codec.decode(source) == {"é": 1}


@pytest.mark.parametrize(
    "source", [None, 5, ["a: 1"], {"a": 1}, io.StringIO("a: 1")], ids=lambda source: type(source).__name__
)
def test_other_sources_are_a_type_error(codec: ModuleType, source: Any) -> None:
    with pytest.raises(TypeError) as caught:
        codec.decode(source)
    assert str(caught.value) == f"expected str, bytes, bytearray or memoryview to decode, found {type(source).__name__}"
    assert not isinstance(caught.value, ToonError)


def test_a_subclass_of_str_is_a_str(codec: ModuleType) -> None:
    class Text(str):
        __slots__ = ()

    assert codec.decode(Text("a: b")) == {"a": "b"}


@pytest.mark.parametrize("value", [{"é": [1, "ü"]}, "x", [], {}], ids=json.dumps)
def test_dump_and_load(codec: ModuleType, value: Any, tmp_path: Path) -> None:
    text = codec.encode(value) + "\n"
    assert not text.endswith("\n\n")
    for mode, options in (("w", {"encoding": "utf-8", "newline": "\n"}), ("wb", {}), ("xb", {"buffering": 0})):
        path = tmp_path / f"{mode}.toon"
        with path.open(mode, **options) as fp:
            codec.dump(value, fp)
        assert path.read_bytes() == text.encode()
        with path.open("rb") as fp:
            assert codec.load(fp) == value
        with path.open(encoding="utf-8") as fp:
            assert codec.load(fp) == value
    for make, written in ((io.StringIO, text), (io.BytesIO, text.encode())):
        target = make()
        codec.dump(value, target)
        assert target.getvalue() == written


def test_dump_to_files_that_only_behave_like_files(codec: ModuleType, tmp_path: Path) -> None:
    with gzip.open(tmp_path / "b.gz", "wb") as fp:
        codec.dump([1], fp)
    with gzip.open(tmp_path / "t.gz", "wt", encoding="utf-8") as fp:
        codec.dump([1], fp)
    assert (
        gzip.decompress((tmp_path / "b.gz").read_bytes())
        == gzip.decompress((tmp_path / "t.gz").read_bytes())
        == b"[1]: 1\n"
    )
    for mode in ("w+", "w+b"):
        with tempfile.NamedTemporaryFile(mode, dir=tmp_path) as fp:
            codec.dump([1], fp)
            fp.seek(0)
            assert codec.load(fp) == [1]

    class Lines:
        def __init__(self) -> None:
            self.got: list[str] = []

        def write(self, text: str) -> None:
            self.got.append(text)

    lines = Lines()
    codec.dump([1], lines)
    assert "".join(lines.got) == "[1]: 1\n"


def test_dump_writes_nothing_where_it_fails(codec: ModuleType) -> None:
    for target in (io.StringIO(), io.BytesIO()):
        with pytest.raises(EncodeTypeError):
            codec.dump({"a": 1, "b": b""}, target)
        assert target.tell() == 0


@pytest.mark.parametrize(
    "value", [[{"id": n, "é": "x"} for n in range(31_000)], {"a": [list(range(80_000))]}], ids=["rows", "deep"]
)
def test_dump_of_large_values(codec: ModuleType, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    text = codec.encode(value) + "\n"
    pieces = []
    monkeypatch.setattr("toonwire.codec.encode", None)  # which would hold all of it
    for target in (io.StringIO(), io.BytesIO()):
        codec.dump(value, target)
        assert target.getvalue() == (text if isinstance(target, io.StringIO) else text.encode())

    class Pieces(io.StringIO):
        def write(self, text: str) -> int:
            pieces.append(len(text))
            return len(text)

    codec.dump(value, Pieces())
    assert sum(pieces) == len(text)
    assert max(pieces) < 300_000


def test_dump_of_large_values_that_fail(codec: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[Any] = [{"id": n} for n in range(31_000)]
    bad = [*rows, {"id": b""}]
    for target in (io.StringIO(), io.BytesIO()):
        with pytest.raises(EncodeTypeError) as caught:
            codec.dump({"rows": bad}, target)
        assert (caught.value.path, target.tell()) == ("rows[31000].id", 0)
        codec.dump({"rows": bad}, target, default=bytes.hex)
        assert target.tell() > 100_000

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("toonwire.stream.spool.Spool.add", full)
    out = io.StringIO()
    codec.dump(rows, out)
    assert out.getvalue() == codec.encode(rows) + "\n"


def test_options_reach_every_function(codec: ModuleType) -> None:
    value = {"a": {"b": [1.5, "x|y", None]}, "n": 1j}
    options: dict[str, Any] = {
        "indent": 3,
        "delimiter": "|",
        "default": str,
        "nan": "error",
        "limits": Limits(max_depth=3),
    }
    text = 'a:\n   b[3|]: 1.5|"x|y"|null\nn: 1j'
    assert codec.encode(value, **options) == codec.dumps(value, **options) == text
    assert codec.encode_bytes(value, **options) == text.encode()
    target = io.StringIO()
    codec.dump(value, target, **options)
    assert target.getvalue() == f"{text}\n"
    reading: dict[str, Any] = {
        "indent": 3,
        "strict": False,
        "parse_float": Decimal,
        "parse_int": str,
        "object_hook": lambda obj: [*obj.items()],
        "limits": Limits(max_depth=3),
    }
    text += "\nn: 7"
    expected = [("a", [("b", [Decimal("1.5"), "x|y", None])]), ("n", "7")]
    assert codec.decode(text, **reading) == codec.loads(text, **reading) == expected
    assert codec.load(io.StringIO(text), **reading) == codec.load(io.BytesIO(text.encode()), **reading) == expected


# ---- options


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("indent", 0, "expected a whole number from 1 to 1000, found 0"),
        ("indent", 1001, "expected a whole number from 1 to 1000, found 1001"),
        ("indent", 2.0, "expected a whole number from 1 to 1000, found 2.0"),
        ("indent", True, "expected a whole number from 1 to 1000, found True"),
        ("indent", "  ", "expected a whole number from 1 to 1000, found '  '"),
        ("delimiter", ";", "expected one of ',', '\\t', '|', found ';'"),
        ("delimiter", "", "expected one of ',', '\\t', '|', found ''"),
        ("delimiter", "comma", "expected one of ',', '\\t', '|', found 'comma'"),
        ("delimiter", None, "expected one of ',', '\\t', '|', found None"),
        ("delimiter", "x" * 99, f"expected one of ',', '\\t', '|', found '{'x' * 36}..."),
        ("nan", "NaN", "expected one of 'null', 'error', found 'NaN'"),
        ("nan", None, "expected one of 'null', 'error', found None"),
        ("default", "str", "expected a callable or None, found str"),
        ("limits", None, "expected a Limits, found None"),
        ("limits", 5, "expected a Limits, found 5"),
    ],
)
def test_encode_options(codec: ModuleType, option: str, value: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        codec.encode(1, **{option: value})
    assert str(caught.value) == f"option {option}: {message}"
    assert (caught.value.option, caught.value.code) == (option, ErrorCode.INVALID_OPTION)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("indent", 0, "expected a whole number from 1 to 1000, found 0"),
        ("indent", None, "expected a whole number from 1 to 1000, found None"),
        ("strict", 1, "expected True or False, found 1"),
        ("strict", None, "expected True or False, found None"),
        ("parse_float", "Decimal", "expected a callable or None, found 'Decimal'"),
        ("parse_int", 1, "expected a callable or None, found 1"),
        ("object_hook", {}, "expected a callable or None, found {}"),
        ("object_pairs_hook", [], "expected a callable or None, found []"),
        ("limits", {}, "expected a Limits, found {}"),
    ],
)
def test_decode_options(codec: ModuleType, option: str, value: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        codec.decode("a: 1", **{option: value})
    assert str(caught.value) == f"option {option}: {message}"


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("max_depth", -1, "expected a whole number from 0 to 10000, found -1"),
        ("max_depth", 10_001, "expected a whole number from 0 to 10000, found 10001"),
        ("max_depth", None, "expected a whole number from 0 to 10000, found None"),
        ("max_input_bytes", -1, "expected a whole number of at least 0, found -1"),
        ("max_input_bytes", 1.5, "expected a whole number of at least 0, found 1.5"),
        ("max_number_digits", 0, "expected a whole number of at least 1, found 0"),
        ("max_number_digits", None, "expected a whole number of at least 1, found None"),
    ],
)
def test_limits_are_checked(option: str, value: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        Limits(**{option: value})
    assert str(caught.value) == f"option {option}: {message}"


def test_records_of_options_are_frozen_and_compare_by_value() -> None:
    assert Limits() == Limits(1000, None, 4300)
    assert hash(Limits()) == hash(Limits(1000))
    assert EncodeOptions() == EncodeOptions(2, ",", "null", Limits())
    assert DecodeOptions() == DecodeOptions(2, True, None, None, None, None, Limits())
    with pytest.raises(FrozenInstanceError):
        Limits().max_depth = 5  # type: ignore[misc]


# ---- hooks and numbers


def test_parse_float_keeps_every_digit(codec: ModuleType) -> None:
    text = "a: 0.1000000000000000055511151231257827\nb[3]: 1e400,-1E-7,5\nc[9]: 1.10,1,2,3,4,5,6,7,1e3"
    found = codec.decode(text, parse_float=Decimal)
    assert found["a"] == Decimal("0.1000000000000000055511151231257827")
    assert list(map(str, found["b"])) == ["1E+400", "-1E-7", "5"]
    assert list(map(type, found["b"])) == [Decimal, Decimal, int]
    assert list(map(str, found["c"])) == ["1.10", "1", "2", "3", "4", "5", "6", "7", "1E+3"]
    assert codec.decode("a: 0.5", parse_float=str) == {"a": "0.5"}


def test_parse_int_gets_the_token(codec: ModuleType) -> None:
    text = "a: -0\nb[10]: 1,2,3,4,5,6,7,8,9,1.5\nc[8]{x}:\n" + "  12\n" * 8
    found = codec.decode(text, parse_int=lambda token: f"<{token}>")
    assert found["a"] == "<-0>"
    assert found["b"] == [*(f"<{n}>" for n in range(1, 10)), 1.5]
    assert found["c"] == [{"x": "<12>"}] * 8
    assert codec.decode("a: 7", parse_int=Fraction) == {"a": Fraction(7)}


def test_a_hook_is_asked_for_each_token(codec: ModuleType) -> None:
    """What it returns may be mutable, so equal tokens must not share it."""
    found = codec.decode("a[3]: 1,1,1\nb: 1", parse_int=lambda token: [token])
    assert len({id(item) for item in [*found["a"], found["b"]]}) == 4


DOCUMENT = """
a:
  b: 1
l[4]:
  -
  - c: 2
    d:
      e: 3
  - 5
  - [1]: x
t[2]{x,n{y,z}}:
  1,2,3
  4,5,6
k[2:]{v}:
  p: 7
  q: 8
z:
"""

HOOK_ORDER = [
    "b",
    "",
    "e",
    "c,d",
    *("y,z", "x,n"),
    *("y,z", "x,n"),
    *("v", "v", "p,q"),
    "",
    "a,l,t,k,z",
]


def test_hooks_see_every_object_inner_ones_first(codec: ModuleType) -> None:
    seen: list[str] = []
    codec.decode(DOCUMENT, object_hook=lambda obj: seen.append(",".join(obj)) or obj)
    assert seen == HOOK_ORDER
    seen.clear()
    codec.decode(
        DOCUMENT, object_pairs_hook=lambda pairs: seen.append(",".join(key for key, _ in pairs)) or dict(pairs)
    )
    assert seen == HOOK_ORDER


def test_object_pairs_hook_goes_before_object_hook(codec: ModuleType) -> None:
    assert codec.decode("a: 1\nb:", object_hook=len, object_pairs_hook=list) == [("a", 1), ("b", [])]


@pytest.mark.parametrize("document", ["", "# nothing", "a: 1", "[1]{x}:\n  1", "[1:]{x}:\n  k: 1", "k[0:]{x}:"])
def test_the_root_meets_the_hook(codec: ModuleType, document: str) -> None:
    plain = codec.decode(document)
    found = codec.decode(document, object_hook=lambda obj: ("hooked", obj))
    assert found == [("hooked", {"x": 1})] if isinstance(plain, list) else found[0] == "hooked"


def test_a_root_that_is_no_object_meets_no_hook(codec: ModuleType) -> None:
    for document in ("x", "[]", "[2]: 1,2", "[1]:\n  - x"):
        assert codec.decode(document, object_hook=lambda obj: "hooked") == codec.decode(document)


def test_what_a_hook_raises_passes_through(codec: ModuleType) -> None:
    def refuse(_: Any) -> Any:
        raise KeyError("mine")

    for name in ("object_hook", "object_pairs_hook", "parse_int", "parse_float"):
        for document in ("a: 1\nb: 1.5", "[1]{x,y}:\n  1,1.5", "[9]: 1,1,1,1,1,1,1,1,1.5\n", "a[1:]{x,y}:\n  k: 1,1.5"):
            if "hook" in name and document.startswith("[9]"):
                continue
            with pytest.raises(KeyError, match="mine"):
                codec.decode(document, **{name: refuse})
    with pytest.raises(KeyError, match="mine"):
        codec.encode({"a": [1, 1j]}, default=refuse)


# ---- limits


def least_depth(run: Callable[[Limits], Any]) -> int:
    """The smallest max_depth with which something runs."""
    for depth in range(60):
        try:
            run(Limits(max_depth=depth))
        except ToonError as error:
            if error.code is not ErrorCode.DEPTH_LIMIT:
                raise
        else:
            return depth
    raise AssertionError("deeper than any example")


def depth_of(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, list) else 0


@given(values)
def test_depth_is_the_nesting_of_the_value_both_ways(value: Any) -> None:
    text = toonwire.encode(value)
    depth = depth_of(value)
    assert least_depth(lambda limits: toonwire.encode(value, limits=limits)) == depth
    assert least_depth(lambda limits: toonwire.decode(text, limits=limits)) == depth
    assert least_depth(lambda limits: toonwire.decode(text, limits=limits, object_hook=lambda obj: obj)) == depth


@pytest.mark.parametrize("text", ["a: 1", "a: é", "a: \U0001f600", "\ufeffa: 1", "é" * 5, ""])
def test_the_size_limit_counts_bytes(codec: ModuleType, text: str) -> None:
    size = len(text.encode())
    for source in (text, text.encode(), memoryview(text.encode())):
        codec.decode(source, limits=Limits(max_input_bytes=size))
        if size:
            with pytest.raises(DecodeError) as caught:
                codec.decode(source, limits=Limits(max_input_bytes=size - 1))
            assert caught.value.code is ErrorCode.INPUT_LIMIT
            assert str(caught.value).startswith(f"line 1, column 1: expected at most {size - 1} bytes, found ")


def test_digits_do_not_depend_on_the_interpreter(codec: ModuleType) -> None:
    before = sys.get_int_max_str_digits()
    value = int("9" * 4000)
    try:
        for setting in (0, 640, 100_000):
            sys.set_int_max_str_digits(setting)
            assert codec.decode("9" * 4000) == value
            assert codec.decode("a[9]: " + ",".join(["9" * 4000] * 9))["a"] == [value] * 9
            assert codec.encode(-value) == "-" + "9" * 4000
            assert codec.encode([{"x": value}] * 5).split("\n")[1:] == ["  " + "9" * 4000] * 5
            assert codec.decode("1" * 4300) % 10 == 1
            assert codec.encode({10**5000: 1}) == f'"{"1" + "0" * 5000}": 1'
            for run, argument in ((codec.decode, "1" * 4301), (codec.encode, 10**4300)):
                with pytest.raises(ToonError) as caught:
                    run(argument)
                assert caught.value.code is ErrorCode.DIGIT_LIMIT
    finally:
        sys.set_int_max_str_digits(before)


# ---- values


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), float("-inf"), Decimal("NaN"), Decimal("-Infinity"), Decimal("sNaN")]
)
def test_what_is_no_number(codec: ModuleType, value: Any) -> None:
    assert codec.encode(value) == "null"
    assert codec.encode([1, value, "x"]) == "[3]: 1,null,x"
    assert codec.encode([{"a": value, "b": 1.5}] * 5).count("null") == 5
    assert codec.encode([value] * 8) == f"[8]: {','.join(['null'] * 8)}"
    for wrapped, path in ((value, ""), ([1.5, 2.5, 3.5, value], "[3]"), ({"a": [{"b": 1}, {"b": value}]}, "a[1].b")):
        with pytest.raises(EncodeError) as caught:
            codec.encode(wrapped, nan="error")
        assert (caught.value.code, caught.value.path) == (ErrorCode.NON_FINITE, path)


def test_default_is_asked_for_unknown_types_only(codec: ModuleType) -> None:
    asked: list[Any] = []

    def default(value: Any) -> Any:
        asked.append(value)
        return {"real": value.real, "imag": value.imag}

    assert codec.encode([{"z": 1j}, {"z": 2 + 1j}], default=default) == "[2]{z{real,imag}}:\n  0,1\n  2,1"
    assert asked == [1j, 2 + 1j]
    assert codec.encode({"a": 1j, "b": [1, (2, 3)]}, default=lambda _: None) == "a: null\nb[2]:\n  - 1\n  - [2]: 2,3"


def test_a_value_in_many_places_is_no_cycle(codec: ModuleType) -> None:
    shared = {"x": 1}
    assert codec.encode([{"a": shared, "b": shared}] * 2) == "[2]{a{x},b{x}}:\n  1,1\n  1,1"
    assert codec.encode({"a": shared, "b": shared}) == "[2:]{x}:\n  a: 1\n  b: 1"
    assert (
        codec.encode({"a": [shared], "b": {"c": [[shared]]}}) == "a[1]{x}:\n  1\nb:\n  c[1]:\n    - [1]:\n      - x: 1"
    )
    assert (
        codec.encode([[], shared, [], shared, (), ()])
        == "[6]:\n  - [0]:\n  - x: 1\n  - [0]:\n  - x: 1\n  - [0]:\n  - [0]:"
    )


class Node:
    """A host value whose JSON form is made anew each time it is asked for."""

    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    @staticmethod
    def lower(value: Any) -> Any:
        return dict(value.fields)


def test_copies_at_one_address_are_no_cycle(codec: ModuleType) -> None:
    rows = [{"a": Node(x=1), "b": Node(x=Node(y=2)), "c": Node(x=Node(y=3))} for _ in range(3)]
    assert codec.encode(rows, default=Node.lower) == "[3]{a{x},b{x{y}},c{x{y}}}:" + "\n  1,2,3" * 3


def loops() -> dict[str, Any]:
    inner: dict[str, Any] = {"n": 1}
    inner["self"] = inner
    array: list[Any] = [1]
    array.append(array)
    row: dict[str, Any] = {}
    row["a"] = {"b": row}
    entry: dict[str, Any] = {}
    entry["x"] = {"y": entry}
    outer: dict[str, Any] = {}
    outer["p"], outer["q"] = {"x": outer}, {"x": outer}
    rows: list[Any] = []
    rows.append({"x": {"y": rows}})
    node = Node()
    node.fields["next"] = node
    return {
        "self": inner,
        "[1]": array,
        "[0].a.b": [row, row],
        "k.x.y": {"k": entry, "l": entry},
        "p.x.p": outer,
        "[0].x.y": rows,
        "next": node,
        "[0].next": [node, node],
        "k[0].next": {"k": [node], "l": [node]},
    }


@pytest.mark.parametrize("path", loops())
def test_cycles(codec: ModuleType, path: str) -> None:
    with pytest.raises(EncodeError) as caught:
        codec.encode(loops()[path], default=Node.lower)
    assert (caught.value.code, caught.value.path) == (ErrorCode.CYCLE, path)


def changed(
    change: Callable[[Any], Any], container: Any, where: Callable[[Any], Any]
) -> tuple[Any, Callable[[Any], Any]]:
    """A container and a default= that changes it, or a part of it, while it is being written."""

    def default(_: Any) -> Any:
        change(where(container))
        return 5

    return container, default


def changes() -> dict[str, tuple[tuple[Any, Callable[[Any], Any]], str]]:
    """New ones each time, since a use changes them."""
    return {
        "an object that grows": (
            changed(lambda c: c.update(z=1), {"a": 1, "b": 1j, "c": 2}, lambda c: c),
            "a: 1\nb: 5\nc: 2",
        ),
        "an object that is emptied": (changed(dict.clear, {"a": 1, "b": 1j, "c": 2}, lambda c: c), "a: 1\nb: 5\nc: 2"),
        "an array that grows": (changed(lambda c: c.append(9), [1, 1j, 2], lambda c: c), "[3]: 1,5,2"),
        "an array that is emptied": (changed(list.clear, [1, 1j, 2], lambda c: c), "[3]: 1,5,2"),
        "a list that grows": (
            changed(lambda c: c.append(9), [1, {"a": 1j}, 2], lambda c: c),
            "[3]:\n  - 1\n  - a: 5\n  - 2",
        ),
        "a table that shrinks": (changed(list.clear, [{"a": 1j}, {"a": 2}], lambda c: c), "[2]{a}:\n  5\n  2"),
        "a row that is emptied": (changed(dict.clear, [{"a": 1j}, {"a": 2}], lambda c: c[1]), "[2]{a}:\n  5\n  2"),
        "a group that is emptied": (
            changed(dict.clear, [{"a": 1j, "b": {"c": 1}}, {"a": 2, "b": {"c": 2}}], lambda c: c[1]["b"]),
            "[2]:\n  - a: 5\n    b:\n      c: 1\n  - a: 2\n    b:",
        ),
        "a keyed table that shrinks": (
            changed(dict.clear, {"k": {"a": 1j}, "l": {"a": 2}}, lambda c: c),
            "[2:]{a}:\n  k: 5\n  l: 2",
        ),
        "a value that comes later": (changed(list.clear, {"a": 1j, "b": [1, 2]}, lambda c: c["b"]), "a: 5\nb: []"),
    }


@pytest.mark.parametrize("name", changes())
def test_containers_that_change_while_they_are_written(codec: ModuleType, name: str) -> None:
    (container, default), text = changes()[name]
    assert codec.encode(container, default=default) == text
    codec.decode(text)


# ---- processes and threads


def test_threads(codec: ModuleType) -> None:
    made = [
        [{"id": n, "name": f"n{n * k}", "at": {"x": n / 7, "y": None}} for n in range(300)] + [k] * (k % 2)
        for k in range(4)
    ]
    texts = [codec.encode(value, delimiter=",\t|,"[k]) for k, value in enumerate(made)]

    def work(k: int) -> bool:
        return all(
            codec.encode(made[k], delimiter=",\t|,"[k]) == texts[k] and codec.decode(texts[k]) == made[k]
            for _ in range(8)
        )

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [True] * 4


def python(code: str, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(SOURCE), **environment}
    return subprocess.run([sys.executable, *flags, "-c", code], env=env, capture_output=True, text=True, check=False)


def test_engine(codec: ModuleType) -> None:
    assert codec.engine() in ("reference", "native")
    done = python("import toonwire; print(toonwire.engine())", TOONWIRE_ENGINE=codec.engine())
    assert done.stdout.strip() == codec.engine(), done.stderr


def test_without_a_compiled_engine_the_reference_serves() -> None:
    code = "import sys; sys.modules['toonwire.native'] = None; import toonwire; print(toonwire.engine())"
    assert python(code, TOONWIRE_ENGINE="").stdout == "reference\n"


def test_an_engine_that_is_not_there_is_an_import_error() -> None:
    done = python("import sys; sys.modules['toonwire.native'] = None; import toonwire", TOONWIRE_ENGINE="native")
    assert done.returncode == 1
    assert done.stderr.strip().split("\n")[-1] == (
        "ImportError: TOONWIRE_ENGINE=native, but the native engine cannot be loaded (import of toonwire.native "
        "halted; None in sys.modules): install toonwire again with a C++ compiler and TOONWIRE_REQUIRE_NATIVE=1, or "
        "unset TOONWIRE_ENGINE"
    )


def test_an_engine_that_nobody_knows_is_an_error() -> None:
    done = python("import toonwire", TOONWIRE_ENGINE="bogus")
    assert done.returncode == 1
    assert done.stderr.strip().split("\n")[-1] == (
        'toonwire.errors.OptionError: option TOONWIRE_ENGINE: expected "reference" or "native", found \'bogus\''
    )


def test_the_import_loads_no_other_package() -> None:
    code = (
        "import sys; bare = set(sys.modules); import toonwire;"
        "toonwire.decode(toonwire.encode({'a': [{'b': 1}]}));"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - bare} - set(sys.stdlib_module_names))"
    )
    done = python(code)
    compiled = {"cython_runtime", "_cython"}  # what extensions share
    assert {re.sub(r"^_cython_.*", "_cython", name) for name in done.stdout.split()} - compiled == {"toonwire"}, (
        done.stderr
    )


def cpu(code: str) -> float:
    """The least CPU seconds of a few fresh processes."""
    measured = f"{code}\nimport time; print(time.process_time())"
    return min(float(python(measured).stdout) for _ in range(7))


def test_the_import_is_cheap() -> None:
    python("import toonwire")  # leaves compiled modules behind
    assert cpu("import toonwire") - cpu("pass") < 0.040


# ---- what a first stranger found


@pytest.mark.parametrize("token", ["1e99999999999999999999", "-1e-99999999999999999999"])
def test_a_number_beyond_decimal_is_a_range_error(codec: ModuleType, token: str) -> None:
    with pytest.raises(codec.DecodeError) as caught:
        codec.decode(f"a: 1\nb: {token}", parse_float=Decimal)
    assert (caught.value.code, caught.value.line, caught.value.column) == (codec.ErrorCode.NUMBER_RANGE, 2, 4)


class Trickle(io.RawIOBase):
    """An unbuffered file that takes three bytes at a time, as a full disk or a pipe may."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.taken += bytes(data[:3])
        return min(3, len(data))


def test_dump_writes_all_to_a_file_that_takes_little(codec: ModuleType) -> None:
    target = Trickle()
    codec.dump({"a": "x" * 20}, target)
    assert target.taken == b"a: " + b"x" * 20 + b"\n"


def test_errors_show_themselves(codec: ModuleType) -> None:
    with pytest.raises(codec.DecodeError) as caught:
        codec.decode("a: 1\na: 2")
    assert repr(caught.value).startswith("DecodeError('line 2, column 1: expected each key once")


@pytest.mark.parametrize("line", ["users[2]{id,name}", "items[2]", "[2|]{a|b}"])
def test_a_header_without_its_colon_is_told_so(codec: ModuleType, line: str) -> None:
    with pytest.raises(codec.DecodeError) as caught:
        codec.decode(f"a: 1\n{line}\n  1,Ada")
    assert (caught.value.code, caught.value.hint) == (codec.ErrorCode.MISSING_COLON, "end the header with a colon")


# ---- the public functions as functions


@pytest.mark.parametrize("name", ["encode", "encode_bytes", "decode"])
def test_functions_show_themselves(codec: ModuleType, name: str) -> None:
    function = getattr(codec, name)
    assert pickle.loads(pickle.dumps(function)) is function
    assert function.__name__ == name
    assert function.__module__ == "toonwire.codec"
    kinds = {parameter.kind for parameter in list(inspect.signature(function).parameters.values())[1:]}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}
    assert ">>> " in function.__doc__


def test_functions_refuse_what_they_do_not_take(codec: ModuleType) -> None:
    for call in (
        codec.encode,
        lambda: codec.encode(1, 2),
        lambda: codec.encode(1, width=2),
        lambda: codec.encode_bytes(1, 2),
        codec.decode,
        lambda: codec.decode("a: 1", 2),
        lambda: codec.decode("a: 1", width=2),
        lambda: codec.decode(7),
        lambda: codec.decode(None),
    ):
        with pytest.raises(TypeError):
            call()


def test_the_first_argument_may_be_named(codec: ModuleType) -> None:
    assert codec.encode(value={"a": 1}) == codec.encode_bytes(value={"a": 1}).decode() == "a: 1"
    assert codec.decode(source="a: 1") == codec.decode(source=bytearray(b"a: 1"), strict=False) == {"a": 1}


def test_a_text_of_another_class_is_what_it_holds(codec: ModuleType) -> None:
    class Loud(str):
        __slots__ = ()

        def __str__(self) -> str:
            return "LOUD"

        __format__ = None  # type: ignore[assignment]

    assert codec.decode(Loud("a: 1")) == {"a": 1}
    assert codec.decode(Loud("city: Zürich"), strict=False) == {"city": "Zürich"}
