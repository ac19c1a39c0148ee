"""Structured results: one payload, and a text that is made of it.

Contract: nobody writes the text by hand, so neither side can say more than the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from toonwire import codec
from toonwire.envelope.wirejson import to_json
from toonwire.errors import EncodeError, ErrorCode, OptionError, ResponseError
from toonwire.responses.equivalence import differences
from toonwire.responses.guard import NOT_YOUR_FAULT, guard
from toonwire.responses.plain import plain
from toonwire.responses.results import failure, result
from toonwire.responses.revisions import LATEST, known
from toonwire.shaping import well_formed

__all__ = ["json_text", "structured_result", "toon_text", "unsendable"]


def structured_result(
    payload: Any,
    schema: Mapping[str, Any] | None = None,
    *,
    text: Literal["json", "toon"] = "json",
    revision: str = LATEST,
    closed: bool = False,
) -> dict[str, Any]:
    r"""The result of a call whose answer is this payload: structured content, and its text made of it.

    schema: the output schema of the tool; a payload that does not keep it becomes a failure, as does a value that
        has no JSON form.
    text: minified JSON, or TOON.
    revision: where it does not know structured content, or not of this kind, the text stands alone.
    closed: see :func:`~toonwire.responses.guard`.

    >>> structured_result({"rows": [1, 2]}, revision="2025-11-25")
    {'content': [{'type': 'text', 'text': '{"rows":[1,2]}'}], 'structuredContent': {'rows': [1, 2]}, 'isError': False}
    """
    if text not in ("json", "toon"):
        raise OptionError(option="text", expected='"json" or "toon"', found=ascii(text))
    held = guard(schema, closed=closed, revision=known(revision)) if schema is not None else None
    try:
        made = well_formed(plain(payload))
        said = json_text(made) if text == "json" else toon_text(made)
    except EncodeError as error:
        return unsendable(error, revision=revision)
    answer = result(said, made, revision=revision)
    return answer if held is None else held(answer)


def json_text(structured: Any) -> str:
    """Minified JSON."""
    return to_json(structured).decode()


def toon_text(structured: Any) -> str:
    """TOON, proved to say the same; ``{}`` for an empty object, whose TOON is no text at all."""
    if structured == {}:
        return "{}"
    text: str = codec.encode(structured)
    said = codec.decode(text)
    # the bytes are equal unless a number has another spelling
    if to_json(said) != to_json(structured):
        found = differences(text, structured)
        if found:
            raise ResponseError(
                ErrorCode.CONTENT_DIFFERS,
                field=found[0].path,
                found=found[0].found,
                expected=found[0].expected,
                violations=tuple(map(str, found)),
            )
    return text


def unsendable(error: Exception, *, mode: str = "text", revision: str = LATEST) -> dict[str, Any]:
    """The failure for a result that cannot be sent as it is."""
    code = getattr(error, "code", None)
    return failure(
        f"the result of the tool cannot be sent: {error}",
        hint="ask for less, by a narrower query or a smaller limit" if code is ErrorCode.SIZE_LIMIT else NOT_YOUR_FAULT,
        error_type=str(code or ""),
        mode=mode,
        revision=revision,
    )
