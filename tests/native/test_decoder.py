"""The native decoder against the reference decoder: never another value, never a document that is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.native.documents import KEYS, NUMBERS, STRINGS, TWINS, damaged, documents, dressed
from tests.native.prove_decoder import alike, disagreement, strictly
from tests.smallstack import on_stack_of
from toonwire import encode
from toonwire.options import Limits

CASES = Path(__file__).parent.parent / "cases"
SPEC = os.environ.get("TOON_SPEC_DIR")
EXAMPLES = 3_000 if os.environ.get("CI") else 1_000

ASCII, LATIN, WIDE, WIDEST = "", "\n# é", "\n# Ł", "\n# 😀"
"""Comments that make a str be held in one, two and four bytes a character."""


def inputs(text: str) -> list[str | bytes]:
    """A document in every form that the decoder has code of its own for."""
    forms: list[str | bytes] = [text + comment for comment in (ASCII, LATIN, WIDE, WIDEST)]
    return [*forms, text.encode(), (text + WIDEST).encode()]


# ---- §-by-§: what every conforming encoder may write, and what a decoder must take besides

READ: list[tuple[str, str, Any]] = [
    ("§5", "", {}),
    ("§5", "hello", "hello"),
    ("§5", "42", 42),
    ("§5", "-x", "-x"),
    ("§5", "- x", "- x"),
    ("§5", "[2]", "[2]"),
    ("§5", '"a: [b] #c"', "a: [b] #c"),
    ("§5", "[]", []),
    ("§5", "[0]:", []),
    ("§5", "[3]: 1,x,true", [1, "x", True]),
    ("§5", "[2]{a,b}:\n  1,x\n  2,y", [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]),
    ("§5", "[2:]{a}:\n  x: 1\n  y: 2", {"x": {"a": 1}, "y": {"a": 2}}),
    ("§5", "[2]:\n  - a: 1\n  - 2", [{"a": 1}, 2]),
    ("§5.1", "# c\na: 1\n    # c\nb: 2\n#", {"a": 1, "b": 2}),
    ("§5.1", "t[2]{a}:\n  1\n # c\n  2", {"t": [{"a": 1}, {"a": 2}]}),
    ("§5.1", "#", {}),
    ("§5.2", 'pre"x:y": 5', {'pre"x:y"': 5}),
    ("§5.2", '"a:b"[2]: 1,2', {"a:b": [1, 2]}),
    ("§5.2", "a:b[2]: x", {"a": "b[2]: x"}),
    ("§5.2", 'a: x"y', {"a": 'x"y'}),
    ("§5.2", 'a"b: c', 'a"b: c'),
    ("§5.2", '[2]: x"1,2",y', ['x"1,2"', "y"]),
    ("§5.2", "- a: 1", {"- a": 1}),
    ("§6", "a[2|]: 1,2|3", {"a": ["1,2", 3]}),
    ("§6", "a[2\t]: 1\t2", {"a": [1, 2]}),
    ("§6", 'a[1|]{b|"c|d"}:\n  1|2', {"a": [{"b": 1, "c|d": 2}]}),
    ("§6", "a[1]{ b , c{ d , e } }:\n  1,2,3", {"a": [{"b": 1, "c": {"d": 2, "e": 3}}]}),
    ("§6", "a[1]{x,n{x}}:\n  1,2", {"a": [{"x": 1, "n": {"x": 2}}]}),
    ("§6", "a[1]{x{y{z}}}:\n  1", {"a": [{"x": {"y": {"z": 1}}}]}),
    ("§6", "a[1]{b:c,d[0]}:\n  1,2", {"a": [{"b:c": 1, "d[0]": 2}]}),
    ("§6", 'a[1]{b"c,d"e}:\n  1', {"a": [{'b"c,d"e': 1}]}),
    ("§6", "n\u00a0[1]: y", {"n\u00a0": ["y"]}),
    ("§7.1", r'a: "\\ \" \n \r \t \u0001 \u00E9 \u65e5"', {"a": '\\ " \n \r \t \x01 é 日'}),
    ("§7.1", 'a: "\t\x01"', {"a": "\t\x01"}),
    ("§7.4", '"a\\nb": "1"', {"a\nb": "1"}),
    ("§7.4", ": 1", {"": 1}),
    ("§7.4", "foo-bar[1]: x", {"foo-bar": ["x"]}),
    ("§7.4", '"": 1', {"": 1}),
    ("§7.4", "a : 1", {"a": 1}),
    ("§7.4", "a:  1", {"a": 1}),
    ("§7.4", "a:1", {"a": 1}),
    ("§8", "a:\n  b:\n    c: 1\n  d:\ne: 2", {"a": {"b": {"c": 1}, "d": {}}, "e": 2}),
    ("§9.1", "a: []\nb[0]:\nc[0|]:", {"a": [], "b": [], "c": []}),
    ("§9.1", 'a[1]: ""', {"a": [""]}),
    ("§9.1", "a[3]: ,x,", {"a": ["", "x", ""]}),
    ("§9.1", "a[1]:\n  - x", {"a": ["x"]}),
    ("§9.2", "a[3]:\n  - [2]: 1,2\n  - [0]:\n  - []", {"a": [[1, 2], [], []]}),
    ("§9.3", 'a[2]{b,c}:\n  "x:y",1:2\n  ,', {"a": [{"b": "x:y", "c": "1:2"}, {"b": "", "c": ""}]}),
    ("§9.3", "a[1]{b}:\n  []", {"a": [{"b": "[]"}]}),
    ("§9.3", "a[1]{b,c}:\n  - 1,#2", {"a": [{"b": "- 1", "c": "#2"}]}),
    ("§9.3", "a[0]{b}:\nc: 1", {"a": [], "c": 1}),
    ("§9.4", "a[2]:\n  - [2]:\n    - 1\n    - [1]: x\n  - b", {"a": [[1, ["x"]], "b"]}),
    ("§9.5", 'a[2:]{b}:\n  x[1]: 1\n  "y:": 2', {"a": {"x[1]": {"b": 1}, "y:": {"b": 2}}}),
    ("§9.5", "[1:|]{b|c{d}}:\n  x: 1|2", {"x": {"b": 1, "c": {"d": 2}}}),
    ("§9.5", "a[0:]{b}:", {"a": {}}),
    ("§10", "a[3]:\n  -\n  - b:\n      c: 1\n    d: 2\n  - e: 3", {"a": [{}, {"b": {"c": 1}, "d": 2}, {"e": 3}]}),
    ("§10", "a[1]:\n  - e[1]{f}:\n      1\n    g: 3", {"a": [{"e": [{"f": 1}], "g": 3}]}),
    ("§10", "a[1]:\n  - b[2]:\n      - 1\n      - 2\n    c: 3", {"a": [{"b": [1, 2], "c": 3}]}),
    ("§10", "a[1]:\n  - d[1:]{e}:\n      x: 1", {"a": [{"d": {"x": {"e": 1}}}]}),
    ("§12", "\ufeffa: 1", {"a": 1}),
    ("§12", "a: \ufeff", {"a": "\ufeff"}),
    ("§12", "a: 1\r\nb: x \r\n\r\n", {"a": 1, "b": "x"}),
    ("§12", "a: x\r\r\n", {"a": "x\r"}),
    ("§12", "a\rb: \rc", {"a\rb": "\rc"}),
    ("§12", "\n\na: 1\n\nb:\n\n  c: 1\n\n\n", {"a": 1, "b": {"c": 1}}),
    ("§12", "a[1]:\n\n  - x\n\nb: 1", {"a": ["x"], "b": 1}),
    ("§12", "a:   \n  b: 1  \nc[2]:  1 , 2  ", {"a": {"b": 1}, "c": [1, 2]}),
    ("§12", "a[1]:\n  -   ", {"a": [{}]}),
    ("§12", "a: x\u00a0", {"a": "x\u00a0"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"), [pytest.param(text, value, id=f"{section} {text!r}") for section, text, value in READ]
)
def test_is_read(native: ModuleType, text: str, value: Any) -> None:
    for data in inputs(text):
        assert alike(strictly(native, data), value), data


NUMERALS: list[tuple[str, Any]] = [
    ("0", 0), ("-0", 0), ("-0.0", -0.0), ("1.0", 1.0), ("1.5000", 1.5), ("-1E+03", -1000.0), ("0e1", 0.0),
    ("9223372036854775807", 2**63 - 1), ("-9223372036854775808", -(2**63)), ("9223372036854775808", 2**63),
    ("1e400000", None), ("1e-400000", 0.0), ("0." + "0" * 400 + "1e400", 0.1), ("5e-324", 5e-324),
    ("1" + "0" * 599, 10**599), ("1" + "0" * 700, None), ("0." + "3" * 700, 1 / 3), ("1" * 33 + ".5", float("1" * 33)),
    ("0.1000000000000000055511151231257827021181583404541015625", 0.1), ("123456789012345678901234567890e", ...),
    *((text, ...) for text in ("05", "-05", ".5", "1.", "+5", "1e", "1e+", "--1", "-", "Infinity", "NaN", "0x10")),
    *((text, ...) for text in ("1_000", "1 2", "٣", "１２", "1.2.3", "2026-01-02", "1e5x", "1" * 40 + "x")),
    ("1" * 31 + ".", ...),
]  # fmt: skip
"""Tokens; ... for a string, None for what only the reference engine handles."""


@pytest.mark.parametrize(("token", "value"), NUMERALS)
@pytest.mark.parametrize(
    "frame", ["{}", "a: {}", "a[1]: {}", "a[2]: {},x", "a[1]{{b,c}}:\n  {},x", "a[1]{{b,c}}:\n  {}  ,x"]
)
def test_numbers_are_decided_by_the_grammar(native: ModuleType, token: str, value: Any, frame: str) -> None:
    for data in inputs(frame.format(token)):
        found = strictly(native, data)
        if value is None:
            assert found is native.DECLINED
            continue
        while isinstance(found, (dict, list)):
            found = found[0] if isinstance(found, list) else found[next(iter(found))]
        assert alike(found, token if value is ... else value), data


def test_a_character_is_not_taken_for_the_ascii_character_of_its_lowest_byte(native: ModuleType) -> None:
    for twin in TWINS:
        for frame in (
            "a: {}",
            "a: 5{}",
            "a: {}5",
            "a[1]: {}",
            "a[1]: 1{}",
            "a{}: 1",
            "{}: 1",
            "[1]{{a{}}}:\n  x",
            "[1]{{a}}:\n  {}",
            "{}",
            "a: tru{}",
        ):
            for end in (ASCII, WIDEST):
                assert disagreement(native, frame.format(twin) + end, conforming=True) == ""


# ---- agreement with the reference decoder


def known_documents() -> list[tuple[str, int]]:
    """The text of every case and fixture, whatever it is a case of."""
    paths = sorted(CASES.glob("*.jsonl"))
    cases = [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").strip("\n").split("\n")]
    for path in sorted(Path(SPEC).glob("fixtures*/*/*.json")) if SPEC else []:
        cases += json.loads(path.read_text(encoding="utf-8"))["tests"]
    found = {}
    for case in cases:
        options = case.get("options") or {}
        indent = options.get("indent", options.get("indentSize", 2))
        for text in case.values():
            if isinstance(text, str):
                found[text, indent if isinstance(indent, int) and indent > 0 else 2] = None
    return list(found)


def test_agrees_on_every_case_and_fixture(native: ModuleType) -> None:
    texts = known_documents()
    assert len(texts) > (1500 if SPEC else 900)
    for text, indent in texts:
        well_formed = not any("\ud800" <= character <= "\udfff" for character in text)
        for data in inputs(text) if well_formed else [text]:
            assert disagreement(native, data, indent, conforming=True) == ""


strings = st.one_of(st.sampled_from(STRINGS), st.text(max_size=12), st.text(alphabet=TWINS + ' :,"19.', max_size=6))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(NUMBERS),
    strings,
)
names = st.one_of(st.sampled_from(KEYS), strings)
tables = st.lists(names, min_size=1, max_size=4, unique=True).flatmap(
    lambda fields: st.lists(
        st.tuples(*[scalars] * len(fields)).map(lambda row: dict(zip(fields, row, strict=True))), min_size=1, max_size=4
    )
)
values = st.recursive(
    st.one_of(scalars, tables, st.lists(scalars, max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(names, inner, max_size=4),
        st.dictionaries(names, tables, max_size=2),
    ),
    max_leaves=8,
)


@given(values, st.sampled_from([",", "\t", "|"]), st.integers(1, 9), st.randoms(use_true_random=False))
def test_agrees_on_generated_values(native: ModuleType, value: Any, delimiter: Any, indent: int, rng: Random) -> None:
    text = encode(value, delimiter=delimiter, indent=indent)
    for data in (*inputs(text), *inputs(dressed(text, rng))):
        assert disagreement(native, data, indent, conforming=True) == ""
    for _ in range(5):
        broken = damaged(text, rng)
        assert disagreement(native, broken, indent) == ""
        assert disagreement(native, broken.encode(), indent) == ""


@given(st.one_of(st.binary(max_size=40), st.text(max_size=40), st.text(alphabet='a1:,|-[]{}" \n\t\\#\r', max_size=40)))
def test_agrees_on_anything(native: ModuleType, data: str | bytes) -> None:
    assert disagreement(native, data) == ""


def test_agrees_on_seeded_documents(native: ModuleType) -> None:
    for seed in range(EXAMPLES):
        for data, indent, conforming in documents(seed):
            assert disagreement(native, data, indent, conforming=conforming) == ""


@pytest.mark.parametrize(
    "limits",
    [Limits(max_depth=depth, max_number_digits=digits) for depth in (0, 1, 2, 3) for digits in (1, 3, 17)],
    ids=repr,
)
def test_agrees_under_limits(native: ModuleType, limits: Limits) -> None:
    for seed in range(100):
        for data, indent, _ in documents(seed):
            assert disagreement(native, data, indent, limits) == ""


ILL_FORMED = [
    *(b"\x80", b"\xff", b"\xc0\x80", b"\xc1\xbf", b"\xc3", b"\xc3(", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xe2\x82"),
    *(b"\xe2(\xac", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf0\x9f\x98"),
    *(b"\xf0\x9f(\x80", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80"),
]
PLACES = [
    *(
        b"%s",
        b"a: %s",
        b'a: "%s"',
        b'a: "\\n%s"',
        b"%s: 1",
        b'"%s": 1',
        b"a[1]: %s",
        b"[1]{%s}:\n  1",
        b"[1]{a}:\n  x%s",
    ),
    *(b"# %s", b"[1:]{a}:\n  %s: 1", b"a: 1\n  # %s\n", b"a: " + b"x" * 70_000 + b"%s"),
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: repr(place[:20]))
def test_what_is_no_text_is_declined_wherever_it_stands(native: ModuleType, place: bytes) -> None:
    for broken in ILL_FORMED:
        for end in (b"", b"\nb: 1", "\nb: é".encode()):
            assert strictly(native, place % broken + end) is native.DECLINED
    for lone in ("\ud800", "\udfff", "\udc00\ud800"):
        for end in (ASCII, WIDEST):
            assert strictly(native, place.decode().replace("%s", lone) + end) is native.DECLINED
    for good in ("\x7f", "\x80", "߿", "ࠀ", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"):
        text = place.decode().replace("%s", good)
        for data in inputs(text):
            assert disagreement(native, data, conforming=True) == ""


# ---- what it takes


class Text(str):
    pass


class Octets(bytes):
    pass


@pytest.mark.parametrize("data", [Text("a: 1"), Octets(b"a: 1"), bytearray(b"a: 1"), memoryview(b"a: 1"), None, 1])
def test_only_exact_str_and_bytes(native: ModuleType, data: object) -> None:
    assert strictly(native, data) is native.DECLINED


@pytest.mark.parametrize(
    ("name", "value"), [("indent", 0), ("indent", -1), ("max_depth", 0), ("max_depth", -(10**30)), ("max_digits", 0)]
)
def test_options_out_of_range_are_declined(native: ModuleType, name: str, value: int) -> None:
    assert strictly(native, "a:\n  b: 1", **{name: value}) is native.DECLINED


def test_options_without_bound(native: ModuleType) -> None:
    assert strictly(native, "a: 1", indent=10**30, max_depth=10**30, max_digits=10**30) == {"a": 1}
    assert strictly(native, "a:\n b: 1", indent=10**30) is native.DECLINED


def test_declined_says_its_name(native: ModuleType) -> None:
    assert repr(native.DECLINED) == "DECLINED"


# ---- size and depth


def test_long_containers(native: ModuleType) -> None:
    numbers = list(range(70_000))
    assert strictly(native, encode(numbers)) == numbers
    mixed = [[0], *numbers]
    assert strictly(native, encode(mixed)) == mixed
    rows = [{"a": number, "b": "x"} for number in numbers]
    assert strictly(native, encode(rows)) == rows
    keyed = {f"key {number}": {"a": number} for number in numbers}
    assert list(strictly(native, encode(keyed)).items()) == list(keyed.items())
    members = {f"key_{number}": number for number in numbers}
    assert list(strictly(native, encode({"o": [members, members]}))["o"][1].items()) == list(members.items())


def test_repeated_keys_far_apart(native: ModuleType) -> None:
    text = "\n".join(f"k{number}: 1" for number in range(40_000))
    assert len(strictly(native, text)) == 40_000
    assert strictly(native, f"{text}\nk0: 2") is native.DECLINED


def test_keys_that_the_cache_cannot_hold_all(native: ModuleType) -> None:
    data = [{f"key_{number}": number, "id": number, "ключ": [], "k" * 100: 0} for number in range(5_000)]
    found = strictly(native, encode(data))
    assert found == data
    for name in ("id", "ключ", "k" * 100):  # one object for all of them
        assert len({id(key) for item in found for key in item if key == name}) == 1


def nested(depth: int) -> dict[str, str]:
    """Documents whose deepest container has that depth."""
    groups = "a{" * (depth - 2)
    return {
        "keys": "\n".join(" " * level + "a:" for level in range(depth - 1)),
        "lists": "\n".join(["[1]:", *(" " * level + "- [1]:" for level in range(1, depth)), " " * depth + "- 1"]),
        "items": "\n".join(
            ["a[1]:", *(" " * level + "- a[1]:" for level in range(1, depth - 2, 2)), " " * (depth - 1) + "- 1"]
        ),
        "groups": f"[1]{{{groups}b{'}' * (depth - 2)}}}:\n 1",
    }


@pytest.mark.parametrize("form", ["keys", "lists", "items", "groups"])
def test_depth_on_a_small_stack(native: ModuleType, form: str) -> None:
    found: list[Any] = []

    def run() -> None:
        text = nested(10_000)[form]
        found.append(strictly(native, text, indent=1, max_depth=10_000))
        found.append(strictly(native, text, indent=1, max_depth=9_990) is native.DECLINED)

    on_stack_of(512, run)
    value, too_deep = found
    assert too_deep
    depth = 0
    while isinstance(value, (dict, list)):
        depth += 1
        value = next(iter(value.values() if isinstance(value, dict) else value), None)
    assert depth == 10_000


@pytest.mark.parametrize(
    "header",
    ["[{}]: 1", "[{}]:\n  - 1", "[{}]{{a}}:\n  1", "[{}:]{{a}}:\n  k: 1", "a[{}]:", "- [{}]: 1", "a[{}]{{b}}:"],
)
def test_a_declared_length_reserves_nothing(native: ModuleType, header: str) -> None:
    for length in (10**6, 10**12, 2**63, 2**64 + 1, 10**40):
        assert strictly(native, header.format(length)) is native.DECLINED
        assert strictly(native, header.format(length) + WIDE) is native.DECLINED
