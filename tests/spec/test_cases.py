"""Our own cases: each is an input, its options and what must come of it."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.equality import same

CASES = Path(__file__).parent.parent / "cases"
OPTION_NAMES = {"indentSize": "indent", "indent": "indent", "delimiter": "delimiter", "strict": "strict"}


def read(name: str) -> list[Any]:
    lines = (CASES / name).read_text(encoding="utf-8").strip("\n").split("\n")
    return [
        pytest.param(case, id=f"{name.removesuffix('.jsonl')}-{number}-§{case['section']}")
        for number, case in enumerate(map(json.loads, lines), 1)
    ]


def test_all_cases_are_here() -> None:
    assert len(read("spec-extra.jsonl")) == 1000
    assert len(read("spec-over-reference.jsonl")) == 12


@pytest.mark.parametrize("case", [*read("spec-extra.jsonl"), *read("spec-over-reference.jsonl")])
def test_case(codec: ModuleType, case: dict[str, Any]) -> None:
    options = {OPTION_NAMES[name]: value for name, value in case["options"].items()}
    run = codec.encode if case["kind"] == "encode" else codec.decode
    if case.get("error"):
        with pytest.raises(codec.ToonError):
            run(case["input"], **options)
        return
    result = run(case["input"], **options)
    if case["kind"] == "encode":
        assert result == case["output"]
        return
    assert same(result, case["output"])
    if "orderedKeys" in case:
        inner = result["t"][0] if "t" in result else result
        assert list(inner) == case["orderedKeys"]
