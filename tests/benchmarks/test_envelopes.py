"""The script that tells what envelopes cost."""

from __future__ import annotations

import orjson
import pytest

import envelopes


def test_it_measures_every_result(capsys: pytest.CaptureFixture[str]) -> None:
    envelopes.main(1, 1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["result", "table", *envelopes.REAL]
    assert all(line.count("x") >= 2 for line in lines[1:])


def test_the_table_is_a_result_of_two_kilobytes() -> None:
    assert 1900 < len(orjson.dumps(envelopes.results()["table"])) < 2300
