"""A prepared answer as a page of Markdown.

Contract: the page says what the structured answer says: every item that is sent, whole texts, and what was left out.
A verdict is told where it is not INFO; how to go on stands under Response Notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from toonwire.envelope.compact import payload_lists
from toonwire.envelope.spellings import names_for
from toonwire.errors import OptionError
from toonwire.paths import parse_path
from toonwire.responses.actions import Action
from toonwire.responses.markdown import Markdown, PageSpec, inline_code, render_markdown, text
from toonwire.responses.pipeline import ACTIONS, NOTES, Prepared
from toonwire.responses.plan import Plan
from toonwire.responses.secrets import redact
from toonwire.shaping import well_formed

__all__ = ["page_of"]

_WHOLE = 10**9
"""What is sent is shown: a response is cut by its own steps."""

_TOLD_ELSEWHERE = (ACTIONS, NOTES, "truncated", "truncated_lists", "listed_cap", "next_step", "next_cursor")


def page_of(made: Prepared, plan: Plan) -> Markdown:
    """The page of an answer.  Raises :class:`OptionError` where it has no title."""
    spec = plan.spec
    title = _careful(plan, plan.title or (spec and spec.title))
    scope = _careful(plan, plan.scope or (spec and spec.scope))
    if not title:
        raise OptionError(option="title", expected="what the response is, for the head of its page", found="none")
    shown, totals = _without_facts(made.structured)
    changes: dict[str, Any] = {"title": title, "scope": scope, "limit": _WHOLE, "text_limit": _WHOLE, "totals": totals}
    changes["notes"] = tuple(_notes(made))
    return render_markdown(shown, replace(spec or PageSpec("x"), **changes))


def _careful(plan: Plan, said: Any) -> Any:
    return redact(well_formed(str(said)), plan.redaction) if said else None


def _without_facts(structured: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
    """What is shown as it is, and the totals of the lists that were cut."""
    hidden = set(_TOLD_ELSEWHERE)
    totals: dict[str, int] = {}
    if structured.get("truncated") is True:
        rows = structured.get("truncated_lists", ())
        totals = {row["path"]: row["total"] for row in rows if row["total"] is not None and "[" not in row["path"]}
        for name in payload_lists(structured):
            facts = names_for(name)
            if len(parse_path(name)) == 1 and facts.listed in structured:
                hidden |= {*facts, f"{name}_cap"}
                if structured.get(facts.total) is not None:
                    totals[name] = structured[facts.total]
    return {key: value for key, value in structured.items() if key not in hidden}, totals


def _notes(made: Prepared) -> Iterator[Any]:
    structured = made.structured
    yield from structured.get(NOTES, ())
    step = structured.get("next_step")
    if step is not None:
        said, _, call = str(step).partition("; ")
        known = bool(made.actions) and call == f"call {made.actions[0].call}"
        yield said[:1].upper() + (said if known else str(step))[1:] + "."
    yield from map(_note, made.actions)


def _note(action: Action) -> Markdown:
    return Markdown(f"{inline_code(action.call)}: {text(action.reason)}")
