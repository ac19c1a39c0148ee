"""§5.2: quoted spans, whatever their length."""

from __future__ import annotations

import pytest

from toonwire.rules.spans import mask, open_span, shape_of, span_end

LINES = [
    ("", "", -1),
    ("a", "a", -1),
    ('""', "xx", -1),
    ('"a"', "xxx", -1),
    ('a "b:c" d', "a xxxxx d", -1),
    ('"a""b"', "xxxxxx", -1),
    ('a"', "ax", 1),
    ('"a" "b', "xxx xx", 4),
    (r'"a\"b"c', "xxxxxxc", -1),
    (r'"a\\"b"', "xxxxxbx", 6),
    (r"\"a\"", r"\xxxx", 1),
    (r'a\b"c"', r"a\bxxx", -1),
    (r'"a\ ', "xxxx", 0),
    ('"\\', "xx", 0),
]


@pytest.mark.parametrize(("line", "masked", "opened"), LINES)
def test_short_lines(line: str, masked: str, opened: int) -> None:
    assert mask(line) == masked
    assert open_span(line) == opened
    assert shape_of(line) is line


@pytest.mark.parametrize("count", [1, 99, 100, 101, 1000, 12_345])
def test_many_escapes(count: int) -> None:
    inside = r"\"x" * count
    assert span_end(f'"{inside}"y', 0) == len(inside) + 2
    assert span_end(f'"{inside}', 0) == -1
    assert span_end('"' + "\\" * (2 * count) + '"', 0) == 2 * count + 2
    assert span_end('"' + "\\" * (2 * count + 1) + '"', 0) == -1
    assert mask(f'a"{inside}"b') == f"a{'x' * (len(inside) + 2)}b"


def test_only_lines_of_many_quotes_are_masked() -> None:
    many = '"a",' * 600
    assert shape_of(many) == "xxx," * 600
    few = '"a",' * 400 + "b" * 2000
    assert shape_of(few) is few
