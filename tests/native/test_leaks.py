"""A short version of ``prove_leaks.py``: a leak in any one kind of call would be seen."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.native.leaks import GROUPS, growth


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_left_behind(codec: ModuleType, group: str) -> None:
    rounds = 30
    calls = rounds * len(GROUPS[group])
    for _ in range(3):
        found = growth(group, calls, warm_up=calls)
        # one block each time that a kind of call comes up would be `rounds`
        if found.blocks < rounds and found.objects < rounds:
            return
    pytest.fail(f"{calls} calls leave {found}")
