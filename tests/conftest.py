"""What all tests share: the engines and the Hypothesis profiles."""

from __future__ import annotations

import os
from types import ModuleType

import pytest
from hypothesis import HealthCheck, settings

import toonwire

ENGINES = ("reference",)

settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("dev", max_examples=300, deadline=None)
settings.register_profile("long", max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(params=ENGINES)
def codec(request: pytest.FixtureRequest) -> ModuleType:
    """toonwire with one engine: a test of the codec runs once with each."""
    assert toonwire.engine() == request.param
    return toonwire
