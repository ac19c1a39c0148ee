"""Names, dates, actors, ids, sizes and durations as people write them."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from enum import Enum
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.responses.nasty import values
from toonwire.responses.markdown import (
    Markdown,
    fill,
    format_actor,
    format_date,
    format_duration,
    format_id,
    format_size,
    humanize_key,
    humanize_value,
    one_line,
    prose,
    text,
    verbatim,
)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("event_frequency_count", "Event frequency count"),
        ("conditionResult", "Condition result"),
        ("projectID", "Project ID"),
        ("project_id", "Project ID"),
        ("HTTPServerError", "HTTP server error"),
        ("userIDs", "User IDs"),
        ("apiURLsList", "API URLs list"),
        ("p95_latency_ms", "P95 latency ms"),
        ("ÉtatCivil", "État civil"),
        ("  last--seen ", "Last seen"),
        ("id", "ID"),
        ("a", "A"),
        ("status", "Status"),
        *((same, same) for same in ("http.status_code", "tags[x]", "count()", "@timestamp", "a/b", "", "_", "__", "-")),
    ],
)
def test_labels(name: str, label: str) -> None:
    assert humanize_key(name) == label
    assert humanize_key(label) == label or "URL" in label  # a label is a label already


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("event_frequency_count", "Event frequency count"),
        ("WARN", "WARN"),
        ("inProgress", "In Progress"),
        ("a.b", "a.b"),
    ],
)
def test_values(name: str, words: str) -> None:
    assert humanize_value(name) == words


def test_own_labels_come_first() -> None:
    assert humanize_key("targetIdentifier", labels={"targetIdentifier": "target *x*"}) == "target *x*"
    assert humanize_value("p1", labels={"p1": "urgent"}) == "urgent"


CET = timezone(timedelta(hours=1))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (datetime(2026, 11, 2, 9, 30, tzinfo=CET), "2026-11-02T08:30:00Z"),
        (datetime(2026, 11, 2, 9, 30, 0, 5), "2026-11-02T09:30:00.000005"),
        (date(2026, 11, 2), "2026-11-02"),
        (" 2026-11-02T08:30:00+01:00 ", "2026-11-02T08:30:00+01:00"),
        ("2026-11-02 08:30", "2026-11-02 08:30"),
        (1793608200, "2026-11-02T08:30:00Z"),
        (1793608200.5, "2026-11-02T08:30:00.500000Z"),
        *((value, None) for value in (None, "", "yesterday", "unknown", "2026", True, [], {}, 0, float("nan"), 1e300)),
        *(
            (value, None)
            for value in ("0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "0000-00-00", datetime.min, 10**400)
        ),
    ],
)
def test_dates(value: Any, said: str | None) -> None:
    assert format_date(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Ada", "Ada"),
        ({"name": "Ada", "username": "ada"}, "Ada (ada)"),
        ({"name": "ada", "username": "ada"}, "ada"),
        ({"displayName": "Ada", "email": "N/A"}, "Ada"),
        ({"type": "team", "slug": "backend"}, "backend"),
        ({"id": 7}, "7"),
        *((value, None) for value in (None, "", "unknown", "None", {}, {"name": None}, {"name": "-"}, True, [])),
    ],
)
def test_actors(value: Any, said: str | None) -> None:
    assert format_actor(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        *((value, str(value)) for value in (1, 0, "BE-1", 2**70)),
        (UUID(int=5), "00000000-0000-0000-0000-000000000005"),
        *((value, None) for value in (None, "", " ", "null", "N/A", UUID(int=0), True, 1.5, {}, [])),
    ],
)
def test_ids(value: Any, said: str | None) -> None:
    assert format_id(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        *((0, "0 bytes"), (1, "1 byte"), (1023, "1,023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"), (2**20, "1 MiB")),
        *((2**20 - 1, "1 MiB"), (1.5, "1.5 bytes"), (2**60, "1 EiB"), (2**70, "1,024 EiB")),
        *((value, None) for value in (None, -1, "5", True, float("inf"), float("nan"))),
    ],
)
def test_sizes(value: Any, said: str | None) -> None:
    assert format_size(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        *((0, "0 s"), (0.0421, "42.1 ms"), (0.00004, "0.04 ms"), (0.99996, "1 s"), (1.25, "1.2 s"), (59.9, "59.9 s")),
        *((59.96, "1 min"), (60, "1 min"), (125, "2 min 5 s"), (3600, "1 h"), (3605, "1 h"), (12_000, "3 h 20 min")),
        *((86_400, "1 d"), (timedelta(days=2, hours=4, minutes=9), "2 d 4 h"), (10**8, "1,157 d 9 h")),
        *((value, None) for value in (None, -0.1, "5", True, float("nan"), timedelta(seconds=-1))),
    ],
)
def test_durations(value: Any, said: str | None) -> None:
    assert format_duration(value) == said


@given(st.one_of(st.integers(), st.floats()))
def test_any_number_is_formatted(number: float) -> None:
    for formatter in (format_size, format_duration, format_date, format_id):
        assert formatter(number) is None or formatter(number)


# ---- templates


class Colour(Enum):
    RED = "r_"


def test_templates() -> None:
    assert fill("{}: {a} {{x}} {b!r} {c:.1f}", "x*", a=Markdown("**b**"), b="q", c=1.25) == "`x*`: **b** {x} 'q' 1.2"
    assert isinstance(fill("x"), Markdown)
    assert text(Colour.RED) == "r\\_"
    assert verbatim(None) == ""
    with pytest.raises(IndexError):
        fill("{} {}", 1)


@given(values)
def test_forgetting_escapes_once_more(value: str) -> None:
    """A plain string made of Markdown is a value again."""
    assert not isinstance(f"{text(value)}", Markdown)
    assert prose(value) == prose(prose(value))
    assert one_line(value) == one_line(one_line(value))
