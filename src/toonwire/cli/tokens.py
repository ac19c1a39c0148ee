"""How many tokens a model sees in a text, where a tokenizer is installed.

Contract: the vocabulary is ``o200k_base`` and comes with the package of the ``tokens`` extra; nothing is
fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from warnings import catch_warnings, simplefilter

__all__ = ["ENCODING", "MISSING", "pieces", "token_counter"]

ENCODING = "o200k_base"

MISSING = "tokens are not counted: pip install 'toonwire[tokens]'"


_PIECE = 25_000
"""Characters counted at once; twice as many hold no more tokens than the tokenizer takes in one call."""

# After a letter or digit and before one of these characters a word always ends, so that the tokens of the
# parts are the tokens of the whole.
_CUT = re.compile(r'(?<=[a-z0-9])(?=[ ",|\n\t])')


def token_counter() -> Callable[[str], int] | None:
    """A function from a text to its number of tokens; None where the extra is not installed."""
    if find_spec("bpe_openai") is None:
        return None
    with catch_warnings():
        # the package reads its own files in a way that some interpreters call deprecated
        simplefilter("ignore", DeprecationWarning)
        from bpe_openai import get_encoding

    encode = get_encoding(ENCODING).encode_ordinary
    return lambda text: sum(len(encode(piece)) for piece in pieces(text))


def pieces(text: str, size: int = _PIECE) -> Iterator[str]:
    """Parts of a text of ``size`` to twice ``size`` characters, cut where a word ends.

    >>> list(pieces("one two three four", 5))
    ['one two', ' three', ' four']
    """
    start = 0
    while len(text) - start > 2 * size:
        m = _CUT.search(text, start + size, start + 2 * size)
        end = m.start() if m is not None else start + 2 * size
        yield text[start:end]
        start = end
    yield text[start:]
