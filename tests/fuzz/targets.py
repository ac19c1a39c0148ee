"""The targets by name.

Contract: a target is a module whose docstring begins with its invariant.  It has ``check(data)``, which returns
None for any bytes or raises where the invariant does not hold, ``shown(data)``, the same input in words, and
``seeds()``.  The same data are the same input in every process.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Protocol, cast

__all__ = ["TARGETS", "Target", "target"]

TARGETS = ("decode_engines", "encode_engines", "roundtrip", "mutated", "numbers", "npm")


class Target(Protocol):
    """What a module of a target has."""

    def check(self, data: bytes) -> None:
        """Raises where the invariant does not hold."""

    def shown(self, data: bytes) -> str:
        """The input in words."""

    def seeds(self) -> Iterable[bytes]:
        """Data to start from."""


def target(name: str) -> Target:
    """The target of that name.  Raises an ImportError where the native engine is not built."""
    return cast("Target", import_module(f"tests.fuzz.{name}"))
