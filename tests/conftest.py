"""What all tests share: the engines and the Hypothesis profiles."""

from __future__ import annotations

import inspect
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
        engine = load(request.param)
    except ImportError:
        if os.environ.get("TOONWIRE_REQUIRE_NATIVE") == "1":
            raise
        pytest.skip("THE NATIVE ENGINE IS NOT BUILT: python setup.py build_ext --inplace")
    if engine != toonwire.codec._engine:
        monkeypatch.setattr("toonwire.codec._engine", engine)
        for name in ("encode", "encode_bytes", "decode", "dumps", "loads"):
            careful = inspect.unwrap(getattr(toonwire, name))  # the other engine's short way goes round this one
            monkeypatch.setattr(f"toonwire.codec.{name}", careful)
            monkeypatch.setattr(f"toonwire.{name}", careful)
    assert toonwire.engine() == request.param
    return toonwire
