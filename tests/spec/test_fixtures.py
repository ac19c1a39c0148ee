"""The official fixtures of the specification.

They are not part of this repository: ``TOON_SPEC_DIR`` names a folder that holds ``fixtures`` (of 4.4) and,
if wanted, ``fixtures-older``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.equality import same

FOLDER = os.environ.get("TOON_SPEC_DIR")
NAMES = {"indentSize": "indent", "indent": "indent", "delimiter": "delimiter", "strict": "strict"}
EXPECTED = {"fixtures": 564, "fixtures-older": 207}


def read(folder: str) -> list[Any]:
    if not FOLDER:
        return []
    found = []
    for path in sorted((Path(FOLDER) / folder).glob("*/*.json")):
        for case in json.loads(path.read_text(encoding="utf-8"))["tests"]:
            case["category"] = path.parent.name
            found.append(pytest.param(case, id=f"{folder}-{path.parent.name}-{path.stem}-{case['name']}"))
    return found


@pytest.mark.skipif(not FOLDER, reason="TOON_SPEC_DIR is not set: the official fixtures were NOT run")
def test_the_official_fixtures_are_run() -> None:
    assert {folder: len(read(folder)) for folder in EXPECTED} == EXPECTED


@pytest.mark.parametrize("case", [*read("fixtures"), *read("fixtures-older")])
def test_fixture(codec: ModuleType, case: dict[str, Any]) -> None:
    options = {NAMES[name]: value for name, value in case.get("options", {}).items()}
    run = codec.encode if case["category"] == "encode" else codec.decode
    if case.get("shouldError"):
        with pytest.raises(codec.ToonError):
            run(case["input"], **options)
        return
    result = run(case["input"], **options)
    if case["category"] == "encode":
        assert result == case["expected"]
    else:
        assert same(result, case["expected"])
