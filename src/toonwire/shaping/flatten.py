"""Objects inside objects, as fields with longer names: what nests becomes the columns of a table.

Contract: no field is lost and none is made up; where two would get one name that is an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toonwire.errors import EncodeError, ErrorCode
from toonwire.paths import Path, format_path
from toonwire.rules.fault import shorten
from toonwire.shaping.rebuild import Entries, rebuild

__all__ = ["flatten"]


def flatten(value: Any, *, separator: str = ".") -> Any:
    """A payload in which no object has an object as a field, in lists neither.

    An empty object stays a field of its own.  Raises :class:`EncodeError` (``key-collision``) with the path
    where two fields would get one name.

    >>> flatten({"id": 1, "owner": {"name": "Ada", "team": {"id": 7}}, "rows": [{"at": {"line": 3}}], "meta": {}})
    {'id': 1, 'owner.name': 'Ada', 'owner.team.id': 7, 'rows': [{'at.line': 3}], 'meta': {}}
    """

    def close(container: Any, entries: Entries, path: Callable[[], Path]) -> Entries:
        if not isinstance(container, dict) or not any(isinstance(item, dict) and item for _, item in entries):
            return entries
        return _joined(entries, separator, path)

    return rebuild(value, lambda item, _: item, close)


def _joined(entries: Entries, separator: str, path: Callable[[], Path]) -> Entries:
    out: dict[Any, Any] = {}
    for key, item in entries:
        inner = item if isinstance(item, dict) and item else None
        fields = {key: item} if inner is None else {f"{key}{separator}{name}": leaf for name, leaf in inner.items()}
        for name, leaf in fields.items():
            if name in out:
                raise EncodeError(
                    ErrorCode.KEY_COLLISION,
                    path=format_path((*path(), key)),
                    found=f"{shorten(name)} twice",
                    expected="names that stay different when they are joined",
                    hint="choose another separator",
                )
            out[name] = leaf
    return list(out.items())
