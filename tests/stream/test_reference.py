"""``docs/reference/streaming.md`` names every public name, with the signature that it has."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

from tests.markdown import blocks
from toonwire import Limits, stream

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "streaming.md").read_text("utf-8")


@pytest.mark.parametrize("name", stream.__all__)
def test_every_name_has_a_place(name: str) -> None:
    headings = " ".join(re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE))
    assert re.search(rf"\b{name}\b", headings)


def told() -> list[Any]:
    texts = [block.text.strip() for block in blocks(PAGE, "text")]
    return [pytest.param(text, id=text.partition("(")[0]) for text in texts if re.match(r"(async )?\w+\(", text)]


@pytest.mark.parametrize("text", told())
def test_signatures(text: str) -> None:
    names: dict[str, Any] = {}
    exec(f"def {text.removeprefix('async ').partition(' -> ')[0]}: ...", {"Limits": Limits}, names)
    ((name, function),) = names.items()
    page, real = (inspect.signature(f).parameters.values() for f in (function, getattr(stream, name)))
    assert [(p.name, p.default, p.kind) for p in page] == [(p.name, p.default, p.kind) for p in real]
