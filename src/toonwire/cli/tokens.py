"""How many tokens a model sees in a text, where a tokenizer is installed.

Contract: the vocabulary is ``o200k_base`` and comes with the package of the ``tokens`` extra; nothing is
fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from warnings import catch_warnings, simplefilter

__all__ = ["ENCODING", "MISSING", "token_counter"]

ENCODING = "o200k_base"

MISSING = "tokens are not counted: pip install 'toonwire[tokens]'"


def token_counter() -> Callable[[str], int] | None:
    """A function from a text to its number of tokens; None where the extra is not installed."""
    if find_spec("bpe_openai") is None:
        return None
    with catch_warnings():
        # the package reads its own files in a way that some interpreters call deprecated
        simplefilter("ignore", DeprecationWarning)
        from bpe_openai import get_encoding

    encode = get_encoding(ENCODING).encode_ordinary
    return lambda text: len(encode(text))
