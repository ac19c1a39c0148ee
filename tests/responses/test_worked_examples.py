"""Three tools, answered in all views; what they answer stands in ``tests/responses/examples`` for review.

``TOONWIRE_WRITE_DOCS=1 pytest tests/responses/test_worked_examples.py`` writes the files; without it they are compared.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toonwire.envelope import check, expand
from toonwire.responses import ENVELOPE_SCHEMA, MODES, Response, differences, guard
from toonwire.responses.markdown import format_duration, format_size, humanize_value
from toonwire.responses.snapshots import Watch, assert_absent, assert_fields, laid_out

PROGRAMS = Path(__file__).parents[2] / "docs" / "examples" / "responses"
FOLDER = Path(__file__).parent / "examples"
INTERNALS = ["**._*", "**.detectorId", "**.etag", "**.uuid", "**.avatar", "**.extra"]


def program(name: str) -> ModuleType:
    """One of the examples."""
    spec = importlib.util.spec_from_file_location(f"examples_{name}", PROGRAMS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


TRACKER, FARM, SEARCH = map(program, ("issue_tracker", "build_farm", "document_search"))
CASES: dict[str, tuple[ModuleType, Callable[[], Response]]] = {
    "issue": (TRACKER, lambda: TRACKER.answer("PAY-7")),
    "failed-jobs": (FARM, lambda: FARM.answer("linux")),
    "documents": (SEARCH, lambda: SEARCH.answer("tables")),
    "no-documents": (SEARCH, lambda: SEARCH.answer("nothing")),
}
FAILURES = {
    "no-issue": lambda: TRACKER.call("PAY-8"),
    "search-down": lambda: SEARCH.call("down"),
}
FORMATS: dict[str, Callable[[Any], Any]] = {
    "seconds": format_duration,
    "log_bytes": format_size,
    "status": lambda value: humanize_value(str(value)),
}


def settle(name: str, text: str) -> None:
    """Writes a file for review, or holds it against the one that is there."""
    path = FOLDER / name
    if os.environ.get("TOONWIRE_WRITE_DOCS") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", "utf-8")
    assert path.read_text("utf-8") == f"{text}\n", "TOONWIRE_WRITE_DOCS=1 pytest writes what an example answers now"


@pytest.mark.parametrize("name", CASES)
def test_what_an_example_answers(codec: ModuleType, name: str) -> None:
    answer = CASES[name][1]()
    settle(f"{name}/page.md", str(answer.markdown()))
    settle(f"{name}/structured.json", json.dumps(answer.structured(), indent=2, ensure_ascii=False))
    for mode in MODES:
        settle(f"{name}/wire-{mode}.txt", laid_out(answer.wire(mode)))


@pytest.mark.parametrize("name", FAILURES)
def test_what_an_example_answers_where_it_cannot(codec: ModuleType, name: str) -> None:
    settle(f"{name}/wire.txt", laid_out(FAILURES[name]()))


@pytest.mark.parametrize("name", CASES)
def test_all_modes_say_the_same_and_keep_their_schemas(codec: ModuleType, name: str) -> None:
    example, make = CASES[name]
    answer = make()
    structured = answer.structured()
    assert differences(answer.wire("text")["content"], structured) == []
    for mode in ("structured", "dual"):
        made = answer.wire(mode)
        assert guard(example.SCHEMA, closed=True)(made) == made
        assert differences(made["content"], structured) == []
    wrapped = answer.wire("envelope")
    assert guard(ENVELOPE_SCHEMA)(wrapped) == wrapped
    inside = expand(wrapped["structuredContent"])
    assert structured.items() <= inside.items()
    assert set(inside) - set(structured) <= {"success", "verdict", "summary_line", "next_step"}
    assert check(inside) == []


@pytest.mark.parametrize("name", CASES)
def test_nothing_is_missing_on_one_side(name: str) -> None:
    answer = CASES[name][1]()
    page, structured = plain(answer.markdown()), answer.structured()
    told = [FORMATS[path[-1]](value) if path and path[-1] in FORMATS else value for path, value in leaves(structured)]
    missing = [value for value in told if plain(spelled(value)) not in page]
    assert missing == []
    said = plain(json.dumps([structured, told, answer.title, answer.scope], ensure_ascii=False))
    words = re.findall(r"https?://[^\s|]+|[\w.:/+-]*\d[\w.:/+-]*", page)
    assert [word for word in words if word.strip(".:") not in said and word not in REST] == []


REST = {"8", "1"}
"""How many more there are: what the totals say less what is listed."""


@pytest.mark.parametrize("name", CASES)
def test_no_internals_and_all_that_readers_need(name: str) -> None:
    answer = CASES[name][1]()
    needed = {
        "issue": ["issue.id", "issue.url", "issue.state", "issue.owner", "suspect_commit.sha"],
        "failed-jobs": ["queue", "jobs.number", "jobs.step", "jobs.stack", "stacks.innermost_last"],
        "documents": ["query", "results.path", "results.url", "results.score"],
        "no-documents": ["query"],
    }
    for mode in MODES[:3]:
        assert_absent(answer.wire(mode), INTERNALS)
        assert_fields(answer.wire(mode), needed[name])
    assert_absent(answer.wire(format="markdown"), INTERNALS)
    assert "9f8e7d6c5b4a" not in str([answer.wire(mode) for mode in MODES]) + answer.markdown()


def test_the_tools_keep_their_promises_under_watch() -> None:
    watch = Watch({"get_issue": TRACKER.SCHEMA, "search": SEARCH.SCHEMA, "jobs": FARM.SCHEMA}, closed=True)
    watch.tool("get_issue", TRACKER.call)("PAY-7")
    watch.tool("get_issue", TRACKER.call)("PAY-8")
    watch.tool("search", SEARCH.call)("down")
    watch.tool("jobs", FARM.call)("linux", "structured")
    assert watch.breaches == []


def test_every_part_is_used() -> None:
    issue, jobs, pages = (CASES[name][1]().structured() for name in ("issue", "failed-jobs", "documents"))
    assert issue["suggestedActions"][0]["toolName"] == "run_tool", "only the catalog has that tool"
    assert "close_issue" not in str(issue), "nobody can call it here"
    assert [entry["status"] for entry in issue["package_versions"]["entries"]] == [
        *("recorded", "not_recorded", "not_listed"),
    ]
    assert jobs["verdict"] == "WARN"
    assert jobs["suggestedActions"][0]["toolName"] == "list_failed_jobs", "how to get the rest comes first"
    assert len(jobs["stacks"]) == 2, "24 jobs share them"
    assert [page["passage"] is None for page in pages["results"]] == [False, False, False, True, True]
    assert pages["next_cursor"] == "p2"


def plain(text: str) -> str:
    """A page without what marks its text up, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"[\\`]", "", text)).strip()


def spelled(value: Any) -> str:
    """A scalar as pages show it."""
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    return str(value)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The scalars of a structured answer; of its own facts those that a page tells as they are."""
    if isinstance(value, (dict, list)):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            told = (
                isinstance(step, int)
                or path
                or not re.search(r"_(cap|listed|count|cursor)$|^truncated$|^next_step$", step)
            )
            if told and not (path[:1] == ("suggestedActions",) and step == "type"):
                yield from leaves(inner, (*path, step))
    else:
        yield path, value
