"""The builder: steps that change nothing, one answer in all views, honest facts about what is cut."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest

from toonwire.envelope import Violation, check, expand
from toonwire.errors import EncodeTypeError, EnvelopeError, ErrorCode, OptionError, ResponseError
from toonwire.responses import (
    ENVELOPE_SCHEMA,
    LATEST,
    MODES,
    REVISIONS,
    Action,
    Response,
    differences,
    failure,
    guard,
    output_schema,
)
from toonwire.responses.markdown import PageSpec

ROWS = [{"id": n, "text": "some text"} for n in range(40)]
REST = Action("list_rows", {"limit": 40}, "It lists all rows.")
LOOK = Action("get_row", {"id": 0}, "It has the details of the first row.")


def facts(answer: Response) -> dict[str, Any]:
    """What an answer says about its list of rows."""
    return {key: value for key, value in answer.structured().items() if key not in ("rows", "suggestedActions")}


def text_of(result: dict[str, Any]) -> str:
    return str(result["content"][0]["text"])


# ---- steps


def test_a_step_leaves_the_response_as_it_was() -> None:
    start = Response({"rows": ROWS}, "Rows")
    before = text_of(start.wire())
    made = start.cap("rows", 2).action(LOOK).note("a note").warn("stale").judge("REVIEW").fit(500)
    assert text_of(start.wire()) == before
    assert made.structured()["verdict"] == "REVIEW"
    assert start.structured() == {"rows": ROWS}
    with pytest.raises(AttributeError):
        start.title = "x"  # type: ignore[misc]


def test_what_is_sent_shares_nothing_with_the_payload() -> None:
    payload = {"rows": [{"id": 1}]}
    sent = Response(payload).structured()
    payload["rows"][0]["id"] = 2
    assert sent == {"rows": [{"id": 1}]}


def test_a_step_after_a_view_counts() -> None:
    answer = Response({"n": 1}, "N")
    assert answer.structured() == {"n": 1}
    assert answer.note("x").structured() == {"n": 1, "response_notes": ["x"]}


@pytest.mark.parametrize(
    "make",
    [
        lambda: Response([1]),
        lambda: Response(None),
        lambda: Response({}, verdict="ERROR"),
        lambda: Response({}, verdict="info"),
        lambda: Response({}, notes="one text"),
        lambda: Response({}).note(" "),
        lambda: Response({}).cap("rows", -1),
        lambda: Response({}).cap("", 1),
        lambda: Response({}).cap("a.b", 1, cursor="c"),
        lambda: Response({}).cap("rows", 1, rest=" "),
        lambda: Response({}).fit(0),
        lambda: Response({}, text_limit=-1),
        lambda: Response({}, spec=PageSpec("x", omit=["a"])),
        lambda: Response({}).wire("both"),  # type: ignore[arg-type]
        lambda: Response({}).wire(revision="2026-01-01"),
        lambda: Response({}).wire(format="yaml"),  # type: ignore[arg-type]
        lambda: Response({"a": 1}).markdown(),
    ],
)
def test_what_is_asked_wrongly_is_an_error_at_once(make: Any) -> None:
    with pytest.raises(OptionError):
        make()


@pytest.mark.parametrize("key", ["success", "verdict", "error", "suggestedActions", "response_notes"])
def test_a_payload_cannot_speak_for_the_response(key: str) -> None:
    with pytest.raises(ResponseError) as caught:
        Response({key: "x"}).structured()
    assert caught.value.code is ErrorCode.RESERVED_NAME
    assert Response({key: "x"}).wire()["isError"] is True


# ---- views


def test_all_views_are_one_answer(codec: ModuleType) -> None:
    answer = Response({"repo": "core", "rows": ROWS}, "Rows", "core").cap("rows", 2, rest=REST)
    answer = answer.action(LOOK).note("Closed rows are left out.").warn("The index is old.")
    structured = answer.structured()
    assert structured["suggestedActions"] == [REST.to_dict(), LOOK.to_dict()]
    assert structured["verdict"] == "WARN"
    assert structured["next_step"] == "showing 2 of 40 rows; call list_rows(limit=40)"

    text, both = answer.wire("text"), answer.wire("dual")
    assert set(text) == {"content", "isError", "resultType"}
    assert codec.decode(text_of(text)) == structured
    assert text_of(both) == text_of(text)
    assert both["structuredContent"] == structured
    assert json.loads(text_of(answer.wire("text", format="json"))) == structured

    plain = answer.wire("structured")
    assert plain["structuredContent"] == structured
    assert text_of(plain) == json.dumps(structured, ensure_ascii=False, separators=(",", ":"))

    wrapped = answer.wire("envelope")
    wire = wrapped["structuredContent"]
    assert json.loads(text_of(wrapped)) == wire
    assert wire["format"] == "toon"
    assert expand(wire) == answer.envelope()
    assert expand(wire)["summary_line"] == "Rows in core: showing 2 of 40 rows"
    assert wire["truncated"] is True, "who reads the surface alone must not take a part for the whole"
    assert {k: v for k, v in expand(wire).items() if k not in ("success", "summary_line")} == structured
    assert check(wire) == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("revision", REVISIONS)
def test_each_revision_gets_what_it_knows(mode: Any, revision: str) -> None:
    made = Response({"a": 1}, "A").wire(mode, revision)
    assert ("structuredContent" in made) is (mode != "text" and revision >= "2025-06-18")
    assert ("resultType" in made) is (revision >= "2026-07-28")
    assert set(made) <= {"content", "structuredContent", "isError", "resultType"}
    assert [set(block) for block in made["content"]] == [{"type", "text"}]


def test_an_empty_answer_has_a_text() -> None:
    assert text_of(Response({}).wire()) == "{}"
    assert text_of(Response({"a": None}).wire("dual")) == "{}"


def test_a_page_of_markdown_alone() -> None:
    made = Response({"n": 1}, "N").wire(format="markdown")
    assert made["content"] == [{"type": "text", "text": "# N\n\n**N**: 1"}]
    assert "structuredContent" not in made


def test_the_page_tells_a_verdict_that_says_something() -> None:
    assert "Verdict" not in Response({"n": 1}, "N", verdict="INFO").markdown()
    page = Response({"n": 1}, "N").judge("UNSAFE").warn("guarded").markdown()
    assert "**Verdict**: UNSAFE" in page
    assert "guarded" in page


def test_how_to_go_on_stands_under_response_notes_alone() -> None:
    page = Response({"rows": ROWS}, "Rows").cap("rows", 2, rest=REST).action(LOOK).markdown()
    head, _, notes = page.partition("\n## Response Notes\n\n")
    assert notes.split("\n") == [
        "- Showing 2 of 40 rows.",
        "- `list_rows(limit=40)`: It lists all rows.",
        "- `get_row(id=0)`: It has the details of the first row.",
    ]
    assert "…and 38 more rows" in head
    assert not any(word in page for word in ("listed", "Truncated", "toolName"))


def test_next_step_comes_from_the_numbers_or_from_the_first_action() -> None:
    assert Response({"a": 1}).envelope().next_step is None
    assert Response({"a": 1}).action(LOOK).envelope().next_step == "call get_row(id=0)"
    cut = Response({"rows": ROWS}).cap("rows", 5).action(LOOK)
    assert cut.envelope().next_step == "showing 5 of 40 rows; raise limit"
    assert "next_step" not in Response({"a": 1}).action(LOOK).structured(), "the action says it"


def test_actions_are_three_at_most_each_once_in_order() -> None:
    many = [Action("get_row", {"id": n}, "It has the details.") for n in (3, 1, 3, 2, 9)]
    noticed: list[Violation] = []
    answer = Response({"a": 1}, on_finding=noticed.append).action(*many, None)
    assert [action["arguments"]["id"] for action in answer.structured()["suggestedActions"]] == [3, 1, 2]
    assert [str(found.rule) for found in noticed] == ["action-invalid"]
    assert "suggestedActions" not in Response({"a": 1}).action(None).structured()


# ---- lists


def test_a_known_total_is_kept() -> None:
    answer = Response({"rows": ROWS}).cap("rows", 50, total=400)
    assert facts(answer) == {
        "row_count": 400,
        "rows_listed": 40,
        "listed_cap": 40,
        "truncated": True,
        "next_step": "showing 40 of 400 rows; raise limit",
    }
    assert facts(Response({"rows": ROWS}).cap("rows", 50, total=7)) == {}, "a total below the list is none"


def test_a_cursor_without_a_total_says_that_nobody_knows() -> None:
    page = Response({"rows": ROWS}, "Rows").cap("rows", 40, cursor="c2")
    assert facts(page)["row_count"] is None
    assert facts(page)["next_cursor"] == "c2"
    assert facts(page)["next_step"] == 'showing the first 40 rows, there are more; pass cursor="c2"'
    assert "pass cursor" in page.markdown()


@pytest.mark.parametrize("total", [None, 400])
def test_a_cursor_is_not_told_where_it_would_skip_rows(total: int | None) -> None:
    for answer in (
        Response({"rows": ROWS}).cap("rows", 10, cursor="c2", total=total),
        Response({"rows": ROWS}).cap("rows", 40, cursor="c2", total=total).fit(300),
    ):
        said = facts(answer)
        assert "next_cursor" not in said
        assert "cursor" not in said["next_step"]
        assert said["row_count"] == total, "40 is the length of a page"
        assert len(answer.structured()["rows"]) < 40


def test_lists_deep_inside_and_several_lists() -> None:
    answer = Response({"rows": ROWS, "meta": {"tags": list("abcd")}}, "Rows").cap("rows", 2, total=90)
    answer = answer.cap("meta.tags", 1, rest="pass tags=all")
    assert facts(answer)["truncated_lists"] == [{"path": "meta.tags", "total": 4, "listed": 1, "cap": 1}]
    assert facts(answer)["next_step"] == "showing 2 of 90 rows, 1 of 4 meta.tags; raise limit, or pass tags=all"
    assert check(answer.envelope().to_dict()) == []
    assert "…and 88 more rows" in answer.markdown()


@pytest.mark.parametrize("size", [250, 400, 700, 1200])
@pytest.mark.parametrize("wanted", ["toon", "json"])
def test_a_budget_holds_for_all_that_is_said(size: int, wanted: Any) -> None:
    answer = Response({"rows": ROWS * 5}, "Rows").cap("rows", 190, rest="raise limit").note("A note.")
    answer = answer.fit(size, format=wanted)
    text = text_of(answer.wire("text", format=wanted))
    assert len(text) <= size
    assert facts(answer)["row_count"] == 200
    assert len(text) > size - 60, "one more row would not fit"


def test_a_budget_with_a_counter() -> None:
    answer = Response({"rows": ROWS}).fit(30, counter=lambda text: len(text.split()))
    assert len(text_of(answer.wire()).split()) <= 30


def test_a_budget_that_nothing_fits_is_a_failure_with_a_way_out() -> None:
    made = Response({"rows": ROWS, "log": "x" * 500}).fit(100).wire("structured")
    assert made["isError"] is True
    assert "structuredContent" not in made
    assert "at most 100" in text_of(made)
    assert "narrower query" in text_of(made)


def test_long_texts_are_cut_in_every_view() -> None:
    answer = Response({"log": "x" * 500}, "Log", text_limit=60)
    assert answer.structured()["log"].endswith("[truncated 463 chars]")
    assert answer.structured()["log"] in answer.markdown().replace("\\", "")
    assert [found.path for found in answer.findings] == ["log"]


# ---- what goes wrong


def test_a_lone_surrogate_is_mended_and_reported(codec: ModuleType) -> None:
    noticed: list[Violation] = []
    answer = (
        Response({"t": "cut \ud83d", "k\ude00": 1}, "T\ud83d", on_finding=noticed.append)
        .note("n\ud83d")
        .warn("w\ud83d")
    )
    for mode in MODES:
        json.dumps(answer.wire(mode), ensure_ascii=False).encode()
    answer.markdown().encode()
    assert answer.structured()["t"] == "cut �"
    assert [(str(found.rule), found.path) for found in noticed] == [
        ("lone-surrogate", "t"),
        ("lone-surrogate", '["k�"]'),
    ]
    assert codec.decode(text_of(answer.wire()))["k�"] == 1


@pytest.mark.parametrize("mode", MODES)
def test_a_value_that_toon_cannot_carry_is_a_failure(codec: ModuleType, mode: Any) -> None:
    answer = Response({"rows": [{"handle": object()}]}, "Rows")
    made = answer.wire(mode)
    assert made["isError"] is True
    first = text_of(made)
    assert "rows[0].handle" in first
    assert "Hint: " in first
    if mode == "envelope":
        assert made["structuredContent"]["success"] is False
        assert guard(ENVELOPE_SCHEMA).problems(made["structuredContent"]) == []
    else:
        assert "structuredContent" not in made
    with pytest.raises(EncodeTypeError):
        answer.structured()


@pytest.mark.parametrize("mode", ["text", "dual"])
def test_a_text_that_says_something_else_is_never_sent(monkeypatch: pytest.MonkeyPatch, mode: Any) -> None:
    monkeypatch.setattr("toonwire.codec.encode", lambda *_, **__: "n: 2")
    made = Response({"n": 1}).wire(mode)
    assert made["isError"] is True
    assert "structuredContent" not in made
    assert "Type: content-differs" in text_of(made)


def test_cycles_and_depth_are_failures() -> None:
    knot: dict[str, Any] = {}
    knot["self"] = [knot]
    deep: Any = "x"
    for _ in range(5000):
        deep = [deep]
    for payload in (knot, {"deep": deep}):
        for mode in MODES:
            assert Response(payload).wire(mode)["isError"] is True


def test_host_types_are_plain_data_in_every_view(codec: ModuleType) -> None:
    @dataclass
    class Job:
        id: int
        day: date
        cost: Decimal

    payload = {
        "jobs": [Job(1, date(2026, 11, 2), Decimal("1.10")), Job(2**70, date(2026, 11, 3), Decimal(3))],
        "s": {2, 1},
    }
    answer = Response(payload)
    assert answer.structured() == {
        "jobs": [{"id": 1, "day": "2026-11-02", "cost": 1.1}, {"id": 2**70, "day": "2026-11-03", "cost": 3}],
        "s": [1, 2],
    }
    assert differences(answer.wire("dual")["content"], answer.structured()) == []
    assert Response(Job(1, date(2026, 1, 1), Decimal(1))).structured() == {"id": 1, "day": "2026-01-01", "cost": 1}


def test_nothing_is_null_where_a_number_is_none() -> None:
    assert Response({"a": float("nan"), "b": [float("inf")], "c": 0}).structured() == {"b": [None], "c": 0}


SCHEMA = output_schema(
    {
        "type": "object",
        "properties": {
            "rows": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}},
            "owner": {"type": ["string", "null"]},
        },
        "required": ["rows", "owner"],
        "additionalProperties": False,
    },
    lists=("rows",),
)


def test_a_tool_with_an_output_schema() -> None:
    answer = Response({"rows": [], "owner": None}, schema=SCHEMA, closed=True)
    assert answer.structured() == {"rows": [], "owner": None}, "required keys stay though they are empty"
    full = Response({"rows": [{"id": 1}] * 9, "owner": "ada"}, schema=SCHEMA, closed=True)
    full = full.cap("rows", 3, cursor="c").action(LOOK).note("n").warn("w")
    for mode in MODES:
        assert full.wire(mode)["isError"] is False
    assert guard(SCHEMA, closed=True)(full.wire("structured")) == full.wire("structured")


def test_a_result_that_breaks_its_schema_is_a_failure() -> None:
    noticed: list[Violation] = []
    answer = Response({"rows": [{"id": "1", "etag": "x"}]}, schema=SCHEMA, closed=True, on_finding=noticed.append)
    for mode in MODES:
        made = answer.wire(mode)
        assert made["isError"] is True
        assert "structuredContent" not in made
        assert all(part in text_of(made) for part in ("rows[0].id", "rows[0].etag", "owner", "Hint: "))
    assert {str(found.rule) for found in noticed} == {"schema-mismatch"}
    with pytest.raises(ResponseError) as caught:
        answer.structured()
    assert caught.value.code is ErrorCode.SCHEMA_MISMATCH
    assert len(caught.value.violations) == 3


def test_fields_are_the_only_ones() -> None:
    answer = Response({"total": 2, "rows": [{"id": 1, "etag": "x"}, {"id": 2}]}, fields=["rows.id"])
    assert answer.structured() == {"rows": [{"id": 1}, {"id": 2}]}


def test_a_scope_that_only_the_title_names_is_noticed() -> None:
    assert [found.path for found in Response({"n": 1}, "N", "core").findings] == ["scope"]
    assert Response({"repo": "Core"}, "N", "core").findings == ()


def test_a_miscounted_payload_is_a_failure() -> None:
    with pytest.raises(EnvelopeError):
        Response({"rows": ROWS[:3], "row_count": 40}).envelope()
    assert Response({"rows": ROWS[:3], "row_count": 40}).wire()["isError"] is True


def test_findings_are_told_once() -> None:
    noticed: list[Violation] = []
    answer = Response({"password": "x"}, "P", on_finding=noticed.append)
    for mode in MODES:
        answer.wire(mode)
    assert len(noticed) == 1
    assert answer.findings == tuple(noticed)


def test_failures() -> None:
    made = failure("no such row", hint="list_rows shows all", error_type="not_found", retry_after_ms=500)
    assert made == {
        "content": [
            {"type": "text", "text": "no such row\nHint: list_rows shows all\nType: not_found\nRetry after (ms): 500"}
        ],
        "isError": True,
        "resultType": "complete",
    }
    wrapped = failure("no such row", hint="list", mode="envelope", revision="2025-11-25")
    assert wrapped["structuredContent"] == {
        "success": False,
        "verdict": "ERROR",
        "error": "no such row",
        "hint": "list",
    }
    assert "structuredContent" not in failure("x", mode="envelope", revision="2025-03-26")
    assert "hunter2" not in str(failure("cannot reach postgres://ada:hunter2@db/x \ud83d"))
    assert len(text_of(failure("x" * 9000))) < 2000
    assert text_of(failure("  ")) == "the call failed"
    assert REVISIONS[-1] == LATEST
