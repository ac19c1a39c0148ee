"""Payloads to try, for Hypothesis: rows with secrets, placeholders, broken texts and what JSON allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

TEXTS = st.one_of(
    st.text(max_size=12),
    st.text(st.characters(categories=("L", "Cs", "Cc", "Zs")), max_size=6),
    st.sampled_from(
        [
            *("", " ", "null", " N/A ", "\u00a0unknown", "—", "…", "-", "None", '"', "\\", "\\u0000", "a\x00b"),
            *("\ud83d", "x\ude00\ud83d", "\ud83d\ude00", "ghp_" + "a" * 36, "see https://u:pw@h.example/x now"),
            *("Bearer abcdefghijklmnop1234", "https://h.example/?sig=abcdefgh12&x=1", "[redacted:jwt]", "a" * 300),
        ]
    ),
)
KEYS = st.one_of(
    st.sampled_from(["id", "name", "rows", "hits", "token", "apiKey", "password", "nextPageToken", "note", "a b"]),
    TEXTS.filter(lambda key: len(key) < 50),
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    TEXTS,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=15,
)
RESERVED = frozenset(
    (
        *("success", "verdict", "error", "suggestedActions", "response_notes", "warnings", "next_step", "truncated"),
        *("truncated_lists", "next_cursor", "agent_summary", "summary_line", "deprecation", "hint", "listed_cap"),
    )
)


def _is_free(payload: dict[str, Any]) -> bool:
    """Whether no key speaks of the envelope or counts a list."""
    return not any(key in RESERVED or key.endswith(("_count", "_listed", "_cap")) for key in payload)


PAYLOADS = st.dictionaries(KEYS, VALUES, max_size=5).filter(_is_free)
