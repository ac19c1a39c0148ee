"""A value to an open file.

Contract: nothing is written where encoding fails.  The text of a large value waits in a temporary file until all of
it is known to be good, so that memory holds the value and a few pieces; where there is no room for such a file, and
where ``default`` has a say, the text is made in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from toonwire import codec
from toonwire.errors import ToonError
from toonwire.options import Delimiter, Limits, NanPolicy
from toonwire.targets import text_sink

__all__ = ["dump"]

_LIMITS = Limits()


def dump(
    value: Any,
    fp: IO[str] | IO[bytes],
    *,
    indent: int = 2,
    delimiter: Delimiter = ",",
    default: Callable[[Any], Any] | None = None,
    nan: NanPolicy = "null",
    limits: Limits = _LIMITS,
) -> None:
    r"""Writes the document and one LF to a file that is open for text or for bytes.

    Nothing is written where encoding fails.  The text of a large value waits in a temporary file, not in memory.
    Open text files with ``encoding="utf-8", newline="\n"``.

    >>> import io
    >>> out = io.StringIO()
    >>> dump([1, 2], out)
    >>> out.getvalue()
    '[2]: 1,2\n'
    """
    if default is None and _is_large(value):
        spool = _spooled(value, indent=indent, delimiter=delimiter, nan=nan, limits=limits)
        if spool is not None:
            write = text_sink(fp)
            try:
                for text in spool.parts():
                    write(text)
            finally:
                spool.close()
            return
    text = codec.encode(value, indent=indent, delimiter=delimiter, default=default, nan=nan, limits=limits)
    text_sink(fp)(f"{text}\n")


_MANY = 30_000
"""Members and elements that make a value large."""
_CONTAINERS = 1000
"""Containers that are looked into for them."""


def _is_large(value: Any) -> bool:
    """A guess from the lengths of the containers nearest to the root, each of them seen once."""
    found, todo, at = 0, [value], 0
    while at < len(todo) and at < _CONTAINERS:
        container = todo[at]
        at += 1
        if type(container) is dict:
            parts: Any = container.values()
        elif type(container) is list:
            parts = container
        else:
            continue
        found += len(container)
        if found > _MANY:
            return True
        if len(todo) < _CONTAINERS:
            todo += [part for part in parts if type(part) is dict or type(part) is list]
    return False


def _spooled(value: Any, **options: Any) -> Any:
    """The text in a spool; None where it is better made in memory, which knows the error too."""
    from toonwire.stream.iterencode import iterencode
    from toonwire.stream.spool import Spool

    spool = Spool()
    try:
        for piece in iterencode(value, **options):
            spool.add(piece)
        spool.add("\n")
    except (ToonError, OSError):
        spool.close()
        return None
    except BaseException:
        spool.close()
        raise
    return spool
