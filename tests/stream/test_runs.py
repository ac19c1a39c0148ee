"""Where whole elements end: by the compiled function as by the other, and never within one."""

from __future__ import annotations

from random import Random

import pytest

from tests.native.documents import documents
from toonwire.stream.runs import FindRun, find_run, run_finder

ITEMS = "\n  - a\n  - b: 1\n    c: 2"


def native() -> FindRun:
    pytest.importorskip("toonwire.native._extent")
    return run_finder("native")


@pytest.fixture(params=["reference", "native"])
def find(request: pytest.FixtureRequest) -> FindRun:
    return find_run if request.param == "reference" else native()


@pytest.mark.parametrize(
    ("text", "indent", "nested", "blanks", "found"),
    [
        (ITEMS, 2, True, False, (6, 24, 1, 1)),
        (ITEMS + "\nd: 3", 2, True, False, (24, 24, 2, 3)),
        (ITEMS + "\n    \td: 3", 2, True, False, (6, 24, 1, 1)),  # perhaps another line of the item
        (ITEMS + "\n# c\n  - d", 2, True, False, (28, 34, 2, 4)),
        (ITEMS + "\n\n# c\nd: 3", 2, True, False, (24, 24, 2, 3)),
        (ITEMS + "\n\n# c\n  - d", 2, True, False, (6, 24, 1, 1)),
        (ITEMS + "\n\n# c\n  - d", 2, True, True, (29, 35, 2, 5)),
        (ITEMS + "\n\n# c", 2, True, False, (6, 29, 1, 1)),  # what follows has not come
        ("\n  1,2\n  # c\n  3,4\nd: 3", 2, False, False, (18, 18, 2, 3)),
        ("\n  1,2\n  3,4", 2, False, False, (12, 12, 2, 2)),
        ("\n  1,2\n\n  3,4", 2, False, True, (6, 6, 1, 1)),
        ("\n  1,2\n    3,4", 2, False, False, (6, 6, 1, 1)),
        ("\na: 1\nb:\n  c: 2\n\td: 3", 0, True, True, (5, 15, 1, 1)),
        ("\nłódź: 1\n😀:\n  c: 2", 0, True, True, (8, 18, 1, 1)),
    ],
)
def test_runs(
    find: FindRun, text: str, indent: int, nested: bool, blanks: bool, found: tuple[int, int, int, int]
) -> None:
    assert find(text, 0, indent, nested, blanks) == found


@pytest.mark.parametrize("seed", range(40))
def test_both_find_the_same(seed: int) -> None:
    rng, compiled = Random(seed), native()
    for document, _, _ in documents(seed):
        if isinstance(document, str):
            text = f"\n{document}"
            starts = [at for at, character in enumerate(text) if character == "\n"]
            for start in rng.sample(starts, min(len(starts), 12)):
                options = (rng.choice([0, 1, 2, 3, 4, 6]), rng.random() < 0.7, rng.random() < 0.5)
                assert compiled(text, start, *options) == find_run(text, start, *options)


def test_a_place_outside_the_text() -> None:
    for start in (-1, 3):
        with pytest.raises(IndexError):
            native()("\na", start, 0, True, True)
