"""Numbers are computed from the samples, and are kept."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from results import Measured, Results, Size, read_json, write_json
from tables import leads, ratios

SAMPLES = {
    "orjson": (1.0, 2.0, 4.0),
    "toonwire": (0.5, 1.0, 2.0),
    "toons": (3.0, 4.0, 2.0),
    "ctoon": (1.5,),
    "etoon": (),
}
RESULTS = Results(
    python="3.11.7",
    machine="a computer",
    scale="full",
    rounds=3,
    roles={"orjson": "json", "toonwire": "own", "toons": "peer", "ctoon": "peer", "etoon": "peer"},
    versions={},
    sizes=(Size("table", 10, 5),),
    measured=tuple(Measured("table", "encode", label, samples) for label, samples in SAMPLES.items()),
)


def test_a_record_is_kept_with_every_sample(tmp_path: Path) -> None:
    write_json(tmp_path / "new" / "samples.json", RESULTS)
    assert read_json(tmp_path / "new" / "samples.json") == RESULTS


def test_ratios_and_the_best_peer() -> None:
    assert RESULTS.ratio("table", "encode", "toonwire") == 0.5
    assert RESULTS.ratio("table", "encode", "etoon") is None
    assert RESULTS.lead("table", "encode") == ("ctoon", 3.0)
    assert RESULTS.lead("table", "decode") is None
    assert RESULTS.median("table", "encode", "toons") == 3.0


def test_the_tables_show_them() -> None:
    assert ratios(RESULTS, "encode").splitlines()[2] == "| table  |   1.00 |     0.50 |  2.00 |  1.50 |     – |"
    assert ratios(RESULTS, "decode").count("\n") == 1
    assert leads(RESULTS).splitlines()[2].replace(" ", "") == "|table|encode|0.50|ctoon|3.00|"


def test_a_plot_is_an_image_with_text_and_always_the_same(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the bench extra is not installed")
    import plot

    plot.ratios(RESULTS, tmp_path / "a.svg")
    plot.ratios(RESULTS, tmp_path / "b.svg")
    plot.lines({"decode": [(1.0, 2.0), (10.0, 3.0)]}, "rows", "ns a row", tmp_path / "lines.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    for name, text in (("a.svg", "best other TOON library"), ("lines.svg", "ns a row")):
        tree = ElementTree.parse(tmp_path / name)
        assert text in [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
