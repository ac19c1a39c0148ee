"""Events to JSON text: what is written for the whole value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.cli.decode import toon_to_json
from toonwire.cli.decodestream import events_of
from toonwire.cli.jsonevents import EventWriter
from toonwire.codec import encode
from toonwire.options import Limits
from toonwire.stream.events import Batch

from .test_jsontext import VALUES

INDENTS = (0, 1, 2, 4)


def written(text: bytes, indent: int, size: int, batches: bool) -> bytes:
    writer = EventWriter(indent)
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    return b"".join(map(writer.text, events_of(pieces, (lambda: None) if batches else None, 2, Limits())))


@given(VALUES, st.sampled_from(INDENTS), st.integers(1, 50), st.booleans())
def test_values(value: Any, indent: int, size: int, batches: bool) -> None:
    text = encode(value).encode()
    whole = toon_to_json(text, lines=False, strict=True, indent=2, json_indent=indent, limits=Limits())[1]
    assert written(text, indent, size, batches) + b"\n" == whole


ROWS = [{"id": n, "name": f"é {n}\n", "at": {"x": n / 8, "y": None}} for n in range(300)]


@pytest.mark.parametrize("indent", INDENTS)
@pytest.mark.parametrize(
    "value",
    [
        ROWS,
        {"a": {"b": ROWS, "c": {}}, "d": [], "e": [[1, 2], ROWS]},
        {"by id": {f"k {n}": row for n, row in enumerate(ROWS)}, "z": 1},
        [{"tags": ["a", "b"], "n": n, "more": {"x": [n, {}]}} for n in range(300)],
    ],
    ids=["table", "deep", "keyed", "list"],
)
def test_batches(value: Any, indent: int) -> None:
    text = encode(value).encode()
    whole = toon_to_json(text, lines=False, strict=True, indent=2, json_indent=indent, limits=Limits())[1]
    pieces = [text[at : at + 3000] for at in range(0, len(text), 3000)]
    assert any(isinstance(event, Batch) for events in events_of(pieces, lambda: None, 2, Limits()) for event in events)
    assert written(text, indent, 3000, batches=True) + b"\n" == whole
