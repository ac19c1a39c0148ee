"""What a client sees of a result, whichever way a test got hold of it.

Contract: results as dicts, objects of SDKs, pairs of content and structure, builders, bare payloads and bare texts
all become one record; nothing of them is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toonwire.codec import decode, encode
from toonwire.errors import ToonError
from toonwire.responses.reading import Unreadable, read_json

__all__ = ["NOTHING", "Seen", "payload_in", "see"]

NOTHING: Any = object()
"""Where a result has no structured content."""


@dataclass(frozen=True)
class Seen:
    """One result.

    blocks: the content, as dicts.  structured: the structured content, or :data:`NOTHING`.  rest: what else the
    result says, such as ``_meta``.
    """

    blocks: tuple[Mapping[str, Any], ...] = ()
    structured: Any = NOTHING
    is_error: bool = False
    rest: Mapping[str, Any] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """The text blocks."""
        return [block["text"] for block in self.blocks if isinstance(block.get("text"), str)]


def see(result: Any) -> Seen:
    """The record of a result; a mapping or list that is no result of a call is a payload, a text is one block.

    >>> see({"content": [{"type": "text", "text": "n: 1"}], "structuredContent": {"n": 1}}).structured
    {'n': 1}
    >>> see("# Title").texts, see({"n": 1}).structured
    (['# Title'], {'n': 1})
    """
    wire = getattr(result, "wire", None)
    result = _plain(wire() if callable(wire) else result)
    if isinstance(result, str):
        return Seen(blocks=({"type": "text", "text": result},))
    if isinstance(result, tuple) and len(result) == 2 and isinstance(result[0], list):
        return Seen(_blocks(result[0]), NOTHING if result[1] is None else result[1])
    if isinstance(result, list) and result and all(_is_block(item) for item in result):
        return Seen(_blocks(result))
    if not isinstance(result, Mapping) or not _is_result(result):
        return Seen(structured=NOTHING if result is None else result)
    fields = {_CAMEL.get(str(key), str(key)): value for key, value in result.items() if value is not None}
    return Seen(
        _blocks(fields.pop("content", ())),
        fields.pop("structuredContent", NOTHING),
        bool(fields.pop("isError", False)),
        fields,
    )


def payload_in(text: str) -> Any:
    """The object or array that a text spells in JSON or TOON, :data:`NOTHING` where it is another text.

    >>> payload_in('{"n":1}'), payload_in("n: 1"), payload_in("# Title") is NOTHING
    ({'n': 1}, {'n': 1}, True)
    """
    try:
        value = read_json(text)
    except Unreadable:
        value = _read_toon(text)
    return value if isinstance(value, (dict, list)) else NOTHING


def _read_toon(text: str) -> Any:
    """The value of a text that an encoder wrote; many a page of Markdown can be read as TOON, too."""
    try:
        value = decode(text)
        if value and any(encode(value, delimiter=delimiter) == text.rstrip("\n") for delimiter in (",", "\t", "|")):
            return value
    except ToonError:
        pass
    return NOTHING


_CAMEL = {"structured_content": "structuredContent", "is_error": "isError", "meta": "_meta"}
_MARKS = ("content", "structuredContent", "structured_content")


def _plain(value: Any) -> Any:
    """An SDK's object as a dict."""
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(by_alias=True, exclude_none=True, mode="json")
    if not isinstance(value, (Mapping, str, list, tuple)) and isinstance(
        getattr(value, "content", None), (list, tuple)
    ):
        names = ("content", "structured_content", "is_error", "meta")
        return {name: getattr(value, name) for name in names if getattr(value, name, None) is not None}
    return value


def _is_result(value: Mapping[Any, Any]) -> bool:
    return any(mark in value for mark in _MARKS[1:]) or (
        isinstance(value.get("content"), (list, tuple)) and all(_is_block(item) for item in value["content"])
    )


def _is_block(item: Any) -> bool:
    return isinstance(_plain_block(item).get("type"), str)


def _blocks(items: Any) -> tuple[Mapping[str, Any], ...]:
    return tuple(_plain_block(item) for item in items)


def _plain_block(item: Any) -> Mapping[str, Any]:
    made = _plain(item)
    if isinstance(made, Mapping):
        return made
    names = ("type", "text")
    return {name: getattr(item, name) for name in names if isinstance(getattr(item, name, None), str)}
