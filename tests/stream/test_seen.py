"""The memory of keys."""

from __future__ import annotations

from toonwire.stream.seen import Seen


def test_keys_are_known_however_long() -> None:
    seen = Seen(checks=True)
    assert not seen
    for key in ("", "a", "é" * 40, "k" * 41, "k" * 5000):
        assert key not in seen
        seen.add(key)
        assert key in seen
    assert seen
    assert "k" * 4999 not in seen
    assert not seen.add_all(["x", "k" * 41])
    assert "x" not in seen
    assert seen.add_all(["x", "y" * 50])
    assert "y" * 50 in seen


def test_without_checks_no_key_is_known() -> None:
    seen = Seen(checks=False)
    seen.add("a")
    assert seen
    assert "a" not in seen
    assert seen.add_all(["a"])
