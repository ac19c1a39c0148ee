"""Law 4: a document that comes in chunks, cut anywhere, means what it means as a whole.

Contract: ``disagreement`` is None where events give the same value, or the same error at the same place, and records
and the error after them are the same too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path as FilePath
from random import Random
from typing import Any

from tests.equality import same
from tests.native.documents import documents
from toonwire import DecodeError, OptionError, decode
from toonwire.paths import Path, format_path
from toonwire.stream import StreamDecoder, iter_records, value_of

__all__ = ["Case", "cases", "cuts", "disagreement", "generated"]

Case = tuple["str | bytes", dict[str, Any]]
"""A document and the options to decode it with."""

CASES = FilePath(__file__).parent.parent / "cases"
SPEC = os.environ.get("TOON_SPEC_DIR")
NAMES = {"indentSize": "indent", "indent": "indent", "strict": "strict"}
SHORT = 60


def _case(case: dict[str, Any]) -> Case:
    options = case.get("options", {})
    return case["input"], {NAMES[name]: value for name, value in options.items() if name in NAMES}


def cases() -> Iterator[Case]:
    """The documents of our own cases, refused ones too, and, where they are there, of the official fixtures."""
    for name in ("spec-extra.jsonl", "spec-over-reference.jsonl", "errors.jsonl"):
        for line in (CASES / name).read_text("utf-8").strip("\n").split("\n"):
            case = json.loads(line)
            if case.get("kind", "decode") == "decode" and isinstance(case.get("input"), str):
                yield _case(case)
    for path in sorted(FilePath(SPEC).glob("fixtures*/decode/*.json")) if SPEC else ():
        yield from map(_case, json.loads(path.read_text("utf-8"))["tests"])


def generated(seed: int) -> Iterator[Case]:
    """Some documents, sound ones and broken ones."""
    for document, indent, _ in documents(seed):
        for strict in (True, False):
            yield document, {"indent": indent, "strict": strict}


def cuts(document: str | bytes, rng: Random, number: int = 20) -> Iterator[Sequence[Any]]:
    """The document in chunks: at every single place where it is short, else at random ones."""
    size = len(document)
    if size <= SHORT:
        yield from ((document[:at], document[at:]) for at in range(size + 1))
        yield [document[at : at + 1] for at in range(size)]
        return
    for _ in range(number):
        places = sorted(rng.choices(range(size + 1), k=rng.choice([1, 1, 2, 8, size // 4])))
        yield [document[a:b] for a, b in zip([0, *places], [*places, size], strict=True)]


Outcome = tuple[Any, Any]


def _outcome(run: Callable[[], Any]) -> Outcome:
    try:
        return run(), None
    except DecodeError as error:
        # the hint may say more: what was complete when the input ended
        return None, {name: value for name, value in error.to_dict().items() if name not in ("hint", "message")}


def _pushed(chunks: Sequence[Any], options: dict[str, Any]) -> Any:
    decoder = StreamDecoder(**options)
    events = [event for chunk in chunks for event in decoder.feed(chunk)]
    return value_of([*events, *decoder.close(), *decoder.close()])


def _records(chunks: Sequence[Any], options: dict[str, Any], path: str = "") -> Any:
    found = list(iter_records(iter(chunks), path, **options))
    # pairs may hold a key twice in non-strict mode
    return [list(pair) for pair in dict(found).items()] if found and type(found[0]) is tuple else found


def disagreement(case: Case, chunks: Sequence[Any]) -> str | None:
    """What differs from the whole document, if anything does."""
    document, options = case
    value, error = _outcome(lambda: decode(document, **options))
    by_events = _outcome(lambda: _pushed(chunks, options))
    if by_events[1] != error or (error is None and not same(by_events[0], value)):
        return f"events of {document!r} with {options} as {chunks}: {by_events}"
    if error is None and not isinstance(value, (dict, list)):
        return None
    expected = _elements(value)
    try:
        by_records = _outcome(lambda: _records(chunks, options))
    except OptionError as refused:  # a scalar as the root, before the error that comes after it
        return None if error is not None else str(refused)
    if by_records[1] != error or (error is None and not same(by_records[0], expected)):
        return f"records of {document!r} with {options} as {chunks}: {by_records}"
    if error is None and options.get("strict", True):  # else a path may lead to two values
        inner = [*_containers(value, ())]
        path, there = inner[(len(chunks) + len(document)) % len(inner)]
        by_path = _outcome(lambda: _records(chunks, options, format_path(path)))
        if by_path[1] is not None or not same(by_path[0], _elements(there)):
            return f"records at {format_path(path)} of {document!r} with {options} as {chunks}: {by_path}"
    return None


def _elements(value: Any) -> list[Any]:
    return [list(pair) for pair in value.items()] if isinstance(value, dict) else value


def _containers(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """A container and all in it, with their paths."""
    if isinstance(value, (dict, list)):
        yield path, value
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _containers(inner, (*path, step))
