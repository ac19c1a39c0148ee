"""The one way from a payload to what is sent.

Contract: each step is a pure function of a payload and a plan and does nothing more when it is applied again.
Steps stand in :data:`STEPS` in the order in which they run; what they notice goes to ``report``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from toonwire.envelope import Envelope, Violation
from toonwire.envelope.fields import FIELDS, is_text
from toonwire.envelope.spellings import names_for
from toonwire.envelope.wirejson import to_json
from toonwire.errors import ErrorCode, ResponseError
from toonwire.paths import Path, parse_path
from toonwire.responses.actions import Action, chosen_actions
from toonwire.responses.cutting import cap_lists, cap_texts, fitted, is_cut, list_paths, size_of
from toonwire.responses.evenrows import drop_empty_evenly
from toonwire.responses.guard import guard
from toonwire.responses.plain import plain
from toonwire.responses.plan import Plan
from toonwire.responses.screen import Screen
from toonwire.responses.secrets import redact
from toonwire.shaping import project, well_formed
from toonwire.shaping.rebuild import rebuild

__all__ = ["ACTIONS", "NOTES", "STEPS", "Prepared", "prepare"]

ACTIONS, NOTES = "suggestedActions", "response_notes"
"""Where a structured answer carries its actions and its notes."""

_OURS = frozenset({"success", "verdict", "error", ACTIONS, NOTES})

Report = Callable[[Violation], None]
Payload = dict[str, Any]
Step = Callable[[Payload, Plan, Report], Payload]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A payload after all steps.

    structured: what is sent as data.  envelope: the same with its verdict, summary and next step.
    findings: what the steps noticed.  problems: where the structured answer does not keep its schema.
    """

    structured: Payload
    envelope: Envelope
    actions: tuple[Action, ...]
    findings: tuple[Violation, ...]
    problems: tuple[Violation, ...]


def prepare(plan: Plan) -> Prepared:
    """Runs the steps."""
    findings: list[Violation] = []
    made = _plain(plan)
    for step in STEPS.values():
        made = step(made, plan, findings.append)
    actions = _actions(made, plan)
    problems: list[Violation] = []
    if plan.schema is not None:
        problems = guard(plan.schema, closed=plan.closed).problems(made)
        findings += problems
    if plan.scope and not Screen(made).may_hold(to_json(plan.scope).lower()):
        found, wanted = "a scope that only the title names", "a scope that the payload holds too"
        findings.append(Violation.at(ErrorCode.CONTENT_DIFFERS, ("scope",), found, wanted, "add it to the payload"))
    return Prepared(made, _envelope(made, plan, actions), tuple(actions), tuple(findings), tuple(problems))


def _plain(plan: Plan) -> Payload:
    made = plain(plan.payload)
    if not isinstance(made, dict):
        raise _refusal("", type(made).__name__, "an object", "put the value under a key")
    for name in made:
        if name in _OURS:
            raise _refusal(name, "a payload key with this name", "another name", "the response says this itself")
    return made


def _refusal(path: str, found: str, expected: str, hint: str) -> ResponseError:
    code = ErrorCode.RESERVED_NAME if path else ErrorCode.FIELD_TYPE
    return ResponseError(code, field=path, found=found, expected=expected, hint=hint)


# ---- less, and nothing that must not be there


def _project(made: Payload, plan: Plan, _: Report) -> Payload:
    if plan.fields is None:
        return made
    return project(made, [*plan.fields, *(name for name in made if name in _KEPT or _is_fact(name, plan))])  # type: ignore[no-any-return]


_KEPT = frozenset({*FIELDS, ACTIONS, NOTES, "truncated_lists", "next_cursor"})


def _is_fact(name: str, plan: Plan) -> bool:
    """Whether a key counts a list that is cut, so that it stays with it."""
    tops = [str(parse_path(cap.path)[0]) for cap in plan.caps]
    return any(name in (*names_for(top), f"{top}_cap") for top in tops)


def _drop_empty(made: Payload, plan: Plan, _: Report) -> Payload:
    if not Screen(made).may_hold_nothing():
        return made
    out: Payload = drop_empty_evenly(made, schema=plan.schema, keep=plan.keep)
    return out


def _redact(made: Payload, plan: Plan, report: Report) -> Payload:
    out: Payload = redact(made, plan.redaction, report=report)
    return out


