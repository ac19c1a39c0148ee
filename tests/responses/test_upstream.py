"""Data of other services: failures, gaps, references, scores."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toonwire
from tests.responses.structure import structure
from toonwire import OptionError
from toonwire.responses.markdown import Document
from toonwire.responses.upstream import (
    Lookup,
    LookupEntry,
    ReferenceTable,
    UpstreamError,
    UpstreamNotFound,
    aoptional,
    intern,
    optional,
    raise_for_upstream_error,
    scored,
)

# ---- enrichment


def failing(error: BaseException) -> Any:
    def fetch() -> None:
        raise error

    return fetch


def test_enrichment_that_fails_is_none(caplog: pytest.LogCaptureFixture) -> None:
    reported: list[Exception] = []
    assert optional(lambda: 5, report=reported.append) == 5
    assert optional(failing(UpstreamNotFound("none")), report=reported.append) is None
    assert reported == []
    broken = ValueError("schema")
    assert optional(failing(broken), report=reported.append) is None
    assert reported == [broken]
    assert optional(failing(TimeoutError()), expected=(TimeoutError, KeyError), report=reported.append) is None
    assert reported == [broken]
    assert not caplog.records


def test_a_report_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert optional(failing(ValueError("x"))) is None
    assert optional(failing(ValueError("y")), report=failing(RuntimeError())) is None
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
    assert "ValueError('y')" in caplog.text


@pytest.mark.parametrize("signal", [KeyboardInterrupt, SystemExit])
def test_signals_pass(signal: type[BaseException]) -> None:
    with pytest.raises(signal):
        optional(failing(signal()))


def test_enrichment_that_is_awaited() -> None:
    reported: list[Exception] = []

    async def fetch(error: BaseException | None) -> int:
        if error:
            raise error
        return 5

    async def main() -> list[int | None]:
        errors = [None, UpstreamNotFound("x"), ValueError("x")]
        return [await aoptional(lambda error=error: fetch(error), report=reported.append) for error in errors]

    async def cancelled() -> None:
        await aoptional(lambda: fetch(asyncio.CancelledError()))

    assert asyncio.run(main()) == [5, None, None]
    assert [type(error) for error in reported] == [ValueError]
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


# ---- errors in answers


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"error": "bad query"}, "bad query"),
        ({"error": {"message": "bad", "code": 5}}, "bad"),
        ({"error": {"error": {"detail": "deep"}}}, "deep"),
        ({"error": True, "message": "told"}, "told"),
        ({"error": True}, "the service reported an error without a message"),
        ({"errors": [{"message": "one"}, {"message": "two"}, "three"]}, "one (and 2 more)"),
        ({"errors": {"title": " Not good "}}, "Not good"),
        ({"ok": False}, "the service reported an error without a message"),
        ({"ok": False, "error": "", "reason": "quota"}, "quota"),
        ({"success": False, "detail": "x"}, "x"),
        ({"error": "y" * 900}, None),
    ],
)
def test_an_error_inside_a_success(answer: dict[str, Any], message: str | None) -> None:
    with pytest.raises(UpstreamError) as caught:
        raise_for_upstream_error(answer, status=200)
    assert caught.value.message == str(caught.value)
    assert (caught.value.message == message) if message else (len(caught.value.message) == 500)
    assert caught.value.status == 200
    assert caught.value.where in answer


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"error": None},
        {"error": ""},
        {"errors": []},
        {"error": False},
        {"ok": True},
        [],
        "error",
        None,
        {"data": {"error": 1}},
    ],
)
def test_answers_without_error(answer: Any) -> None:
    assert raise_for_upstream_error(answer) is answer


def test_errors_elsewhere_and_beside_data() -> None:
    with pytest.raises(UpstreamError, match=r"^x$") as caught:
        raise_for_upstream_error({"result": [{"fault": "x"}]}, paths=["result[0].fault", "a.b"])
    assert caught.value.where == "result[0].fault"
    both = {"data": {"a": 1}, "errors": [{"message": "partly"}]}
    assert raise_for_upstream_error(both, partial="data") is both
    with pytest.raises(UpstreamError):
        raise_for_upstream_error({"data": None, "errors": ["x"]}, partial="data")


@pytest.mark.parametrize(("status", "kind"), [(404, UpstreamNotFound), (410, UpstreamNotFound), (500, UpstreamError)])
def test_statuses(status: int, kind: type[UpstreamError]) -> None:
    with pytest.raises(kind, match=rf"^status {status}$") as caught:
        raise_for_upstream_error("<html>", status=status)
    assert type(caught.value) is kind
    with pytest.raises(kind, match=r"^told$"):
        raise_for_upstream_error({"detail": "told"}, status=status)


def test_a_page_that_is_not_there_though_the_status_is_200() -> None:
    for value in ("1", "true", "yes"):
        with pytest.raises(UpstreamNotFound):
            raise_for_upstream_error(
                "<html>", status=200, headers={"X-Not-Found": value}, missing_headers=["x-not-found"]
            )
    for value in ("", "0", "False"):
        raise_for_upstream_error("<html>", headers={"X-Not-Found": value}, missing_headers=["X-NOT-FOUND"])


# ---- lookups

RECORD = {"click": "8.1.7", "lark": None, "rich": "  ", "long": "v" * 300, "`x`": 7}


def test_a_lookup_tells_gaps_apart() -> None:
    found = Lookup.of(["click", "lark", "rich", "none", "long", "`x`", "click"], RECORD)
    assert found.entries == (
        LookupEntry("click", "recorded", "8.1.7"),
        LookupEntry("lark", "not_recorded"),
        LookupEntry("rich", "not_recorded"),
        LookupEntry("none", "not_listed"),
        LookupEntry("long", "recorded", "v" * 256, truncated=True),
        LookupEntry("`x`", "recorded", "7"),
    )
    assert Document("T").bullets(found.bullets()).markdown() == (
        "# T\n\n- `click`: `8.1.7`\n- `lark`: listed without a value\n- `rich`: listed without a value\n"
        "- `none`: not listed\n"
        f"- `long`: `{'v' * 256}` … [truncated]\n- `` `x` ``: `7`"
    )
    rows = found.to_dict()["entries"]
    assert toonwire.encode(rows).startswith("[6]{name,status,value,truncated}:\n  click,recorded,8.1.7,false")


@pytest.mark.parametrize("record", [None, {}])
def test_a_lookup_without_a_record(record: dict[str, str] | None) -> None:
    assert Lookup.of(["a"], record).to_dict() == {"available": False, "entries": []}


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ([], "0"),
        ([str(n) for n in range(11)], "11"),
        (["a" * 257], '"aaa'),
        ([" "], '" "'),
        ("abc", "one text"),
        ([5], '"5"'),
    ],
)
def test_requests_have_bounds(names: Any, found: str) -> None:
    with pytest.raises(OptionError, match="option names: expected") as caught:
        Lookup.of(names, RECORD)
    assert found in str(caught.value)


# ---- reference tables


def repr_of(value: Any) -> str:
    """A value with its types, and keys in a fixed order."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {repr_of(value[key])}' for key in sorted(value))}}}"
    return f"[{', '.join(map(repr_of, value))}]" if isinstance(value, list) else repr(value)


