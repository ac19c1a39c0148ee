"""§6: the text of headers."""

from __future__ import annotations

import pytest

from toonwire.rules.headers import LEAF, OPEN, SHUT, FieldProgram, field_list, header, leaf_paths
from toonwire.rules.keys import encode_key

WALKS: list[tuple[FieldProgram, str, list[tuple[str, ...]]]] = [
    ([(LEAF, "a")], "{a}", [("a",)]),
    ([(LEAF, "a"), (LEAF, "b c")], '{a,"b c"}', [("a",), ("b c",)]),
    ([(OPEN, "a"), (LEAF, "b"), (SHUT, "")], "{a{b}}", [("a", "b")]),
    (
        [
            (OPEN, "a"),
            (OPEN, "b"),
            (LEAF, "c"),
            (SHUT, ""),
            (SHUT, ""),
            (LEAF, "d"),
            (OPEN, "e"),
            (LEAF, "f"),
            (SHUT, ""),
        ],
        "{a{b{c}},d,e{f}}",
        [("a", "b", "c"), ("d",), ("e", "f")],
    ),
]


@pytest.mark.parametrize(("walk", "text", "paths"), WALKS)
def test_field_lists(walk: FieldProgram, text: str, paths: list[tuple[str, ...]]) -> None:
    assert field_list(walk, ",", encode_key) == text
    assert field_list(walk, "|", encode_key) == text.replace(",", "|")
    assert leaf_paths(walk) == paths


@pytest.mark.parametrize(
    ("delimiter", "keyed", "text"),
    [
        (",", False, "[2]{x}:"),
        ("\t", False, "[2\t]{x}:"),
        ("|", False, "[2|]{x}:"),
        (",", True, "[2:]{x}:"),
        ("\t", True, "[2:\t]{x}:"),
        ("|", True, "[2:|]{x}:"),
    ],
)
def test_headers(delimiter: str, keyed: bool, text: str) -> None:
    assert header(2, delimiter, keyed=keyed, fields="{x}") == text


def test_a_header_without_fields() -> None:
    assert (header(0, ","), header(12, "|")) == ("[0]:", "[12|]:")
