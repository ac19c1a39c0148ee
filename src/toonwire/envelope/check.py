"""All rules that a response breaks, whoever made it.

Contract: nothing is changed and nothing raised for what a response says; each violation has the name of its
rule and a path.  Of a rendered wire, what it carries is checked, and that its two halves agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from toonwire.envelope.alphabet import ALPHABET, Alphabet, is_missing
from toonwire.envelope.expand import disagreements, expand
from toonwire.envelope.fields import FIELDS, MIRRORED, is_text
from toonwire.envelope.honesty import truncation_problems
from toonwire.envelope.model import Envelope
from toonwire.envelope.surface import CONTENT, FORMAT, TOON, is_wire
from toonwire.envelope.violation import Violation
from toonwire.errors import EnvelopeError, ErrorCode
from toonwire.paths import Path

__all__ = ["check"]


def check(response: Envelope | Mapping[str, Any], *, alphabet: Alphabet | None = None) -> list[Violation]:
    """The violations of a response, those of the envelope first, in the order of its parts.

    >>> [str(found.rule) for found in check({"success": False, "verdict": "SAFE"})]
    ['error-missing', 'verdict-mismatch']
    >>> check({"success": True, "verdict": "SAFE", "hint": "see the docs"})
    []
    """
    if isinstance(response, Envelope):
        return list(_problems(response._response, alphabet or response.alphabet))
    if not isinstance(response, Mapping):
        return [Violation(ErrorCode.FIELD_TYPE, "", type(response).__name__, "an object")]
    return list(_wire_problems(response, alphabet or ALPHABET))


def _wire_problems(response: Mapping[str, Any], alphabet: Alphabet) -> Iterator[Violation]:
    if response.get(FORMAT) == TOON and CONTENT in response and not is_wire(response):
        found = type(response[CONTENT]).__name__
        yield Violation(ErrorCode.WIRE_CONTENT, CONTENT, found, "a text", "render the whole result")
    if not is_wire(response):
        yield from _problems(response, alphabet)
        return
    try:
        yield from disagreements(response)
        carried = expand(response)
    except EnvelopeError as error:
        yield Violation(error.code, error.field, error.found, error.expected, error.hint)
        return
    yield from _problems(carried, alphabet)


def _problems(response: Mapping[str, Any], alphabet: Alphabet) -> Iterator[Violation]:
    yield from _outcome_problems(response, alphabet)
    yield from _field_problems(response)
    summary = response.get("agent_summary")
    if isinstance(summary, Mapping):
        yield from _summary_problems(response, summary, alphabet)
    yield from _next_step_problems(response, ())
    yield from _list_problems(response)


# ---- success, error, verdict


def _outcome_problems(response: Mapping[str, Any], alphabet: Alphabet) -> Iterator[Violation]:
    success, error = response.get("success"), response.get("error")
    if not isinstance(success, bool):
        found = repr(success) if "success" in response else "nothing"
        yield Violation(ErrorCode.SUCCESS_BOOL, "success", found, "true or false")
    if success is False and not is_text(error):
        found = "nothing" if error is None else type(error).__name__ if not isinstance(error, str) else "a blank text"
        yield Violation(ErrorCode.ERROR_MISSING, "error", found, "a text that says what failed")
    if success is True and error is not None:
        yield Violation(ErrorCode.ERROR_ON_SUCCESS, "error", "an error", "no error on a success", "say success: false")
    verdict = response.get("verdict")
    if is_missing(verdict):
        found = repr(verdict) if "verdict" in response else "nothing"
        hint = f"a tool without an opinion says {alphabet.on_success}"
        yield Violation(ErrorCode.VERDICT_MISSING, "verdict", found, "a verdict", hint)
    elif (unknown := _unknown(verdict, ("verdict",), alphabet)) is not None:
        yield unknown
    elif success is True and verdict == alphabet.error:
        yield Violation(ErrorCode.VERDICT_MISMATCH, "verdict", str(verdict), f"no {verdict} on a success")
    elif success is False and verdict not in alphabet.failures:
        wanted = " or ".join(sorted(alphabet.failures))
        yield Violation(ErrorCode.VERDICT_MISMATCH, "verdict", str(verdict), f"{wanted} on a failure")


def _unknown(verdict: Any, path: Path, alphabet: Alphabet) -> Violation | None:
    if isinstance(verdict, str) and verdict in alphabet.words:
        return None
    error = alphabet.refusal(verdict)
    return Violation.at(ErrorCode.VERDICT_UNKNOWN, path, error.found, error.expected, error.hint)


# ---- fields and their mirror


_JUDGED_ABOVE = frozenset({"success", "error", "verdict", "next_step"})


def _field_problems(response: Mapping[str, Any]) -> Iterator[Violation]:
    for name, rule in FIELDS.items():
        value = response.get(name)
        if name in _JUDGED_ABOVE or value is None or rule.test(value):
            continue
        yield Violation(ErrorCode.FIELD_TYPE, name, _kind(value), rule.expected, "leave it out where there is nothing")


def _kind(value: Any) -> str:
    return "a blank text" if isinstance(value, str) and not is_text(value) else type(value).__name__


def _summary_problems(
    response: Mapping[str, Any], summary: Mapping[str, Any], alphabet: Alphabet
) -> Iterator[Violation]:
    yield from _next_step_problems(summary, ("agent_summary",))
    verdict = summary.get("verdict")
    if "verdict" in summary and (unknown := _unknown(verdict, ("agent_summary", "verdict"), alphabet)) is not None:
        yield unknown
    for name in MIRRORED:
        inner, outer = summary.get(name), response.get(name)
        if is_text(inner) and is_text(outer) and not is_missing(inner) and not is_missing(outer) and inner != outer:
            yield Violation.at(
                ErrorCode.MIRROR_DIFFERS,
                ("agent_summary", name),
                _cut(inner),
                f"{_cut(outer)}, as in {name}",
                "say it once and mirror it",
            )


def _cut(text: Any) -> str:
    return ascii(text) if len(ascii(text)) <= 40 else f"{ascii(text)[:38]}…"


# ---- next steps


_ACTION = re.compile(
    r"""
    `[^`]+`                                 # a command or a name in backquotes
  | (?<!\w)--?[a-z]                         # an option
  | \w\s?=\s?\S                             # a parameter with its value
  | \w\(                                    # a call
  | :\w+\(                                  # a part of a query
  | \w_\w                                   # a name of a tool or of a parameter
  | [a-zA-Z]\w{1,60}\.\w\w                  # a qualified name, or a file
  | [\w.]/[\w./]                            # a path
  | \b(?:limit|cursor|offset|page|depth|query|filter|scope|timeout)\b
  | \b(?:run|call|pass|set|use|raise|lower|narrow|rebuild|retry|open|read|search)\s+[\w.:-]+
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A sign that a next step names something that can be done; found in time linear in the text."""

_SHOWING = re.compile(r"\bshowing\s+(\d[\d,]{0,30})\s+of\s+(\d[\d,]{0,30})", re.IGNORECASE)


def _next_step_problems(holder: Mapping[str, Any], path: Path) -> Iterator[Violation]:
    if "next_step" not in holder or holder["next_step"] is None:
        return
    step, where = holder["next_step"], (*path, "next_step")
    if not isinstance(step, str):
        yield Violation.at(ErrorCode.FIELD_TYPE, where, type(step).__name__, FIELDS["next_step"].expected)
    elif not is_text(step):
        hint = "leave it out where there is nothing to do"
        yield Violation.at(ErrorCode.NEXT_STEP_EMPTY, where, "a blank text", "one tool call or command", hint)
    else:
        if _ACTION.search(step) is None:
            yield Violation.at(
                ErrorCode.NEXT_STEP_VAGUE,
                where,
                _cut(step),
                "a tool, a command or a parameter",
                "name what to call, and with what",
            )
        said = _SHOWING.search(step)
        if said is not None and holder.get("truncated") is not True and not path:
            shown, total = (int(number.replace(",", "")) for number in said.groups())
            if shown < total:
                yield Violation.at(
                    ErrorCode.NEXT_STEP_STALE,
                    where,
                    said[0],
                    "truncated: true, or no such numbers",
                    "write it after cutting",
                )


# ---- lists


def _list_problems(response: Mapping[str, Any]) -> Iterator[Violation]:
    """Mappings are looked through at every depth, outer ones first."""
    opened: list[tuple[Any, Path, bool]] = [(response, (), False)]
    seen: set[int] = set()
    while opened:
        value, path, flagged = opened.pop()
        if id(value) in seen:  # a cycle is the encoder's business
            continue
        seen.add(id(value))
        inner: list[tuple[Any, Path, bool]] = []
        if isinstance(value, Mapping):
            if path[:1] != ("agent_summary",):
                yield from truncation_problems(value, path, flagged)
            flagged = flagged or value.get("truncated") is True
            inner = [(item, (*path, key), flagged) for key, item in value.items() if isinstance(key, str)]
        elif isinstance(value, (list, tuple)):
            inner = [(item, (*path, number), flagged) for number, item in enumerate(value)]
        opened.extend(entry for entry in reversed(inner) if isinstance(entry[0], (Mapping, list, tuple)))
