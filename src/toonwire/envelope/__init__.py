"""Results of tools as envelopes: built once, cut honestly, compacted, rendered, and given back whole."""

from toonwire.envelope.alphabet import (
    CANONICAL_VERDICTS,
    Alphabet,
    Verdict,
    Word,
    canonicalize_verdict,
    verdict_for_impact,
)
from toonwire.envelope.build import build_error, build_response, validate_tool_response
from toonwire.envelope.check import check
from toonwire.envelope.compact import compact
from toonwire.envelope.drift import Drift, documented_names, drift
from toonwire.envelope.expand import disagreements, expand, with_deprecation
from toonwire.envelope.fit import fit
from toonwire.envelope.layouts import apply_toon_format_to_response
from toonwire.envelope.model import Envelope
from toonwire.envelope.normalize import normalize
from toonwire.envelope.render import FormatPins, Measured, Rendered, measure, render, render_bytes
from toonwire.envelope.spellings import Names
from toonwire.envelope.streaming import Rows, awrite_envelope, write_envelope
from toonwire.envelope.surface import HONEST_SURFACE, TOON_CONTROL_SURFACE, is_wire, reduce_to_control_surface
from toonwire.envelope.truncation import Truncated, truncate, truncate_lists
from toonwire.envelope.violation import Violation
from toonwire.errors import EnvelopeError

__all__ = [
    "CANONICAL_VERDICTS",
    "HONEST_SURFACE",
    "TOON_CONTROL_SURFACE",
    "Alphabet",
    "Drift",
    "Envelope",
    "EnvelopeError",
    "FormatPins",
    "Measured",
    "Names",
    "Rendered",
    "Rows",
    "Truncated",
    "Verdict",
    "Violation",
    "Word",
    "apply_toon_format_to_response",
    "awrite_envelope",
    "build_error",
    "build_response",
    "canonicalize_verdict",
    "check",
    "compact",
    "disagreements",
    "documented_names",
    "drift",
    "expand",
    "fit",
    "is_wire",
    "measure",
    "normalize",
    "reduce_to_control_surface",
    "render",
    "render_bytes",
    "truncate",
    "truncate_lists",
    "validate_tool_response",
    "verdict_for_impact",
    "with_deprecation",
    "write_envelope",
]
