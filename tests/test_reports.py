"""Cases made after public bug reports: what went wrong elsewhere must go right here.

``cases/reports.jsonl`` says in ``why`` what each case is about.  Here stand those of the codec; the rest
belongs to the command, to the envelope, and to checking and repair.
"""

from __future__ import annotations

import datetime
import decimal
import json
import pathlib
import time
import uuid
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.equality import same

LINES = (Path(__file__).parent / "cases" / "reports.jsonl").read_text(encoding="utf-8").strip("\n").split("\n")
ALL: list[dict[str, Any]] = [json.loads(line) for line in LINES]

OPS = ("encode", "decode", "roundtrip", "error")
OPTIONS = ("indent", "delimiter", "strict")
NAMES = {"datetime": datetime, "decimal": decimal, "pathlib": pathlib, "uuid": uuid}

IDS = """
    BC01 BC03 BC04 BC05 BC08 BC09 BC12 BC14 BC15 BC16 BC17 BC18 BC20 BC22 BC23 BC24 BC26 BC27 BC28 BC29 BC31
    BC32 BC34 BC36 BC37 BC38 BC39 BC41 BC43 BC44 BC45 BC47 BC48 BC49 BC51 BC54 BC55 BC56 BC57 BC59 BC60 BC62
    BC63 BC64 BC65 BC67 BC69 BC70 BC72 BC73 BC74 BC75 BC77 BC78 BC80 BC81 BC82 BC86 BC93 BC94 BC95
"""


def of_the_codec(case: dict[str, Any]) -> bool:
    if "mode" in case["options"]:
        return False
    return case["op"] in OPS or (case["op"] == "lenient" and case["options"].get("strict") is False)


CASES = [case for case in ALL if of_the_codec(case)]


def the_input(case: dict[str, Any]) -> Any:
    kind = case.get("input_kind")
    if kind == "hex":
        return bytes.fromhex(case["input"])
    if kind != "python":
        return case["input"]
    names = dict(NAMES)
    exec(case.get("setup", ""), names)
    return eval(case["input"], names)


def wanted(case: dict[str, Any], given: Any) -> list[Any]:
    if "expect_any" in case:
        return list(case["expect_any"])
    return [given if case["expect"] == "=input" else case["expect"]]


def meets(result: Any, expected: Any) -> bool:
    if isinstance(expected, str) and expected.startswith("<nested:"):
        depth = int(expected.removeprefix("<nested:").removesuffix(">"))
        lines = result.split("\n")
        return lines == [f"{'  ' * n}k:" for n in range(depth - 1)] + [f"{'  ' * (depth - 1)}k: 1"]
    return same(result, expected)


def run(codec: ModuleType, case: dict[str, Any], given: Any) -> Any:
    options = {name: value for name, value in case["options"].items() if name in OPTIONS}
    via = case["options"].get("via", case["op"])
    if via == "encode":
        return codec.encode(given, **options)
    if via == "roundtrip":
        text = codec.encode(given, **options)
        if "expect_toon" in case:
            assert text == case["expect_toon"]
        return codec.decode(text)
    return codec.decode(given, **options)


def test_these_are_the_cases_of_the_codec() -> None:
    assert len(ALL) == 85
    assert [case["id"] for case in CASES] == IDS.split()


def test_what_a_case_may_say_is_known() -> None:
    """A new key would be a new demand: it must not pass unseen."""
    about = {"id", "source", "class", "basis", "why", "checked_with_js"}
    used = {"op", "options", "input", "input_kind", "setup", "expect", "expect_any", "expect_toon", "max_seconds"}
    errors = {"error", "error_line", "error_line_tolerance", "error_not", "must_report"}
    assert {key for case in CASES for key in case} <= about | used | errors
    assert {key for case in CASES for key in case["options"]} <= {*OPTIONS, "via"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_report(codec: ModuleType, case: dict[str, Any]) -> None:
    given = the_input(case)
    start = time.monotonic()
    if case.get("error"):
        with pytest.raises(codec.ToonError) as caught:
            run(codec, case, given)
        assert type(caught.value).__name__ not in case.get("error_not", [])
        if "error_line" in case:
            assert abs(caught.value.line - case["error_line"]) <= case.get("error_line_tolerance", 0)
    else:
        expected = wanted(case, given)
        try:
            result = run(codec, case, given)
        except codec.ToonError:
            assert "<error:clean>" in expected
        else:
            assert any(meets(result, one) for one in expected)
    assert time.monotonic() - start < case.get("max_seconds", 60)


@pytest.mark.parametrize("case", [case for case in ALL if case.get("strict_error")], ids=lambda case: case["id"])
def test_what_only_repair_may_read_is_refused(codec: ModuleType, case: dict[str, Any]) -> None:
    for strict in (True, False):
        with pytest.raises(codec.DecodeError):
            codec.decode(case["input"], strict=strict)
