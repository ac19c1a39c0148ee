"""The reference package for every test that compares with it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.integration.oracle import Oracle, UnavailableError, start_oracle


@pytest.fixture(scope="session")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Oracle]:
    """A running oracle.  Where there can be none the tests skip with the reason, or fail with
    ``TOON_ORACLE=required``; ``TOON_NPM_DIR`` keeps the installed package from run to run.
    """
    kept = os.environ.get("TOON_NPM_DIR")
    folder = Path(kept).resolve() if kept else tmp_path_factory.mktemp("npm")
    try:
        running = start_oracle(folder)
    except UnavailableError as error:
        reason = f"no comparison with the reference package: {error}"
        if os.environ.get("TOON_ORACLE") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with closing(running):
        yield running
