"""What all tests share: the engines and the Hypothesis profiles."""

from __future__ import annotations

import os
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

import toonwire
from toonwire.engines import EngineName, load

ENGINES: tuple[EngineName, ...] = ("reference", "native")

settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("dev", max_examples=300, deadline=None)
settings.register_profile("long", max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(params=ENGINES)
def codec(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """toonwire with one engine: a test of the codec runs once with each.

    Where the native engine is not built its tests skip and say so; with TOONWIRE_REQUIRE_NATIVE=1 they fail.
    """
    try:
        monkeypatch.setattr("toonwire.codec._engine", load(request.param))
    except ImportError:
        if os.environ.get("TOONWIRE_REQUIRE_NATIVE") == "1":
            raise
        pytest.skip("THE NATIVE ENGINE IS NOT BUILT: python setup.py build_ext --inplace")
    assert toonwire.engine() == request.param
    return toonwire
