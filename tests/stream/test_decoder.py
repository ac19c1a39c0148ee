"""``iterdecode`` and ``StreamDecoder``: sources, errors, and what is said of a document that was cut off."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from decimal import Decimal
from typing import Any

import pytest

from toonwire import DecodeError, Limits, OptionError, decode
from toonwire.stream import Event, StreamDecoder, iterdecode, value_of

TEXT = "a: 1\nb[2]{x,y}:\n  1,é\n  2,q\nc: 2.50"
VALUE = {"a": 1, "b": [{"x": 1, "y": "é"}, {"x": 2, "y": "q"}], "c": 2.5}


def before_error(events: Iterator[Event]) -> tuple[list[Event], DecodeError]:
    """The events that come before an error, and the error."""
    found: list[Event] = []
    with pytest.raises(DecodeError) as caught:
        found.extend(events)  # extend takes what comes before an error
    return found, caught.value


@pytest.mark.parametrize(
    "source",
    [
        TEXT,
        TEXT.encode(),
        bytearray(TEXT.encode()),
        memoryview(TEXT.encode()),
        io.StringIO(TEXT),
        io.BytesIO(TEXT.encode()),
        io.BufferedReader(io.BytesIO(TEXT.encode())),
        [*TEXT],
        [TEXT.encode()[at : at + 1] for at in range(len(TEXT.encode()))],
        [bytearray(TEXT.encode()), b"", memoryview(b"\n")],
    ],
    ids=lambda source: type(source).__name__,
)
def test_sources(source: Any) -> None:
    assert value_of(iterdecode(source)) == VALUE


def test_an_asynchronous_source() -> None:
    async def chunks() -> AsyncIterator[str]:
        for character in TEXT:
            yield character

    async def run() -> list[Event]:
        return [event async for event in iterdecode(chunks())]

    assert asyncio.run(run()) == [*iterdecode(TEXT)]


def test_hooks() -> None:
    assert value_of(iterdecode(TEXT, parse_float=Decimal, parse_int=str)) == {
        **VALUE,
        "a": "1",
        "b": [{"x": "1", "y": "é"}, {"x": "2", "y": "q"}],
        "c": Decimal("2.50"),
    }


def test_options_are_checked_at_once() -> None:
    for options in ({"indent": 0}, {"strict": 1}, {"parse_int": 1}, {"limits": None}):
        with pytest.raises(OptionError):
            iterdecode("", **options)
        with pytest.raises(OptionError):
            StreamDecoder(**options)


def test_events_come_with_the_line_that_ends() -> None:
    decoder = StreamDecoder()
    assert decoder.feed("users[2]{id}:") == []
    assert [event.kind for event in decoder.feed("\r")] == []
    assert [event.kind for event in decoder.feed("\n")] == ["start_object", "key", "start_array"]
    assert [event.value for event in decoder.feed("  1\n  2")] == [None, "id", 1, None]
    assert [event.value for event in decoder.close()] == [None, "id", 2, None, None, None]
    assert decoder.close() == []
    with pytest.raises(ValueError, match="closed"):
        decoder.feed("")


def test_a_root_scalar_waits_for_what_comes() -> None:
    decoder = StreamDecoder()
    assert decoder.feed("\n5\n\n# c\n") == []
    assert decoder.feed("\n" * 100) == []
    assert decoder.close() == [Event("value", 5, 2, 1)]
    refused = StreamDecoder()
    refused.feed("owner Ada\n# c\n")
    with pytest.raises(DecodeError, match="line 1, column 1: expected key: value"):
        refused.feed("a: 1\n")


def test_events_before_an_error_are_not_lost() -> None:
    decoder = StreamDecoder()
    assert [event.kind for event in decoder.feed("a: 1\na: 2\nb: 3\n")] == ["start_object", "key", "value"]
    for _ in range(2):
        with pytest.raises(DecodeError, match="line 2, column 1: expected each key once"):
            decoder.feed("c: 4\n")
    with pytest.raises(DecodeError, match="line 2"):
        decoder.close()
    events, error = before_error(iterdecode("a: 1\na: 2\nb: 3\n"))
    assert [event.kind for event in events] == ["start_object", "key", "value"]
    assert error.line == 2


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("users[50]{id}:\n" + "  1\n" * 41, "the input ended after 41 of 50 rows of users"),
        ("users[50]{id}:\n" + "  1\n" * 40 + "  1", "the input ended after 41 of 50 rows of users"),
        ("[3:]{id}:\n  a: 1\n", "the input ended after 1 of 3 entry rows of the root"),
        ("a:\n  b[3]:\n    - x", "the input ended after 1 of 3 items of a.b"),
        (
            "t[2]:\n  - a: 1\n  - m[3]{x}:\n      1\n",
            "the input ended after 1 of 3 rows of t[1].m",
        ),
        ("t[9]:\n", "the input ended after 0 of 9 items of t"),
        (f"t[{10**20}]:\n  - 1\n", "the input ended after 1 of 10^18 or more items of t"),
        ("u[5]{a,b}:\n  1,2\n  3", "the input ends in this line, after 1 of 5 rows of u"),
        ("u[5:]{a,b}:\n  k: 1,2\n  l: 3", "the input ends in this line, after 1 of 5 entry rows of u"),
        ('u[5]:\n  - 1\n  - "x', "the input ends in this line, after 1 of 5 items of u"),
        ("u[5]:\n  - a: 1\n    b: 2\n    c", "the input ends in this line, after 0 of 5 items of u"),
        ('u[5]:\n  - a: 1\n  - b: "2', "the input ends in this line, after 1 of 5 items of u"),
    ],
)
def test_a_document_that_was_cut_off(text: str, hint: str) -> None:
    with pytest.raises(DecodeError) as whole:
        decode(text)
    with pytest.raises(DecodeError) as caught:
        list(iterdecode(text))
    assert caught.value.hint.rpartition("; ")[2] == hint
    for name in ("code", "line", "column", "source_line", "found", "expected"):
        assert getattr(caught.value, name) == getattr(whole.value, name)


def test_what_was_not_cut_off() -> None:
    """A count that is wrong in the middle, and a last line that stands in no table, have the common hints."""
    for text in ("a[2]:\n  - 1\nb: 1\n", "a: 1\nb", "a[1]{x}:\n  1\n  2", 'a: 1\nb: "x'):
        with pytest.raises(DecodeError) as whole:
            decode(text)
        with pytest.raises(DecodeError) as caught:
            list(iterdecode(text))
        assert caught.value.to_dict() == whole.value.to_dict()


def test_the_hint_of_a_deeper_line_knows_the_line_above() -> None:
    text = "a[1]:\n  -\n      x: 1\n"
    with pytest.raises(DecodeError) as whole:
        decode(text)
    with pytest.raises(DecodeError) as caught:
        list(iterdecode(iter(text)))
    assert "hyphen" in whole.value.hint
    assert caught.value.to_dict() == whole.value.to_dict()


def test_repeated_keys() -> None:
    text = "a:\n  " + "k" * 40 + ": 1\n  " + "k" * 40 + ": 2\nb: 1"
    with pytest.raises(DecodeError, match="line 3, column 3"):
        list(iterdecode(text))
    assert value_of(iterdecode(text, unique_keys=False)) == decode(text, strict=False)
    assert value_of(iterdecode("a: 1\nb:\n  a: 2")) == {"a": 1, "b": {"a": 2}}


@pytest.mark.parametrize("text", ["", "a: 1", "[]", "[0]:", "[1]: x", "a: 1\nb"])
def test_no_containers_at_all(text: str) -> None:
    limits = Limits(max_depth=0)
    with pytest.raises(DecodeError) as whole:
        decode(text, limits=limits)
    for source in (text, [text[:2], text[2:]], iter(text)):
        with pytest.raises(DecodeError) as caught:
            list(iterdecode(source, limits=limits))
        assert caught.value.to_dict() == whole.value.to_dict()
    assert value_of(iterdecode("5", limits=limits)) == 5


def test_the_size_is_counted_as_it_comes() -> None:
    limits = Limits(max_input_bytes=9)
    assert value_of(iterdecode(["a: é", "\nb:"], limits=limits)) == {"a": "é", "b": {}}
    decoder = StreamDecoder(limits=limits)
    decoder.feed("a: é\n")
    decoder.feed("b: ")
    with pytest.raises(DecodeError) as caught:
        decoder.feed("é")
    assert (caught.value.code, caught.value.line, caught.value.column) == ("input-limit", 1, 1)


def test_ill_formed_bytes_are_an_error_of_their_line() -> None:
    data = b"a: 1\nb: \xc3\xa9\nc: \xe2\x82 x\nd: 1\n"
    with pytest.raises(DecodeError) as whole:
        decode(data)
    events, error = before_error(iterdecode(data[at : at + 1] for at in range(len(data))))
    assert [event.value for event in events] == [None, "a", 1, "b", "é"]
    assert error.to_dict() == whole.value.to_dict()
    with pytest.raises(DecodeError, match="line 2, column 4"):
        list(iterdecode(["a: 1\n", "b: \ud83d", "\ude00"]))
