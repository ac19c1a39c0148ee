"""The script that tells what envelopes cost."""

from __future__ import annotations

import orjson
import pytest

import envelopes


def test_it_measures_every_result(capsys: pytest.CaptureFixture[str]) -> None:
    envelopes.main(1, 200)
    lines = capsys.readouterr().out.splitlines()
    names = [line[:20].strip() for line in lines]
    assert names == ["result", *envelopes.MADE, *envelopes.REAL]
    assert all(line.count("x ") + line.endswith("x") >= 2 for line in lines[1:])


@pytest.mark.parametrize("name", envelopes.MADE)
def test_what_is_made_are_results_of_two_kilobytes(name: str) -> None:
    assert 1900 < len(orjson.dumps(envelopes.results()[name])) < 2300
