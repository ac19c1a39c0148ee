"""Tables from what a caller says about them."""

from __future__ import annotations

from toonwire.errors import OptionError
from toonwire.rules.fault import Fault
from toonwire.rules.keys import encode_key
from toonwire.stream.encoding import Encoding, failure
from toonwire.stream.fieldnames import Fields, template_of
from toonwire.stream.keyedtable import KeyedTable
from toonwire.stream.rowtable import RowTable
from toonwire.stream.table import Place, Table

__all__ = ["check_count", "new_table"]


def new_table(
    encoding: Encoding, place: Place, key: str | None, fields: Fields | None, count: int | None, *, keyed: bool
) -> Table:
    """A table behind ``key`` at a place, which is that of the object around it; without a key it is the root.

    Raises :class:`~toonwire.errors.OptionError`, and an EncodeError for a key or for fields that cannot be
    written.
    """
    if count is not None:
        check_count(count)
    template = None if fields is None else template_of(fields)
    if key is not None:
        path = (*place.path, key)
        try:
            place = Place(path, place.lead + encode_key(key), place.above + 1, place.depth)
        except Fault as fault:
            raise failure(fault, path) from None
    table: Table = (KeyedTable if keyed else RowTable)(encoding, place, template, count)
    return table


def check_count(count: object) -> None:
    """Raises :class:`~toonwire.errors.OptionError` for what is no number of rows or items."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise OptionError(option="count", expected="a whole number of at least 0", found=ascii(count)[:40])
