"""Law 4 in short; ``tests/stream/prove_splits.py`` is its full length."""

from __future__ import annotations

from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.properties.strategies import documents, indents
from tests.stream.splitting import cases, cuts, disagreement, generated
from toonwire.stream import batches, document


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of a few lines."""
    monkeypatch.setattr(batches, "_LEAST", 1)
    monkeypatch.setattr(document, "_BATCHED_PIECE", 64)


def test_cases_in_chunks(codec: ModuleType) -> None:
    rng = Random(4)
    for case in cases():
        for chunks in rng.sample([*cuts(case[0], rng, 2)], 2):
            assert disagreement(case, chunks) is None


@pytest.mark.parametrize("seed", range(4))
def test_generated_documents_in_chunks(codec: ModuleType, seed: int) -> None:
    rng = Random(seed)
    for each in range(8 * seed, 8 * seed + 8):
        for case in generated(each):
            for chunks in rng.sample([*cuts(case[0], rng, 3)], 1):
                assert disagreement(case, chunks) is None


@given(documents, indents, st.booleans(), st.randoms(use_true_random=False))
def test_text_in_chunks(text: str, indent: int, strict: bool, rng: Random) -> None:
    source = rng.choice([text, text.encode()])
    case = source, {"indent": indent, "strict": strict}
    assert disagreement(case, rng.choice([*cuts(source, rng, 2)])) is None
    assert disagreement(case, [source[at : at + 1] for at in range(len(source))]) is None
