"""TOON (Token-Oriented Object Notation, spec 4.4): values to text and back, exactly."""

from toonwire.codec import (
    decode,
    dumps,
    encode,
    encode_bytes,
    engine,
    load,
    loads,
)
from toonwire.dumping import dump
from toonwire.errors import (
    DecodeError,
    EncodeError,
    EncodeTypeError,
    ErrorCode,
    JsonError,
    OptionError,
    ToonError,
)
from toonwire.options import Delimiter, Limits
from toonwire.version import TOON_SPEC_VERSION, __version__

__all__ = [
    "TOON_SPEC_VERSION",
    "DecodeError",
    "Delimiter",
    "EncodeError",
    "EncodeTypeError",
    "ErrorCode",
    "JsonError",
    "Limits",
    "OptionError",
    "ToonError",
    "__version__",
    "decode",
    "dump",
    "dumps",
    "encode",
    "encode_bytes",
    "engine",
    "load",
    "loads",
]
