"""Each step of the pipeline is pure, does nothing twice, and the quick looks miss nothing."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.responses.payloads import KEYS, PAYLOADS, VALUES
from toonwire.envelope import Violation, check
from toonwire.responses import Action, Redaction, Response, differences, redact
from toonwire.responses import secrets as secret_module
from toonwire.responses.pipeline import STEPS
from toonwire.responses.plain import plain
from toonwire.responses.screen import Screen
from toonwire.shaping import drop_empty, well_formed

LOOK = Action("get_row", {"id": 1}, "It has the details.")
REST = Action("list_rows", {"limit": 99}, "It lists the rest.")


def ignore(_: Violation) -> None:
    """Takes a finding."""


def plans(payload: dict[str, Any]) -> Response:
    made = Response(payload, "Rows", "core", text_limit=100, warnings=["stale"], notes=["a note"])
    return made.cap("rows", 1, rest=REST).cap("hits", 2, cursor="c2").action(LOOK).fit(2000)


@pytest.mark.parametrize("name", STEPS)
@given(payload=PAYLOADS)
def test_a_step_is_pure_and_does_nothing_twice(name: str, payload: dict[str, Any]) -> None:
    step, plan = STEPS[name], plans(payload)
    start = well_formed(plain(payload)) if name in ("cap", "fit", "derive") else plain(payload)
    before = copy.deepcopy(start)
    once = step(start, plan, ignore)
    assert start == before
    again = step(copy.deepcopy(once), plan, ignore)
    assert again == once
    assert list(again) == list(once)


def test_the_steps_stand_in_their_order() -> None:
    assert list(STEPS) == ["project", "drop_empty", "redact", "well_formed", "cap_text", "cap", "fit", "derive"]


@given(PAYLOADS)
def test_whatever_goes_in_a_response_that_keeps_its_rules_comes_out(payload: dict[str, Any]) -> None:
    answer = plans(payload)
    for mode in ("text", "structured", "dual", "envelope"):
        made = answer.wire(mode)
        assert made["isError"] is False, made
        if "structuredContent" in made:
            assert differences(made["content"], made["structuredContent"]) == []
    assert differences(answer.wire("text")["content"], answer.structured()) == []
    assert [found for found in check(answer.envelope().to_dict()) if "next-step" not in str(found.rule)] == []
    assert "ghp_aaaa" not in str(answer.wire("dual"))
    str(answer.structured()).encode()


@given(VALUES)
def test_a_quick_look_sees_every_placeholder(value: Any) -> None:
    value = plain({"value": value})
    if not Screen(value).may_hold_nothing():
        assert drop_empty(value) is value


@given(VALUES)
def test_a_quick_look_sees_every_broken_text(value: Any) -> None:
    value = plain({"value": value})
    if not Screen(value).may_be_ill_formed():
        assert well_formed(value) is value


@given(st.one_of(VALUES, st.dictionaries(KEYS, st.integers())))
def test_a_quick_look_sees_every_secret(value: Any) -> None:
    value = plain({"value": value})
    unseen = Redaction(looks=secret_module._LOOKS)
    assert redact(value) == redact(value, unseen)


def test_a_key_with_a_backslash_or_a_quote_hides_nothing() -> None:
    for key in ("a\\password", 'a"password', "é password"):
        assert redact({key: "x"}) == {key: "[redacted:password]"}, key


def test_no_pattern_is_slow() -> None:
    hostile = ["-----BEGIN " + "A " * 20_000, "eyJ" + "a" * 50_000, "://" + ":" * 50_000, "?sig=" * 10_000]
    hostile += [
        "sk-" + "a-" * 30_000,
        "xoxb-" + "a" * 50_000 + "!",
        "bearer " * 10_000,
        "-----BEGIN PRIVATE KEY-----" * 2000,
    ]
    for text in hostile:
        for look in secret_module._LOOKS.values():
            assert isinstance(look.sub("x", text), str)
    assert all(isinstance(look, re.Pattern) for look in secret_module._LOOKS.values())
