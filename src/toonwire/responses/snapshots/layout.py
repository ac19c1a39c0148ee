"""A whole result as text that people review: each block under its name, structure as indented JSON.

Contract: two results have one text only if a client sees the same.  Line breaks are those of the result; other
characters that nobody can see are written out, as ⟨U+202E⟩.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from typing import Any

from toonwire.responses.snapshots.seen import NOTHING, see

__all__ = ["laid_out"]


def laid_out(result: Any) -> str:
    r"""The text of a result.

    >>> print(laid_out({"content": [{"type": "text", "text": "a\u202e\n\nb"}], "isError": True}))
    isError: true
    content[0] text
      a⟨U+202E⟩
    <BLANKLINE>
      b
    """
    seen = see(result)
    out = ["isError: true"] if seen.is_error else []
    for place, block in enumerate(seen.blocks):
        out += _block(f"content[{place}]", block, seen.structured)
    if seen.structured is not NOTHING:
        out += ["structuredContent", *_indented(_json(seen.structured))]
    for key, value in seen.rest.items():
        out += [_visible(key), *_indented(_json(value))]
    return "\n".join(out)


def _block(name: str, block: Mapping[str, Any], structured: Any) -> list[str]:
    kind, text = block.get("type", "block"), block.get("text")
    rest = {key: value for key, value in block.items() if key not in ("type", "text") and value is not None}
    head = f"{name} {_visible(str(kind))}"
    if isinstance(text, str) and structured is not NOTHING and text == _minified(structured):
        out = [f"{head}: structuredContent as minified JSON"]
    else:
        out = [head, *(_indented(text) if isinstance(text, str) else [])]
    return out + (_indented(_json(rest)) if rest else [])


def _indented(text: str) -> list[str]:
    return [f"  {_visible(line)}" if line else "" for line in text.split("\n")]


def _visible(line: str) -> str:
    if line.isascii() and line.isprintable():
        return line
    return "".join(f"⟨U+{ord(char):04X}⟩" if _is_hidden(char) else char for char in line)


def _is_hidden(char: str) -> bool:
    # the bracket itself, so that no text can pretend
    return char == "⟨" or unicodedata.category(char)[0] == "C" or (char.isspace() and char != " ")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def _minified(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
