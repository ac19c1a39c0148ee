"""Text that is Markdown already, told apart by its type from values that anybody may have written.

Contract: a plain ``str`` is a value and gets escaped; what the functions of this package return is
:class:`Markdown` and stays as it is.  Joining it with ``+`` or in an f-string gives a plain ``str`` again, so
forgetting is safe: the text is escaped once more.
"""

from __future__ import annotations

__all__ = ["Markdown"]


class Markdown(str):
    """A text whose Markdown is meant.  Only ever wrap text that you wrote yourself.

    >>> from toonwire.responses.markdown import inline_code
    >>> isinstance(inline_code("x"), Markdown)
    True
    """

    __slots__ = ()
