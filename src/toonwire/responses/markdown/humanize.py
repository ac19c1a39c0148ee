"""Names of machines as people write them.

Contract: only names are touched.  What has a dot, a bracket, a slash or another sign in it is an expression of
some query language, and comes back as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["ACRONYMS", "humanize_key", "humanize_value"]

ACRONYMS = frozenset(
    {
        *("ACL", "API", "ASCII", "AWS", "CI", "CLI", "CPU", "CSS", "CSV", "DB", "DNS", "DSN", "GB"),
        *("GC", "GCP", "GPU", "GUID", "HTML", "HTTP", "HTTPS", "ID", "IO", "IP", "ISO", "JSON"),
        *("JWT", "KB", "LLM", "MB", "MCP", "OS", "PDF", "PID", "PR", "QA", "RAM", "REST", "RPC"),
        *("SDK", "SHA", "SLA", "SMTP", "SQL", "SSH", "SSL", "SSO", "TB", "TCP", "TLS", "TOON", "TTL"),
        *("UDP", "UI", "URI", "URL", "UTC", "UTF", "UUID", "UX", "VM", "XML", "YAML"),
    }
)
"""Words that are written in capitals."""

_NAME = re.compile(r"[\w\s-]+")
_HUMP = re.compile(r"([a-z0-9])([A-Z])")
_ACRONYM_END = re.compile(r"([A-Z])(?=[A-Z](?!s(?:[^a-z]|\Z))[a-z])")
"""Where a run of capitals ends and a word begins; the s of a plural belongs to the run."""
_GAPS = re.compile(r"[\s_-]+")


def humanize_key(name: str, *, labels: Mapping[str, str] | None = None) -> str:
    """The label of a key: lower case with spaces, known acronyms in capitals, a capital at the start.

    labels: labels of your own for whole names; they come first.

    >>> [humanize_key(name) for name in ("event_frequency_count", "projectID", "HTTPServerError", "userIDs")]
    ['Event frequency count', 'Project ID', 'HTTP server error', 'User IDs']
    >>> humanize_key("http.status_code"), humanize_key("targetIdentifier", labels={"targetIdentifier": "Target"})
    ('http.status_code', 'Target')
    """
    if labels is not None and name in labels:
        return labels[name]
    words = _words(name)
    if not words:
        return name
    label = " ".join(_recased(word) for word in words)
    return label if label[:1].isupper() else label[:1].upper() + label[1:]


def humanize_value(name: str, *, labels: Mapping[str, str] | None = None) -> str:
    """The words of a machine-made value, such as a kind or a status; only the first letter changes its case.

    Use it for values of a closed list, never for what a person wrote.

    >>> [humanize_value(name) for name in ("event_frequency_count", "in-progress", "needsReview", "count()")]
    ['Event frequency count', 'In progress', 'Needs Review', 'count()']
    """
    if labels is not None and name in labels:
        return labels[name]
    words = _words(name)
    if not words:
        return name
    phrase = " ".join(words)
    return phrase[:1].upper() + phrase[1:]


def _words(name: str) -> list[str]:
    """The words of a name, none where it is no name."""
    if not _NAME.fullmatch(name):
        return []
    apart = _ACRONYM_END.sub(r"\1 ", _HUMP.sub(r"\1 \2", name))
    return [word for word in _GAPS.split(apart) if word]


def _recased(word: str) -> str:
    upper = word.upper()
    if upper in ACRONYMS:
        return upper
    if upper[-1:] == "S" and upper[:-1] in ACRONYMS:
        return upper[:-1] + "s"
    return word.lower()
