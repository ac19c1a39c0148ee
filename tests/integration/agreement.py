"""Whether toonwire and the reference package judge a document alike, and where they may differ."""

from __future__ import annotations

from typing import Any, Protocol

from tests.equality import same
from tests.integration.oracle import RefusedError
from tests.json_values import as_javascript
from toonwire import DecodeError, decode
from toonwire.errors import ErrorCode

__all__ = ["OWN_POLICY", "Decoder", "difference"]


class Decoder(Protocol):
    """What is asked of the package."""

    def decode(self, text: str, *, indent: int = 2, strict: bool = True) -> Any:
        """The value of a text.  Raises RefusedError."""


OWN_POLICY = {ErrorCode.NUMBER_RANGE, ErrorCode.DIGIT_LIMIT, ErrorCode.DEPTH_LIMIT}
"""§4 and §15 leave these to the implementation; JavaScript gives an infinity or a rounded number."""


def difference(oracle: Decoder, text: str, **options: Any) -> tuple[str, bool]:
    """How the two decoders differ on ``text``, "" if they agree; and whether both accept it."""
    try:
        ours = decode(text, **options)
    except DecodeError as error:
        return _on_refusal(oracle, text, error, options), False
    try:
        theirs = oracle.decode(text, **options)
    except RefusedError as error:
        return f"only toonwire accepts it: {ours!r}; the package: {error}", False
    return ("" if same(as_javascript(ours), theirs) else f"toonwire {ours!r}, the package {theirs!r}"), True


def _on_refusal(oracle: Decoder, text: str, error: DecodeError, options: dict[str, Any]) -> str:
    try:
        theirs = oracle.decode(text, **options)
    except RefusedError:
        return ""
    if error.code in OWN_POLICY:
        return ""
    # The package overlooks a repeated field once an empty name stands in its list (§9.3).
    if error.code is ErrorCode.FIELD_DUPLICATE and '""' in error.source_line:
        return ""
    return f"only the package accepts it: {theirs!r}; toonwire: {error}"
