"""Formats, layouts, the way back, and the compaction pass."""

from __future__ import annotations

import datetime
import decimal
import json
import subprocess
import sys
from typing import Any

import pytest

import toonwire
from toonwire.envelope import (
    HONEST_SURFACE,
    Envelope,
    FormatPins,
    Verdict,
    apply_toon_format_to_response,
    build_response,
    canonicalize_verdict,
    check,
    compact,
    disagreements,
    documented_names,
    drift,
    expand,
    fit,
    is_wire,
    measure,
    normalize,
    reduce_to_control_surface,
    render,
    render_bytes,
    truncate,
    truncate_lists,
    with_deprecation,
)
from toonwire.envelope.alphabet import ALPHABET, is_missing
from toonwire.envelope.wirejson import to_json
from toonwire.errors import EncodeError, EncodeTypeError, EnvelopeError, ErrorCode, OptionError

ROWS = [{"id": n, "name": f"row {n}"} for n in range(8)]
TABLE = {"success": True, "verdict": "INFO", "rows": ROWS}
DEEP = {"success": True, "verdict": "INFO", "a": [[1, [2]], {"b": {"c": []}}]}


def test_importing_the_library_loads_no_envelope() -> None:
    script = "import sys, toonwire; sys.exit(any('envelope' in m or 'shaping' in m for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# ---- verdicts


@pytest.mark.parametrize("text", ["not_found", "NOT FOUND", "Not-Found", " notfound ", "NOT_FOUND"])
def test_a_verdict_is_read_without_case_space_and_hyphen(text: str) -> None:
    assert canonicalize_verdict(text) == "NOT_FOUND"


@pytest.mark.parametrize("nothing", [None, "", "  ", "n/a", "N/A"])
def test_no_verdict_is_none(nothing: Any) -> None:
    assert is_missing(nothing)
    assert canonicalize_verdict(nothing) is None
    assert canonicalize_verdict(nothing, unknown="UNSAFE", warnings=[]) is None


def test_nothing_becomes_milder() -> None:
    for text in ("UNSAFE", "unsafe", " Un-Safe"):
        assert canonicalize_verdict(text, unknown="INFO", warnings=[]) == "UNSAFE"
    assert ALPHABET.gravest("SAFE", "UNSAFE", "WARN") == "UNSAFE"


def test_members_of_the_enum_are_taken_everywhere() -> None:
    made = build_response(verdict=Verdict.SAFE, agent_summary={"verdict": Verdict.SAFE})
    assert made == {"success": True, "verdict": "SAFE", "agent_summary": {"verdict": "SAFE"}}
    assert type(made["verdict"]) is str
    carried = {"success": True, "verdict": Verdict.UNSAFE, "worst": [Verdict.WARN]}
    for form in ("json", "toon"):
        assert "UNSAFE" in render(carried, form).text  # type: ignore[arg-type]
        assert "Verdict" not in render(carried, form).text  # type: ignore[arg-type]
    assert expand(compact(carried)) == normalize(carried)
    assert check(carried) == []


# ---- what is filled in


def test_a_nested_verdict_is_not_replaced_by_a_mild_one() -> None:
    nested = {"success": True, "agent_summary": {"verdict": "UNSAFE"}}
    assert normalize(nested)["verdict"] == "UNSAFE"
    assert normalize(nested | {"verdict": "n/a"})["verdict"] == "UNSAFE"
    assert normalize({"success": True, "agent_summary": {"verdict": "n/a"}})["verdict"] == "INFO"


@pytest.mark.parametrize("odd", [{}, {"success": 1}, {"success": "true"}, {"success": None}])
def test_without_a_bool_nothing_is_filled_in(odd: dict[str, Any]) -> None:
    assert normalize(odd) == odd


def test_what_is_wrong_is_carried() -> None:
    wrong = {"success": True, "verdict": "OK", "error": 5, "agent_summary": "x", "summary_line": 7}
    assert normalize(wrong) == wrong
    assert expand(compact(wrong)) == wrong
    blank = {"success": True, "verdict": "INFO", "summary_line": " ", "agent_summary": {"summary_line": "3 hits"}}
    assert normalize(blank)["summary_line"] == "3 hits"
    assert list(normalize(blank)) == list(blank)


# ---- layouts


def test_full_layout_is_the_surface_and_short_scalars() -> None:
    response = {
        "success": True,
        "verdict": "INFO",
        "n": 1,
        "x": 1.5,
        "none": None,
        "yes": True,
        "d": decimal.Decimal("2.5"),
        "short": "x" * 200,
        "long": "x" * 201,
        "list": [],
        "dict": {},
        "tuple": (),
        "hint": "y" * 300,
        "when": datetime.date(2026, 1, 2),
    }
    wire = apply_toon_format_to_response(response, "toon")
    kept = ["success", "verdict", "n", "x", "none", "yes", "d", "short", "hint"]
    assert list(wire) == ["format", "toon_content", *kept]
    assert apply_toon_format_to_response({"success": True, "x": float("nan")}, "toon")["x"] is None


