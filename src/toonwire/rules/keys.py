"""§7.3 and §7.4: object keys, entry keys and field names, both ways."""

from __future__ import annotations

import re

from toonwire.rules.strings import quote, unquote

__all__ = ["PLAIN_KEY", "decode_key", "encode_key"]

PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*").fullmatch
"""§7.3: a key that matches is written without quotes, any other with them."""


def encode_key(key: str) -> str:
    """The token of a key (§7.3).  Raises :class:`~toonwire.rules.fault.Fault` for an unpaired surrogate.

    >>> encode_key("user.name"), encode_key("user-name"), encode_key("")
    ('user.name', '"user-name"', '""')
    """
    return key if PLAIN_KEY(key) is not None else quote(key)


def decode_key(token: str) -> str:
    """The key of a token, spaces around it trimmed (§7.4, §12); any unquoted text is a literal key.

    >>> decode_key(' "a b" '), decode_key("foo-bar"), decode_key("")
    ('a b', 'foo-bar', '')
    """
    token = token.strip(" ")
    return unquote(token) if token[:1] == '"' else token
