"""Classes of libraries that the program may or may not use."""

from __future__ import annotations

import sys

__all__ = ["loaded"]


def loaded(module: str, name: str) -> type | None:
    """The class ``name`` of ``module`` if that module was imported already, else None; imports nothing.

    >>> loaded("collections", "OrderedDict")
    <class 'collections.OrderedDict'>
    >>> loaded("no_such_module", "Thing") is None
    True
    """
    found = getattr(sys.modules.get(module), name, None)
    return found if isinstance(found, type) else None