@pytest.mark.parametrize("name", ["TOON", "Toon", "toon"])
def test_format_names_have_no_case(name: str) -> None:
    assert is_wire(apply_toon_format_to_response(TABLE, name))
    assert apply_toon_format_to_response(TABLE, "JSON") == TABLE


@pytest.mark.parametrize("name", ["yaml", "", "json-pretty", None, 5])
def test_an_unknown_format_is_an_error(name: Any) -> None:
    with pytest.raises(OptionError, match="output_format"):
        apply_toon_format_to_response(TABLE, name)
    with pytest.raises(OptionError, match=r"format|layout"):
        render(TABLE, name if name != "json-pretty" else "text")


@pytest.mark.parametrize("form", ["toon", "json"])
def test_what_toon_cannot_carry_is_an_error(form: Any) -> None:
    with pytest.raises(EncodeTypeError) as caught:
        render({"success": True, "rows": [{"x": object()}]}, form)
    assert caught.value.path == "rows[0].x"
    with pytest.raises(EncodeTypeError):
        apply_toon_format_to_response({"success": True, "x": object()}, "toon")


def test_payload_keys_that_look_like_the_wires_own_are_ordinary() -> None:
    payload = {"success": True, "verdict": "INFO", "format": "csv", "output_format": "toon", "toon_content": [1]}
    wire = compact(payload)
    assert (wire["format"], wire["output_format"]) == ("toon", "toon")
    assert expand(wire) == payload
    assert not is_wire({"format": "toon", "toon_content": 5})
    assert not is_wire({"format": "TOON", "toon_content": "a: 1"})
    assert compact({"format": "toon", "x": 1})["toon_content"] == "format: toon\nx: 1"


# ---- formats


def test_json_is_minified_and_has_every_digit() -> None:
    response = {"success": True, "verdict": "INFO", "big": 2**70, "exact": decimal.Decimal("1.10"), "é": (1, {"x"})}
    assert (
        render(response).text
        == '{"success":true,"verdict":"INFO","big":1180591620717411303424,"exact":1.1,"é":[1,["x"]]}'
    )
    assert json.loads(render(response, "json-pretty").text) == json.loads(render(response).text)
    assert "\n" in render(response, "json-pretty").text
    assert render(TABLE).text == render_bytes(TABLE).decode() == json.dumps(TABLE, separators=(",", ":"))


def test_json_too_deep_for_its_writer_is_an_error() -> None:
    deep: Any = 1
    for _ in range(600):
        deep = [deep]
    with pytest.raises(EncodeError) as caught:
        to_json({"a": deep})
    assert caught.value.code is ErrorCode.DEPTH_LIMIT
    assert expand(compact({"a": deep})) == {"a": deep}


def test_auto_measures_and_says_which() -> None:
    assert render(TABLE, "auto").format == "toon"
    assert toonwire.decode(render(TABLE, "auto").text) == TABLE
    assert render(DEEP, "auto") == render(DEEP, "json")
    # a counter decides as it counts, and JSON takes a draw
    assert render(TABLE, "auto", counter=lambda text: 1).format == "json"
    assert render(DEEP, "auto", counter=lambda text: text.count('"')).format == "toon"
    assert render(DEEP, "auto", layout="compact").format == "json"


def test_one_tool_keeps_one_shape() -> None:
    pins = FormatPins({"pinned": "json"})
    assert pins.render("search", TABLE).format == "toon"
    assert pins.render("search", DEEP).format == "toon"
    assert pins.render("pinned", TABLE).format == "json"
    assert pins.formats == {"pinned": "json", "search": "toon"}
    with pytest.raises(OptionError):
        FormatPins({"x": "yaml"})  # type: ignore[dict-item]


def test_measure_compares_with_minified_json() -> None:
    sizes = measure(TABLE)
    assert {name: m.size for name, m in sizes.items()} == {
        "json": len(render(TABLE).text),
        "json-pretty": len(render(TABLE, "json-pretty").text),
        "toon": len(render(TABLE, "toon").text),
        "toon-full": len(render(TABLE, "toon", layout="full").text),
        "toon-compact": len(render(TABLE, "toon", layout="compact").text),
        "auto": len(render(TABLE, "toon").text),
    }
    assert sizes["toon"].ratio == sizes["toon"].size / sizes["json"].size < 1
    assert measure(TABLE, counter=lambda text: text.count(","))["json"].size == render(TABLE).text.count(",")
    assert measure({"success": True, "verdict": "INFO", "x": "é"})["json"].size == len(
        b'{"success":true,"verdict":"INFO","x":"__"}'
    )


