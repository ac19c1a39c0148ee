"""pytest-benchmark suites: each contender that is installed, each family, each direction.

Run them with a command of their own, ``pytest benchmarks/test_speed.py``; a plain ``pytest`` does not collect
them.  pytest-benchmark gives statistics of one cell and compares saved runs; it measures one cell after the
other, so ratios between contenders are ``compare.py``'s business.  ``-k "envelope and orjson"`` selects.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import pytest

from contenders import Contender, installed
from families import FAMILIES
from payloads import Payload, payloads

CONTENDERS, _ = installed()
NAMES = [name for name in FAMILIES if name != "table100k"]

ROUNDS = 15
"""Of a call that gets new objects each time: all of them are made by setup."""

pytestmark = pytest.mark.benchmark(timer=time.process_time, disable_gc=False, warmup=False, min_rounds=3, max_time=0.5)


@cache
def _payload(family: str) -> Payload:
    return next(payloads([family], 1.0, installed(["toonwire"])[0]))


@pytest.fixture(params=NAMES)
def item(request: pytest.FixtureRequest, benchmark: Any) -> Payload:
    benchmark.group = f"{request.node.originalname.removeprefix('test_')} {request.param}"
    return _payload(request.param)


@pytest.mark.parametrize("contender", [pytest.param(one, id=one.label) for one in CONTENDERS])
def test_encode(contender: Contender, item: Payload, benchmark: Any) -> None:
    benchmark.extra_info = {"version": contender.version}
    if item.fresh:
        benchmark.pedantic(contender.encode, setup=lambda: ((item.copy(),), {}), rounds=ROUNDS)
    else:
        benchmark(contender.encode, item.value)


@pytest.mark.parametrize("contender", [pytest.param(one, id=one.label) for one in CONTENDERS if one.decode])
def test_decode(contender: Contender, item: Payload, benchmark: Any) -> None:
    benchmark.extra_info = {"version": contender.version}
    assert benchmark(contender.decode, item.text_for(contender)) == item.value
