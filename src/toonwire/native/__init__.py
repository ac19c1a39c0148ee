"""Engine 2: the contract of the reference engine in Cython and C++17.

What the compiled modules are not sure of they decline, and the reference engine decides: so both engines do
the same to the letter.  The import fails where the compiled modules are not there.
"""

from __future__ import annotations

from toonwire.native.decoding import decode, quick_decode
from toonwire.native.encoding import encode, encode_bytes, quick_encode, quick_encode_bytes

__all__ = ["decode", "encode", "encode_bytes", "quick_decode", "quick_encode", "quick_encode_bytes"]