def test_layouts_of_toon_are_json_around_it() -> None:
    envelope = Envelope.from_response(TABLE)
    for layout, wire in (("full", apply_toon_format_to_response(TABLE, "toon")), ("compact", compact(TABLE))):
        made = render(envelope, "toon", layout=layout)  # type: ignore[arg-type]
        assert json.loads(made.text) == wire == json.loads(render_bytes(wire, "toon", layout=layout))  # type: ignore[arg-type]
        assert made.layout == layout
    wire = compact(TABLE)
    assert render(wire, "toon").text == render(TABLE, "toon").text
    assert render(wire, "json").text == render(TABLE, "json").text


# ---- the way back


def test_what_stands_beside_and_differs_is_told_and_the_content_wins() -> None:
    wire = compact(TABLE) | {"verdict": "UNSAFE", "deprecation": "use nav", "success": 1}
    assert expand(wire) == TABLE | {"deprecation": "use nav"}
    assert [(str(v.rule), v.path) for v in disagreements(wire)] == [
        ("wire-differs", "success"),
        ("wire-differs", "verdict"),
        ("wire-differs", "deprecation"),
    ]
    assert [v.path for v in check(wire)] == ["success", "verdict", "deprecation"]
    assert disagreements(compact(TABLE)) == disagreements(TABLE) == []
    assert expand(TABLE) == TABLE


def test_what_a_shim_adds_is_in_the_content_too() -> None:
    shimmed = with_deprecation(compact(TABLE), {"old": "a", "new": "b"})
    assert disagreements(shimmed) == []
    assert expand(shimmed) == TABLE | {"deprecation": {"old": "a", "new": "b"}}
    assert reduce_to_control_surface(shimmed)["deprecation"] == {"old": "a", "new": "b"}
    assert with_deprecation(TABLE, "old") == TABLE | {"deprecation": "old"}
    exact = {"format": "toon", "toon_content": "n: 0.1000000000000000055511151231257827"}
    assert with_deprecation(exact, "old")["toon_content"].startswith(exact["toon_content"])


def test_compacting_a_wire_loses_nothing_that_only_stands_beside() -> None:
    wire = apply_toon_format_to_response(TABLE, "toon") | {"stray": {"x": decimal.Decimal("1.5")}}
    small = compact(wire)
    assert "stray" not in small
    assert expand(small)["stray"] == {"x": 1.5}
    broken = {"format": "toon", "toon_content": "a: 1\nb", "stray": 1}
    assert compact(broken) == {"format": "toon", "toon_content": "a: 1\nb"}
    assert [str(v.rule) for v in check(broken)] == ["wire-content"]
    assert [str(v.rule) for v in check({"success": True, "verdict": "INFO", "format": "toon", "toon_content": 5})] == [
        "wire-content"
    ]


# ---- steps


def test_steps_run_in_order_and_are_told() -> None:
    response = {
        "success": True,
        "verdict": "INFO",
        "summary_line": "x" * 60,
        "note": "n/a",
        "rows": list(range(9)),
        "text": "y" * 60,
        "odd": "a\ud83d",
    }
    steps = {"well_formed": True, "drop_empty": True, "cap_lists": {"cap": 2}, "cap_texts": {"limit": 40}, "x": False}
    with pytest.raises(OptionError):
        compact(response, steps=steps)
    del steps["x"]
    made = expand(compact(response, steps=steps, surface=HONEST_SURFACE))
    assert "note" not in made
    assert made["summary_line"] == "x" * 60
    assert (made["rows"], made["row_count"], made["truncated"]) == ([0, 1], 9, True)
    assert made["next_step"] == "showing 2 of 9 rows; raise limit above 2"
    assert made["text"].endswith("[truncated 42 chars]")
    assert made["odd"] == "a\ufffd"
    assert [(row["step"], row["changed"]) for row in made["steps_taken"]] == [
        ("well_formed", True),
        ("drop_empty", True),
        ("cap_lists(cap=2)", True),
        ("cap_texts(limit=40)", True),
    ]
    assert check(made) == []
    again = expand(compact(compact(response, steps=steps), steps={"drop_empty": True}))
    assert again["steps_taken"][4:] == [{"step": "drop_empty", "changed": False}]
    assert "steps_taken" not in expand(compact(TABLE, steps={"drop_empty": False}))
    assert response["note"] == "n/a"


# ---- truncation


