"""The compiled encoder gives the text of the reference encoder, or None."""

from __future__ import annotations

import gc
import json
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given

from tests.native import values
from tests.smallstack import on_stack_of
from toonwire.errors import EncodeError
from toonwire.hosttypes import lowering
from toonwire.options import EncodeOptions, Limits
from toonwire.reference import encoder as reference

TESTS = Path(__file__).parents[1]
SPEC = os.environ.get("TOON_SPEC_DIR")


def native(encoder: ModuleType, value: Any, options: EncodeOptions, *, as_bytes: bool = False) -> str | bytes | None:
    limits = options.limits
    out: str | bytes | None = encoder.encode(
        value,
        options.indent,
        options.delimiter,
        options.nan == "null",
        limits.max_depth,
        limits.max_number_digits,
        as_bytes,
    )
    return out


def by_reference(value: Any, options: EncodeOptions) -> str | None:
    """The text, None for an error."""
    try:
        return reference.encode(value, options, lowering(None, str))
    except EncodeError:
        return None


def check(encoder: ModuleType, value: Any, options: EncodeOptions) -> None:
    text = by_reference(value, options)
    result = native(encoder, value, options)
    assert result == text
    assert type(result) is type(text)
    # a str that is stored in another way than it should be is found in no dict
    assert {result: 1}.get(text) == 1
    assert native(encoder, value, options, as_bytes=True) == (None if text is None else text.encode())


# ---- known inputs


def inputs(folder: Path) -> Iterator[Any]:
    """All values that stand in test files, the texts among them as strings."""
    for path in sorted(folder.glob("**/*.json*")):
        text = path.read_text(encoding="utf-8")
        yield from map(json.loads, text.strip("\n").split("\n")) if path.suffix == ".jsonl" else [json.loads(text)]


@pytest.mark.parametrize("indent", range(1, 6))
@pytest.mark.parametrize("delimiter", [",", "\t", "|"])
def test_our_cases(encoder: ModuleType, indent: int, delimiter: Any) -> None:
    options = EncodeOptions(indent, delimiter)
    cases = list(inputs(TESTS / "cases"))
    assert len(cases) > 1000
    for case in cases:
        check(encoder, case, options)
        for part in ("input", "output", "expect"):
            if isinstance(case, dict) and part in case:
                check(encoder, case[part], options)


@pytest.mark.skipif(not SPEC, reason="TOON_SPEC_DIR is not set: the official fixtures were NOT run")
@pytest.mark.parametrize("indent", range(1, 6))
@pytest.mark.parametrize("delimiter", [",", "\t", "|"])
def test_official_fixtures(encoder: ModuleType, indent: int, delimiter: Any) -> None:
    options = EncodeOptions(indent, delimiter)
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(str(SPEC)).glob("*/*/*.json"))]
    assert len(documents) > 10
    for document in documents:
        check(encoder, document, options)
        for case in document["tests"]:
            check(encoder, case["input"], options)
            check(encoder, case.get("expected"), options)


# ---- generated values


@given(value=values.values, options=values.options)
def test_any_value(encoder: ModuleType, value: Any, options: dict[str, Any]) -> None:
    limits = Limits(options["max_depth"], None, options["max_number_digits"])
    check(encoder, value, EncodeOptions(options["indent"], options["delimiter"], options["nan"], limits))


@given(text=values.strings)
def test_any_string(encoder: ModuleType, text: str) -> None:
    for delimiter in (",", "\t", "|"):
        options = EncodeOptions(delimiter=delimiter)
        check(encoder, text, options)
        check(encoder, {text: [text, text + "é", "日" + text, text + "😀"]}, options)


