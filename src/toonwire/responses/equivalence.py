"""Whether text and structured content say the same.

Contract: the texts are read as what they claim to be, JSON or TOON, and compared as data: the order of keys does
not count, numbers are equal by value, true is not 1.  Nothing is taken on trust.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toonwire import codec
from toonwire.envelope import Violation
from toonwire.errors import DecodeError, ErrorCode
from toonwire.paths import Path
from toonwire.responses.reading import Unreadable, read_json
from toonwire.responses.schemas import kind_of
from toonwire.shaping import well_formed

__all__ = ["differences", "equivalent"]

_MOST = 20
_NOTHING: Any = object()


def equivalent(content: str | Sequence[Mapping[str, Any]], structured: Any) -> bool:
    r"""Whether the content of a result and its structured content are the same answer.

    content: a text, or the blocks of a result; one text block has to hold it all, as JSON or as TOON.

    >>> rows = {"rows": [{"id": 1}, {"id": 2}]}
    >>> equivalent("rows[2]{id}:\n  1\n  2", rows), equivalent('{"rows":[{"id":1}]}', rows), equivalent("2 rows", rows)
    (True, False, False)
    """
    return not differences(content, structured)


def differences(content: str | Sequence[Mapping[str, Any]], structured: Any) -> list[Violation]:
    """What one side says and the other does not, at most 20 places.

    >>> for found in differences('{"id":1,"url":"https://x"}', {"id": 2}):
    ...     print(found)
    content-differs at url: expected it in the structured content too, found it in the text only; ...
    content-differs at id: expected the text to say what the structured content says, found other data; ...
    """
    if not isinstance(content, str):
        others = [number for number, block in enumerate(content) if block.get("type") != "text"]
        texts = [block["text"] for block in content if block.get("type") == "text"]
        if others or len(texts) != 1:
            found = f"{len(texts)} text blocks and {len(others)} others"
            return [_difference((), found, "one text block with the structured content and nothing else")]
        said = _read(texts[0])
    else:
        said = _read(content)
    if said is _NOTHING:
        return [_difference((), "words", "JSON or TOON with the structured content")]
    return _compared(said, structured)


def _read(text: str) -> Any:
    try:
        return read_json(text)
    except Unreadable:
        # no TOON begins with a brace: this was to be JSON
        if text.lstrip().startswith("{"):
            return _NOTHING
    try:
        return codec.decode(text)
    except DecodeError:
        return _NOTHING


def _compared(said: Any, meant: Any) -> list[Violation]:
    found: list[Violation] = []
    opened: list[tuple[Any, Any, Path]] = [(said, meant, ())]
    while opened and len(found) < _MOST:
        left, right, path = opened.pop()
        if isinstance(left, dict) and isinstance(right, dict):
            found += [_missing((*path, key), "text only", "structured content") for key in left if key not in right]
            found += [_missing((*path, key), "structured content only", "text") for key in right if key not in left]
            shared = [key for key in left if key in right]
            opened.extend((left[key], right[key], (*path, key)) for key in reversed(shared))
        elif isinstance(left, list) and isinstance(right, (list, tuple)):
            if len(left) != len(right):
                found.append(_difference(path, f"{len(left)} items in the text", f"{len(right)} items"))
            opened.extend((a, b, (*path, n)) for n, (a, b) in enumerate(zip(left, right, strict=False)))
        elif not _same(left, right):
            what = f"{kind_of(left)} instead" if kind_of(left) != kind_of(right) else "other data"
            found.append(_difference(path, what, "the text to say what the structured content says"))
    return found[:_MOST]


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, str) and isinstance(right, str):
        return left == right or bool(well_formed(left) == well_formed(right))
    return bool(left == right)


def _missing(path: Path, where: str, other: str) -> Violation:
    return _difference(path, f"it in the {where}", f"it in the {other} too")


def _difference(path: Path, found: str, expected: str) -> Violation:
    return Violation.at(
        ErrorCode.CONTENT_DIFFERS,
        path,
        found,
        expected,
        "make the text of the structured content, as structured_result does",
    )
