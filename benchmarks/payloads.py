"""What is encoded and decoded: a family's value, the texts of it, and whether a contender gets them right.

Contract: encoders get the value.  JSON decoders get the UTF-8 bytes of compact JSON; TOON decoders all get
one and the same text, which is toonwire's, as a ``str`` or as its UTF-8 bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from contenders import Contender
from families import FAMILIES, STRING_HEAVY
from fetch_corpora import DATA, Corpus, fetched, read_table

__all__ = ["DIRECTIONS", "REUSED", "Direction", "Payload", "check", "corpora", "payload", "payloads", "why"]

Direction = Literal["encode", "decode"]
DIRECTIONS: tuple[Direction, ...] = ("encode", "decode")

REUSED = " (reused)"
"""Ends the name of a family whose encoders get the same objects again and again."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A value and the two texts that decoders read; ``fresh`` gives encoders new objects for each call."""

    family: str
    value: Any
    json: bytes
    toon: str
    fresh: bool = False
    directions: tuple[Direction, ...] = DIRECTIONS

    def copy(self) -> Any:
        """The value in new objects, as a program has it that has just read it; only keys are shared."""
        return json.loads(self.json)

    def text_for(self, contender: Contender) -> Any:
        """What the contender's decoder reads."""
        if contender.role == "json":
            return self.json
        return self.toon.encode() if contender.reads == "bytes" else self.toon


def payload(family: str, value: Any, contenders: Sequence[Contender]) -> Payload:
    """The texts of ``value``; the TOON text is that of the first TOON contender that can write one."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    for writer in contenders:
        if writer.role != "json":
            try:
                return Payload(family, value, text, _text(writer.encode(value)))
            except Exception as error:  # see check
                print(f"{writer.label} cannot encode {family}: {why(error)}")
    return Payload(family, value, text, "")


def payloads(names: Sequence[str], scale: float, contenders: Sequence[Contender]) -> Iterator[Payload]:
    """The payloads of these families; a string-heavy one comes twice, with new objects and with reused ones."""
    for name in names:
        yield from _both(payload(name, FAMILIES[name](scale), contenders), name in STRING_HEAVY)


def corpora(contenders: Sequence[Contender]) -> Iterator[Payload | Corpus]:
    """The payloads of the files of ``corpora.tsv``, and the row itself where a file is not there.

    A file that is not all ASCII comes twice, as a string-heavy family does: one character in a long text is
    enough for its UTF-8 to be kept.
    """
    for corpus in read_table():
        if fetched(corpus) is None:
            yield corpus
        else:
            item = payload(corpus.name.removesuffix(".json"), json.loads((DATA / corpus.name).read_bytes()), contenders)
            yield from _both(item, not item.json.isascii())


def _both(item: Payload, heavy: bool) -> Iterator[Payload]:
    yield replace(item, fresh=heavy)
    if heavy:
        yield replace(item, family=item.family + REUSED, directions=("encode",))


def _text(output: Any) -> str:
    return output.decode() if isinstance(output, bytes | bytearray) else str(output)


def why(error: BaseException) -> str:
    """An error in one line."""
    line = (str(error) or "no message").splitlines()[0]
    return f"{type(error).__name__}: {line}"[:120]


def check(item: Payload, contender: Contender) -> str:
    """Why ``contender`` may not be trusted on this payload, "" where it can.

    It must read its own text back to an equal value, and the text that all decoders are timed on too.
    """
    try:
        own = contender.encode(item.value)
        if contender.decode is None:
            return "" if contender.role == "json" or _text(own) == item.toon else "text differs, and no decoder"
        if contender.decode(own) != item.value:
            return "decode(encode(x)) differs from x"
        if contender.decode(item.text_for(contender)) != item.value:
            return "reads another value from the common text"
    except Exception as error:  # any failure of a peer is a result, not the end of the run
        return why(error)
    return ""