@pytest.mark.parametrize("wide", ["", "é", "日", "😀"])
def test_each_character_at_each_place(encoder: ModuleType, wide: str) -> None:
    """Every ASCII character at the ends of blocks of sixteen, in strings that are ASCII or not."""
    for length, char in product((1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 49), map(chr, range(0x80))):
        strings = []
        for place in {0, 1, length // 2, length - 2, length - 1} & set(range(length)):
            text = "x" * place + char + "y" * (length - place - 1)
            strings += [text, text + wide, wide + text]
        for delimiter in (",", "\t", "|"):
            check(encoder, {"a": strings, "b": dict.fromkeys(strings)}, EncodeOptions(delimiter=delimiter))


@pytest.mark.parametrize("length", [500, 1023, 1024, 1025, 2000, 4000, 5000, 70_000, 600_000])
@pytest.mark.parametrize("unit", ["a", '"', "\x01", "é", "é\n", "日", "日\\", "😀", '😀"', "a|"])
def test_long_strings(encoder: ModuleType, length: int, unit: str) -> None:
    text = unit * (length // len(unit))
    for value in (text, [text, 1], {text: text}, [{"a": 1, "b": text}, {"b": "x", "a": text}], ["é", text, "日", text]):
        check(encoder, value, EncodeOptions())


def test_results_that_outgrow_their_room_in_any_place(encoder: ModuleType) -> None:
    for length in [*range(3900, 4200), *range(8000, 8300, 7)]:
        for value in (
            {"a": "x" * length, "b": [1.5, "é"]},
            [{"k": "y" * length}, {"k": 2**40}],
            {"z" * length: {"a": [[]]}},
        ):
            check(encoder, value, EncodeOptions())


# ---- what is taken back


def test_failed_tables_leave_nothing_behind(encoder: ModuleType) -> None:
    """Tables whose last row is none, with text that would be wide or large."""
    for text in ("x", "é", "日本" * 400, "😀" * 3000):
        for last in ({"a": [1]}, {"a": {}}, {"b": 1}, {}, {"a": text, "b": 1}, text, [text]):
            rows = [{"a": text}] * 5 + [last]
            for value in (rows, {"k": rows, "l": [text]}, {f"é{i}": row for i, row in enumerate(rows)}):
                check(encoder, value, EncodeOptions())
        for nested in ({"c": [1]}, {"d": 1}, {}, 1):
            rows = [{"a": text, "g": {"c": text}}, {"g": {"c": text}, "a": 1}, {"a": 1, "g": nested}] * 2
            check(encoder, {"k": rows, "l": dict(zip("abcdef", rows, strict=True))}, EncodeOptions())
        check(encoder, [1, text, 2.5, {"a": text}], EncodeOptions())


# ---- what is declined


class Text(str):
    pass


class Whole(int):
    pass


class Real(float):
    pass


class Items(list[Any]):
    pass


class Fields(dict[Any, Any]):
    pass


def cycle(depth: int) -> dict[str, Any]:
    """An object that contains itself after ``depth`` others."""
    first: dict[str, Any] = {"a": 1}
    last = first
    for _ in range(depth):
        last["next"] = {"a": 1}
        last = last["next"]
    last["next"] = first
    return first


def listed_cycle(depth: int) -> list[Any]:
    first: list[Any] = [1]
    last = first
    for _ in range(depth):
        last.append([1])
        last = last[1]
    last.append(first)
    return first


def nested(depth: int) -> Any:
    value: Any = 1
    for number in range(depth):
        value = {"a": value} if number % 2 else [value]
    return value


BAD = [
    *(Text("a"), Whole(1), Real(1.5), Items([1]), Fields(a=1)),
    *((1, 2), {1}, frozenset(), range(3), b"a", bytearray(b"a"), 1j, object(), Exception(), iter([])),
    *({1: 2}, {None: 1}, {True: 1}, {1.5: 1}, {Text("a"): 1}, {("a",): 1}, {"a": 1, 2: 3}),
    *("\ud800", "a\udfffb", "\udc00" * 40, "日本\ud800", "😀\ud800", "é" * 20 + "\ud83d" + "é" * 20),
    *({"\ud800": 1}, {"a" * 30 + "\udfff": 1}),
    *(cycle(0), cycle(1), cycle(70), listed_cycle(0), listed_cycle(1), listed_cycle(70), {"k": cycle(3)}),
    nested(1001),
    10**4300,
    -(10**4300),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_declined(encoder: ModuleType, number: int) -> None:
    """Wherever such a value stands; and with the same values in its place all are written."""
    bad = BAD[number]
    for value in (
        *(bad, [bad], [1, bad], ["x", bad], [[], bad], [{}, bad], {"a": bad}, {"a": 1, "b": bad}, [{"a": bad}]),
        *(
            [{"a": 1}, {"a": bad}],
            [{"a": 1}, bad],
            [{"a": {"b": 1}}, {"a": {"b": bad}}],
            [{"a": 1, "b": bad}, {"b": 1, "a": 2}],
        ),
        *({"k": {"a": 1}, "l": {"a": bad}}, {"k": {"a": {"b": bad}}, "l": {"a": {"b": 1}}}, {"k": {"a": 1}, "l": bad}),
        [{"a": [bad]}, {"a": [1]}],
    ):
        for as_bytes in (False, True):
            assert native(encoder, value, EncodeOptions(), as_bytes=as_bytes) is None


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_non_finite_numbers(encoder: ModuleType, number: float) -> None:
    assert native(encoder, [{"a": number}], EncodeOptions()) == "[1]{a}:\n  null"
    for value in (number, [1, number], {"a": number}, [{"a": number}], [[], number]):
        assert native(encoder, value, EncodeOptions(nan="error")) is None


def test_digits(encoder: ModuleType) -> None:
    for digits in (1, 5, 17, 18, 19, 20, 300, 4300, 4600):
        options = EncodeOptions(limits=Limits(max_number_digits=digits))
        most = 10**digits - 1
        for value in (most, -most):
            assert (
                native(encoder, value, options)
                == native(encoder, [value], options)[5:]
                == reference.encode(value, options, id)
            )
        assert native(encoder, most + 1, options) is None
        assert native(encoder, -most - 1, options) is None
    assert native(encoder, 10**5000, EncodeOptions(limits=Limits(max_number_digits=10_000))) is None


def test_wide_indentation(encoder: ModuleType) -> None:
    for indent in (8, 9, 15, 16, 17, 100, 1000):
        check(encoder, {"a": {"b": [[1], {"c": {"d": 1}}]}, "k": [{"e": 1}]}, EncodeOptions(indent))
    for indent in (1001, sys.maxsize):
        assert encoder.encode({"a": 1}, indent, ",", True, 1000, 4300, False) is None


@pytest.mark.parametrize("shape", ["fields", "items", "both", "table", "keyed"])
def test_depth(encoder: ModuleType, shape: str) -> None:
    for limit in (0, 1, 2, 3, 4, 7, 70):
        options = EncodeOptions(limits=Limits(max_depth=limit))
        for depth in range(max(0, limit - 3), limit + 4):
            value: Any = 1
            for number in range(depth):
                value = [value] if shape == "items" or (shape == "both" and number % 2) else {"a": value}
            if shape == "table":
                value = [value, value]
            elif shape == "keyed":
                value = {"x": value, "y": value, "z": value}
            check(encoder, value, options)


def test_empty_containers_count_as_depth(encoder: ModuleType) -> None:
    for limit, empty in product(range(4), ({}, [])):
        options = EncodeOptions(limits=Limits(max_depth=limit))
        for value in (empty, [empty], {"a": empty}, [{"a": empty}], [1, [empty]], [empty, {"a": 1}]):
            check(encoder, value, options)


# ---- depth, cycles and time


def test_depth_of_10000_on_a_small_stack(encoder: ModuleType) -> None:
    options = EncodeOptions(indent=1, limits=Limits(max_depth=10_000))
    lists: Any = []
    objects: Any = {}
    for _ in range(9_999):
        lists, objects = [lists], {"a": objects}
    seen: list[Any] = []

    def run() -> None:
        for value in (lists, objects, [objects, 1], [lists, 1], [objects] * 2, {"x": objects, "y": objects, "z": 1}):
            text = native(encoder, value, options)
            seen.append(text if text is None else len(text))

    on_stack_of(512, run)
    assert seen[:2] == [len(by_reference(value, options) or "") for value in (lists, objects)]
    assert seen[2:] == [None] * 4  # one too deep


def test_a_cycle_costs_no_more_than_its_content(encoder: ModuleType) -> None:
    """Each turn would write the large string again."""
    large = "x" * 1_000_000
    for depth in (0, 1, 5, 40):
        objects, lists = cycle(depth), listed_cycle(depth)
        objects["large"] = lists[0] = large
        rows = cycle(depth)
        rows["rows"] = large
        for value in (objects, lists, [objects], {"a": lists}, [rows, rows]):
            before = time.process_time()
            assert native(encoder, value, EncodeOptions(limits=Limits(max_depth=10_000))) is None
            assert time.process_time() - before < 1


def seconds(encoder: ModuleType, value: Any) -> float:
    options = EncodeOptions(indent=1, limits=Limits(max_depth=10_000))
    best = 1e9
    for _ in range(3):
        before = time.process_time()
        assert native(encoder, value, options) is not None
        best = min(best, time.process_time() - before)
    return best


def test_failed_detection_is_not_repeated_at_each_level(encoder: ModuleType) -> None:
    """Two-entry objects in each other: each is looked at as a keyed table, of entries that differ further down.

    Whether they differ at once or at the bottom must not make a difference.
    """

    def chain(depth: int, bottom: Any) -> Any:
        for _ in range(depth):
            bottom = {"a": bottom}
        return bottom

    def ladder(depth: int, other: Any) -> Any:
        value: Any = {"a": 1, "b": {"c": []}}
        for _ in range(depth):
            value = {"a": value, "b": other}
        return value

    at_once = seconds(encoder, ladder(5_000, {}))
    assert seconds(encoder, ladder(5_000, {"a": {"c": 1}, "b": {"c": 1}})) < 3 * at_once + 0.05
    assert seconds(encoder, ladder(5_000, {"a": {}, "b": {}})) < 3 * at_once + 0.05
    two = {"a": chain(4_900, 1), "b": chain(4_900, [])}
    one = {"a": 1, "b": chain(4_900, []), "c": chain(4_900, 1)}
    assert seconds(encoder, two) < 3 * seconds(encoder, one) + 0.05


def test_text_that_is_taken_back_is_bounded(encoder: ModuleType) -> None:
    """A table fails in its last row at each level, behind a long string."""

    def nest(depth: int, last: Any) -> Any:
        value: Any = {"g": {"s": "x" * 200_000}}
        other: Any = {"g": {"s": 1}}
        for _ in range(depth):
            value, other = {"g": {"a": value, "b": other, "c": last}}, {"g": {"a": other, "b": other, "c": 1}}
        return value

    assert seconds(encoder, nest(12, {"g": [1]})) < 5 * seconds(encoder, nest(12, 1)) + 0.05


# ---- no code of the user's, no leaks


def test_keys_are_compared_without_code_of_the_users(encoder: ModuleType) -> None:
    calls: list[str] = []

    class Key:
        def __init__(self, text: str) -> None:
            self.text = text

        def __hash__(self) -> int:
            return hash(self.text)

        def __eq__(self, other: object) -> bool:
            calls.append("eq")
            return self.text == other

    for value in (
        [{"a": 1, "b": 2}, {Key("a"): 1, "b": 2}],
        [{"a": 1, "b": 2}, {"b": 1, Key("a"): 2}],
        [{"g": {"a": 1, "b": 2}}, {"g": {Key("b"): 1, "a": 2}}],
        [{"g": {"a": 1}}, {Key("g"): {"a": 1}}],
        {"x": {"g": {"a": 1}, "h": 1}, "y": {Key("h"): 1, Key("g"): {"a": 1}}},
    ):
        assert native(encoder, value, EncodeOptions()) is None
    assert calls == []


def test_equal_keys_need_not_be_one_object(encoder: ModuleType) -> None:
    def fresh(text: str) -> str:
        return "".join(list(text))

    for names in (["a", "bc"], ["é", "ü"], ["日", "本語"], ["😀", "a😀"], ["a", "é"]):
        rows = [{fresh(name): {fresh(name): 1} for name in order} for order in (names, names, names[::-1])]
        check(encoder, rows, EncodeOptions())
        check(encoder, {"x": rows[0], "y": rows[2], "z": rows[1]}, EncodeOptions())
        check(encoder, [*rows, {fresh(name) + "x": {fresh(name): 1} for name in names}], EncodeOptions())


def know_utf8(texts: list[str]) -> None:
    """Makes Python keep the UTF-8 of each string beside it."""
    for text in texts:
        # the name of an error handler is asked for its UTF-8, and then refused if it has a zero
        with suppress(ValueError):
            "".encode("utf-8", text)


def test_strings_whose_utf8_is_known(encoder: ModuleType) -> None:
    """Their bytes are copied, at any length and beside whatever must be quoted."""
    for piece, end in product("éß日😀", ("", " ", ",", "|", ":", '"', "\n", "\0", "\ufeff")):
        texts = [start + piece * count + end for start in ("", "-", "x") for count in (*range(1, 20), 500, 1100)]
        before = sum(map(sys.getsizeof, texts))
        know_utf8(texts)
        assert sum(map(sys.getsizeof, texts)) > before
        for delimiter in (",", "|"):
            check(encoder, [*texts, {text: text for text in texts}], EncodeOptions(delimiter=delimiter))


def test_nothing_leaks(encoder: ModuleType) -> None:
    good = {
        "a": [{"k": "é" * 10, "v": 10**30}, {"k": "x" * 3000, "v": 1.5}],
        "b": {"x": {"n": None}, "y": {"n": "日"}},
        "c": [[], [1, "z"]],
    }
    bad = {"a": "x" * 5000, "b": [{"k": "é", "g": {"h": 10**30}}, {"k": 1, "g": {"h": "\ud800"}}]}
    parts = [None, True, good["a"][0]["k"], good["a"][0]["v"], bad["a"], "k", "g"]

    def run(times: int) -> None:
        for _ in range(times):
            native(encoder, good, EncodeOptions())
            native(encoder, good, EncodeOptions(), as_bytes=True)
            native(encoder, bad, EncodeOptions())
            native(encoder, cyclic, EncodeOptions())

    cyclic = cycle(3)
    run(1000)
    gc.collect()
    counts, objects = list(map(sys.getrefcount, parts)), len(gc.get_objects())
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(25_000)
    gc.collect()
    assert [after - before for before, after in zip(counts, map(sys.getrefcount, parts), strict=True)] == pytest.approx(
        [0] * len(parts), abs=20
    )
    assert abs(len(gc.get_objects()) - objects) < 1000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - size < 2_000


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other allocators have other habits")
@pytest.mark.parametrize("size", [60, 150, 1000, 9000])
def test_pages_are_used_again(size: int) -> None:
    """The memory of a text that is dropped serves the next one like it; in a process of its own."""
    code = """
import resource, sys
sys.path[:0] = %r
from toonwire.native._encoder import encode
value = [{"text": chr(10) * 500, "é": []}] * %d  # asks for much more room than it takes
for as_bytes in (False, True):
    for _ in range(5):
        encode(value, 2, ",", True, 1000, 4300, as_bytes)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(20):
        encode(value, 2, ",", True, 1000, 4300, as_bytes)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", code % (sys.path, size)], capture_output=True, text=True, timeout=120, check=True
    )
    assert [int(faults) < 100 for faults in done.stdout.split()] == [True, True], done.stdout


def test_memory_errors_are_raised(encoder: ModuleType) -> None:
    """Where an allocation fails, MemoryError is raised and nothing is lost; in a process of its own."""
    code = """
import sys
sys.path[:0] = %r
import _testcapi
from toonwire.native._encoder import encode
value = {"a": ["x" * 9000, "日" * 9000, 10**40], "b": [{"k": i, "g": {"h": "é"}} for i in range(300)], "c": [[[[]]]]}
deep = []
for _ in range(200):
    deep = [deep]
want = encode(value, 2, ",", True, 1000, 4300, False)
failed = 0
for number in range(200):
    for one in (value, deep):
        result = None
        _testcapi.set_nomemory(number, number + 1)
        try:
            result = encode(one, 2, ",", True, 1000, 4300, False)
        except MemoryError:
            failed += 1
        finally:
            _testcapi.remove_mem_hooks()
        assert result is None or one is deep or result == want
assert failed >= 5, failed
"""
    pytest.importorskip("_testcapi")
    done = subprocess.run(
        [sys.executable, "-c", code % sys.path], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
