"""The Markdown tables of a comparison.

Contract: pure functions from results to text; a number that was not measured is a dash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from contenders import BASE
from payloads import DIRECTIONS
from results import Results

__all__ = ["NONE", "leads", "markdown", "ratios", "report", "sizes"]

NONE = "–"
"""What was not measured."""


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose columns stand under each other, the first to the left and numbers to the right."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = [
        [line[0].ljust(widths[0]), *(text.rjust(w) for text, w in zip(line[1:], widths[1:], strict=True))]
        for line in lines
    ]
    rule = ["-" * widths[0], *("-" * (w - 1) + ":" for w in widths[1:])]
    return "\n".join(f"| {' | '.join(line)} |" for line in [padded[0], rule, *padded[1:]])


def _shown(value: float | None, form: str) -> str:
    return NONE if value is None else format(value, form)


def _milliseconds(results: Results, family: str, direction: str, label: str) -> str:
    seconds = results.median(family, direction, label)
    return NONE if seconds is None else f"{seconds * 1000:.3g}"


def _to_base(results: Results, family: str, direction: str, label: str) -> str:
    return _shown(results.ratio(family, direction, label), ".2f")


def _grid(results: Results, direction: str, show: Callable[[Results, str, str, str], str]) -> str:
    labels = list(results.roles)
    rows = [[family, *(show(results, family, direction, label) for label in labels)] for family in results.families]
    return markdown(["family", *labels], [row for row in rows if set(row[1:]) != {NONE}])


def ratios(results: Results, direction: str) -> str:
    """Times as multiples of the base's, of every contender."""
    return _grid(results, direction, _to_base)


def leads(results: Results, slow: str = "toon-format") -> str:
    """Each family and direction: toonwire to the base, and how far it is before the best and the usual peer."""
    own = [label for label, role in results.roles.items() if role == "own"]
    header = ["family", "direction", *(f"{label} / {BASE}" for label in own), "best peer", "lead"]
    header += [f"{slow} / toonwire"] if slow in results.roles else []
    rows = []
    for direction in DIRECTIONS:
        for family in results.families:
            ratio_of_own = [_to_base(results, family, direction, label) for label in own]
            if set(ratio_of_own) == {NONE}:
                continue
            lead = results.lead(family, direction)
            row = [family, direction, *ratio_of_own]
            row += [lead.peer, f"{lead.times:.2f}"] if lead else [NONE, NONE]
            row += [_shown(results.ratio(family, direction, slow, "toonwire"), ".1f")] if slow in results.roles else []
            rows.append(row)
    return markdown(header, rows)


def sizes(results: Results) -> str:
    rows = [[one.family, f"{one.json:,}", f"{one.toon:,}", f"{one.toon / one.json:.2f}"] for one in results.sizes]
    return markdown(["family", "compact JSON", "TOON", "TOON/JSON"], rows)


def report(results: Results) -> Iterator[str]:
    """Everything that a comparison prints, in order."""
    yield f"## sizes in bytes\n\n{sizes(results)}\n"
    for direction in DIRECTIONS:
        yield f"## {direction}: milliseconds of CPU a call\n\n{_grid(results, direction, _milliseconds)}\n"
        yield f"## {direction}: time as a multiple of {BASE}'s, smaller is better\n\n{ratios(results, direction)}\n"
    yield f"## the best peer's time as a multiple of toonwire's, larger is better\n\n{leads(results)}\n"
