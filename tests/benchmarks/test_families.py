"""The families are the same data everywhere, and data that every implementation can carry."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from families import FAMILIES
from tests.equality import same
from tests.json_values import beyond_double_text
from toonwire import decode, encode

SMALL = 0.02
DIGEST = "9991098bccb3b1d5c123b1c6be447d374c4742a83ea0cbd7c17af5e72692e16d"


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from _containers(item)


def test_the_data_do_not_change_between_machines_and_versions() -> None:
    text = json.dumps({name: family(SMALL) for name, family in FAMILIES.items()})
    assert hashlib.sha256(text.encode()).hexdigest() == DIGEST


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_is_plain_and_comes_back(name: str) -> None:
    value = FAMILIES[name](SMALL)
    containers = list(_containers(value))
    assert len({id(item) for item in containers}) == len(containers)
    assert not beyond_double_text(value)
    assert same(decode(encode(value)), value, ordered=False)


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("table", "[200]{id,name,email,age,score,active,city,note}:\n  0,"),
        ("table100k", "[2000]{id,name,email,age,score,active,city,note}:\n  0,"),
        ("events", "[160]:\n  - id: evt-000000\n    type: "),
        ("unicode_text", "[80]{id,title,text}:\n"),
        ("escaped_text", 'lines[120]: "'),
        ("floats", "values[1200]: "),
        ("prices", "symbol: TOON\nticks[200]{t,open,high,low,close,volume}:\n"),
        ("matrix", "[20]:\n  - [100]: "),
        ("envelope", "success: true\ntool: nav.callers\n"),
        ("keyed", "[100:]{name,team,quota{used,limit},admin}:\n  user_0: "),
        ("code_search", "query: def _$NAME(\ncount: 40\ntruncated: false\nresults[40]{file,line,column,text}:\n"),
    ],
)
def test_a_family_has_the_shape_it_is_named_for(name: str, start: str) -> None:
    assert encode(FAMILIES[name](SMALL)).startswith(start)


def test_the_envelope_is_small_scalars_and_rows() -> None:
    value = FAMILIES["envelope"]()
    assert 2_100 < len(json.dumps(value, separators=(",", ":"))) < 2_300
    assert [len(item) for item in value.values() if isinstance(item, list)] == [20]
    assert sum(not isinstance(item, list) for item in value.values()) == 12
