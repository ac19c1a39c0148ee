"""Sizes and verdicts."""

from __future__ import annotations

import pytest

from toonwire.cli.sizes import Size, Sizes, measure, toon_form, total

BYTES = Sizes("a", (Size("json", 1000), Size("toon-comma", 900), Size("toon-tab", 1250)))
BOTH = Sizes("b", (Size("json", 10, 5), Size("toon-comma", 9, 6), Size("toon-tab", 9, 7)))


def test_table() -> None:
    assert BYTES.table() == [
        ["form", "bytes", "vs JSON"],
        ["minified JSON", "1,000", ""],
        ["TOON, comma", "900", "-10.0%"],
        ["TOON, tab", "1,250", "+25.0%"],
    ]
    same = Sizes("c", (Size("json", 10_000), Size("toon-comma", 10_000), Size("toon-tab", 9_999)))
    assert [cells[2] for cells in same.table()[2:]] == ["0.0%", "0.0%"]
    assert BOTH.table()[0] == ["form", "bytes", "vs JSON", "tokens", "vs JSON"]
    assert BOTH.table()[2] == ["TOON, comma", "9", "-10.0%", "6", "+20.0%"]


@pytest.mark.parametrize(
    ("json", "comma", "tab", "verdict"),
    [
        (10, 9, 8, "TOON, tab is smallest, 20.0% below minified JSON"),
        (10, 8, 8, "TOON, comma is smallest, 20.0% below minified JSON"),
        (10, 10, 11, "TOON is as large as minified JSON here (TOON, comma)"),
        (10, 12, 11, "TOON is larger than minified JSON here, by 10.0% at best (TOON, tab)"),
        (2, 0, 0, "TOON, comma is smallest, 100.0% below minified JSON"),
    ],
)
def test_verdict(json: int, comma: int, tab: int, verdict: str) -> None:
    sizes = Sizes("x", (Size("json", json), Size("toon-comma", comma), Size("toon-tab", tab)))
    assert sizes.verdict("bytes") == verdict


def test_plain_data() -> None:
    assert BOTH.to_dict() == {
        "file": "b",
        "sizes": [
            {"form": "json", "bytes": 10, "tokens": 5},
            {"form": "toon-comma", "bytes": 9, "tokens": 6},
            {"form": "toon-tab", "bytes": 9, "tokens": 7},
        ],
        "bytes": {"smallest": "toon-comma", "toon_is_larger": False},
        "tokens": {"smallest": "json", "toon_is_larger": True, "encoding": "o200k_base"},
    }
    assert "tokens" not in BYTES.to_dict()


def test_total() -> None:
    assert total([BOTH, BOTH, BOTH]) == Sizes(
        "total", (Size("json", 30, 15), Size("toon-comma", 27, 18), Size("toon-tab", 27, 21))
    )
    assert total([BYTES]).rows == BYTES.rows


def test_bytes_are_those_of_utf8() -> None:
    assert measure("json", '"é東"'.encode(), len) == Size("json", 7, 4)
    assert measure("json", b"{}", None) == Size("json", 2, None)


@pytest.mark.parametrize(("delimiter", "form"), [(",", "toon-comma"), ("\t", "toon-tab"), ("|", "toon-pipe")])
def test_forms(delimiter: str, form: str) -> None:
    assert toon_form(delimiter) == form
