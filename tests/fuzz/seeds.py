"""What fuzzing starts from: the documents and values of the cases, and of the official fixtures if they are here.

Contract: the same files give the same seeds in the same order, without repeats.  ``TOON_SPEC_DIR`` names the
folder of the official fixtures.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.native.documents import PIECES

__all__ = ["dictionary", "documents", "values"]

CASES = Path(__file__).parent.parent / "cases"
LONGEST = 4096
"""Longer seeds make a fuzzer slow and teach it nothing new."""


@cache
def _cases() -> tuple[dict[str, Any], ...]:
    texts = (path.read_text(encoding="utf-8") for path in sorted(CASES.glob("*.jsonl")))
    lines = [line for text in texts for line in text.strip("\n").split("\n")]
    official = [
        {**case, "kind": path.parent.name}
        for path in sorted(Path(os.environ.get("TOON_SPEC_DIR") or os.devnull).glob("fixtures*/*/*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))["tests"]
    ]
    return (*(json.loads(line) for line in lines), *official)


def _texts() -> Iterator[Any]:
    for case in _cases():
        yield case.get("input") if case.get("kind") != "encode" else case.get("output", case.get("expected"))
        yield case.get("expect_toon")


def documents() -> Iterator[str]:
    """TOON texts, good and bad."""
    texts = (text for text in _texts() if isinstance(text, str) and len(text) <= LONGEST)
    yield from dict.fromkeys(texts)


def _values() -> Iterator[Any]:
    for case in _cases():
        yield case.get("input") if case.get("kind") == "encode" else case.get("output", case.get("expected"))
        yield case.get("expect")
        yield case.get("lenient")
    for path in sorted((CASES / "envelopes").glob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))


def values() -> Iterator[Any]:
    """Values of the JSON model."""
    texts = (json.dumps(value) for value in _values() if value is not None)
    yield from map(json.loads, dict.fromkeys(text for text in texts if len(text) <= LONGEST))


def dictionary() -> str:
    """Pieces of documents in libFuzzer's notation."""
    quoted = ("".join(f"\\x{byte:02x}" for byte in piece.encode()) for piece in dict.fromkeys(PIECES))
    return "".join(f'"{piece}"\n' for piece in quoted)
