"""Who is compared: JSON libraries and every TOON library for Python that is installed.

Contract: a contender is a row of ``CONTENDERS``; to compare one more library, add a row.  A row whose
library is not installed, or fails to import, is left out with the reason, and nothing else changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module, metadata
from typing import Any, Literal

__all__ = ["CONTENDERS", "Absent", "Contender", "Entry", "installed"]

Format = Literal["json", "toon"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a library's two functions are; ``decode`` is "" for a library that only encodes.

    ``distribution`` is the name it is installed under, since several of them share a module name;
    "" asks for the module alone.
    """

    label: str
    format: Format
    module: str
    encode: str
    decode: str
    distribution: str


CONTENDERS = (
    Entry("orjson", "json", "orjson", "dumps", "loads", "orjson"),
    Entry("json", "json", "json", "dumps", "loads", ""),
    Entry("toonwire", "toon", "toonwire", "encode", "decode", ""),
    Entry("toon-format", "toon", "toon_format", "encode", "decode", "toon-format"),
    Entry("python-toon", "toon", "toon", "encode", "decode", "python-toon"),
    Entry("toons", "toon", "toons", "dumps", "loads", "toons"),
    Entry("ctoon", "toon", "ctoon", "dumps", "loads", "ctoon"),
    Entry("etoon", "toon", "etoon", "dumps", "", "etoon"),
    Entry("toony", "toon", "toony", "encode", "decode", "toony"),
    Entry("msgspec-toon", "toon", "msgspec_toon", "encode", "decode", "msgspec-toon"),
)
"""In the order of the printed columns."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A library that can be measured; ``decode`` is None for one that only encodes."""

    label: str
    format: Format
    version: str
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any] | None


@dataclass(frozen=True, slots=True)
class Absent:
    """A library that cannot be measured here, and why."""

    label: str
    reason: str


def _load(entry: Entry) -> Contender | Absent:
    try:
        version = metadata.version(entry.distribution) if entry.distribution else ""
        module = import_module(entry.module)
        encode = getattr(module, entry.encode)
        decode = getattr(module, entry.decode) if entry.decode else None
    except metadata.PackageNotFoundError:
        return Absent(entry.label, "not installed")
    except Exception as error:  # a peer's import may fail in any way, and that must not stop the others
        return Absent(entry.label, f"{type(error).__name__}: {error}")
    if module is json:
        # compact and unescaped, as the other JSON library writes
        encode = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)
        version = "of the standard library"
    return Contender(entry.label, entry.format, version or str(getattr(module, "__version__", "")), encode, decode)


def installed() -> tuple[list[Contender], list[Absent]]:
    """The contenders that are there, in the order of the table, and those that are not."""
    loaded = [_load(entry) for entry in CONTENDERS]
    return (
        [one for one in loaded if isinstance(one, Contender)],
        [one for one in loaded if isinstance(one, Absent)],
    )
