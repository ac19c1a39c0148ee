"""The notation of paths."""

from __future__ import annotations

import pytest

from toonwire import OptionError
from toonwire.paths import Path, format_path, parse_path


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("a",), "a"),
        ((0,), "[0]"),
        (("a", "b", 3, "c"), "a.b[3].c"),
        ((3, "a", 10**20), "[3].a[100000000000000000000]"),
        (("",), '[""]'),
        (("a b", "c"), '["a b"].c'),
        (("a.b",), '["a.b"]'),
        (("0",), '["0"]'),
        (("é",), '["é"]'),
        (('"', "\n", "]"), '["\\""]["\\n"]["]"]'),
        (("_A1",), "_A1"),
    ],
)
def test_paths(path: Path, text: str) -> None:
    assert format_path(path) == text
    assert parse_path(text) == path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".a", 'found ".a" at character 1'),
        ("a..b", 'found "..b" at character 2'),
        ("a.", 'found "." at character 2'),
        ("a[01]", 'found "[01]" at character 2'),
        ("a[-1]", 'found "[-1]" at character 2'),
        ("a[]", 'found "[]" at character 2'),
        ("[1]a", 'found "a" at character 4'),
        ("a b", 'found " b" at character 2'),
        ("é", 'found "é" at character 1'),
        ("[a]", 'found "[a]" at character 1'),
        ('a["x]', "found '[\"x]' at character 2"),
        ('a["\\q"]', "found '[\"\\q\"]' at character 2"),
        ("a.[1]", 'found ".[1]" at character 2'),
    ],
)
def test_what_is_no_path(text: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_path(text)
    assert str(caught.value) == f'option path: expected a path such as a.b[3]["other key"], {message}'
