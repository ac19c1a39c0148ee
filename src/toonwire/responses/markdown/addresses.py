"""Addresses: where a value would become a link by itself, and which URLs a link may have.

GitHub's Markdown links ``https://…``, ``www.…`` and mail addresses wherever they stand, and no escape stops it.
Only code does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["addresses", "safe_url"]

_WORD = re.compile(r"[^\s<>]+")
_TRIGGER = re.compile(r"//|www\.|@", re.IGNORECASE)
_MAILBOX = frozenset('-;:&=+$,._"')
_CLOSING = ").,;:!?'\"]"

_HTTP = re.compile(r"https?://[^\s/?#@\[\]\\]+(?:[/?#].*)?", re.IGNORECASE)
_UNSAFE = re.compile(r"[^A-Za-z0-9\-._~:/?#@!$&'*+,;=%]")
_ENTITY = re.compile(r"&(?=#?[A-Za-z0-9]+;)")


def addresses(value: str) -> Iterator[tuple[int, int]]:
    """Where the addresses in a line begin and end; too much rather than too little.

    >>> line = "see (https://example.com/a), www.example.com or ada@example.com!"
    >>> [line[start:end] for start, end in addresses(line)]
    ['https://example.com/a', 'www.example.com', 'ada@example.com']
    """
    if not _TRIGGER.search(value):
        return
    for match in _WORD.finditer(value):
        word = match[0]
        start = _start(word)
        if start is not None:
            end = max(len(word.rstrip(_CLOSING)), start + 1)
            yield match.start() + start, match.start() + end


def _start(word: str) -> int | None:
    """Where in a word its first address begins."""
    for match in _TRIGGER.finditer(word):
        at, mark = match.start(), match[0]
        if mark == "@" and (at + 1 == len(word) or not _is_mailbox(word[at - 1 : at])):
            continue
        while at and mark[0] not in "wW" and (word[at - 1] == "/" or _is_mailbox(word[at - 1])):
            at -= 1
        return at
    return None


def _is_mailbox(char: str) -> bool:
    """Whether a character may stand before the @ of an address for some program."""
    return char.isalnum() or char in _MAILBOX


def safe_url(url: str) -> str | None:
    r"""A URL as it may stand in a link, None where it is none for HTTP or names a user before its host.

    >>> safe_url("https://example.com/a b(1)?x=<y>")
    'https://example.com/a%20b%281%29?x=%3Cy%3E'
    >>> safe_url("javascript:alert(1)"), safe_url("https://bank.example@evil.example/")
    (None, None)
    """
    if not _HTTP.fullmatch(url):
        return None
    encoded = _UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), url)
    return _ENTITY.sub(r"\\&", encoded)
