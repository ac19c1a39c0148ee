"""The compiled modules, for tests that need them; where they are not built, those tests skip and say so.

With TOONWIRE_REQUIRE_NATIVE=1 they fail instead.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def numbers() -> ModuleType:
    """toonwire.native._numbers."""
    return _compiled("_numbers")


@pytest.fixture(scope="session")
def native() -> ModuleType:
    """toonwire.native._decoder."""
    return _compiled("_decoder")


@pytest.fixture(scope="session")
def encoder() -> ModuleType:
    """toonwire.native._encoder."""
    return _compiled("_encoder")


@pytest.fixture(scope="session")
def encoding() -> ModuleType:
    """toonwire.native.encoding, which is Python but needs the compiled encoder."""
    return _compiled("encoding")


def _compiled(name: str) -> ModuleType:
    try:
        return import_module(f"toonwire.native.{name}")
    except ModuleNotFoundError:
        if os.environ.get("TOONWIRE_REQUIRE_NATIVE") == "1":
            raise
        pytest.skip("THE NATIVE ENGINE IS NOT BUILT: python setup.py build_ext --inplace")
