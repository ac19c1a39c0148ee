"""``docs/reference/response-rules.md`` lists the rules as the code has them, and what carries them exists.

``TOONWIRE_WRITE_DOCS=1 pytest tests/responses/test_rules.py`` writes the tables.
"""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toonwire import responses
from toonwire.responses import markdown, snapshots, upstream
from toonwire.responses.rules import AREAS, LINT, RULES

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "response-rules.md"
MARKED = re.compile(r"(<!-- rules -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def tables() -> str:
    out = ""
    for area, rules in AREAS.items():
        out += f"\n## {area}\n\n| rule | what it asks for | carried by |\n|---|---|---|\n"
        for rule in rules:
            carriers = ", ".join("*lint*" if name == LINT else f"`{name}`" for name in rule.carriers)
            out += f"| `{rule.name}` | {rule.says} | {carriers} |\n"
    return f"{out}\n"


def test_the_page_has_the_rules_of_the_code() -> None:
    page = PAGE.read_text("utf-8")
    made = MARKED.sub(lambda m: f"{m[1]}{tables()}{m[3]}", page)
    if os.environ.get("TOONWIRE_WRITE_DOCS") == "1":
        PAGE.write_text(made, "utf-8")
    assert PAGE.read_text("utf-8") == made, "TOONWIRE_WRITE_DOCS=1 pytest tests/responses/test_rules.py writes it"


def resolved(name: str) -> Any:
    """What a dotted name below toonwire stands for."""
    found: Any = importlib.import_module("toonwire")
    for part in name.split("."):
        if not hasattr(found, part):
            importlib.import_module(f"{found.__name__}.{part}")
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_what_carries_a_rule_exists(rule: Any) -> None:
    assert rule.carriers
    for name in rule.carriers:
        assert name == LINT or callable(resolved(name)), name


def test_each_rule_is_there_once_and_is_a_sentence() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES) == 96
    assert all(re.fullmatch(r"[a-z0-9-]+", rule.name) for rule in RULES)
    assert all(rule.says.endswith(".") and len(rule.says) < 130 for rule in RULES)


NO_RULE = {
    "responses": {
        *("Budget", "Cap", "Redaction", "ResponseError", "REDACTION", "NO_REDACTION", "Guard", "result"),
        *("ENVELOPE_SCHEMA", "LATEST", "REVISIONS", "MODES"),
    },
    "markdown": {"Markdown", "lines", "one_line", "prose", "fill"},
    "upstream": {"UpstreamError", "UpstreamNotFound", "Interned"},
    "snapshots": set[str](),
}
"""Data, errors and parts of what carries a rule."""


@pytest.mark.parametrize("room", [responses, markdown, upstream, snapshots], ids=lambda room: room.__name__)
def test_every_public_name_carries_a_rule(room: ModuleType) -> None:
    carriers = {name.split(".")[-1] for rule in RULES for name in rule.carriers}
    carriers |= {part for rule in RULES for name in rule.carriers for part in name.split(".")}
    assert set(room.__all__) - carriers == NO_RULE[room.__name__.rpartition(".")[2]]


def test_every_public_name_of_the_builder_has_a_place() -> None:
    page = (PAGE.parent / "responses.md").read_text("utf-8")
    assert [name for name in responses.__all__ if not re.search(rf"\b{name}\b", page)] == []
