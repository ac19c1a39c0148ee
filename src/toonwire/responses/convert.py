"""Results of other tools, with their JSON texts as TOON.

Contract: only a text block that is a JSON object or array is changed, and its data stays the same, digit for
digit.  Words, scalars, images, resources and failures stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal

from toonwire import codec
from toonwire.errors import EncodeError, OptionError
from toonwire.responses.reading import Unreadable, read_json
from toonwire.responses.results import as_result
from toonwire.shaping import well_formed

__all__ = ["convert_result"]


def convert_result(result: Any, *, format: Literal["toon", "auto"] = "toon") -> dict[str, Any]:  # noqa: A002
    r"""A result of a tool call in which JSON texts have become TOON.

    result: a dict, or an SDK's object with ``model_dump``.
    format: ``toon``, or ``auto`` to change a text only where it gets shorter.

    Structured content stays beside the text; a client that prefers it never shows the TOON.  What no reader takes,
    half a surrogate pair or NUL, becomes U+FFFD wherever it stands.

    >>> text = '{"hits":[{"id":1,"cost":1.10},{"id":2,"cost":3}]}'
    >>> convert_result({"content": [{"type": "text", "text": text}, {"type": "text", "text": "42"}]})["content"]
    [{'type': 'text', 'text': 'hits[2]{id,cost}:\n  1,1.1\n  2,3'}, {'type': 'text', 'text': '42'}]
    """
    if format not in ("toon", "auto"):
        raise OptionError(option="format", expected='"toon" or "auto"', found=ascii(format))
    made = _mended(as_result(result))
    if made.get("isError"):
        return made
    made["content"] = [_converted(block, format) for block in made["content"]]
    return made


def _mended(made: dict[str, Any]) -> dict[str, Any]:
    try:
        return dict(well_formed(made))
    except EncodeError:
        # NaN in structured content is not this function's to judge
        return {**made, "content": well_formed(made["content"])}


def _converted(block: Any, wanted: str) -> Any:
    if not isinstance(block, Mapping) or block.get("type") != "text" or not isinstance(block.get("text"), str):
        return block
    text = block["text"]
    if text.lstrip()[:1] not in ("{", "["):
        return block
    try:
        value = well_formed(read_json(text, parse_float=Decimal))
        toon = codec.encode(value)
    except (Unreadable, EncodeError):
        return block
    if not value or (wanted == "auto" and len(toon.encode()) >= len(text.encode())):
        return block
    return {**block, "text": toon}
