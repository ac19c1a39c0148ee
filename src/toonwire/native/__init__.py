"""The native engine: Cython and C++, under the contract of the reference engine.

Contract: what the compiled modules are not sure of they decline, and the reference engine decides; so both
engines are one to the letter.  The import fails where the compiled modules are not there.
"""

from __future__ import annotations

from toonwire.native.encoding import encode, encode_bytes

__all__ = ["encode", "encode_bytes"]
