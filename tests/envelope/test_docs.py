"""``docs/reference/envelope.md`` says what the constants say.

``TOONWIRE_WRITE_DOCS=1 pytest tests/envelope/test_docs.py`` writes the marked tables.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

from toonwire import envelope, shaping
from toonwire.envelope import HONEST_SURFACE, TOON_CONTROL_SURFACE, Verdict, documented_names, drift

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "envelope.md"


def table(head: str, rows: Iterable[str]) -> str:
    return f"\n| {head} |\n|{'---|' * (head.count('|') + 1)}\n" + "".join(f"| {row} |\n" for row in rows) + "\n"


BY_RANK = sorted(Verdict, key=lambda verdict: verdict.severity)
TABLES = {
    "verdicts": table(
        "verdict | meaning | what it obliges an agent to",
        (f"`{verdict}` | {verdict.meaning} | {verdict.obligation}" for verdict in BY_RANK),
    ),
    "control-surface": table("key | why it stays", (f"`{name}` | {why}" for name, why in TOON_CONTROL_SURFACE.items())),
    "honest-surface": table(
        "key | why it stays",
        (f"`{name}` | {why}" for name, why in HONEST_SURFACE.items() if name not in TOON_CONTROL_SURFACE),
    ),
}


@pytest.mark.parametrize("marker", TABLES)
def test_marked_tables(marker: str) -> None:
    page = PAGE.read_text("utf-8")
    edges = [re.escape(f"<!-- drift:{marker}:{edge} -->\n") for edge in ("start", "end")]
    found = re.search(f"{edges[0]}(.*?){edges[1]}", page, re.DOTALL)
    assert found is not None
    if os.environ.get("TOONWIRE_WRITE_DOCS") == "1":
        PAGE.write_text(page[: found.start(1)] + TABLES[marker] + page[found.end(1) :], "utf-8")
    else:
        assert found[1] == TABLES[marker], "TOONWIRE_WRITE_DOCS=1 pytest tests/envelope/test_docs.py writes it"


def test_the_tables_have_exactly_the_names() -> None:
    page = PAGE.read_text("utf-8")
    assert not any(drift(page, "verdicts", Verdict))
    assert not any(drift(page, "control-surface", TOON_CONTROL_SURFACE))
    assert [*TOON_CONTROL_SURFACE, *documented_names(page, "honest-surface")] == list(HONEST_SURFACE)


@pytest.mark.parametrize("room", [envelope, shaping], ids=lambda room: room.__name__)
def test_every_public_name_has_a_place(room: ModuleType) -> None:
    page = PAGE.read_text("utf-8")
    assert [name for name in room.__all__ if not re.search(rf"\b{name}\b", page)] == []
    headings = " ".join(re.findall(r"^#+ (.*)$", page, re.MULTILINE))
    told_elsewhere = {
        *("CANONICAL_VERDICTS", "Rendered", "FormatPins", "render_bytes", "disagreements", "with_deprecation"),
        *("is_wire", "verdict_for_impact", "truncate_lists", "validate_tool_response", "documented_names"),
        "PLACEHOLDERS",
    }
    assert {name for name in room.__all__ if not re.search(rf"\b{name}\b", headings)} <= told_elsewhere
