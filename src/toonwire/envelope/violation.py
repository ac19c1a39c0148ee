"""One broken rule of the contract, found in a response that somebody else made."""

from __future__ import annotations

from typing import Any, NamedTuple

from toonwire.errors import EnvelopeError, ErrorCode
from toonwire.paths import Path, format_path

__all__ = ["Violation"]


class Violation(NamedTuple):
    """A rule, the path to what breaks it, and what to do about it.

    >>> print(Violation(ErrorCode.VERDICT_MISSING, "verdict", "nothing", "a verdict", "say INFO"))
    verdict-missing at verdict: expected a verdict, found nothing; say INFO
    """

    rule: ErrorCode
    path: str
    found: str
    expected: str
    hint: str = ""

    @classmethod
    def at(cls, rule: ErrorCode, path: Path, found: str, expected: str, hint: str = "") -> Violation:
        """A violation at a path of steps."""
        return cls(rule, format_path(path), found, expected, hint)

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.rule} at {self.path or 'the root'}: expected {self.expected}, found {self.found}{hint}"

    def to_error(self) -> EnvelopeError:
        """The same as an exception."""
        return EnvelopeError(self.rule, field=self.path, found=self.found, expected=self.expected, hint=self.hint)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: texts only."""
        return {"rule": self.rule.value, **{name: getattr(self, name) for name in self._fields[1:]}}
