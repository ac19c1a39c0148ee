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
    try:
        return import_module("toonwire.native._numbers")
    except ModuleNotFoundError:
        if os.environ.get("TOONWIRE_REQUIRE_NATIVE") == "1":
            raise
        pytest.skip("THE NATIVE ENGINE IS NOT BUILT: python setup.py build_ext --inplace")
