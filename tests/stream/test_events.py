"""The events of a document: what they are, in which order, and where they stand."""

from __future__ import annotations

import json
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tests.native.documents import dressed, json_value
from toonwire import encode
from toonwire.rules.fault import Fault
from toonwire.rules.keys import decode_key
from toonwire.rules.scalars import decode_scalar
from toonwire.stream import Event, StreamDecoder, iterdecode, value_of

FORMS = """\
# all forms
name: Ada Lovelace
"q k":   "a\\tb"
none:
list: []
tags[2|]: x | "y|z"
inner:
  deep: 1.50

users[2]{id,at{x,y},name}:
  1,2, 3,Ada
  2,"a,b",,-0
by[2:]{n}:
  ada: 1
  "b o":  2
mixed[6]:
  - 5
  -
  - []
  - [2]: 1,2
  - [1]:
    - z
  - t[1]{a}:
      7
    k: v
"""

EVENTS = """\
start_object null 2 1
key "name" 2 1
value "Ada Lovelace" 2 7
key "q k" 3 1
value "a\\tb" 3 10
key "none" 4 1
start_object null 4 5
end_object null 4 6
key "list" 5 1
start_array null 5 7
end_array null 5 9
key "tags" 6 1
start_array null 6 5
value "x" 6 11
value "y|z" 6 15
end_array null 6 20
key "inner" 7 1
start_object null 7 6
key "deep" 8 3
value 1.5 8 9
end_object null 8 13
key "users" 10 1
start_array null 10 6
start_object null 11 3
key "id" 11 3
value 1 11 3
key "at" 11 5
start_object null 11 5
key "x" 11 5
value 2 11 5
key "y" 11 8
value 3 11 8
end_object null 11 9
key "name" 11 10
value "Ada" 11 10
end_object null 11 13
start_object null 12 3
key "id" 12 3
value 2 12 3
key "at" 12 5
start_object null 12 5
key "x" 12 5
value "a,b" 12 5
key "y" 12 11
value "" 12 11
end_object null 12 11
key "name" 12 12
value 0 12 12
end_object null 12 14
end_array null 12 14
key "by" 13 1
start_object null 13 3
key "ada" 14 3
start_object null 14 8
key "n" 14 8
value 1 14 8
end_object null 14 9
key "b o" 15 3
start_object null 15 11
key "n" 15 11
value 2 15 11
end_object null 15 12
end_object null 15 12
key "mixed" 16 1
start_array null 16 6
value 5 17 5
start_object null 18 3
end_object null 18 4
start_array null 19 5
end_array null 19 7
start_array null 20 5
value 1 20 10
value 2 20 12
end_array null 20 13
start_array null 21 5
value "z" 22 7
end_array null 22 8
start_object null 23 5
key "t" 23 5
start_array null 23 6
start_object null 24 7
key "a" 24 7
value 7 24 7
end_object null 24 8
end_array null 24 8
key "k" 25 5
value "v" 25 8
end_object null 25 9
end_array null 25 9
end_object null 25 9
"""


def shown(events: list[Event]) -> str:
    return "".join(f"{e.kind} {json.dumps(e.value)} {e.line} {e.column}\n" for e in events)


def test_all_forms() -> None:
    assert shown([*iterdecode(FORMS)]) == EVENTS
    assert shown([*iterdecode(FORMS.encode())]) == EVENTS
    assert shown([*iterdecode(FORMS.replace("\n", "  \r\n"))]) == EVENTS
    assert shown([*iterdecode("\ufeff" + FORMS)]) == EVENTS


def test_places_do_not_depend_on_the_chunks() -> None:
    assert shown([*iterdecode(iter(FORMS))]) == EVENTS
    assert shown([*iterdecode(FORMS.splitlines(keepends=True))]) == EVENTS
    decoder = StreamDecoder()
    events = [event for at in range(0, len(FORMS), 7) for event in decoder.feed(FORMS[at : at + 7])]
    assert shown(events + decoder.close()) == EVENTS


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("", "start_object null 1 1\nend_object null 1 1\n"),
        ("\n# c\n", "start_object null 1 1\nend_object null 1 1\n"),
        ("\n  # c\n12", "value 12 3 1\n"),
        ("[]", "start_array null 1 1\nend_array null 1 3\n"),
        ("[0]:\n\n", "start_array null 1 1\nend_array null 1 5\n"),
        ("[2]: a,b", 'start_array null 1 1\nvalue "a" 1 6\nvalue "b" 1 8\nend_array null 1 9\n'),
        (
            "[1:]{a}:\n  k: 1",
            'start_object null 1 1\nkey "k" 2 3\nstart_object null 2 6\nkey "a" 2 6\nvalue 1 2 6\n'
            "end_object null 2 7\nend_object null 2 7\n",
        ),
    ],
)
def test_roots(text: str, events: str) -> None:
    assert shown([*iterdecode(text)]) == events
    assert shown([*iterdecode([*text])]) == events


def token_at(line: str, column: int) -> str:
    """What stands in a line from a column on."""
    assert 1 <= column <= len(line) + 1
    return line[column - 1 :]


def begins_with(text: str, value: Any, decode: Any) -> bool:
    """Whether some start of a text is a token of the value."""
    if value == "" and not text.startswith('"'):
        return text == "" or text[0] in ",|\t"
    for end in range(1, len(text) + 1):
        try:
            found = decode(text[:end])
        except Fault:
            continue
        if found == value and type(found) is type(value):
            return True
    return False


@pytest.mark.parametrize("seed", range(40))
def test_each_place_holds_what_the_event_says(seed: int) -> None:
    rng = Random(f"places {seed}")
    text = dressed(encode(json_value(rng)), rng)
    lines = text.removeprefix("\ufeff").split("\n")
    fields = 0  # keys from the header of a table stand where their cells do
    place = (1, 1)
    for event in iterdecode(text):
        assert (event.line, event.column) >= place
        place = event.line, event.column
        rest = token_at(lines[event.line - 1], event.column)
        if event.kind == "value":
            assert begins_with(rest, event.value, lambda token: decode_scalar(token, 4300, None, None)), (event, rest)
        elif event.kind == "key":
            fields += not begins_with(rest.partition("[")[0], event.value, decode_key)
        elif event.kind == "start_array":
            assert rest.startswith("[")
        elif event.kind.startswith("end"):
            assert rest.strip(" \r") == "" or rest[0] in ",|\t"
    assert fields == 0 or "{" in text


def test_a_value_needs_all_its_events() -> None:
    events = [*iterdecode("a: 1\nb[1]: x")]
    assert value_of(events) == {"a": 1, "b": ["x"]}
    for some in (events[:-1], events[1:-1], []):
        with pytest.raises(ValueError, match="expected the events"):
            value_of(some)
    with pytest.raises(ValueError, match="found more"):
        value_of([*events, events[0]])


def test_repeated_keys_are_all_events() -> None:
    text = "a: 1\na: 2\nt[1]{x,x}:\n  3,4"
    kinds = [(e.kind, e.value) for e in iterdecode(text, strict=False)]
    assert kinds.count(("key", "a")) == 2
    assert kinds.count(("key", "x")) == 2
    assert value_of(iterdecode(text, strict=False)) == {"a": 2, "t": [{"x": 4}]}


def test_the_values_of_events_serve_the_codec(codec: ModuleType) -> None:
    rng = Random("events and values")
    for _ in range(50):
        value = json_value(rng)
        text = codec.encode(value)
        assert codec.encode(value_of(iterdecode(text))) == text