def _well_formed(made: Payload, _: Plan, report: Report) -> Payload:
    if not Screen(made).may_be_ill_formed():
        return made
    collisions: list[str] = []
    out: Payload = well_formed(made, collisions=collisions)
    if out is not made:
        for path in _broken(made):
            found = "half a surrogate pair, or NUL"
            report(Violation.at(ErrorCode.LONE_SURROGATE, path, found, "well-formed text", "it became U+FFFD"))
        for where in collisions:
            report(Violation(ErrorCode.KEY_COLLISION, where, "two keys alike after mending", "keys that differ"))
    return out


def _broken(value: Any) -> list[Path]:
    found: list[Path] = []

    def leaf(item: Any, path: Callable[[], Path]) -> Any:
        if isinstance(item, str) and well_formed(item) != item:
            found.append(path())
        return item

    def close(container: Any, entries: Any, path: Callable[[], Path]) -> Any:
        if isinstance(container, dict):
            found.extend((*path(), key) for key in container if well_formed(key) != key)
        return entries

    rebuild(value, leaf, close)
    return found


# ---- what is cut


def _fit(made: Payload, plan: Plan, report: Report) -> Payload:
    """Rounds of cutting: what is said besides takes room too, and more is said about a list that is cut."""
    budget = plan.budget
    if budget is None:
        return made
    most = budget.max_size
    for _ in range(3):
        size = size_of(_derive(made, plan, report), budget)
        if size <= budget.max_size:
            return made
        most -= size - size_of(made, budget) if most == budget.max_size else size - budget.max_size
        made = fitted(made, plan, budget, max(most, 1))
    return made


# ---- what follows from the rest


def _derive(made: Payload, plan: Plan, report: Report) -> Payload:
    """The verdict where it says something, actions, notes and warnings."""
    warnings = _said([*made.get("warnings", ()), *plan.warnings], plan)
    actions = chosen_actions([*_to_the_rest(made, plan), *plan.actions], report=report)
    notes = _said(plan.notes, plan)
    verdict = plan.verdict or ("WARN" if warnings else "INFO")
    out = {key: value for key, value in made.items() if key not in (*_OURS, "warnings")}
    if verdict != "INFO":
        out = {"verdict": verdict, **out}
    if actions:
        out[ACTIONS] = [action.to_dict() for action in actions]
    if notes:
        out[NOTES] = notes
    if warnings:
        out["warnings"] = warnings
    return out


def _said(texts: Any, plan: Plan) -> list[str]:
    """Texts of our own, each once, with the same care as the payload."""
    if not texts:
        return []
    return list(dict.fromkeys(redact(well_formed([text for text in texts if is_text(text)]), plan.redaction)))


def _to_the_rest(made: Mapping[str, Any], plan: Plan) -> list[Action]:
    """The actions that get what was cut off."""
    return [cap.rest for cap in plan.caps if isinstance(cap.rest, Action) and is_cut(made, cap.path)]


def _actions(made: Payload, plan: Plan) -> list[Action]:
    return chosen_actions([*_to_the_rest(made, plan), *plan.actions])


def _envelope(made: Payload, plan: Plan, actions: list[Action]) -> Envelope:
    fields = {key: value for key, value in made.items() if key != "verdict"}
    if "next_step" not in fields and actions:
        fields["next_step"] = f"call {actions[0].call}"
    summary = fields.pop("summary_line", None) or _summary(made, plan)
    return Envelope(verdict=made.get("verdict", "INFO"), summary_line=summary, **fields)


def _summary(made: Payload, plan: Plan) -> str | None:
    """One line that tells whether the rest is worth reading."""
    if plan.summary:
        return str(_said([plan.summary], plan)[0])
    head = " in ".join(_said((plan.title, plan.scope), plan))
    step = made.get("next_step")
    shown = str(step).partition(";")[0] if made.get("truncated") is True and is_text(step) else ""
    if not shown:
        shown = ", ".join(f"{len(made[path])} {path.replace('_', ' ')}" for path in list_paths(made) if path in made)
    return ": ".join(filter(None, (head, shown))) or None


STEPS: Mapping[str, Step] = {
    "project": _project,
    "drop_empty": _drop_empty,
    "redact": _redact,
    "well_formed": _well_formed,
    "cap_text": cap_texts,
    "cap": cap_lists,
    "fit": _fit,
    "derive": _derive,
}
"""The steps by name, in their order; validating, encoding and proving follow, which change nothing."""
