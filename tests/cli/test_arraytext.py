"""The text of an array in batches: what ``encode`` writes for the whole."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.cli import spool
from toonwire.cli.arraytext import ArrayText
from toonwire.cli.spool import Spool
from toonwire.codec import encode
from toonwire.errors import EncodeError, ErrorCode, FileError
from toonwire.options import Delimiter, EncodeOptions, Limits

PRIMITIVES = st.sampled_from(
    [1, 1.5, True, None, "a", "x,y", "-a", "", "line\nb", "a|b", "t\tx", 10**30, Decimal("0.10"), Decimal("1e400")]
)
SHAPES: list[st.SearchStrategy[Any]] = [
    st.fixed_dictionaries({"a": PRIMITIVES, "b": PRIMITIVES}),
    st.fixed_dictionaries({"b": PRIMITIVES, "a": PRIMITIVES}),
    st.fixed_dictionaries({"a": PRIMITIVES, "c": st.fixed_dictionaries({"x": PRIMITIVES, "y d": PRIMITIVES})}),
    st.fixed_dictionaries({"c": st.fixed_dictionaries({"y d": PRIMITIVES, "x": PRIMITIVES}), "a": PRIMITIVES}),
    PRIMITIVES,
    st.lists(PRIMITIVES, max_size=2),
    st.sampled_from([{}, [], {"a": {}, "b": 1}, {"a": [1], "b": {"k": [{"z": 1}, {"z": 2}]}}]),
]
LISTS = st.sets(st.sampled_from(range(len(SHAPES))), min_size=1, max_size=3).flatmap(
    lambda picked: st.lists(st.one_of([SHAPES[n] for n in picked]), max_size=9)
)


def text(batches: Iterable[list[Any]], options: EncodeOptions) -> bytes:
    with closing(ArrayText(options)) as array:
        for batch in batches:
            array.add(batch)
        return b"".join(array.pieces())


@given(LISTS, st.integers(1, 4), st.sampled_from([",", "\t", "|"]), st.booleans())
def test_any_array(values: list[Any], size: int, delimiter: Delimiter, on_disk: bool) -> None:
    batches = [values[at : at + size] for at in range(0, len(values), size)]
    with pytest.MonkeyPatch.context() as patch:
        if on_disk:
            patch.setattr(spool, "_IN_MEMORY", 10)
        assert text(batches, EncodeOptions(2, delimiter)).decode() == encode(values, delimiter=delimiter) + "\n"


def test_rows_that_turn_out_to_be_items_keep_the_order_of_their_fields() -> None:
    rows = [{"a": 1, "b": 2}, {"b": 3, "a": 4}, {"a": 5, "b": 6}]
    assert text([rows[:1], rows[1:2], rows[2:], [[]]], EncodeOptions()).decode() == encode([*rows, []]) + "\n"


def test_an_error_has_its_path_in_the_whole() -> None:
    rows = [{"a": n} for n in range(4)]
    for before in ([rows], [rows, [[1]]], [[1, 2], [3, 4]], []):
        count = sum(map(len, before))
        array = ArrayText(EncodeOptions(limits=Limits(3)))
        for batch in before:
            array.add(batch)
        with pytest.raises(EncodeError) as caught:
            array.add([{"a": 1}, {"a": [[1]]}])
        assert (caught.value.code, caught.value.path) == (ErrorCode.DEPTH_LIMIT, f"[{count + 1}].a[0]")


# ---- the spool


def test_spool_gives_back_what_it_got(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool, "_IN_MEMORY", 7)
    with closing(Spool()) as waiting:
        for part in (b"abc", b"", b"defgh", b"i"):
            waiting.put(part)
        assert b"".join(waiting.pieces()) == b"abcdefghi"
        assert list(waiting.take(iter([1, 0, 6, 2]))) == [b"a", b"", b"bcdefg", b"hi"]


def test_full_disk_names_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def write(self, _: object) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: Full())
    with pytest.raises(FileError) as caught:
        Spool().put(b"x" * (spool._IN_MEMORY + 1))
    error = caught.value
    assert (error.code, error.found) == (ErrorCode.FILE_WRITE, "No space left on device")
    assert error.file.startswith("a temporary file in /")
    assert "TMPDIR" in error.hint
