"""Functions under one signature for contenders whose own need more than the value or the text.

Contract: an encoder takes a value, a decoder takes a text, and each is as quick as its library allows: what
can be made once is made when this module is imported.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from toonwire.engines import load
from toonwire.hosttypes import lowering
from toonwire.options import DecodeOptions, EncodeOptions

__all__ = ["json_decode", "json_encode", "reference_decode", "reference_encode"]

_compact = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_reference = load("reference")
_encoding = EncodeOptions()


def json_encode(value: Any) -> bytes:
    """The bytes that the other JSON libraries write: compact and not escaped."""
    return _compact(value).encode()


json_decode = json.loads

reference_encode = partial(_reference.encode, options=_encoding, lowering=lambda: lowering(None, str))
"""toonwire on its engine in Python, whatever engine serves here."""

reference_decode = partial(_reference.decode, options=DecodeOptions())
