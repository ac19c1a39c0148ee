"""Errors as data and as sentences: which one, where, in what words, in both modes, and in which order."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.equality import same
from toonwire import (
    DecodeError,
    EncodeError,
    EncodeTypeError,
    ErrorCode,
    JsonError,
    Limits,
    OptionError,
    ToonError,
)

LINES = (Path(__file__).parent / "cases" / "errors.jsonl").read_text(encoding="utf-8").strip("\n").split("\n")
CASES: list[dict[str, Any]] = [json.loads(line) for line in LINES]
"""input (or hex: bytes) and limits; code, line, column and message of the strict error; what non-strict mode
makes of it: lenient (a value), lenient_error, or, with neither, the same error."""

ALL_CODES = list(ErrorCode)
ENVELOPES = ALL_CODES[ALL_CODES.index(ErrorCode.SUCCESS_BOOL) : ALL_CODES.index(ErrorCode.CONTENT_DIFFERS) + 1]

NOT_OF_DECODING = {
    ErrorCode.UNSUPPORTED_TYPE,
    ErrorCode.UNSUPPORTED_KEY,
    ErrorCode.KEY_COLLISION,
    ErrorCode.NON_FINITE,
    ErrorCode.CYCLE,
    ErrorCode.ROW_SHAPE,
    ErrorCode.SCOPE,
    ErrorCode.JSON_SYNTAX,
    ErrorCode.JSON_DUPLICATE_KEY,
    ErrorCode.INVALID_OPTION,
    *(ErrorCode.FILE_READ, ErrorCode.FILE_WRITE, ErrorCode.JSONL_ROOT, ErrorCode.SELECT),
    *ENVELOPES,
}

# §14.4: what non-strict mode can recover from
RECOVERED = {
    *(ErrorCode.VALUE_COUNT, ErrorCode.ITEM_COUNT, ErrorCode.ROW_COUNT, ErrorCode.ENTRY_COUNT),
    *(ErrorCode.DUPLICATE_KEY, ErrorCode.FIELD_DUPLICATE),
    *(ErrorCode.TAB_INDENT, ErrorCode.INDENT_MULTIPLE),
    ErrorCode.BLANK_LINE,
    ErrorCode.DEPTH_JUMP,
}

per_case = pytest.mark.parametrize("case", CASES, ids=[f"{n}-{c['code']}" for n, c in enumerate(CASES, 1)])


def source(case: dict[str, Any]) -> str | bytes:
    return bytes.fromhex(case["hex"]) if "hex" in case else case["input"]


def refused(codec: ModuleType, case: dict[str, Any], **options: Any) -> DecodeError:
    with pytest.raises(DecodeError) as caught:
        codec.decode(source(case), limits=Limits(**case.get("limits", {})), **options)
    return caught.value


def check(error: DecodeError, expected: dict[str, Any]) -> None:
    assert (error.code.value, error.line, error.column) == (expected["code"], expected["line"], expected["column"])
    assert str(error) == f"line {expected['line']}, column {expected['column']}: {expected['message']}"


@per_case
def test_strict(codec: ModuleType, case: dict[str, Any]) -> None:
    check(refused(codec, case), case)


@per_case
def test_non_strict(codec: ModuleType, case: dict[str, Any]) -> None:
    if "lenient" in case:
        assert ErrorCode(case["code"]) in RECOVERED
        assert same(codec.decode(source(case), strict=False), case["lenient"])
    else:
        check(refused(codec, case, strict=False), case.get("lenient_error", case))


@per_case
def test_source_line(codec: ModuleType, case: dict[str, Any]) -> None:
    """The line of the document as it was given, without its end and without a byte-order mark."""
    data = source(case)
    if isinstance(data, bytes):
        # one backslash sequence an ill-formed byte, which can be shown anywhere
        data = data.decode(errors="surrogateescape").encode(errors="backslashreplace").decode()
    error = refused(codec, case)
    lines = data.removeprefix("\ufeff").split("\n")
    shown = lines[error.line - 1].removesuffix("\r").encode(errors="backslashreplace").decode()
    assert error.source_line == ("" if error.code is ErrorCode.INPUT_LIMIT else shown)
    assert 1 <= error.column <= len(shown) + 1


def test_every_code_of_decoding_is_in_the_table() -> None:
    found = {case["code"] for case in CASES} | {
        case["lenient_error"]["code"] for case in CASES if "lenient_error" in case
    }
    assert found == {code.value for code in ErrorCode} - {code.value for code in NOT_OF_DECODING}


def test_every_recovery_is_in_the_table() -> None:
    assert {ErrorCode(case["code"]) for case in CASES if "lenient" in case} == RECOVERED


# ---- which of two errors


@pytest.mark.parametrize(
    ("document", "code", "line", "column"),
    [
        # line by line
        ('a: "\\x"\na: 1', "invalid-escape", 1, 5),
        ('a: 1\na: "\\x"', "duplicate-key", 2, 1),
        ("a: 1\n b: 2\na: 1", "indent-multiple", 2, 2),
        ("a: 1\na: 2\n\tb: 3", "duplicate-key", 2, 1),
        ('a[3]: 1\nb: "x', "value-count", 1, 2),
        ("a: 1\n\x00: 2\na: 3\nb", "duplicate-key", 3, 1),
        # on one line: key, collision, value
        ('"\\q": "\\x"', "invalid-escape", 1, 2),
        ('a: 1\n"\\q"[1]: "\\x"', "invalid-escape", 2, 2),
        ('a: 1\na[9]: "\\x"', "duplicate-key", 2, 1),
        ('a[9]: "\\x"', "invalid-escape", 1, 8),
        ("a: 1\na[1]{x,x}:\n  1", "field-duplicate", 2, 8),
        ('a: 1\n"\\q"[1]{x,x}:\n  1', "invalid-escape", 2, 2),
        ("a: 1\na[1]{x:\n  1", "field-brace", 2, 8),
        # on one row: width, then cells from the left; on an entry row the key, its collision, then these
        ('a[1]{x,y}:\n  "\\q"', "row-width", 2, 7),
        ('a[1]{x,y}:\n  "\\q","\\r\\z"', "invalid-escape", 2, 4),
        ('a[1]{x,y}:\n  1,"\\q"', "invalid-escape", 2, 6),
        ('a[2:]{x}:\n  k: 1\n  "\\q": 1,2', "invalid-escape", 3, 4),
        ("a[2:]{x}:\n  k: 1\n  k: 1,2", "duplicate-key", 3, 3),
        ('a[2:]{x}:\n  k: 1\n  l: "\\q",2', "entry-width", 3, 11),
        # a run of fields or rows is read as if line by line
        ('"a b": 1\n"c d": "\\q"\n"a b": 2', "invalid-escape", 2, 9),
        ('"a b": 1\n"a b": 2\n"c d": "\\q"', "duplicate-key", 2, 1),
        ('"a b": 1\nc:\n"d e": 1\n"a b": 2', "duplicate-key", 4, 1),
        ("a[4:]{x}:\n  k: 1\n# c\n  l: 1\n  k: 1", "duplicate-key", 5, 3),
        ('a[9]{x}:\n  1\n  "\\q"\n  1,2\n  3', "invalid-escape", 3, 4),
        ('a[9]{x}:\n  1\n  1,2\n  "\\q"\n  3', "row-width", 3, 5),
        ("a[9]{x}:\n  1\n  2\n   3\n  1,2", "indent-multiple", 4, 4),
        # a count: at the first line too many, or at the end of the scope; reported at the header
        ('a[1]{x}:\n  1\n  "\\q"', "row-count", 1, 2),
        ('a[1]{x}:\n  "\\q"\n  2', "invalid-escape", 2, 4),
        ('a[2]{x}:\n  "\\q"', "invalid-escape", 2, 4),
        ('a[2]{x}:\n  1\nb: "\\q"', "row-count", 1, 2),
        ('a[1]:\n  - 1\n  - "\\q"', "item-count", 1, 2),
        ('a[1:]{x}:\n  k: 1\n  k: "\\q"', "entry-count", 1, 2),
        ('a[1]:\n  - b[1]{x}:\n      1\n      "\\q"', "row-count", 2, 6),
        ("a[2]:\n  - b[2]:\n      - 1\nc: 1", "item-count", 2, 6),
        ("a[2]:\n  - 1\n\tb: 1", "tab-indent", 3, 1),
        ("a[2]:\n  - 1\n\nb: 1", "item-count", 1, 2),
        ("a[2]:\n  - 1\n\n  b: 1", "blank-line", 3, 1),
        ("a[2]{x}:\n  1\n  k: 1", "not-a-row", 3, 3),
        # limits come with their lines
        ("a: 1\na: 2\nb: 1e999", "duplicate-key", 2, 1),
        ("a: 1e999\na: 2", "number-range", 1, 4),
    ],
)
def test_the_first_error_that_a_reader_can_know_is_raised(
    codec: ModuleType, document: str, code: str, line: int, column: int
) -> None:
    with pytest.raises(DecodeError) as caught:
        codec.decode(document)
    assert (caught.value.code.value, caught.value.line, caught.value.column) == (code, line, column)


def test_ill_formed_text_is_found_after_the_lines_before_it(codec: ModuleType) -> None:
    with pytest.raises(DecodeError) as caught:
        codec.decode(b"a: 1\na: 2\nb: \xff")
    assert (caught.value.code, caught.value.line) == (ErrorCode.DUPLICATE_KEY, 2)
    with pytest.raises(DecodeError) as caught:
        codec.decode(b"a[2]:\n  - 1\n  - \xff")
    assert (caught.value.code, caught.value.line, caught.value.column) == (ErrorCode.ILL_FORMED_UTF8, 3, 5)
    assert caught.value.source_line == r"  - \udcff"


@pytest.mark.parametrize("rows", [10, 300, 5000])
def test_the_place_of_an_error_far_down(codec: ModuleType, rows: int) -> None:
    table = f"a[{rows}]{{x,y}}:\n" + "  1,é\n" * (rows - 1)
    with pytest.raises(DecodeError) as caught:
        codec.decode(table + '  1,"é\\q"')
    assert (caught.value.line, caught.value.column) == (rows + 1, 7)
    keyed = f"a[{rows}:]{{x}}:\n" + "".join(f"  k{n}: 1\n" for n in range(rows - 1))
    with pytest.raises(DecodeError) as caught:
        codec.decode(keyed + "  k1: 1")
    assert (caught.value.code, caught.value.line, caught.value.column) == (ErrorCode.DUPLICATE_KEY, rows + 1, 3)
    fields = "".join(f"k{n}: 1\n" for n in range(rows))
    with pytest.raises(DecodeError) as caught:
        codec.decode(fields + "k0: 1\n")
    assert (caught.value.code, caught.value.line, caught.value.column) == (ErrorCode.DUPLICATE_KEY, rows + 1, 1)


@pytest.mark.parametrize("length", [100, 200_000])
def test_a_message_stays_short(codec: ModuleType, length: int) -> None:
    for document in ("x" * length + "\ny", f'a: "{"x" * length}', f'a: "b"{"c" * length}', f"a[{'x' * length}]: 1"):
        with pytest.raises(DecodeError) as caught:
            codec.decode(document)
        assert len(str(caught.value)) < 220


# ---- errors as objects

EXAMPLES: list[ToonError] = [
    DecodeError(ErrorCode.ROW_WIDTH, line=3, column=7, source_line="  1,2,3", found="3", expected="2 cells", hint="h"),
    JsonError(ErrorCode.JSON_SYNTAX, line=1, column=2, source_line="[x", found="x", expected="a value"),
    EncodeError(ErrorCode.CYCLE, path="a[0].b", found="f", expected="e", hint="h"),
    EncodeTypeError(ErrorCode.UNSUPPORTED_TYPE, path='["a b"]', found="bytes"),
    EncodeError(ErrorCode.DEPTH_LIMIT),
    OptionError(option="indent", found="0", expected="a whole number of at least 1"),
    ToonError(ErrorCode.INVALID_OPTION, hint="h"),
]
SENTENCES = [
    "line 3, column 7: expected 2 cells, found 3; h",
    "line 1, column 2: expected a value, found x",
    "at a[0].b: expected e, found f; h",
    'at ["a b"]: found bytes',
    "at the root: nesting deeper than Limits.max_depth",
    "option indent: expected a whole number of at least 1, found 0",
    "an option with a value it cannot take; h",
]


@pytest.mark.parametrize(("error", "sentence"), [*zip(EXAMPLES, SENTENCES, strict=True)])
def test_one_sentence_that_starts_with_the_position(error: ToonError, sentence: str) -> None:
    assert str(error) == sentence
    assert error.to_dict()["message"] == sentence


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_pickled_and_copied_errors_are_alike(error: ToonError) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        alike(pickle.loads(pickle.dumps(error, protocol)), error)
    alike(copy.copy(error), error)
    alike(copy.deepcopy(error), error)


def alike(left: ToonError, right: ToonError) -> None:
    assert type(left) is type(right)
    assert left.to_dict() == right.to_dict()
    assert left.code is right.code
    assert str(left) == str(right)


@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_to_dict_is_plain_data(error: ToonError) -> None:
    plain = error.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert {type(value) for value in plain.values()} <= {str, int}
    assert plain["error"] == type(error).__name__


def test_the_keys_of_to_dict() -> None:
    shared = ["error", "message", "code"]
    rest = ["found", "expected", "hint"]
    assert [list(EXAMPLES[n].to_dict()) for n in (0, 2, 5, 6)] == [
        [*shared, "line", "column", "source_line", *rest],
        [*shared, "path", *rest],
        [*shared, "option", *rest],
        [*shared, *rest],
    ]


@pytest.mark.parametrize(
    ("kind", "bases"),
    [
        (DecodeError, (ToonError, ValueError)),
        (EncodeError, (ToonError, ValueError)),
        (OptionError, (ToonError, ValueError)),
        (JsonError, (DecodeError,)),
        (EncodeTypeError, (EncodeError, TypeError)),
    ],
)
def test_classes(kind: type, bases: tuple[type, ...]) -> None:
    assert [base for base in bases if not issubclass(kind, base)] == []
    assert issubclass(kind, TypeError) == (kind is EncodeTypeError)


def test_codes_are_a_closed_list_of_names() -> None:
    for code in ErrorCode:
        assert code.value == code.name.lower().replace("_", "-") == str(code) == f"{code}"
        assert code.summary
        assert code.section == "" or code.section.startswith("§")
        assert ErrorCode(code.value) is code
        assert pickle.loads(pickle.dumps(code)) is code


# ---- errors of encoding: their path


def cycle(where: str) -> Any:
    """A value that contains itself where the path says."""
    inner: dict[str, Any] = {"n": 1}
    inner["self"] = inner
    return {"a": {"b": [1, inner]}} if where == "a.b[1].self" else [inner]


@pytest.mark.parametrize(
    ("value", "code", "path"),
    [
        ("\ud800", "lone-surrogate", ""),
        ({"a": "\ud800"}, "lone-surrogate", "a"),
        ({"\ud800": 1}, "lone-surrogate", '["�"]'),
        ({"a": {"\ud800": 1}}, "lone-surrogate", 'a["�"]'),
        (["x", "\ud800"], "lone-surrogate", "[1]"),
        ({"a b": ["x", "y", "z", "x\udc00", "\ud800"]}, "lone-surrogate", '["a b"][3]'),
        ([{"x": "a"}, {"x": "\ud800"}], "lone-surrogate", "[1].x"),
        ([{"x": {"y": 1, "z": "a"}}, {"x": {"y": 1, "z": "\ud800"}}], "lone-surrogate", "[1].x.z"),
        ([{"\ud800": 1}], "lone-surrogate", '[0]["�"]'),
        ([{"a": 1, "x": {"b": 2, "\ud800": 1}}], "lone-surrogate", '[0].x["�"]'),
        ([{"x": {"\ud800": {"a": 1}}}], "lone-surrogate", '[0].x["�"]'),
        ([{"x": {"y": 1}, "\ud800": 1}], "lone-surrogate", '[0]["�"]'),
        ([{"a": []}, 1, "\ud800"], "lone-surrogate", "[2]"),
        ([{"a": [], "b": "\ud800"}], "lone-surrogate", "[0].b"),
        ({"a": {"b": 1, "c": "\ud800"}}, "lone-surrogate", "a.c"),
        ({"k": {"x": 1}, "l": {"x": "\ud800"}}, "lone-surrogate", "l.x"),
        ({"k": {"x": 1}, "\ud800": {"x": 1}}, "lone-surrogate", '["�"]'),
        ([[1], ["\ud800"]], "lone-surrogate", "[1][0]"),
        ([1, {"a": [{"b": "\ud800"}, 1]}], "lone-surrogate", "[1].a[0].b"),
        (b"", "unsupported-type", ""),
        ({"a": [1, {"b": {1, b""}}]}, "unsupported-type", "a[1].b[1]"),
        ([{"x": 1}, {"x": b""}], "unsupported-type", "[1].x"),
        ({"k": {"x": 1}, "l": {"x": b""}}, "unsupported-type", "l.x"),
        ({"a": {b"": 1}}, "unsupported-key", "a"),
        ({b"": 1}, "unsupported-key", ""),
        ([1, {"a": {b"": 1}}], "unsupported-key", "[1].a"),
        ([{"a": 1}, {b"": 1}], "unsupported-key", "[1]"),
        ([{"a": {"b": 1}}, {"a": {b"": 1}}], "unsupported-key", "[1].a"),
        ({"a": {"1": 1, 1: 2}}, "key-collision", "a"),
        ({"a": {float("nan"): 1}}, "non-finite", "a"),
        (cycle("a.b[1].self"), "cycle", "a.b[1].self"),
        (cycle("[0].self"), "cycle", "[0].self"),
        ([10**4300], "digit-limit", "[0]"),
        ({"a": [{"x": 1}, {"x": 10**4300}]}, "digit-limit", "a[1].x"),
    ],
)
def test_the_path_of_an_encode_error(codec: ModuleType, value: Any, code: str, path: str) -> None:
    with pytest.raises(EncodeError) as caught:
        codec.encode(value)
    error = caught.value
    assert (error.code.value, error.path) == (code, path)
    assert str(error).startswith(f"at {path}: expected " if path else "at the root: expected ")
    assert isinstance(error, EncodeTypeError) == (code in ("unsupported-type", "unsupported-key"))


def test_the_path_of_what_nan_refuses(codec: ModuleType) -> None:
    with pytest.raises(EncodeError) as caught:
        codec.encode({"a": [1.5, float("-inf")]}, nan="error")
    assert str(caught.value) == 'at a[1]: expected a finite number, found -inf; pass nan="null" to write null for it'
    assert caught.value.code is ErrorCode.NON_FINITE


def test_the_sentence_of_a_lone_surrogate(codec: ModuleType) -> None:
    with pytest.raises(EncodeError) as caught:
        codec.encode({"a": "cut \ud83d"})
    assert str(caught.value) == (
        "at a: expected Unicode scalar values, found the unpaired surrogate U+D83D at index 4; "
        "the text was cut inside a character or decoded with surrogateescape"
    )
