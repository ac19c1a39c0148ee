"""The tokenizer of the extra."""

from __future__ import annotations

import importlib.util

import pytest

from toonwire.cli import tokens


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "find_spec", lambda _: None)
    assert tokens.token_counter() is None


@pytest.mark.skipif(importlib.util.find_spec("bpe_openai") is None, reason="needs the extra toonwire[tokens]")
@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("hello world", 2), ("<|endoftext|>", 7), ("users[2]{id,name}:", 8)]
)
def test_counts_of_the_vocabulary(text: str, count: int) -> None:
    counter = tokens.token_counter()
    assert counter is not None
    assert counter(text) == count
