r"""Values as code: a span inside a line, or a block of lines.

Contract: nothing inside can end the span or the block, whatever the value, and nothing needs an escape, so
that a model reads the value unchanged.  Time is linear.
"""

from __future__ import annotations

import re

from toonwire.responses.markdown.characters import lines, one_line
from toonwire.responses.markdown.markup import Markdown

__all__ = ["code_block", "inline_code"]

_TICKS = re.compile("`+")
_INFO = re.compile(r"[A-Za-z0-9_+#.-]{1,32}")
_LONGEST_TICKS = 15
"""Beyond that a fence of tildes is shorter to read."""


def inline_code(value: object) -> Markdown:
    r"""A value as a span of code: for ids, slugs, queries and other short values.

    What comes back is :func:`one_line` of the value; of "", which no span can hold, one space.

    Leave a space or a mark of punctuation, but no backtick and no backslash, before it.

    >>> print(inline_code("a`b"), inline_code("# no\nheading"), inline_code("``"))
    ``a`b`` `# no heading` ` `` `
    """
    line = one_line(value)
    if not line:
        return Markdown("` `")
    if "`" not in line:
        around = " " if line[0] == line[-1] == " " and line.strip(" ") else ""
        return Markdown(f"`{around}{line}{around}`")
    taken = {len(run) for run in _TICKS.findall(line)}
    fence = "`" * next(n for n in range(1, len(taken) + 2) if n not in taken)
    # a reader takes one space off each side where both have one
    around = " " if "`" in (line[0], line[-1]) or line[0] == line[-1] == " " else ""
    return Markdown(f"{fence}{around}{line}{around}{fence}")


def code_block(value: object, language: str = "", *, indent: str = "") -> Markdown:
    r"""A value as a fenced block: for messages, stack traces and other values of several lines.

    language: the name behind the fence; one that is no plain word is left out.
    indent: what stands before each line, spaces in a list and ``> `` in a quotation.

    What comes back is :func:`lines` of the value.  The block ends with its fence, without a line end.

    >>> print(code_block("```\nx\n```", "py"))
    ````py
    ```
    x
    ```
    ````
    """
    body = lines(value)
    ticks, tildes = (_longest_fence(body, mark) for mark in "`~")
    fence = "`" * (ticks + 1) if ticks <= max(tildes, _LONGEST_TICKS) else "~" * (tildes + 1)
    info = language if _INFO.fullmatch(language) else ""
    made = [fence + info, *body, fence]
    return Markdown("\n".join(indent + line if line else indent.rstrip() for line in made))


def _longest_fence(body: list[str], mark: str) -> int:
    """The length of the longest line that could close a fence, also behind marks of a quotation; at least 2."""
    closer = re.compile(rf"[ \t>]*({mark}{{3,}})[ \t]*")
    found = (closer.fullmatch(line) for line in body if mark * 3 in line)
    return max((len(match[1]) for match in found if match), default=2)
