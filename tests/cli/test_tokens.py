"""The tokenizer of the extra."""

from __future__ import annotations

import importlib.util
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toonwire.cli import tokens

needs_extra = pytest.mark.skipif(
    importlib.util.find_spec("bpe_openai") is None, reason="needs the extra toonwire[tokens]"
)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "find_spec", lambda _: None)
    assert tokens.token_counter() is None


@needs_extra
@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("hello world", 2), ("<|endoftext|>", 7), ("users[2]{id,name}:", 7)]
)
def test_counts_of_the_vocabulary(text: str, count: int) -> None:
    counter = tokens.token_counter()
    assert counter is not None
    assert counter(text) == count


@given(st.text('ab1 ",|\n\té東', max_size=60), st.integers(1, 9))
def test_pieces_are_the_text(text: str, size: int) -> None:
    parts = list(tokens.pieces(text, size))
    assert "".join(parts) == text
    assert all(size <= len(part) <= 2 * size for part in parts[:-1])
    assert len(parts[-1]) <= 2 * size


@needs_extra
def test_counting_in_pieces_is_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"id": n, "name": f"User {n}'s", "price": n / 7, "note": "naïve – 東京, x|y\n\n "} for n in range(500)]
    counter = tokens.token_counter()
    assert counter is not None
    for text in (json.dumps(rows), json.dumps(rows, indent=2), json.dumps(rows, ensure_ascii=False).replace(",", "|")):
        whole = counter(text[:40_000])
        with monkeypatch.context() as patch:
            patch.setattr(tokens.pieces, "__defaults__", (100,))
            assert counter(text[:40_000]) == whole


@needs_extra
def test_large_texts_are_counted() -> None:
    counter = tokens.token_counter()
    assert counter is not None
    assert counter("user 123, " * 200_000 + "end") == 4 * 200_000 + 1
    assert counter("😀" * 300_000) > 100_000
