"""Texts and lists cut to their limits, and what the payload says about them.

Contract: a total is the real one or null, never the length of a page.  A cursor is told only where the whole page
is there, since it goes on behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from toonwire.envelope import Violation, fit, truncate_lists
from toonwire.envelope.compact import payload_lists
from toonwire.envelope.render import render
from toonwire.envelope.spellings import names_for
from toonwire.envelope.truncation import RAISE_LIMIT
from toonwire.envelope.wirejson import to_json
from toonwire.errors import EnvelopeError, ErrorCode
from toonwire.paths import Path, parse_path
from toonwire.responses.plan import Budget, Cap, Plan
from toonwire.shaping import cap_text
from toonwire.shaping.rebuild import rebuild

__all__ = ["cap_lists", "cap_texts", "fitted", "is_cut", "list_paths", "size_of"]

Payload = dict[str, Any]
Report = Callable[[Violation], None]

_NESTED, _CURSOR = "truncated_lists", "next_cursor"
_NO_PAYLOAD = frozenset({"suggestedActions", "response_notes"})


def cap_texts(made: Payload, plan: Plan, report: Report) -> Payload:
    """Texts of at most the plan's limit, with a mark where they were cut."""
    limit = plan.text_limit
    if limit is None:
        return made

    def leaf(item: Any, path: Callable[[], Path]) -> Any:
        if not isinstance(item, str) or len(item) <= limit:
            return item
        found, wanted = f"a text of {len(item)} characters", f"at most {limit}"
        report(Violation.at(ErrorCode.SIZE_LIMIT, path(), found, wanted, "it was cut and says so"))
        return cap_text(item, limit).text

    out: Payload = rebuild(made, leaf)
    return out


# ---- caps


class _Cut(NamedTuple):
    """A list with its cap: how many items there were, stay, and are in all (None where nobody knows).

    whole: nothing of the page is cut off, so that a cursor goes on where the list ends.
    """

    cap: Cap
    length: int
    listed: int
    total: int | None
    whole: bool

    @property
    def is_cut(self) -> bool:
        return self.total is None or self.total > self.listed

    @property
    def rest(self) -> str:
        """How to get the rest, in words."""
        if self.cap.cursor is not None and self.whole:
            return f"pass cursor={to_json(self.cap.cursor).decode()}"
        return self.cap.rest_in_words or RAISE_LIMIT


def cap_lists(made: Payload, plan: Plan, _: Report) -> Payload:
    """Lists of at most their caps, with the facts about those that lack something."""
    cuts = [cut for cap in plan.caps if (cut := _cut(made, cap)) is not None]
    if not any(cut.is_cut for cut in cuts):
        return made
    stated = dict(made)
    for cut in cuts:
        if cut.total is not None and cut.total > cut.length:
            _state_total(stated, cut.cap.path, cut.total, cut.length)
    caps = {cut.cap.path: cut.cap.limit for cut in cuts}
    out = truncate_lists(stated, caps, rest=_rest(cuts))
    return _with_unknown_totals(out, cuts)


def _cut(made: Payload, cap: Cap, listed: int | None = None) -> _Cut | None:
    items = _at(made, cap.path)
    if not isinstance(items, list):
        return None
    length = len(items)
    listed = min(cap.limit, length) if listed is None else listed
    stated = _stated_total(made, cap.path)
    is_page = cap.cursor is not None and cap.total is None and stated is None
    total = None if is_page else max(length, cap.total or 0, stated or 0)
    cut_before = made.get("truncated") is True and names_for(cap.path).listed in made and _CURSOR not in made
    return _Cut(cap, length, listed, total, listed == length and not cut_before)


def _rest(cuts: Iterable[_Cut]) -> str:
    return ", or ".join(dict.fromkeys(cut.rest for cut in cuts if cut.is_cut)) or RAISE_LIMIT


