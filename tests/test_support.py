"""The examples of the modules that other tests lean on."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

import families
from tests import damage, equality, json_values


@pytest.mark.parametrize("module", [damage, equality, families, json_values], ids=lambda module: module.__name__)
def test_the_examples_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
