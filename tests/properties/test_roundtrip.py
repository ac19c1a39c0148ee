"""Laws 1 and 2: what is encoded decodes to an equal value, and canonical text is a fixed point."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given

from tests.equality import same
from tests.properties.strategies import delimiters, indents, ordered_values, values
from toonwire import decode, encode, encode_bytes


@given(values, delimiters, indents)
def test_what_is_encoded_decodes_to_an_equal_value(value: Any, delimiter: Any, indent: int) -> None:
    text = encode(value, delimiter=delimiter, indent=indent)
    assert same(decode(text, indent=indent), value, ordered=False)
    assert same(decode(text, indent=indent, strict=False), value, ordered=False)


@given(ordered_values)
def test_the_order_of_keys_is_kept(value: Any) -> None:
    assert same(decode(encode(value)), value)


@given(values, delimiters, indents)
def test_canonical_text_is_a_fixed_point(value: Any, delimiter: Any, indent: int) -> None:
    text = encode(value, delimiter=delimiter, indent=indent)
    assert encode(decode(text, indent=indent), delimiter=delimiter, indent=indent) == text


@given(values, delimiters, indents)
def test_what_an_encoder_must_not_emit(value: Any, delimiter: Any, indent: int) -> None:
    """§5.1, §7.1, §12."""
    text = encode(value, delimiter=delimiter, indent=indent)
    if text:
        for line in text.split("\n"):
            assert re.fullmatch(rf"(?: {{{indent}}})*[^ \t#].*(?<! )", line), line
    assert not re.search(r"[\x00-\x08\x0b-\x1f]", text)
    assert not text.startswith("\ufeff")
    assert encode_bytes(value, delimiter=delimiter, indent=indent).decode() == text


@given(values)
def test_the_options_change_nothing_but_the_text(value: Any) -> None:
    first = decode(encode(value))
    for delimiter in ("\t", "|"):
        assert same(decode(encode(value, delimiter=delimiter, indent=4), indent=4), first)
