"""Inputs that once broke an invariant, kept as JSON lines beside this module, one file a target.

Contract: a line has the data in base64, the same input in words, and why it is kept.  The words are compared when
the tests replay the line, so that a change to a generator cannot turn it into another input unseen.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.targets import target

__all__ = ["FOLDER", "Kept", "keep", "regressions"]

FOLDER = Path(__file__).with_name("regressions")


class Kept(NamedTuple):
    """An input that is tried in every run of the tests."""

    data: bytes
    input: str
    why: str


def regressions(name: str, folder: Path = FOLDER) -> Iterator[Kept]:
    """Those of one target."""
    path = folder / f"{name}.jsonl"
    if path.exists():
        for line in path.read_text(encoding="utf-8").strip("\n").split("\n"):
            kept = json.loads(line)
            yield Kept(b64decode(kept["data"]), kept["input"], kept["why"])


def keep(name: str, data: bytes, why: str, folder: Path = FOLDER) -> Path:
    """Adds an input, unless it is there, and gives the file of its target."""
    path = folder / f"{name}.jsonl"
    if all(kept.data != data for kept in regressions(name, folder)):
        line = {"data": b64encode(data).decode(), "input": target(name).shown(data), "why": why}
        folder.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line) + "\n")
    return path
