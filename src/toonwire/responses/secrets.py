"""Secrets in payloads: found by what a value looks like or what its key is called, and replaced.

Contract: a report names the place and the kind of a secret and never holds any of it.  What was replaced is
left alone the next time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from toonwire.envelope import Violation
from toonwire.errors import ErrorCode
from toonwire.paths import Path, parse_path
from toonwire.responses.screen import Screen
from toonwire.shaping.rebuild import Entries, rebuild

__all__ = ["NO_REDACTION", "REDACTION", "Redaction", "find_secrets", "redact"]

Report = Callable[[Violation], None]

_MARK = "[redacted:"


class _Kind(NamedTuple):
    """How one kind of secret looks.

    Of each group of ``markers`` one, in any case, stands wherever the pattern matches.
    """

    pattern: str
    markers: tuple[tuple[bytes, ...], ...]


KINDS: Mapping[str, _Kind] = MappingProxyType(
    {
        "private-key": _Kind(
            r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----(?:[^-]*-----END[^-]*-----)?", ((b"private key-----",),)
        ),
        "aws-key": _Kind(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b", ((b"akia", b"asia"),)),
        "github-token": _Kind(
            r"\b(?:gh[oprsu]_[0-9A-Za-z]{30,}|github_pat_[0-9A-Za-z_]{20,})",
            ((b"gho_", b"ghp_", b"ghr_", b"ghs_", b"ghu_", b"github_pat_"),),
        ),
        "gitlab-token": _Kind(r"\bglpat-[\w-]{16,}", ((b"glpat-",),)),
        "slack-token": _Kind(r"\bxox[a-z]-[0-9A-Za-z-]{10,}", ((b"xox",),)),
        "stripe-key": _Kind(r"\b[rs]k_(?:live|test)_[0-9A-Za-z]{12,}", ((b"k_live_", b"k_test_"),)),
        "api-key": _Kind(r"(?<![\w-])sk-(?:[a-z]+-)*[0-9A-Za-z][\w-]{19,}", ((b"sk-",),)),
        "google-key": _Kind(r"\bAIza[\w-]{30,}", ((b"aiza",),)),
        "sentry-token": _Kind(r"\bsntry[a-z]_[\w+/=-]{16,}", ((b"sntry",),)),
        "package-token": _Kind(r"\b(?:npm_[0-9A-Za-z]{30,}|pypi-AgE[\w-]{16,})", ((b"npm_", b"pypi-age"),)),
        "jwt": _Kind(r"\beyJ[\w-]{6,}\.eyJ[\w-]{6,}\.[\w-]*", ((b"eyj",),)),
        "authorization": _Kind(r"\b(?i:bearer|basic) [\w+/.~-]{16,}=*", ((b"bearer ", b"basic "),)),
        "url-password": _Kind(r"(?<=://)[^\s/:@]*:[^\s/@]+(?=@)", ((b"://",), (b"@",))),
        "url-signature": _Kind(
            r"(?P<keep>[?&;](?i:access_token|api_?key|auth|token|sig|signature|password|x-amz-signature)=)[^&\s#]{8,}",
            ((b"token=", b"key=", b"auth=", b"sig=", b"signature=", b"password="),),
        ),
    }
)
"""The kinds of secrets that are known by their look."""

_LOOKS: Mapping[str, re.Pattern[str]] = MappingProxyType({name: re.compile(k.pattern) for name, k in KINDS.items()})

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ONE_WORD = frozenset(
    (
        *("password", "passwd", "passphrase", "pwd", "secret", "credential", "credentials", "cookie", "cookies"),
        *("authorization", "apikey", "accesstoken", "authtoken", "privatekey", "clientsecret"),
    )
)
_TWO_WORDS = frozenset(
    {
        *((first, "key") for first in ("api", "private", "access", "secret", "signing", "encryption")),
        *((first, "token") for first in ("access", "auth", "refresh", "id", "bearer", "session", "csrf", "api")),
        *(("session", "id"), ("session", "cookie"), ("password", "hash"), ("password", "salt")),
    }
)


@lru_cache(maxsize=4096)
def _words(key: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(key))


def _kind_of_key(key: str) -> str | None:
    """What a key promises to hold, None where that is no secret: a page token is none, an access token is."""
    words = _words(key)
    if not words or _MARK in key:
        return None
    if words[-1] in _ONE_WORD or words == ("token",):
        return words[-1]
    return "-".join(words[-2:]) if words[-2:] in _TWO_WORDS else None


@dataclass(frozen=True)
class Redaction:
    """What counts as a secret.

    keys: names of keys whose values are secret too, exactly as they are spelled.
    looks: more kinds, a pattern by the name of the kind; what its group ``keep`` matches stays.
    keep: paths whose values stay; a path without indexes speaks of every row.
    known: False leaves the kinds and names that toonwire knows aside.
    """

    keys: frozenset[str] = frozenset()
    looks: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    keep: frozenset[str] = frozenset()
    known: bool = True

    def kind_of_key(self, key: Any) -> str | None:
        """The kind of secret that stands under a key."""
        if not isinstance(key, str):
            return None
        if key in self.keys:
            return "value"
        return _kind_of_key(key) if self.known else None


REDACTION = Redaction()
"""Everything that toonwire knows."""
NO_REDACTION = Redaction(known=False)
"""Nothing is a secret."""


def redact(value: Any, policy: Redaction = REDACTION, *, report: Report | None = None) -> Any:
    """A payload whose secrets are replaced by ``[redacted:KIND]``.

    A secret inside a longer text or key is replaced alone; the value of a key such as ``password`` or ``api_key`` as a
    whole, unless it is null, true or false.  ``report`` gets the place and the kind of each.

    >>> redact({"user": "ada", "apiKey": "k-1", "log": "sent Bearer abcdefghij0123456789 twice", "nextPageToken": "p2"})
    {'user': 'ada', 'apiKey': '[redacted:api-key]', 'log': 'sent [redacted:authorization] twice', 'nextPageToken': 'p2'}
    """
    kinds = _likely(value, policy)
    if kinds is None:
        return value
    walker = _Redactor(policy, kinds, report)
    return rebuild(value, walker.leaf, walker.close)


class _Redactor:
    """What becomes of a leaf and of a container."""

    def __init__(self, policy: Redaction, kinds: Mapping[str, re.Pattern[str]], report: Report | None) -> None:
        self._policy = policy
        self._kinds = kinds
        self._report = report
        self._kept = {parse_path(path) for path in policy.keep}

    def leaf(self, item: Any, path: Callable[[], Path]) -> Any:
        if not isinstance(item, str):
            return item
        made = item
        for kind, look in self._kinds.items():
            found = _replaced(look, kind, made)
            if found != made and self._tells(path(), kind):
                made = found
        return made

    def close(self, container: Any, entries: Entries, path: Callable[[], Path]) -> Entries:
        if not isinstance(container, dict):
            return entries
        out = entries
        for place, (key, item) in enumerate(entries):
            name, value = self._key(key, path), item
            kind = self._policy.kind_of_key(key)
            if kind is not None and item is not None and not isinstance(item, bool) and not _is_replaced(item):
                value = _mark(kind) if self._tells((*path(), key), kind) else item
            if name != key or value is not item:
                out = list(entries) if out is entries else out
                out[place] = (name if name == key else _free(name, [taken for taken, _ in out]), value)
        return out

    def _key(self, key: Any, path: Callable[[], Path]) -> Any:
        return self.leaf(key, lambda: (*path(), key)) if self._kinds else key

    def _tells(self, path: Path, kind: str) -> bool:
        """Whether a secret is replaced, which is reported."""
        if self._kept and (path in self._kept or tuple(s for s in path if isinstance(s, str)) in self._kept):
            return False
        if self._report is not None:
            shown = tuple(self._spelled(step) if isinstance(step, str) else step for step in path)
            hint = f"it became {_mark(kind)}"
            self._report(Violation.at(ErrorCode.SECRET_FOUND, shown, f"a secret ({kind})", "no secret", hint))
        return True

    def _spelled(self, step: str) -> str:
        """A key without the secrets in it."""
        for kind, look in self._kinds.items():
            step = _replaced(look, kind, step)
        return step


def _replaced(look: re.Pattern[str], kind: str, text: str) -> str:
    keeps = "keep" in look.groupindex
    return look.sub(lambda match: (match["keep"] if keeps else "") + _mark(kind), text)


def _free(name: str, taken: list[Any]) -> str:
    """A name that no other key has."""
    number, free = 2, name
    while free in taken:
        number, free = number + 1, f"{name}~{number}"
    return free


def _mark(kind: str) -> str:
    return f"{_MARK}{kind}]"


def find_secrets(value: Any, policy: Redaction = REDACTION) -> list[Violation]:
    """The secrets in a value, by place and kind.

    >>> [found.path for found in find_secrets({"auth": {"password": "x"}, "rows": [{"n": 1}]})]
    ['auth.password']
    """
    found: list[Violation] = []
    redact(value, policy, report=found.append)
    return found


def _is_replaced(item: Any) -> bool:
    return isinstance(item, str) and item.startswith(_MARK)


def _likely(value: Any, policy: Redaction) -> Mapping[str, re.Pattern[str]] | None:
    """The kinds worth looking for; None where there can be no secret at all, as in most payloads."""
    screen = Screen(value)
    kinds: dict[str, re.Pattern[str]] = dict(policy.looks)
    if policy.known:
        kinds |= {name: _LOOKS[name] for name in _possible(screen)}
    if kinds:
        return kinds
    keys = screen.keys()
    return None if keys is not None and not any(map(policy.kind_of_key, keys)) else kinds


def _possible(screen: Screen) -> list[str]:
    """The known kinds whose markers are all there."""
    if screen.data is None:
        return list(KINDS)
    text = screen.lowered
    return [name for name, kind in KINDS.items() if _has_all(text, kind.markers)]


def _has_all(text: bytes, groups: tuple[tuple[bytes, ...], ...]) -> bool:
    for group in groups:
        for marker in group:
            if marker in text:
                break
        else:
            return False
    return True
