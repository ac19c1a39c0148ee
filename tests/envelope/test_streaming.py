"""The wire written while its payload is encoded."""

from __future__ import annotations

import asyncio
import io
import json
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from toonwire.envelope import (
    HONEST_SURFACE,
    Envelope,
    Rows,
    awrite_envelope,
    compact,
    expand,
    is_wire,
    render_bytes,
    write_envelope,
)
from toonwire.errors import EncodeError, EncodeTypeError, OptionError

from .results import RESULTS
from .test_laws import mappings

TABLE = [{"id": n, "name": f'row "{n}" ü\n'} for n in range(2500)]


def streamed(envelope: Any, **options: Any) -> bytes:
    out = io.BytesIO()
    write_envelope(out, envelope, **options)
    return out.getvalue()


async def astreamed(envelope: Any, **options: Any) -> bytes:
    out = io.BytesIO()
    await awrite_envelope(out, envelope, **options)
    return out.getvalue()


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("layout", ["full", "compact"])
def test_the_bytes_are_those_of_rendering_at_once(name: str, layout: Any) -> None:
    whole = render_bytes(RESULTS[name], "toon", layout=layout)
    assert streamed(RESULTS[name], layout=layout) == whole
    assert asyncio.run(astreamed(RESULTS[name], layout=layout)) == whole


@settings(max_examples=100)
@given(result=mappings)
def test_the_bytes_are_the_same_for_any_mapping(result: dict[str, Any]) -> None:
    for layout in ("full", "compact"):
        options: dict[str, Any] = {"layout": layout, "surface": HONEST_SURFACE}
        if is_wire(result) and layout == "full":
            continue
        assert streamed(result, **options) == render_bytes(result, "toon", **options)


def rows() -> Iterator[dict[str, Any]]:
    yield from TABLE


async def arows() -> AsyncIterator[dict[str, Any]]:
    for row in TABLE:
        yield row


@pytest.mark.parametrize("count", [2500, None])
@pytest.mark.parametrize("asynchronous", [False, True])
def test_rows_that_come_are_written_as_if_they_were_there(count: int | None, asynchronous: bool) -> None:
    whole = {"success": True, "verdict": "INFO", "rows": TABLE, "more": [1], "again": TABLE[:1]}
    expected = render_bytes(Envelope.from_response(whole), "toon", layout="compact")
    coming = whole | {"rows": Rows(arows() if asynchronous else rows(), count), "again": Rows([TABLE[0]], 1)}
    envelope = Envelope.from_response(coming)
    written = asyncio.run(astreamed(envelope)) if asynchronous else streamed(envelope)
    assert written == expected
    assert expand(json.loads(written)) == whole


def test_rows_may_be_sequences_and_may_be_none_at_all() -> None:
    coming = {"success": True, "verdict": "INFO", "rows": Rows([(1, "a"), [2, "b"]], 2, fields=["id", "name"])}
    assert expand(json.loads(streamed(coming)))["rows"] == [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]
    assert expand(json.loads(streamed(coming | {"rows": Rows([])})))["rows"] == []
    assert list(json.loads(streamed(coming | {"rows": Rows([])}, surface=["rows", "verdict"]))) == [
        *("format", "toon_content", "verdict")
    ]
    assert json.loads(streamed({})) == {"format": "toon", "toon_content": ""} == compact({})


def test_a_file_open_for_text() -> None:
    out = io.StringIO()
    write_envelope(out, {"success": True, "x": "ü"})
    assert out.getvalue().encode() == render_bytes({"success": True, "x": "ü"}, "toon", layout="compact")


def failing() -> Iterator[dict[str, Any]]:
    yield from TABLE
    raise ValueError("the source broke")


@pytest.mark.parametrize(
    ("source", "count", "error"),
    [
        (failing, 5000, ValueError),
        (rows, 2499, EncodeError),
        (rows, 2501, EncodeError),
        (lambda: [*TABLE, {"id": 1}], 2501, EncodeError),
        (lambda: [*TABLE, {"id": 1, "name": object()}], 2501, EncodeTypeError),
    ],
)
def test_a_failure_leaves_nothing_half(tmp_path: Path, source: Any, count: int, error: type[Exception]) -> None:
    target = tmp_path / "wire.json"
    target.write_text("as it was")
    os.chmod(target, 0o640)
    with pytest.raises(error):
        write_envelope(target, {"success": True, "rows": Rows(source(), count)})
    assert target.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [target]
    out = io.BytesIO()
    with pytest.raises(error):
        write_envelope(out, {"success": True, "rows": Rows(source(), count)})
    with pytest.raises(json.JSONDecodeError):
        json.loads(out.getvalue())
    write_envelope(target, {"success": True, "rows": Rows(rows(), 2500)})
    assert expand(json.loads(target.read_text("utf-8")))["rows"] == TABLE
    assert target.stat().st_mode & 0o777 == 0o640


def test_what_is_awaited() -> None:
    class Stream:
        def __init__(self) -> None:
            self.data = b""
            self.drained = 0

        async def write(self, data: bytes) -> None:
            self.data += data

        async def drain(self) -> None:
            self.drained += 1

    stream = Stream()
    asyncio.run(awrite_envelope(stream, {"success": True, "rows": Rows(arows(), 2500)}))
    assert expand(json.loads(stream.data))["rows"] == TABLE
    assert stream.drained > 3


def test_misuse() -> None:
    with pytest.raises(OptionError, match="awrite_envelope"):
        streamed({"rows": Rows(arows(), 1)})
    with pytest.raises(OptionError, match="layout"):
        streamed({}, layout="text")
    with pytest.raises(EncodeTypeError):
        render_bytes({"rows": Rows([], 0)}, "toon")
