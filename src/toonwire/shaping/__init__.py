"""Pure steps on payloads: well-formed text, fewer placeholders, shorter lists and texts, other shapes.

Contract: a step returns a new value or the very value it was given, never changes what it was given, keeps
the order of keys, and does nothing more when it is applied again.
"""

from toonwire.shaping.cap_list import Capped, cap_list
from toonwire.shaping.cap_text import CappedText, cap_text
from toonwire.shaping.drop_empty import PLACEHOLDERS, drop_empty
from toonwire.shaping.flatten import flatten
from toonwire.shaping.project import project
from toonwire.shaping.well_formed import well_formed

__all__ = [
    "PLACEHOLDERS",
    "Capped",
    "CappedText",
    "cap_list",
    "cap_text",
    "drop_empty",
    "flatten",
    "project",
    "well_formed",
]
