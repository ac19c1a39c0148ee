"""Hostile values of 20,000 characters take no more time than others."""

from __future__ import annotations

from time import process_time

import pytest

from toonwire.responses.markdown import (
    cell,
    code_block,
    humanize_key,
    inline_code,
    link,
    text,
    verbatim,
)

SIZE = 20_000
FRAGMENTS = (
    *("`", "` ", "`a", "```\n", "~~~\n", " >", "> ```\n", "\n", "\u2028", "&", "&a"),
    *("&#", "&amp;", "#", " #", "# ", "_", "a_"),
    *("\\", "\\|", "|", "[", "]:", "![", "<", "<a ", "1", "1.", "=", "-", ":", "!", " ", "\t ", "\u00a0", "\ufeff "),
    *("a", "a@", "a@b.", "@.", "//", "a//", "https://a", "www.", "www.a ", "a.b@c.d "),
    *("A", "aB", "AB", "As", "\ud83d", "\x00"),
)  # fmt: skip
GROWING = "".join("`" * n + " " for n in range(1, 200))
VALUES = [
    *((fragment * (SIZE // len(fragment)))[:SIZE] for fragment in FRAGMENTS),
    GROWING,
    "a" * SIZE + "@b.c",
    "1" * 9 + ")" * SIZE,
]

FUNCTIONS = {
    "inline_code": inline_code,
    "code_block": code_block,
    "text": text,
    "verbatim": verbatim,
    "link": lambda value: link(value, f"https://example.com/{value}"),
    "cell": cell,
    "cell of prose": lambda value: cell(value, code=False),
    "humanize_key": humanize_key,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_time_is_linear(name: str) -> None:
    for value in VALUES:
        start = process_time()
        FUNCTIONS[name](value)
        # the slowest takes a few per cent of it; anything quadratic takes far longer
        assert process_time() - start < 3, repr(value[:10])


def test_a_fence_needs_few_characters() -> None:
    assert len(inline_code("`" * SIZE)) < SIZE + 10
    assert len(inline_code(GROWING)) < len(GROWING) + 410
    assert len(code_block("`" * SIZE)) < SIZE + 20
