"""§3: Python types to the JSON model, one level at a time.

Contract: :func:`lowering` makes the function that an encoder asks about every value that is not exactly
None, a bool, an int, a float, a str, a list, or a dict with str keys.  What a type becomes stands in one
table (``toonwire.hosttypes.table``); a type outside the table is the caller's ``default``'s business, and
without one an error, never a silent null.

Nothing here imports a library for the sake of its types: a value of a class can exist only after the
class's module was loaded by somebody else.
"""

from __future__ import annotations

from toonwire.hosttypes.lowering import Lower, lowering

__all__ = ["Lower", "lowering"]
