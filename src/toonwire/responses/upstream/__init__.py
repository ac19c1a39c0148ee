"""Data from the services behind a tool: what may fail, what may be missing, and what is worth its size."""

from toonwire.responses.upstream.enrichment import aoptional, optional
from toonwire.responses.upstream.failures import UpstreamError, UpstreamNotFound, raise_for_upstream_error
from toonwire.responses.upstream.lookup import Lookup, LookupEntry
from toonwire.responses.upstream.reference import Interned, ReferenceTable, intern
from toonwire.responses.upstream.scores import scored

__all__ = [
    "Interned",
    "Lookup",
    "LookupEntry",
    "ReferenceTable",
    "UpstreamError",
    "UpstreamNotFound",
    "aoptional",
    "intern",
    "optional",
    "raise_for_upstream_error",
    "scored",
]
