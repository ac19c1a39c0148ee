"""Law 7: any text or bytes decode or raise DecodeError; and what in a document means nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.equality import same
from tests.properties.strategies import documents, indents, noise
from toonwire import DecodeError, decode, encode
from toonwire.reference import source
from toonwire.rules import spans


def outcome(document: Any, **options: Any) -> tuple[Any, DecodeError | None]:
    try:
        return decode(document, **options), None
    except DecodeError as error:
        return None, error


def agree(left: tuple[Any, DecodeError | None], right: tuple[Any, DecodeError | None]) -> bool:
    """The same value, or the same refusal."""
    if left[1] is None or right[1] is None:
        return left[1] is right[1] and same(left[0], right[0])
    return left[1].code is right[1].code


@given(documents, st.booleans(), indents)
def test_text_decodes_or_is_refused(document: str, strict: bool, indent: int) -> None:
    value, error = outcome(document, strict=strict, indent=indent)
    if error is None:
        text = encode(value)
        assert same(decode(text), value, ordered=False)
        assert encode(decode(text)) == text
        return
    assert 1 <= error.line <= document.count("\n") + 1
    assert 1 <= error.column <= len(error.source_line) + 1
    assert error.source_line == document.removeprefix("\ufeff").split("\n")[error.line - 1].removesuffix("\r")
    assert error.message
    assert str(error).isprintable()


@given(
    st.one_of(
        st.binary(max_size=40), noise.map(str.encode), st.text(max_size=10).map(lambda text: text.encode("utf-16"))
    )
)
def test_bytes_decode_or_are_refused(data: bytes) -> None:
    for strict in (True, False):
        by_bytes = outcome(data, strict=strict)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            assert by_bytes[1] is not None
        else:
            assert agree(by_bytes, outcome(text, strict=strict))


@given(st.text(alphabet=st.characters(codec=None), max_size=20))
def test_text_with_surrogates_decodes_or_is_refused(document: str) -> None:
    error = outcome(document)[1]
    if any("\ud800" <= character <= "\udfff" for character in document):
        assert error is not None


@given(documents, indents)
def test_non_strict_mode_accepts_what_strict_mode_accepts(document: str, indent: int) -> None:
    value, error = outcome(document, indent=indent)
    if error is None:
        assert same(decode(document, indent=indent, strict=False), value)


@given(documents, st.data())
def test_line_ends_and_comments_mean_nothing(document: str, data: st.DataObject) -> None:
    """§5.1, §12: each of these leaves the value, and the refusal, as they were."""
    document = document.replace("\r", "").lstrip("\ufeff")
    strict = data.draw(st.booleans(), label="strict")
    plain = outcome(document, strict=strict)
    lines = document.split("\n")
    assert agree(outcome("\r\n".join(lines), strict=strict), plain)
    assert agree(outcome("\ufeff" + document, strict=strict), plain)
    assert agree(outcome(document + "\n", strict=strict), plain)
    assert agree(outcome(("\ufeff" + document).encode(), strict=strict), plain)
    spaces = data.draw(
        st.lists(st.sampled_from(["", " ", "   "]), min_size=len(lines), max_size=len(lines)), label="spaces"
    )
    assert agree(outcome("\n".join(map("".join, zip(lines, spaces, strict=True))), strict=strict), plain)
    comments = data.draw(
        st.lists(st.sampled_from(["", "#\n", "      # a: 1\n", ' #"\n#\n']), min_size=len(lines), max_size=len(lines)),
        label="comments",
    )
    assert agree(outcome("\n".join(map("".join, zip(comments, lines, strict=True))), strict=strict), plain)
    between = outcome("#\n" + "\n# a: 1\n".join(lines) + "\n#", strict=strict)
    assert agree(between, plain)
    if plain[1] is not None:
        assert between[1] is not None
        assert (between[1].line, between[1].column) == (2 * plain[1].line, plain[1].column)


@given(documents, st.booleans())
def test_lines_read_by_their_shape_mean_the_same(document: str, strict: bool) -> None:
    """Lines full of quotes are classified with the quoted spans masked; it makes no difference."""
    plain = outcome(document, strict=strict)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spans, "_MANY", -1)
        patch.setattr(source, "_MANY_QUOTES", -1)
        masked = outcome(document, strict=strict)
    assert agree(masked, plain)
    assert masked[1] is None or masked[1].to_dict() == plain[1].to_dict()
