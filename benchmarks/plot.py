"""The plots, in SVG: small files whose text stays text, the same bytes for the same data.

Contract: needs matplotlib, which is loaded when the first plot is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from contenders import BASE
from payloads import DIRECTIONS
from results import Results

__all__ = ["lines", "ratios"]

DOTS = {
    "toonwire": ("toonwire", "o", "#c2410c"),
    "toonwire bytes": ("toonwire, bytes", "D", "#f59e0b"),
    "ssrjson": ("ssrjson (JSON)", "|", "#475569"),
    "msgspec.json": ("msgspec.json (JSON)", "|", "#94a3b8"),
    "best": ("best other TOON library", "s", "#1d4ed8"),
    "toon-format": ("toon-format", "x", "#7dd3fc"),
}
"""Who is drawn: label, marker and colour."""


def _pyplot() -> Any:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "toonwire", "font.size": 9, "path.simplify": True})
    from matplotlib import pyplot

    return pyplot


def _save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    _pyplot().close(figure)


def _points(results: Results, direction: str, who: str, families: Sequence[str]) -> list[tuple[float, int]]:
    points = []
    for place, family in enumerate(families):
        label = who
        if who == "best":
            lead = results.lead(family, direction)
            label = lead.peer if lead else ""
        value = results.ratio(family, direction, label)
        if value is not None:
            points.append((value, place))
    return points


def ratios(results: Results, path: Path) -> None:
    """A panel for each direction, a row for each family, a dot for each contender; the axis is logarithmic."""
    pyplot = _pyplot()
    figure, panels = pyplot.subplots(1, 2, figsize=(9.5, 0.32 * len(results.families) + 1.3), layout="constrained")
    for panel, direction in zip(panels, DIRECTIONS, strict=True):
        families = [f for f in results.families if results.ratio(f, direction, "toonwire") is not None]
        for who, (name, marker, colour) in DOTS.items():
            points = _points(results, direction, who, families)
            if points:
                panel.scatter(*zip(*points, strict=True), marker=marker, s=26, c=colour, label=name, zorder=3)
        panel.axvline(1, color="black", linewidth=0.8)
        panel.set_xscale("log")
        panel.set_xticks([0.3, 0.5, 1, 2, 3, 5, 10, 30, 100], minor=False)
        panel.xaxis.set_major_formatter("{x:g}")
        panel.minorticks_off()
        panel.set_yticks(range(len(families)), families)
        panel.invert_yaxis()
        panel.grid(color="#e2e8f0", zorder=0)
        panel.set_title(f"{direction}: CPU time, {BASE} = 1, smaller is better", fontsize=9)
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False)
    _save(figure, path)


def lines(series: Mapping[str, Sequence[tuple[float, float]]], x_name: str, y_name: str, path: Path) -> None:
    """One line for each series of points; the axis of x is logarithmic, that of y starts at zero."""
    pyplot = _pyplot()
    figure, panel = pyplot.subplots(figsize=(6, 2.8), layout="constrained")
    for name, points in series.items():
        panel.plot(*zip(*points, strict=True), marker="o", label=name)
    panel.set_xscale("log")
    panel.set_ylim(bottom=0)
    panel.set_xlabel(x_name)
    panel.set_ylabel(y_name)
    panel.grid(color="#e2e8f0")
    panel.legend(frameon=False)
    _save(figure, path)
