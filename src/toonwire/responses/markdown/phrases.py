r"""Values that read as prose: phrases, headings, bold text, labels of links, cells of tables.

Contract: a value keeps its place.  It cannot begin a heading, an item, a quotation, a table or a block of HTML,
nor end the line, and nothing in it becomes emphasis, a link, an image or an entity.  Time is linear.

The escapes are made for the worst place, the start of a line, since nobody knows where a value will stand.
Around a value there must be a space, punctuation or the end of the line; with letters right beside it two
halves may join into something new.  A full stop or a parenthesis that you write right behind a value at the start of
a line makes an item of a list out of a number: put such a value into inline code.
"""

from __future__ import annotations

import re

from toonwire.errors import OptionError
from toonwire.responses.markdown.addresses import addresses, safe_url
from toonwire.responses.markdown.characters import one_line, prose
from toonwire.responses.markdown.code import inline_code
from toonwire.responses.markdown.markup import Markdown

__all__ = ["bold", "cell", "heading", "link", "text", "verbatim"]

_ALWAYS = re.compile(
    r"[\\`*\[\]<~|]"
    r"|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"  # inside a word it is no emphasis
    r"|&(?=#?[A-Za-z0-9]*(?:;|\Z))"
)
_AT_START = re.compile(r"#{1,6}(?= |\Z)|>|[-+](?=[ :-]|\Z)|:(?=[ :-])|=(?==*\Z)")
_NUMBERED = re.compile(r"([0-9]{1,9})([.)])(?= |\Z)")
_CLOSING_MARKS = re.compile(r"(?:\A|(?<= ))#+\Z|!\Z")
_WORDS = re.compile(r"[A-Za-z]+(?:[ _-][A-Za-z0-9]+)*")
"""Most values: words, which mean nothing but themselves."""
_ESCAPED_PIPE = "\\|"


def text(value: object) -> Markdown:
    r"""A value as prose, with escapes only where they are needed; addresses stand as code.

    What comes back is :func:`prose` of the value.

    >>> print(text("1. *Not* a [list](x) & https://example.com/a_b_"))
    1\. \*Not\* a \[list\](x) & `https://example.com/a_b_`
    """
    if type(value) is str and _WORDS.fullmatch(value):
        return Markdown(value)
    return Markdown(_escaped(prose(value)))


def verbatim(value: object) -> Markdown:
    """A value as it reads: bare where nothing in it needs an escape, as inline code otherwise.

    What comes back is :func:`one_line` of the value.

    >>> print(verbatim("enabled"), verbatim(3.5), verbatim("is:open *"))
    enabled 3.5 `is:open *`
    """
    if type(value) is int or (type(value) is str and _WORDS.fullmatch(value)):
        return Markdown(value)
    line = one_line(value)
    return Markdown(line) if _escaped(prose(line)) == line else inline_code(line)


def heading(level: int, value: object) -> Markdown:
    r"""A heading of level 1 to 6.  What comes back is :func:`prose` of the value.

    >>> print(heading(2, "C #"))
    ## C \#
    """
    if isinstance(level, bool) or level not in range(1, 7):
        raise OptionError(option="level", expected="a level from 1 to 6", found=ascii(level))
    return Markdown(f"{'#' * level} {text(value)}".rstrip())


def bold(value: object) -> Markdown:
    r"""A value in bold, "" where it is blank.  What comes back is :func:`prose` of the value.

    >>> print(bold("a*b"))
    **a\*b**
    """
    shown = text(value)
    return Markdown(f"**{shown}**") if shown else shown


def link(label: object, url: object) -> Markdown:
    r"""A link with a label and a URL that may both be anything.

    What comes back is :func:`prose` of the label and the URL, with what needs it percent-encoded.  An address that
    is no plain ``http`` or ``https`` URL is no link: it stands behind the label, as code.  Without a label the
    address is the label.

    >>> print(link("Issue [1]", "https://example.com/issues/1?a=(b)"))
    [Issue \[1\]](https://example.com/issues/1?a=%28b%29)
    >>> print(link("Click", "javascript:alert(1)"))
    Click (`javascript:alert(1)`)
    """
    address = prose(url)
    target = safe_url(address)
    named = prose(label)
    if target is None:
        if not address:
            return text(named)
        return Markdown(f"{text(named)} ({inline_code(address)})" if named else inline_code(address))
    # no code in a label: with "]:" in it the line would define a reference and vanish
    return Markdown(f"[{_with_edges(_marked(named or address))}]({target})")


def cell(value: object, *, code: bool = True) -> Markdown:
    r"""A value as a cell of a table, "" where it is empty.

    code: as inline code; without it as prose.

    What comes back is :func:`one_line` of the value, or :func:`prose`.  A value with a pipe behind a backslash is
    always prose, since no spelling of it as code is read alike everywhere.

    >>> print("|", cell("a | b"), "|", cell("a | b", code=False), "|")
    | `a \| b` | a \| b |
    """
    line = one_line(value)
    if not code or _ESCAPED_PIPE in line:
        return Markdown(_escaped(prose(line), in_table=True))
    return Markdown(inline_code(line).replace("|", "\\|") if line else "")


def _escaped(phrase: str, *, in_table: bool = False) -> str:
    """A phrase with its addresses as code and the rest escaped."""
    parts: list[str] = []
    done = 0
    for start, end in addresses(phrase):
        parts += _marked(phrase[done:start]), _address(phrase[start:end], in_table=in_table)
        done = end
    return _with_edges("".join(parts) + _marked(phrase[done:]) if parts else _marked(phrase))


def _address(address: str, *, in_table: bool) -> str:
    if not in_table:
        return inline_code(address)
    spans = (inline_code(part).replace("|", "\\|") if part else "" for part in address.split(_ESCAPED_PIPE))
    return _marked(_ESCAPED_PIPE).join(spans)


def _marked(phrase: str) -> str:
    return _ALWAYS.sub(r"\\\g<0>", phrase)


def _with_edges(phrase: str) -> str:
    """A phrase that neither begins a block nor leaves an open end."""
    numbered = _NUMBERED.match(phrase)
    if numbered:
        phrase = f"{numbered[1]}\\{phrase[numbered.start(2) :]}"
    elif _AT_START.match(phrase):
        phrase = f"\\{phrase}"
    closing = _CLOSING_MARKS.search(phrase)
    return f"{phrase[: closing.start()]}\\{closing[0]}" if closing else phrase
