"""How large one value is in each form, and what follows from it.

Contract: the baseline is always minified JSON, never a file as it happens to be laid out; no form counts
a final line end.  Percentages are against the baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from toonwire.cli.tokens import ENCODING
from toonwire.options import DELIMITERS

__all__ = ["JSON", "TOON", "Size", "Sizes", "label", "measure", "toon_form", "total"]

JSON, TOON = "json", "toon"

_LABELS = {
    JSON: "minified JSON",
    TOON: "TOON, as read",
    "toon-comma": "TOON, comma",
    "toon-tab": "TOON, tab",
    "toon-pipe": "TOON, pipe",
}


@dataclass(frozen=True)
class Size:
    """One form of a value: its name, bytes of UTF-8, and tokens or None."""

    form: str
    bytes: int
    tokens: int | None = None

    def __add__(self, other: Size) -> Size:
        tokens = None if self.tokens is None or other.tokens is None else self.tokens + other.tokens
        return Size(self.form, self.bytes + other.bytes, tokens)


@dataclass(frozen=True)
class Sizes:
    """All forms of one value; the first is the baseline, the others are TOON."""

    name: str
    rows: tuple[Size, ...]

    @property
    def units(self) -> tuple[str, ...]:
        """What was counted."""
        return ("bytes",) if self.rows[0].tokens is None else ("bytes", "tokens")

    def smallest(self, unit: str) -> Size:
        """The smallest form; of two alike the earlier."""
        return min(self.rows, key=lambda row: int(getattr(row, unit)))

    def verdict(self, unit: str) -> str:
        """What a reader should take from it, in one line.

        >>> Sizes("x", (Size("json", 10), Size("toon-comma", 9), Size("toon-tab", 8))).verdict("bytes")
        'TOON, tab is smallest, 20.0% below minified JSON'
        >>> Sizes("x", (Size("json", 10), Size("toon-comma", 12))).verdict("bytes")
        'TOON is larger than minified JSON here, by 20.0% at best (TOON, comma)'
        """
        base = int(getattr(self.rows[0], unit))
        best = min(self.rows[1:], key=lambda row: int(getattr(row, unit)))
        size, name = int(getattr(best, unit)), label(best.form)
        if size == base:
            return f"TOON is as large as minified JSON here ({name})"
        if size > base:
            return f"TOON is larger than minified JSON here, by {_share(size, base):.1f}% at best ({name})"
        return f"{name} is smallest, {-_share(size, base):.1f}% below minified JSON"

    def table(self) -> list[list[str]]:
        """The cells of a table, its head first."""
        head = ["form", *(cell for unit in self.units for cell in (unit, "vs JSON"))]
        return [head, *([label(row.form), *self._cells(row)] for row in self.rows)]

    def _cells(self, row: Size) -> Iterable[str]:
        for unit in self.units:
            size, base = int(getattr(row, unit)), int(getattr(self.rows[0], unit))
            yield f"{size:,}"
            yield "" if row is self.rows[0] else _signed(_share(size, base))

    def to_dict(self) -> dict[str, Any]:
        """Plain data for ``--json``."""
        rows = [{"form": row.form} | {unit: getattr(row, unit) for unit in self.units} for row in self.rows]
        out: dict[str, Any] = {"file": self.name, "sizes": rows}
        for unit in self.units:
            best = self.smallest(unit)
            toon = min(int(getattr(row, unit)) for row in self.rows[1:])
            out[unit] = {"smallest": best.form, "toon_is_larger": toon > int(getattr(self.rows[0], unit))}
        if "tokens" in self.units:
            out["tokens"]["encoding"] = ENCODING
        return out


def _share(size: int, base: int) -> float:
    return 100.0 * (size - base) / base


def _signed(percent: float) -> str:
    text = f"{percent:+.1f}%"
    return "0.0%" if text[1:] == "0.0%" else text


def label(form: str) -> str:
    """How a form is called in a table.

    >>> label("toon-tab")
    'TOON, tab'
    """
    return _LABELS[form]


def toon_form(delimiter: str) -> str:
    """The form of TOON with a delimiter.

    >>> toon_form(",")
    'toon-comma'
    """
    return next(f"{TOON}-{name}" for name, char in DELIMITERS.items() if char == delimiter)


def measure(form: str, text: bytes, count: Callable[[str], int] | None) -> Size:
    """The size of a text; ``count`` counts tokens."""
    return Size(form, len(text), None if count is None else count(text.decode("utf-8")))


def total(parts: list[Sizes]) -> Sizes:
    """The sums over several values, form by form."""
    rows = parts[0].rows
    for part in parts[1:]:
        rows = tuple(a + b for a, b in zip(rows, part.rows, strict=True))
    return Sizes("total", rows)