def _stated_total(made: Mapping[str, Any], path: str) -> int | None:
    rows = [row["total"] for row in made.get(_NESTED, ()) if row.get("path") == path]
    found = rows[0] if rows else made.get(names_for(path).total)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _state_total(stated: Payload, path: str, total: int, length: int) -> None:
    if len(parse_path(path)) == 1:
        stated[names_for(path).total] = total
        return
    rows = [row for row in stated.get(_NESTED, ()) if row.get("path") != path]
    stated[_NESTED] = [*rows, {"path": path, "total": total, "listed": length, "cap": length}]


def _with_unknown_totals(out: Payload, cuts: list[_Cut]) -> Payload:
    """The facts about pages: nobody knows their total, and a cursor may lead on."""
    pages = [cut for cut in cuts if cut.cap.cursor is not None]
    if not pages:
        return out
    out = dict(out)
    unknown = [cut for cut in pages if cut.total is None]
    for cut in unknown:
        name = cut.cap.path
        facts = names_for(name)
        shared = out.get(facts.cap, cut.listed) == cut.listed and not any(
            f"{path}_cap" in out for path in list_paths(out)
        )
        cap_key = facts.cap if shared else f"{name}_cap"
        out |= {facts.total: None, facts.listed: cut.listed, cap_key: cut.listed, "truncated": True}
    if unknown:
        out["next_step"] = f"showing {', '.join(_shown(out))}; {_rest(cuts)}"
    led_on = [cut.cap.cursor for cut in pages if cut.whole and cut.is_cut]
    out.pop(_CURSOR, None)
    return out | ({_CURSOR: led_on[0]} if led_on else {})


def _shown(made: Mapping[str, Any]) -> list[str]:
    """The numbers of all lists that lack something, in words."""
    told = []
    for name in list_paths(made):
        facts = names_for(name)
        if len(parse_path(name)) == 1 and facts.listed in made:
            noun, total = name.replace("_", " "), made.get(facts.total)
            listed = made[facts.listed]
            told.append(
                f"the first {listed} {noun}, there are more" if total is None else f"{listed} of {total} {noun}"
            )
    return told + [f"{row['listed']} of {row['total']} {row['path']}" for row in made.get(_NESTED, ())]


def is_cut(made: Mapping[str, Any], path: str) -> bool:
    """Whether a payload says that a list lacks something."""
    if made.get("truncated") is not True:
        return False
    if any(row.get("path") == path for row in made.get(_NESTED, ())):
        return True
    facts = names_for(path)
    total = _stated_total(made, path)
    return facts.listed in made and (total is None or total > len(_at(made, path) or ()))


# ---- budgets


def fitted(made: Payload, plan: Plan, budget: Budget, most: int) -> Payload:
    """A payload whose text is at most so long, by fewer items in its lists, the largest list first."""
    lists = sorted(list_paths(made), key=lambda path: -len(to_json(_at(made, path))))
    caps = {cap.path: cap for cap in plan.caps}
    words = [caps[path].rest_in_words for path in lists if path in caps]
    rest = ", or ".join(dict.fromkeys(filter(None, words))) or RAISE_LIMIT
    try:
        out = fit(made, most, counter=budget.counter, format=budget.format, lists=lists, rest=rest)
    except EnvelopeError:
        raise EnvelopeError(
            ErrorCode.SIZE_LIMIT,
            field=", ".join(lists),
            found="more, with every such list empty",
            expected=f"at most {budget.max_size}",
            hint="raise the limit, or take a smaller payload",
        ) from None
    lengths = {path: len(_at(out, path)) for path in caps if isinstance(_at(out, path), list)}
    cuts = [cut for path, length in lengths.items() if (cut := _cut(made, caps[path], length)) is not None]
    return _with_unknown_totals(dict(out), cuts)


def size_of(made: Mapping[str, Any], budget: Budget) -> int:
    """How long the text of a payload is, as its budget counts."""
    text = render(made, budget.format).text
    return budget.counter(text) if budget.counter is not None else len(text.encode())


def list_paths(made: Mapping[str, Any]) -> list[str]:
    """The paths of the payload's own lists."""
    return [path for path in payload_lists(made) if parse_path(path)[0] not in _NO_PAYLOAD]


def _at(value: Any, path: str) -> Any:
    for step in parse_path(path):
        try:
            value = value[step]
        except (LookupError, TypeError):
            return None
    return value
