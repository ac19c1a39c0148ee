"""A document piece by piece, with its structure checked as it goes.

Contract: see ``toonwire.stream.scopes``.  The file is not closed, and an error leaves a document that is not
finished.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any, NoReturn

from toonwire.errors import ErrorCode
from toonwire.options import Delimiter, Limits, NanPolicy
from toonwire.rules.fault import Fault
from toonwire.stream.blocks import Block
from toonwire.stream.encoding import Encoding, failure
from toonwire.stream.fieldnames import Fields
from toonwire.stream.scopes import ArrayScope, ObjectScope, Opened, TableScope
from toonwire.stream.table import Place
from toonwire.stream.tables import new_table
from toonwire.targets import text_sink

__all__ = ["Writer"]

_LIMITS = Limits()


class Writer(Block):
    """Writes a document to a file, one part after the other.

    Its methods with a key write the fields of an object, which is the document; without a key ``array`` and
    ``table`` make the whole document.  What they open is closed before anything else is written, best by
    ``with``.  Values are written as :func:`toonwire.encode` writes them, and an object or array that is opened
    is written in the form that it was declared in: rows are given to ``table``.

    fp: a file that is open for text (``encoding="utf-8"``) or for bytes.  The other options are those of
    :func:`toonwire.encode`.

    A wrong count, a key that comes twice, a part that is left open and content for a part that is not the
    innermost open one raise an :class:`~toonwire.EncodeError`.

    >>> import io
    >>> from toonwire.stream import Writer
    >>> out = io.StringIO()
    >>> with Writer(out) as document:
    ...     document.value("team", "blue")
    ...     with document.array("tags", count=2) as tags:
    ...         tags.item("x")
    ...         tags.item("y")
    ...     with document.table("users", fields=["id", "name"], count=1) as users:
    ...         users.write([1, "Ada"])
    >>> print(out.getvalue(), end="")
    team: blue
    tags[2]: x,y
    users[1]{id,name}:
      1,Ada
    """

    def __init__(
        self,
        fp: IO[str] | IO[bytes],
        *,
        indent: int = 2,
        delimiter: Delimiter = ",",
        default: Callable[[Any], Any] | None = None,
        nan: NanPolicy = "null",
        limits: Limits = _LIMITS,
    ) -> None:
        self._encoding = Encoding(indent, delimiter, default, nan, limits)
        self._put = text_sink(fp)
        self._opened = Opened(self._encoding, self._write)
        self._root: ObjectScope | None = None
        self._whole = False  # the document is an array or a table
        self._written = False
        self._closed = False

    def value(self, key: str, value: Any) -> None:
        """A field with any value that :func:`toonwire.encode` takes."""
        self._fields().value(key, value)

    def object(self, key: str) -> ObjectScope:
        """Opens a field that is an object."""
        return self._fields().object(key)

    def array(self, key: str | None = None, *, count: int) -> ArrayScope:
        """Opens a field that is an array of ``count`` items, or without a key such an array as the document."""
        if key is not None:
            return self._fields().array(key, count=count)
        self._check_whole()
        scope = ArrayScope(self._opened, Place(), count)
        self._whole = True
        self._opened.parts.append(scope)
        return scope

    def table(
        self,
        key: str | None = None,
        *,
        fields: Fields | None = None,
        count: int | None = None,
        keyed: bool = False,
    ) -> TableScope:
        """Opens a field that is a table, or without a key a table as the document."""
        if key is not None:
            return self._fields().table(key, fields=fields, count=count, keyed=keyed)
        self._check_whole()
        table = new_table(self._encoding, Place(), None, fields, count, keyed=keyed)
        scope = TableScope(self._opened, table)
        self._whole = True
        self._opened.parts.append(scope)
        return scope

    def close(self) -> None:
        """Ends the document.  Raises where a part is open; a second call does nothing."""
        if self._closed:
            return
        if self._root is not None:
            self._root.close()
        if self._opened.parts or self._opened.failed:
            found = "a part that has failed" if self._opened.failed else "one that is open"
            self.abandon()
            self._refuse("a document whose parts are closed", found)
        self._closed = True
        if not self._written:
            self._put("\n")  # an empty object is an empty document

    def _fields(self) -> ObjectScope:
        if self._closed or self._whole:
            self._refuse("an open object", "a document that is closed" if self._closed else "an array or table")
        if self._root is None:
            self._root = ObjectScope(self._opened, Place(depth=0))
            self._opened.parts.append(self._root)
        return self._root

    def _check_whole(self) -> None:
        if self._closed or self._whole or self._root is not None:
            self._refuse("a document that is empty", "one that is closed" if self._closed else "one that is begun")

    def _refuse(self, expected: str, found: str) -> NoReturn:
        raise failure(Fault(ErrorCode.SCOPE, expected=expected, found=found), ())

    def _write(self, text: str) -> None:
        self._written = True
        self._put(text)

    def abandon(self) -> None:
        """Leaves the document unfinished, and all that is open in it."""
        self._opened.failed = True
        for part in self._opened.parts:
            part.abandon()
