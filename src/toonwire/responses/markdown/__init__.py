"""Safe Markdown: functions for untrusted values, a builder for pages, and pages made of payloads."""

from toonwire.responses.markdown.characters import lines, one_line, prose
from toonwire.responses.markdown.code import code_block, inline_code
from toonwire.responses.markdown.markup import Markdown
from toonwire.responses.markdown.phrases import bold, cell, heading, link, text, verbatim
from toonwire.responses.markdown.template import fill
