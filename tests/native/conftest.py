"""The compiled modules, for tests that need them; where they are not built, those tests skip and say so.

With TOONWIRE_REQUIRE_NATIVE=1 they fail instead.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

import pytest


def _compiled(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        if os.environ.get("TOONWIRE_REQUIRE_NATIVE") == "1":
            raise
        pytest.skip("THE NATIVE ENGINE IS NOT BUILT: python setup.py build_ext --inplace")


@pytest.fixture(scope="session")
def numbers() -> ModuleType:
    """toonwire.native._numbers."""
    return _compiled("toonwire.native._numbers")


@pytest.fixture(scope="session")
def encoder() -> ModuleType:
    """toonwire.native._encoder."""
    return _compiled("toonwire.native._encoder")


@pytest.fixture(scope="session")
def encoding() -> ModuleType:
    """toonwire.native.encoding, which is Python but needs toonwire.native._encoder."""
    return _compiled("toonwire.native.encoding")
