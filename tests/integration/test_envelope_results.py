"""What an envelope carries is what the reference package decodes."""

from __future__ import annotations

import pytest

from tests.envelope.results import RESULTS
from tests.equality import same
from tests.integration.oracle import Oracle
from tests.json_values import as_javascript
from toonwire.envelope import apply_toon_format_to_response, normalize


@pytest.mark.parametrize("compact_only", [False, True])
@pytest.mark.parametrize("name", RESULTS)
def test_a_result_comes_back_through_the_reference_package(oracle: Oracle, name: str, compact_only: bool) -> None:
    wire = apply_toon_format_to_response(RESULTS[name], "toon", compact_only=compact_only)
    assert same(oracle.decode(wire["toon_content"]), as_javascript(normalize(RESULTS[name])), ordered=False)
