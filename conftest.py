"""The names that examples in docstrings use: toonwire's public ones."""

from __future__ import annotations

from typing import Any

import pytest

import toonwire


@pytest.fixture(autouse=True)
def _examples(doctest_namespace: dict[str, Any]) -> None:
    doctest_namespace.update({name: getattr(toonwire, name) for name in toonwire.__all__})
