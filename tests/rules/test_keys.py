"""§7.3 and §7.4."""

from __future__ import annotations

import pytest

from toonwire import ErrorCode
from toonwire.rules.fault import Fault
from toonwire.rules.keys import decode_key, encode_key


@pytest.mark.parametrize("key", ["a", "A", "_", "a1", "a.b", "a.", "_1", "true", "null", "__proto__"])
def test_keys_that_are_written_as_they_are(key: str) -> None:
    assert encode_key(key) == key
    assert decode_key(key) == key


@pytest.mark.parametrize(
    "key", ["", "1", ".a", "a-b", "a b", " a", "a ", "é", "ａ", "a\n", "a:", "[a", "-", "#", '"', "a,b", "\ufeff", "٣"]
)
def test_keys_that_are_quoted(key: str) -> None:
    token = encode_key(key)
    assert token.startswith('"')
    assert decode_key(token) == key
    assert decode_key(f"  {token} ") == key


@pytest.mark.parametrize(
    ("token", "key"),
    [
        ("", ""),
        ("  ", ""),
        (" a b ", "a b"),
        ("foo-bar", "foo-bar"),
        ("\ta", "\ta"),
        ("a\t", "a\t"),
        ("a\u00a0", "a\u00a0"),
        ('a"b"', 'a"b"'),
        ("1", "1"),
    ],
)
def test_any_token_is_a_key(token: str, key: str) -> None:
    assert decode_key(token) == key


@pytest.mark.parametrize(
    ("token", "code"),
    [
        ('"a', ErrorCode.UNTERMINATED_STRING),
        ('"a" b', ErrorCode.TEXT_AFTER_QUOTE),
        ('"a"\t', ErrorCode.TEXT_AFTER_QUOTE),
        ('"\\x"', ErrorCode.INVALID_ESCAPE),
    ],
)
def test_broken_keys(token: str, code: ErrorCode) -> None:
    with pytest.raises(Fault) as caught:
        decode_key(token)
    assert caught.value.code is code


def test_a_key_with_a_surrogate() -> None:
    with pytest.raises(Fault) as caught:
        encode_key("a\ud800")
    assert caught.value.code is ErrorCode.LONE_SURROGATE