scalars = st.sampled_from([1, 1.0, True, 0, False, "1", "a", "", None, -0.0])
rows = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.sampled_from("ab"), inner, max_size=2)),
    max_leaves=3,
)


@given(st.lists(rows, max_size=8))
def test_rows_come_back_by_index(rows: list[Any]) -> None:
    interned = intern(rows)
    back = [interned.rows[index] for index in interned.indexes]
    assert all(repr_of(a) == repr_of(b) for a, b in zip(back, rows, strict=True))
    assert intern(interned.rows).indexes == list(range(len(interned.rows)))
    assert len(interned.indexes) == len(rows)


def test_content_decides_and_types_count() -> None:
    rows = [{"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": True, "b": 2}, {"a": 1.0, "b": 2}, {"a": [1, 2]}, {"a": [[1], 2]}]
    assert intern(rows).indexes == [0, 0, 1, 2, 3, 4]
    assert intern(rows, key=lambda row: "b" in row).indexes == [0, 0, 0, 0, 1, 1]


def test_a_table_that_is_filled_from_several_places() -> None:
    table = ReferenceTable()
    assert table.add_all([{"f": "main"}, {"f": "run"}]) == [0, 1]
    assert table.add({"f": "main"}) == 0
    table.rows.append("x")
    assert table.rows == [{"f": "main"}, {"f": "run"}]


def test_deep_and_many_rows() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert intern([deep, deep]).indexes == [0, 0]
    assert len(intern({"n": n % 100} for n in range(20_000)).rows) == 100
    while deep != 1:  # taken apart, so that no destructor recurses
        deep = deep[0]


# ---- scores


def test_only_the_first_few_carry_the_detail() -> None:
    asked: list[str] = []

    def fetch(page: Any) -> str:
        asked.append(page["path"])
        return f"text of {page['path']}"

    pages = [{"path": str(n), "score": n / 10} for n in range(5)]
    found = scored(pages, "snippet", carry=2, fetch=fetch)
    assert [row["path"] for row in found] == ["4", "3", "2", "1", "0"]
    assert [row["snippet"] for row in found] == ["text of 4", "text of 3", None, None, None]
    assert asked == ["4", "3"]
    assert pages[0] == {"path": "0", "score": 0.0}
    assert toonwire.encode(found).startswith("[5]{path,score,snippet}:")


def test_scores_are_shares_of_the_best() -> None:
    rows = [
        {"id": 1, "score": 1, "s": "a"},
        {"id": 2, "score": 3, "s": "b"},
        {"id": 3, "score": 3, "s": None},
        {"id": 4, "score": 0},
    ]
    found = scored(rows, "s", best=3, carry=3)
    assert [(row["id"], row["score"], row["s"]) for row in found] == [
        (2, 1, "b"),
        (3, 1, None),
        (1, 0.333, "a"),
        (4, 0, None),
    ]
    assert scored([], "s") == []


@pytest.mark.parametrize("bad", [-0.1, 1.1, None, "1", True, float("nan")])
def test_scores_that_are_none(bad: Any) -> None:
    with pytest.raises(OptionError, match="option score: expected a score from 0 to 1"):
        scored([{"score": bad}], "s")
    with pytest.raises(OptionError):
        scored([{"score": 1}], "s", best=0)


def test_structure_is_used() -> None:
    lines = Lookup.of(["a\n# b"], {"a\n# b": "x\n- y"}).bullets()
    assert [kind for kind, *_ in structure(str(Document("T").bullets(lines)), "gfm")].count("heading_open") == 1
