"""toonwire and the reference npm package, side by side on generated values and damaged documents.

Text is compared byte for byte.  Three things are compared by value only, since JavaScript cannot hold
them as they are: objects with integer-like keys (it moves these to the front), integers beyond 2^53, and
floats from 2^53 up to 1e21 (toonwire writes their exact integer, §2).
"""

from __future__ import annotations

import os
import re
from itertools import product
from typing import Any

import pytest

from tests.damage import damaged
from tests.equality import same
from tests.integration.agreement import difference
from tests.integration.oracle import Oracle
from tests.json_values import as_javascript, beyond_double_text, hoists, json_value
from toonwire import decode, encode

COUNT = int(os.environ.get("TOON_FUZZ", "2000"))
LAYOUTS = [{"delimiter": d, "indent": i} for d, i in product((",", "\t", "|"), (2, 4))]


def _layout(seed: int) -> dict[str, Any]:
    return LAYOUTS[seed % len(LAYOUTS)]


@pytest.fixture(scope="module")
def texts() -> list[tuple[int, Any, str]]:
    """Seed, value and text of every generated value."""
    values = ((seed, json_value(seed)) for seed in range(COUNT))
    return [(seed, value, encode(value, **_layout(seed))) for seed, value in values]


FORMS = {
    "inline array": r"^ *(- )?[^ \[]*\[\d+[|\t]?\]: ",
    "list form": r"\[\d+[|\t]?\]:$",
    "empty array": r": \[\]$",
    "empty inner array": r"- \[0[|\t]?\]:$",
    "empty object": r"^( *)[a-z_]+:$(?!\n\1 )",
    "empty object item": r"^ *-$",
    "table": r"\[\d+[|\t]?\]\{",
    "keyed table": r"\[\d+:[|\t]?\]\{",
    "nested group": r"\{.*\{.*\}.*\}:$",
    "table on a hyphen line": r"^ *- [^ \[]+\[\d+:?[|\t]?\]\{",
    "quoted key": r'^ *(- )?"[^"]*":',
    "quoted field name": r'\]\{.*"',
    "escape": r"\\[\\\"nrtu]",
    "exponent": r"[0-9]e[-+][0-9]",
    "quoted delimiter": r'"[^"]*[,|][^"]*"',
}


@pytest.mark.parametrize("form", FORMS)
def test_the_generator_reaches_every_form(form: str, texts: list[tuple[int, Any, str]]) -> None:
    pattern = re.compile(FORMS[form], re.MULTILINE)
    assert sum(pattern.search(text) is not None for _, _, text in texts) >= COUNT // 100


def test_encode_is_byte_identical(oracle: Oracle, texts: list[tuple[int, Any, str]]) -> None:
    for seed, value, text in texts:
        assert not hoists(value)
        assert not beyond_double_text(value)
        assert text == oracle.encode(value, **_layout(seed)), (seed, _layout(seed), value)


def test_both_decode_to_the_value(oracle: Oracle, texts: list[tuple[int, Any, str]]) -> None:
    for seed, value, text in texts:
        indent = _layout(seed)["indent"]
        ours = decode(text, indent=indent)
        assert same(ours, value, ordered=False), (seed, text)
        assert same(ours, oracle.decode(text, indent=indent)), (seed, text)


def test_what_javascript_changes_agrees_by_value(oracle: Oracle) -> None:
    for seed in range(COUNT // 4):
        value = json_value(seed, javascript_safe=False)
        held = as_javascript(value)
        text, theirs = encode(value), oracle.encode(value)
        assert same(decode(text), value, ordered=False), (seed, value)
        assert same(as_javascript(decode(text)), oracle.decode(text)), (seed, text)
        assert same(as_javascript(decode(theirs)), held, ordered=False), (seed, theirs)
        if not beyond_double_text(value):
            assert encode(held) == theirs, (seed, value)


@pytest.mark.parametrize("strict", [True, False])
def test_damaged_documents_are_judged_alike(strict: bool, oracle: Oracle, texts: list[tuple[int, Any, str]]) -> None:
    accepted = 0
    for seed, _, text in texts:
        document = damaged(text, seed)
        found, value = difference(oracle, document, indent=_layout(seed)["indent"], strict=strict)
        assert not found, f"seed {seed}, strict={strict}: {found}\n{document!r}"
        accepted += value
    assert COUNT // 10 < accepted < COUNT * 9 // 10
