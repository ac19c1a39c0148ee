"""Sentences of your own with values in them."""

from __future__ import annotations

from string import Formatter
from typing import Any

from toonwire.responses.markdown.markup import Markdown
from toonwire.responses.markdown.phrases import verbatim

__all__ = ["fill"]


def fill(template: str, *values: object, **named: object) -> Markdown:
    """A template of Markdown, with fields as in ``str.format``, filled as :func:`verbatim` shows each value.

    A value that is :class:`Markdown` goes in as it is.  Leave a space or punctuation between a field and its
    neighbours.  Write the template yourself: its fields may look into the attributes of values.

    >>> fill("Use `get_issue` with id={id}, not {}.", "*/5 * * * *", id=12)
    'Use `get_issue` with id=12, not `*/5 * * * *`.'
    """
    return Markdown(_FILLER.vformat(template, values, named))


class _Filler(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Markdown) and not format_spec:
            return value
        return verbatim(format(value, format_spec) if format_spec else value)


_FILLER = _Filler()
