"""The notation of paths: parse and format are each other's inverse."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.properties.strategies import keys
from toonwire import OptionError
from toonwire.paths import Path, format_path, parse_path

paths = st.lists(st.one_of(keys, st.integers(0, 10**30), st.sampled_from("ab")), max_size=5).map(tuple)
texts = st.lists(
    st.sampled_from(["a", "b1", ".", "[", "]", "0", "12", "01", '"', '["x"]', '["', '"]', "\\", " ", "é"]), max_size=8
)


@given(paths)
def test_a_path_is_read_as_it_was_written(path: Path) -> None:
    assert parse_path(format_path(path)) == path


@given(paths, paths)
def test_a_text_is_one_path(left: Path, right: Path) -> None:
    assert (format_path(left) == format_path(right)) == (left == right)


@given(st.one_of(texts.map("".join), st.text(max_size=10)))
def test_any_text_is_a_path_or_refused(text: str) -> None:
    try:
        path = parse_path(text)
    except OptionError:
        return
    assert parse_path(format_path(path)) == path
