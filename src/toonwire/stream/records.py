"""The records of a large document: the elements of one container as they arrive."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, overload

from toonwire.options import DecodeOptions, Limits
from toonwire.paths import parse_path
from toonwire.stream.document import Document
from toonwire.stream.pulled import pulled
from toonwire.stream.selection import Selection
from toonwire.stream.sources import AsyncSource, Source

__all__ = ["iter_records"]

_LIMITS = Limits()


@overload
def iter_records(
    source: AsyncSource,
    path: str = ...,
    *,
    indent: int = ...,
    strict: bool = ...,
    parse_float: Callable[[str], Any] | None = ...,
    parse_int: Callable[[str], Any] | None = ...,
    unique_keys: bool = ...,
    limits: Limits = ...,
) -> AsyncIterator[Any]: ...


@overload
def iter_records(
    source: Source,
    path: str = ...,
    *,
    indent: int = ...,
    strict: bool = ...,
    parse_float: Callable[[str], Any] | None = ...,
    parse_int: Callable[[str], Any] | None = ...,
    unique_keys: bool = ...,
    limits: Limits = ...,
) -> Iterator[Any]: ...


def iter_records(
    source: Source | AsyncSource,
    path: str = "",
    *,
    indent: int = 2,
    strict: bool = True,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    unique_keys: bool = True,
    limits: Limits = _LIMITS,
) -> Iterator[Any] | AsyncIterator[Any]:
    r"""The elements of the container at a path, as they arrive.

    source: as for :func:`iterdecode`; an open file is the fastest.
    path: where the container stands, as ``report.users`` or ``teams[0].members``; "" is the root.

    Of a table or list these are its values, of a keyed table or object its pairs of key and value.  The rest of
    the document is read too, before and after, so that all of it is checked.  Options and errors are those of
    :func:`iterdecode`; all elements that are complete before an error come first.  A path that leads to a scalar,
    or to nothing, is a :class:`toonwire.OptionError`, at the end of the document if need be.

    Elements are read in batches, so a batch that is refused has its numbers given to ``parse_float`` and
    ``parse_int`` once more.

    >>> list(iter_records("team: blue\nusers[2]{id,name}:\n  1,Ada\n  2,Bo", "users"))
    [{'id': 1, 'name': 'Ada'}, {'id': 2, 'name': 'Bo'}]
    >>> list(iter_records("[2:]{id}:\n  ada: 1\n  bo: 2"))
    [('ada', {'id': 1}), ('bo', {'id': 2})]
    """
    options = DecodeOptions(indent, strict, parse_float, parse_int, None, None, limits)
    selection = Selection(parse_path(path))
    document = Document(options, unique_keys=unique_keys, wanted=selection.wanted)
    return pulled(source, document, selection.take, selection.end)
