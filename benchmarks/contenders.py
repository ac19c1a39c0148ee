"""Who is compared: JSON libraries, toonwire, and every other TOON library for Python that is installed.

Contract: a contender is a row of ``CONTENDERS``; to compare one more library, add a row.  A row whose
library is not installed, or fails to import, is left out with the reason, and nothing else changes.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from importlib import import_module, metadata
from typing import Any, Literal

__all__ = ["BASE", "CONTENDERS", "Absent", "Contender", "Entry", "Role", "installed"]

Role = Literal["json", "own", "peer"]
"""A JSON library, toonwire, or another TOON library."""

BASE = "orjson"
"""The label of the contender whose time all ratios are taken to."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a library's two functions are; ``decode`` is "" for a library that only encodes.

    ``reads`` is what its decoder is given.  ``distribution`` is the name it is installed under, since several
    of them share a module name; "" is for what needs no installation of its own.
    """

    label: str
    role: Role
    module: str
    encode: str
    decode: str
    distribution: str
    reads: Literal["str", "bytes"] = "str"


CONTENDERS = (
    Entry("orjson", "json", "orjson", "dumps", "loads", "orjson", "bytes"),
    Entry("ssrjson", "json", "ssrjson", "dumps_to_bytes", "loads", "ssrjson", "bytes"),
    Entry("msgspec.json", "json", "msgspec", "json.encode", "json.decode", "msgspec", "bytes"),
    Entry("json", "json", "adapters", "json_encode", "json_decode", "", "bytes"),
    Entry("toonwire", "own", "toonwire", "encode", "decode", ""),
    Entry("toonwire bytes", "own", "toonwire", "encode_bytes", "decode", "", "bytes"),
    Entry("toonwire reference", "own", "adapters", "reference_encode", "reference_decode", ""),
    Entry("toons", "peer", "toons", "dumps", "loads", "toons"),
    Entry("ctoon", "peer", "ctoon", "dumps", "loads", "ctoon"),
    Entry("etoon", "peer", "etoon", "dumps", "", "etoon"),
    Entry("toony", "peer", "toony", "encode", "decode", "toony"),
    Entry("msgspec-toon", "peer", "msgspec_toon", "encode", "decode", "msgspec-toon"),
    Entry("toon-format", "peer", "toon_format", "encode", "decode", "toon-format"),
    Entry("python-toon", "peer", "toon", "encode", "decode", "python-toon"),
)
"""In the order of the printed columns.  JSON encoders write bytes; TOON encoders write what they write."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A library that can be measured; ``decode`` is None for one that only encodes."""

    label: str
    role: Role
    version: str
    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any] | None
    reads: Literal["str", "bytes"] = "str"


@dataclass(frozen=True, slots=True)
class Absent:
    """A library that cannot be measured here, and why."""

    label: str
    reason: str


def _version(entry: Entry) -> str:
    if entry.distribution:
        return metadata.version(entry.distribution)
    return f"of Python {platform.python_version()}" if entry.role == "json" else import_module("toonwire").__version__


def _load(entry: Entry) -> Contender | Absent:
    try:
        version = _version(entry)
        module = import_module(entry.module)
        encode, decode = (
            reduce(getattr, name.split("."), module) if name else None for name in (entry.encode, entry.decode)
        )
        assert encode is not None, "every row names an encoder"
    except metadata.PackageNotFoundError:
        return Absent(entry.label, "not installed")
    except Exception as error:  # a peer's import may fail in any way, and that must not stop the others
        return Absent(entry.label, f"{type(error).__name__}: {error}")
    return Contender(entry.label, entry.role, version, encode, decode, entry.reads)


def installed(labels: Sequence[str] | None = None) -> tuple[list[Contender], list[Absent]]:
    """The contenders that are there, in the order of the table, and those that are not; all, or of ``labels``."""
    loaded = [_load(entry) for entry in CONTENDERS if labels is None or entry.label in labels]
    return (
        [one for one in loaded if isinstance(one, Contender)],
        [one for one in loaded if isinstance(one, Absent)],
    )
