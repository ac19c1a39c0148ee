"""Safe Markdown: functions for untrusted values, a builder for pages, and pages made of payloads.

Contract: a value keeps its place, whatever it holds; each function says what it normalises.  Time is linear.
"""

from toonwire.responses.markdown.characters import lines, one_line, prose
from toonwire.responses.markdown.code import code_block, inline_code
from toonwire.responses.markdown.document import Document
from toonwire.responses.markdown.formats import format_actor, format_date, format_duration, format_id, format_size
from toonwire.responses.markdown.humanize import humanize_key, humanize_value
from toonwire.responses.markdown.markup import Markdown
from toonwire.responses.markdown.page import PageSpec, render_markdown
from toonwire.responses.markdown.phrases import bold, cell, heading, link, text, verbatim
from toonwire.responses.markdown.template import fill

__all__ = [
    "Document",
    "Markdown",
    "PageSpec",
    "bold",
    "cell",
    "code_block",
    "fill",
    "format_actor",
    "format_date",
    "format_duration",
    "format_id",
    "format_size",
    "heading",
    "humanize_key",
    "humanize_value",
    "inline_code",
    "lines",
    "link",
    "one_line",
    "prose",
    "render_markdown",
    "text",
    "verbatim",
]
