"""The verdicts: what each means, what it obliges an agent to, and which is graver.

Contract: a text becomes a verdict by its spelling or by a listed alias, or not at all; nothing unknown ever
becomes a milder word.  A project may bring an alphabet of its own, and the same rules hold for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from toonwire.errors import EnvelopeError, ErrorCode
from toonwire.rules.fault import shorten

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "ALPHABET",
    "CANONICAL_VERDICTS",
    "IMPACTS",
    "Alphabet",
    "Verdict",
    "Word",
    "canonicalize_verdict",
    "is_missing",
    "verdict_for_impact",
]


@dataclass(frozen=True, slots=True)
class Word:
    """What one verdict says: its meaning, the agent's obligation, and its rank among the others."""

    meaning: str
    obligation: str
    severity: int


class Verdict(str, Enum):
    """The eight verdicts, mildest first.  A member prints as its value and compares equal to that text.

    >>> print(Verdict.UNSAFE), Verdict.UNSAFE == "UNSAFE", Verdict.UNSAFE.severity > Verdict.REVIEW.severity
    UNSAFE
    (None, True, True)
    """

    meaning: str
    obligation: str
    severity: int

    def __new__(cls, value: str, severity: int, meaning: str, obligation: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.severity = severity
        member.meaning = meaning
        member.obligation = obligation
        return member

    def __str__(self) -> str:
        return str(self.value)

    INFO = (
        "INFO",
        0,
        "Plain information without a judgement of risk; what a tool without an opinion says.",
        "None. Use what the result holds; the next step leads further.",
    )
    SAFE = (
        "SAFE",
        1,
        "Nothing was found that speaks against the change.",
        "Go ahead, and run the tests that the result names afterwards.",
    )
    NOT_FOUND = (
        "NOT_FOUND",
        2,
        "The tool worked, but what was asked for is not there.",
        "Take it as an empty result. Check the spelling, name it more fully or renew the index, then ask again.",
    )
    CAUTION = (
        "CAUTION",
        3,
        "A low risk, or something worth knowing that does not block.",
        "Do what the next step says first, then go ahead with a small change.",
    )
    WARN = (
        "WARN",
        4,
        "The tool worked on data that is stale, partial or otherwise doubtful, or found things to warn of.",
        "Read the warnings, decide, and pass them on with anything that rests on this result.",
    )
    REVIEW = (
        "REVIEW",
        5,
        "A medium risk: somebody has to look at what is touched.",
        "Look at the listed places first and ask the tool again; no blind edit.",
    )
    UNSAFE = (
        "UNSAFE",
        6,
        "A high risk: wide effects, a broken rule of the architecture, or a guarded file.",
        "Stop. Make the change smaller, mend what it breaks, or ask a person; never apply it on your own.",
    )
    ERROR = (
        "ERROR",
        7,
        "The call failed.",
        "Read the error and its hint, mend the call or its surroundings, and call again; the rest is no result.",
    )


_APART = re.compile(r"[\s_-]+")
_MISSING = frozenset({"", "n/a"})


def is_missing(value: Any) -> bool:
    """Whether a value stands for no verdict at all: null, blank text, ``n/a``.

    >>> is_missing(None), is_missing(" N/A "), is_missing("none")
    (True, True, False)
    """
    return value is None or (isinstance(value, str) and value.strip().casefold() in _MISSING)


@dataclass(frozen=True)
class Alphabet:
    """Verdicts with their aliases, and which of them stand where none was given.

    words: the verdicts in any order.  aliases: other spellings, in lower case.
    failures: the verdicts a failure may have.  error: the verdict that a success may not have.
    on_success, on_failure: what is filled in where a result says nothing.
    verdicts: those that a success may have, and those of a failure.

    >>> traffic = Alphabet(
    ...     {"GREEN": Word("fine", "go", 0), "RED": Word("broken", "stop", 1)},
    ...     failures=frozenset({"RED"}), error="RED", on_success="GREEN", on_failure="RED")
    >>> traffic.canonicalize(" green")
    'GREEN'
    """

    words: Mapping[str, Word]
    aliases: Mapping[str, str] = field(default_factory=dict)
    failures: frozenset[str] = frozenset({"ERROR", "NOT_FOUND"})
    error: str = "ERROR"
    on_success: str = "INFO"
    on_failure: str = "ERROR"
    verdicts: tuple[frozenset[str], frozenset[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        named = {*self.aliases.values(), *self.failures, self.error, self.on_success, self.on_failure}
        strange = sorted(named - set(self.words))
        if strange or self.on_failure not in self.failures or self.on_success == self.error:
            raise EnvelopeError(
                ErrorCode.VERDICT_UNKNOWN,
                field="alphabet",
                found=", ".join(strange) or f"{self.on_success} for success, {self.on_failure} for failure",
                expected="aliases, failures and defaults among the verdicts, each default fit for its case",
            )
        folded = {_fold(alias): word for alias, word in self.aliases.items()}
        folded |= {_fold(word): word for word in self.words}
        object.__setattr__(self, "_folded", folded)
        words = frozenset(map(str, self.words))
        object.__setattr__(self, "verdicts", (words - {self.error}, words & self.failures))

    def canonicalize(self, value: Any, *, unknown: str | None = None, warnings: list[str] | None = None) -> str | None:
        """The verdict that a value stands for, None where it stands for none.

        unknown: the verdict for a value that is neither; ``warnings`` then gets a sentence about it.  Without
            it such a value is an :class:`EnvelopeError` (``verdict-unknown``).
        """
        if isinstance(value, str) and value in self.words:
            return str(value)
        if is_missing(value):
            return None
        found = self._nearest(value)
        if found is not None:
            return found
        error = self.refusal(value)
        if unknown is None:
            raise error
        if unknown not in self.words or warnings is None:
            raise EnvelopeError(
                ErrorCode.VERDICT_UNKNOWN,
                field="unknown",
                found=ascii(unknown),
                expected="a verdict of the alphabet, and a list of warnings that keeps what was replaced",
            )
        warnings.append(f"verdict {error.found} is unknown and was taken as {unknown}")
        return str(unknown)

    def refusal(self, value: Any) -> EnvelopeError:
        """The error for a value that is not spelled as a verdict."""
        near = self._nearest(value)
        return EnvelopeError(
            ErrorCode.VERDICT_UNKNOWN,
            field="verdict",
            found=shorten(value) if isinstance(value, str) else type(value).__name__,
            expected=f"one of {', '.join(self.words)}",
            hint=f'write "{near}"' if near else "choose the word whose obligation you mean",
        )

    def _nearest(self, value: Any) -> str | None:
        folded: dict[str, str] = self.__dict__["_folded"]
        return folded.get(_fold(value)) if isinstance(value, str) else None

    def gravest(self, *verdicts: str) -> str:
        """The verdict with the highest rank.

        >>> ALPHABET.gravest("INFO", "REVIEW", "CAUTION")
        'REVIEW'
        """
        return str(max(verdicts, key=lambda verdict: self.words[verdict].severity))


def _fold(text: str) -> str:
    return _APART.sub("", text).casefold()


_BY_NAME = {verdict.value: verdict for verdict in Verdict}

CANONICAL_VERDICTS: frozenset[str] = frozenset(_BY_NAME)
"""The eight verdicts as texts."""

ALPHABET = Alphabet(
    MappingProxyType({name: Word(v.meaning, v.obligation, v.severity) for name, v in _BY_NAME.items()}),
    MappingProxyType({"clean": "SAFE", "ok": "SAFE", "warning": "WARN", "success": "INFO"}),
)
"""The eight verdicts as an alphabet, with the spellings that older tools used."""

IMPACTS: Mapping[str, Verdict] = MappingProxyType(
    {"none": Verdict.SAFE, "low": Verdict.CAUTION, "medium": Verdict.REVIEW, "high": Verdict.UNSAFE}
)
"""The verdict on a change by how far it reaches."""


def canonicalize_verdict(
    value: Any, *, unknown: str | None = None, warnings: list[str] | None = None
) -> Verdict | None:
    """:meth:`Alphabet.canonicalize` for the eight verdicts.

    >>> [canonicalize_verdict(text) for text in ("unsafe", "Not found", "ok", "n/a")]
    [<Verdict.UNSAFE: 'UNSAFE'>, <Verdict.NOT_FOUND: 'NOT_FOUND'>, <Verdict.SAFE: 'SAFE'>, None]
    >>> kept: list[str] = []
    >>> canonicalize_verdict("BLOCK", unknown="REVIEW", warnings=kept), kept
    (<Verdict.REVIEW: 'REVIEW'>, ['verdict "BLOCK" is unknown and was taken as REVIEW'])
    """
    found = ALPHABET.canonicalize(value, unknown=unknown, warnings=warnings)
    return None if found is None else _BY_NAME[found]


def verdict_for_impact(impact: str) -> Verdict:
    """The verdict for a change whose impact is ``none``, ``low``, ``medium`` or ``high``.

    >>> str(verdict_for_impact("medium"))
    'REVIEW'
    """
    if isinstance(impact, str) and impact in IMPACTS:
        return IMPACTS[impact]
    raise EnvelopeError(
        ErrorCode.VERDICT_UNKNOWN,
        field="impact",
        found=shorten(impact) if isinstance(impact, str) else type(impact).__name__,
        expected=f"one of {', '.join(IMPACTS)}",
        hint="an impact that is not known is no reason for a mild verdict",
    )
