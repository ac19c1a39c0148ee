"""The fuzz target that compares with the reference package, without a fuzzer: kept inputs and some seeds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fuzz.regressions import regressions
from tests.integration.oracle import Oracle
from tests.native.conftest import encoder

__all__ = ["encoder"]


@pytest.mark.usefixtures("encoder")
def test_kept_inputs_and_seeds(oracle: Oracle) -> None:
    from tests.fuzz import npm

    for kept in regressions("npm"):
        assert npm.shown(kept.data) == kept.input
        npm.judge(kept.data, oracle)
    for data in list(npm.seeds())[::9]:
        npm.judge(data, oracle)


@pytest.mark.usefixtures("encoder")
def test_a_difference_is_seen(oracle: Oracle) -> None:
    from tests.fuzz import npm
    from tests.fuzz.outcomes import DifferenceError

    class Wrong:
        """The package, with a fault of its own."""

        def encode(self, value: Any, **options: Any) -> str:
            return oracle.encode(value, **options) + "x"

        def decode(self, text: str, **options: Any) -> Any:
            return oracle.decode(text.replace("1", "2"), **options)

    failures = 0
    for data in list(npm.seeds())[::20]:
        try:
            npm.judge(data, Wrong())
        except DifferenceError:
            failures += 1
    assert failures > 10
