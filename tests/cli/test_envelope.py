"""``toon envelope``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.envelope.results import RESULTS
from toonwire.envelope import HONEST_SURFACE, apply_toon_format_to_response, check, compact, measure, normalize, render

from .conftest import Ended

Toon = Callable[..., Ended]

ROWS = {"success": True, "rows": [{"id": n, "exact": 0.5} for n in range(9)]}
GIVEN = json.dumps(ROWS)


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_comes_back(toon: Toon, name: str) -> None:
    wire = toon("envelope", "compact", stdin=json.dumps(RESULTS[name])).out
    assert json.loads(wire) == compact(RESULTS[name])
    assert json.loads(toon("decode", stdin=json.loads(wire)["toon_content"]).out) == normalize(RESULTS[name])
    assert json.loads(toon("envelope", "expand", stdin=wire).out) == normalize(RESULTS[name])


@pytest.mark.parametrize("form", ["json", "json-pretty", "toon", "auto"])
def test_render(toon: Toon, form: str) -> None:
    assert toon("envelope", "render", "--format", form, stdin=GIVEN).out == render(ROWS, form).text + "\n"  # type: ignore[arg-type]


def test_render_in_a_layout_and_to_a_file(toon: Toon) -> None:
    ended = toon("envelope", "render", "--format", "toon", "--layout", "full", "-o", "out.json", stdin=GIVEN)
    assert ended == (0, "", "")
    assert json.loads(Path("out.json").read_text("utf-8")) == apply_toon_format_to_response(ROWS, "toon")
    small = toon("envelope", "render", "--max-bytes", "220", stdin=GIVEN).out
    assert json.loads(small)["row_count"] == 9
    assert len(small) <= 221
    refused = toon("envelope", "render", "--max-bytes", "20", stdin=GIVEN)
    assert refused.code == 1
    assert refused.err.splitlines()[:2] == [
        "error[size-limit]: expected at most 20, found 152 with every such list empty",
        " --> <stdin>: rows",
    ]


def test_toon_is_read_too_and_every_digit_is_kept(toon: Toon) -> None:
    assert toon("envelope", "render", stdin="success: true\nn: 1\nx: 1e400").out == (
        '{"success":true,"n":1,"x":1e+400,"verdict":"INFO"}\n'
    )
    wire = toon("envelope", "compact", stdin='{"x": 0.1000000000000000055511151231257827}').out
    assert toon("envelope", "expand", stdin=wire).out == '{"x":0.1000000000000000055511151231257827}\n'


def test_compact_with_steps_and_a_surface(toon: Toon) -> None:
    given = json.dumps(ROWS | {"note": "n/a", "text": "x" * 90})
    steps = ["--step", "drop_empty", "--step", "cap_lists=2", "--step", "cap_texts=30"]
    made = json.loads(toon("envelope", "compact", "--surface", "honest", *steps, stdin=given).out)
    assert made == compact(
        json.loads(given),
        surface=HONEST_SURFACE,
        steps={"drop_empty": True, "cap_lists": {"cap": 2}, "cap_texts": {"limit": 30}},
    )
    assert made["truncated"] is True
    assert toon("envelope", "compact", "--step", "cap_lists=x", stdin=given).code == 2
    assert toon("envelope", "compact", "--step", "shrink", stdin=given).code == 1


def test_expand_tells_where_the_halves_differ(toon: Toon) -> None:
    wire = compact(ROWS) | {"verdict": "UNSAFE"}
    ended = toon("envelope", "expand", stdin=json.dumps(wire))
    assert json.loads(ended.out) == normalize(ROWS)
    assert ended.err.startswith("<stdin>: wire-differs at verdict: ")
    assert json.loads(toon("envelope", "expand", stdin=GIVEN).out) == ROWS
    broken = toon("envelope", "expand", stdin=json.dumps({"format": "toon", "toon_content": "a: 1\nb"}))
    assert broken.code == 1
    assert broken.err.startswith(
        "error[wire-content]: expected a TOON document, found text that does not decode (line 2"
    )
    assert broken.err.splitlines()[1] == " --> <stdin>: toon_content"


def test_check(toon: Toon) -> None:
    Path("good.json").write_text('{"success": true, "verdict": "SAFE"}')
    Path("bad.json").write_text(json.dumps(RESULTS["viz_similarity"]))
    assert toon("envelope", "check", "good.json") == (0, "", "")
    ended = toon("envelope", "check", "good.json", "bad.json")
    found = check(RESULTS["viz_similarity"])
    assert len(found) == 2
    assert (ended.code, ended.out) == (1, "".join(f"bad.json: {one}\n" for one in found))
    lines = toon("envelope", "check", "--json", "bad.json").out.splitlines()
    assert [json.loads(line) for line in lines] == [{"file": "bad.json", **one.to_dict()} for one in found]
    assert toon("envelope", "check", stdin="[1]").err.startswith("error[field-type]: expected an object, found a list")


def test_measure(toon: Toon) -> None:
    rows = [line.split() for line in toon("envelope", "measure", stdin=GIVEN).out.splitlines()]
    sizes = measure(ROWS)
    assert [(row[0], row[1]) for row in rows[1:]] == [(name, f"{one.size:,}") for name, one in sizes.items()]
    assert rows[3][2] == f"{100 * (sizes['toon'].ratio - 1):+.1f}%"
    record = json.loads(toon("envelope", "measure", "--json", stdin=GIVEN).out)
    assert {name: one["bytes"] for name, one in record.items()} == {name: one.size for name, one in sizes.items()}


def test_measure_adds_up_several_results_inside_larger_files(toon: Toon) -> None:
    Path("a.json").write_text(json.dumps({"log": [ROWS]}))
    Path("b.json").write_text(json.dumps({"log": [RESULTS["viz_similarity"]]}))
    ended = toon("envelope", "measure", "--at", "log[0]", "a.json", "b.json")
    both = [measure(ROWS), measure(RESULTS["viz_similarity"])]
    rows = {line.split()[0]: line.split() for line in ended.out.splitlines()}
    assert rows["toon"][1] == f"{sum(one['toon'].size for one in both):,}"
    assert rows["auto"][1] == f"{both[0]['toon'].size + both[1]['json'].size:,}"
    assert "2 results, 1 of them smaller as TOON" in ended.out
    assert toon("envelope", "measure", "--at", "log[1]", "a.json").code == 1
    assert toon("envelope", "measure", "--at", "log", "a.json").code == 1
    assert json.loads(toon("envelope", "check", "--at", "log[0]", "--json", "a.json").out)["rule"] == "verdict-missing"


def page(names: list[str]) -> str:
    rows = "".join(f"| `{name}` | x |\n" for name in names)
    return f"# Page\n<!-- drift:t:start -->\n| name | |\n|---|---|\n{rows}<!-- drift:t:end -->\n"


@pytest.mark.parametrize("against", ["verdicts", "control-surface", "toonwire.envelope:HONEST_SURFACE"])
def test_drift(toon: Toon, against: str) -> None:
    from toonwire.envelope import TOON_CONTROL_SURFACE, Verdict

    names = {
        "verdicts": [verdict.value for verdict in Verdict],
        "control-surface": list(TOON_CONTROL_SURFACE),
        "toonwire.envelope:HONEST_SURFACE": list(HONEST_SURFACE),
    }[against]
    Path("doc.md").write_text(page(names))
    assert toon("envelope", "drift", "doc.md", "--marker", "t", "--against", against) == (0, "", "")
    Path("doc.md").write_text(page([*names[1:], "stray"]))
    ended = toon("envelope", "drift", "doc.md", "--marker", "t", "--against", against)
    assert ended.code == 1
    assert ended.out == (f"doc.md: {names[0]} is not documented\ndoc.md: stray is documented, but not in {against}\n")


@pytest.mark.parametrize("against", ["nothing", "no_such_module:X", "toonwire:no_such_name", "toonwire:__version__"])
def test_drift_refuses(toon: Toon, against: str) -> None:
    Path("doc.md").write_text(page([]))
    ended = toon("envelope", "drift", "doc.md", "--marker", "t", "--against", against)
    assert (ended.code, ended.out) == (1, "")
    assert "invalid-option" in ended.err
    assert toon("envelope", "drift", "doc.md", "--marker", "u", "--against", "verdicts").code == 1