def test_own_names_and_cursors() -> None:
    from toonwire.envelope import Names

    cut = truncate([1, 2, 3], 2, noun="entries", names=Names("n_{many}", "n_{one}_shown", "max"), cursor="c9")
    assert cut.facts == {
        "n_entries": 3,
        "n_entry_shown": 2,
        "max": 2,
        "truncated": True,
        "next_cursor": "c9",
        "next_step": "showing 2 of 3 entries; pass cursor=c9",
    }
    with pytest.raises(OptionError):
        truncate([1], 1, rest=" ")


def test_an_unknown_total_is_said_without_a_number() -> None:
    cut = truncate(iter(range(9)), 2, noun="callers")
    assert cut.facts == {
        "caller_count": None,
        "callers_listed": 2,
        "listed_cap": 2,
        "truncated": True,
        "next_step": "showing the first 2 callers, there are more; raise limit",
    }
    assert check(build_response(verdict="INFO", **cut.fields)) == []


def test_what_was_said_before_about_cut_lists_stays_true() -> None:
    before = {
        "success": True,
        "verdict": "INFO",
        "callers": [1, 2, 3],
        "rows": [4, 5],
        **truncate(range(9), 3, noun="callers").facts,
        "agent_summary": {"next_step": "showing 3 of 9 callers; raise limit", "truncated": False, "risk": "low"},
    }
    after = truncate_lists(before, {"rows": 1}, rest="pass limit=9")
    step = "showing 1 of 2 rows, 3 of 9 callers; pass limit=9"
    assert (after["next_step"], after["caller_count"], after["row_count"]) == (step, 9, 2)
    assert after["agent_summary"] == {"next_step": step, "truncated": True, "risk": "low"}
    assert (after["rows_cap"], after["callers_cap"], after.get("listed_cap")) == (1, 3, None)
    again = truncate_lists(after, {"callers": 1})
    assert (again["caller_count"], again["callers_listed"]) == (9, 1)
    assert check(after) == check(again) == []
    assert truncate_lists(before, {"rows": 2})["rows"] == [4, 5]
    assert truncate_lists({"rows": [4, 5]}, {"rows": 2}) == {"rows": [4, 5]}


# ---- fitting


def test_a_list_is_emptied_before_the_next_is_cut() -> None:
    envelope = Envelope(verdict="INFO", first=ROWS, second=ROWS * 2)
    whole = len(render(envelope).text)
    in_order = fit(envelope, whole - 50, lists=["first", "second"])
    assert (len(in_order["first"]) < 8, len(in_order["second"])) == (True, 16)
    largest = fit(envelope, whole - 50)
    assert (len(largest["first"]), len(largest["second"]) < 16) == (8, True)
    small = fit(envelope, 400, lists=["first", "second"])
    assert small["first"] == []
    assert check(small) == check(largest) == []
    assert fit(envelope, whole) is envelope


def test_nested_lists_fit_too_and_state_their_facts_at_the_top() -> None:
    result = {"success": True, "verdict": "INFO", "meta": {"rows": ROWS * 9}}
    small = fit(result, 600, format="toon", rest="pass limit=72")
    assert small["truncated_lists"] == [
        {"path": "meta.rows", "total": 72, "listed": len(small["meta"]["rows"]), "cap": len(small["meta"]["rows"])}
    ]
    assert check(small) == []
    again = fit(small, 400, format="toon", rest="pass limit=72")
    assert again["truncated_lists"][0]["total"] == 72
    assert check(again) == []


def test_a_short_list_that_is_whole_costs_less_than_its_facts() -> None:
    envelope = Envelope(verdict="INFO", few=[1, 2], rows=ROWS * 9)
    size = len(render(envelope).text)
    for limit in range(300, size, 97):
        small = fit(envelope, limit, lists=["few", "rows"])
        assert small["few"] == [1, 2]
        kept = len(small["rows"])
        more = truncate_lists(envelope.to_dict(), {"rows": kept + 1})
        assert len(render(small).text) <= limit < len(render(more).text)


def test_what_cannot_fit_names_both_sizes() -> None:
    with pytest.raises(EnvelopeError) as caught:
        fit(Envelope(verdict="INFO", text="x" * 500, rows=ROWS), 300)
    assert caught.value.expected == "at most 300"
    assert int(caught.value.found.split(" ")[0]) > 500


# ---- drift


def test_drift_goes_both_ways() -> None:
    page = "x\n<!-- drift:v:start -->\n| name |\n|---|\n| `A` | a |\n| `C` | c |\n<!-- drift:v:end -->\n| `D` |"
    assert documented_names(page, "v") == ["A", "C"]
    assert drift(page, "v", ["A", "B"]) == (("B",), ("C",))
    assert drift(page, "v", ["C", "A"]) == ((), ())
    for text, marker in ((page, "w"), (page + page, "v")):
        with pytest.raises(OptionError):
            drift(text, marker, [])
