"""Tables from rows: what encode writes for all of them, from whatever the rows come."""

from __future__ import annotations

import asyncio
import csv
import io
import sqlite3
from collections import UserDict, namedtuple
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.strategies import delimiters, indents, keyed_tables, tables
from toonwire import EncodeError, Limits, OptionError
from toonwire.stream import TableWriter, awrite_table, write_table

both_engines = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)


@pytest.fixture(autouse=True, params=[1, 64])
def batch(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of one row, of two, and as they are."""
    if request.param < 64:
        monkeypatch.setattr("toonwire.stream.pace._FIRST", request.param)
        monkeypatch.setattr("toonwire.stream.pace._MOST", request.param)


def table(rows: Any, key: str | None = None, **options: Any) -> str:
    out = io.StringIO()
    write_table(out, rows, key, **options)
    return out.getvalue()


def refusal(rows: Any, key: str | None = "users", **options: Any) -> tuple[str, str]:
    with pytest.raises(EncodeError) as caught:
        table(rows, key, **options)
    return caught.value.code.value, caught.value.path


ROWS = [{"id": i, "name": f"n, {i}", "at": {"x": i / 4, "y": None}} for i in range(5)]
FIELDS = ["id", "name", {"at": ["x", "y"]}]
CELLS = [[row["id"], row["name"], *row["at"].values()] for row in ROWS]


# ---- the text of encode


@both_engines
@given(tables, delimiters, indents, st.sampled_from([None, "users", "a b", ""]))
def test_tables(codec: ModuleType, rows: list[Any], delimiter: Any, indent: int, key: str | None) -> None:
    rows = rows * 2
    options = {"delimiter": delimiter, "indent": indent}
    text = codec.encode(rows if key is None else {key: rows}, **options) + "\n"
    assert table(rows, key, **options) == text
    assert table(iter(rows), key, **options) == text
    out = io.BytesIO()
    with TableWriter(out, key, count=len(rows), **options) as writer:
        for row in rows:
            writer.write(row)
    assert out.getvalue() == text.encode()


@both_engines
@given(keyed_tables, delimiters, indents, st.sampled_from([None, "users"]))
def test_keyed_tables(codec: ModuleType, rows: dict[str, Any], delimiter: Any, indent: int, key: str | None) -> None:
    options = {"delimiter": delimiter, "indent": indent}
    text = codec.encode(rows if key is None else {key: rows}, **options) + "\n"
    assert table(rows, key, keyed=True, **options) == text
    assert table(iter(rows.items()), key, keyed=True, **options) == text


@pytest.mark.parametrize("count", range(4))
@pytest.mark.parametrize("key", [None, "k", "a b"])
@pytest.mark.parametrize("delimiter", [",", "\t", "|"])
def test_cells(codec: ModuleType, count: int, key: str | None, delimiter: Any) -> None:
    rows, cells = ROWS[:count], CELLS[:count]
    text = codec.encode(rows if key is None else {key: rows}, delimiter=delimiter) + "\n"
    keyed = {f"k{i}": row for i, row in enumerate(rows)}
    keyed_text = codec.encode(keyed if key is None else {key: keyed}, delimiter=delimiter) + "\n"
    for given_rows in (cells, list(map(tuple, cells)), [dict(reversed(row.items())) for row in rows]):
        assert table(iter(given_rows), key, fields=FIELDS, delimiter=delimiter) == text
        pairs = zip(keyed, given_rows, strict=True)
        assert table(pairs, key, fields=FIELDS, keyed=True, delimiter=delimiter) == keyed_text


@both_engines
@given(st.lists(st.tuples(st.text(max_size=6), st.integers() | st.floats(allow_nan=False)), max_size=6), delimiters)
def test_all_cells(codec: ModuleType, rows: list[Any], delimiter: Any) -> None:
    objects = [{"a": a, "b": b} for a, b in rows]
    assert table(rows, fields=["a", "b"], delimiter=delimiter) == codec.encode(objects, delimiter=delimiter) + "\n"
    ones = [{"a": a} for a, _ in rows]
    assert table([[a] for a, _ in rows], fields=["a"]) == codec.encode(ones) + "\n"


def test_rows_in_an_order_of_their_own(codec: ModuleType) -> None:
    rows = [{"b": 1, "a": 2}, {"a": 3, "b": 4}]
    assert table(rows) == codec.encode(rows) + "\n" == "[2]{b,a}:\n  1,2\n  4,3\n"
    assert table(rows, fields=["a", "b"]) == "[2]{a,b}:\n  2,1\n  3,4\n"


def test_few_rows(codec: ModuleType) -> None:
    assert table([], "k") == "k: []\n"
    assert table(iter([])) == "[]\n"
    assert table([], "k", keyed=True) == "k:\n"
    assert table({}, keyed=True) == "\n" == codec.encode({}) + "\n"
    assert table({"one": {"a": 1}}, keyed=True) == "one:\n  a: 1\n"
    assert table({"one": {"a": 1}}, "k", keyed=True) == "k:\n  one:\n    a: 1\n"
    assert table({"one": {"b": 1, "a": {"c": 1}}}, keyed=True, fields=[{"a": ["c"]}, "b"]) == (
        "one:\n  a:\n    c: 1\n  b: 1\n"
    )


@dataclass
class User:
    id: int
    born: date


class Row(UserDict):  # type: ignore[type-arg]
    pass


def test_host_types(codec: ModuleType) -> None:
    users = [User(i, date(2026, 1, 1 + i)) for i in range(5)]
    assert table(iter(users), "users") == codec.encode({"users": users}) + "\n"
    assert table(iter(users), "users", fields=["born", "id"]).startswith("users[5]{born,id}:\n  2026-01-01,0\n")
    nested = [{"user": user, "m": Row(a=1)} for user in users]
    assert table(iter(nested)) == codec.encode(nested) + "\n"
    assert table([(user.id, user.born) for user in users], fields=["id", "born"]) == codec.encode(users) + "\n"
    keyed = {user.id: user for user in users}
    assert table(keyed, keyed=True) == codec.encode(keyed) + "\n"
    assert table({1: users[0]}, keyed=True, fields=["born", "id"]) == '"1":\n  born: 2026-01-01\n  id: 0\n'
    assert table([[b"x"], [b"y"]], fields=["a"], default=bytes.hex) == '[2]{a}:\n  "78"\n  "79"\n'


def test_csv(codec: ModuleType) -> None:
    text = 'id,name\n1,Ada\n2,"Bo, the other"\n'
    assert (
        table(csv.DictReader(io.StringIO(text)), "users")
        == codec.encode({"users": list(csv.DictReader(io.StringIO(text)))}) + "\n"
    )


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table user (id integer, name text)")
    connection.executemany("insert into user values (?, ?)", [(i, f"n, {i}") for i in range(5)])
    yield connection
    connection.close()


@pytest.mark.parametrize("factory", [None, sqlite3.Row, lambda cursor, row: {"id": row[0], "name": row[1]}])
def test_cursors(codec: ModuleType, database: sqlite3.Connection, factory: Any) -> None:
    database.row_factory = factory
    text = codec.encode({"users": [{"id": i, "name": f"n, {i}"} for i in range(5)]}) + "\n"
    assert table(database.execute("select * from user"), "users") == text
    assert table(database.execute("select id, name as n from user where id < 0"), "users") == "users: []\n"
    named = table(database.execute("select * from user"), "users", fields=["id", "name"])
    assert named == text


def test_rows_that_know_their_columns(codec: ModuleType, database: sqlite3.Connection) -> None:
    database.row_factory = sqlite3.Row
    rows = database.execute("select * from user").fetchall()
    assert table(rows) == codec.encode([dict(row) for row in rows]) + "\n"


def test_columns_of_one_name(codec: ModuleType, database: sqlite3.Connection) -> None:
    with pytest.raises(OptionError, match="'id' twice"):
        table(database.execute("select id, id from user"))


async def arriving(rows: Any) -> AsyncIterator[Any]:
    for row in rows:
        await asyncio.sleep(0)
        yield row


class Sent:
    def __init__(self) -> None:
        self.texts: list[str] = []

    async def write(self, text: str) -> None:
        await asyncio.sleep(0)
        self.texts.append(text)


@pytest.mark.parametrize("count", [None, 5])
def test_async_rows(codec: ModuleType, count: int | None) -> None:
    text = codec.encode({"users": ROWS}) + "\n"
    sent, out = Sent(), io.BytesIO()
    assert asyncio.run(awrite_table(sent, arriving(ROWS), "users", count=count)) == 5
    assert "".join(sent.texts) == text
    assert asyncio.run(awrite_table(out, arriving(CELLS), "users", fields=FIELDS, count=count)) == 5
    assert out.getvalue() == text.encode()
    with pytest.raises(EncodeError):
        asyncio.run(awrite_table(out, arriving(ROWS), "users", count=6))


# ---- what is refused


def test_wrong_counts(codec: ModuleType) -> None:
    assert refusal(iter(ROWS), count=6) == ("row-count", "users")
    assert refusal(iter(ROWS), count=4) == ("row-count", "users")
    assert refusal(iter(ROWS), count=0) == ("row-count", "users")
    assert refusal(iter([]), None, count=1) == ("row-count", "")
    keyed = [(str(i), row) for i, row in enumerate(ROWS)]
    for count in (1, 2, 4, 6):
        assert refusal(iter(keyed), count=count, keyed=True) == ("entry-count", "users")


MISFITS = {
    "users[3]": [{}, {"id": 1}, {**ROWS[0], "more": 1}, 5, "text", None, [1], {"id": 1, "name": 2, "other": 3}],
    "users[3].name": [{**ROWS[0], "name": []}, {**ROWS[0], "name": {"a": 1}}, {**ROWS[0], "name": ()}],
    "users[3].at": [{**ROWS[0], "at": 1}, {**ROWS[0], "at": {}}, {**ROWS[0], "at": {"x": 1}}, {**ROWS[0], "at": [1]}],
    "users[3].at.x": [{**ROWS[0], "at": {"x": [], "y": 1}}],
}


@pytest.mark.parametrize(("path", "row"), [(path, row) for path, rows in MISFITS.items() for row in rows], ids=repr)
def test_rows_that_do_not_fit(codec: ModuleType, path: str, row: Any) -> None:
    rows = [*ROWS[:3], row, *ROWS[3:]]
    assert refusal(rows) == ("row-shape", path)
    assert refusal(rows, None) == ("row-shape", path.removeprefix("users"))
    keyed = [(f"k{i}", row) for i, row in enumerate(rows)]
    assert refusal(keyed, keyed=True) == ("row-shape", path.replace("[3]", ".k3"))
    if row != [1]:
        assert refusal(rows, fields=FIELDS) == ("row-shape", path)
        assert refusal(keyed[3:4], fields=FIELDS, keyed=True) == ("row-shape", path.replace("[3]", ".k3"))


@pytest.mark.parametrize("row", [5, "text", {}, [1], {"a": []}, {"a": {}}, {"a": {"b": ()}}], ids=repr)
def test_a_first_row_that_is_none(codec: ModuleType, row: Any) -> None:
    code, path = refusal([row, row])
    assert (code, path[:8]) == ("row-shape", "users[0]")
    assert refusal([("k", row)], keyed=True)[1][:7] == "users.k"


def test_cells_that_do_not_fit(codec: ModuleType) -> None:
    assert refusal([*CELLS[:3], CELLS[0][:3]], fields=FIELDS) == ("row-width", "users[3]")
    assert refusal([*CELLS[:3], []], fields=FIELDS) == ("row-width", "users[3]")
    assert refusal([*CELLS[:3], [1, 2, [], 4]], fields=FIELDS) == ("row-shape", "users[3].at.x")
    assert refusal([*CELLS[:3], [1, 2, {"a": ()}, 4]], fields=FIELDS) == ("row-shape", "users[3].at.x")
    assert refusal([*CELLS[:3], ROWS[0], CELLS[0][:3]], fields=FIELDS) == ("row-width", "users[4]")
    assert refusal([("a", CELLS[0]), ("b", [1])], fields=FIELDS, keyed=True) == ("row-width", "users.b")


def test_values_that_cannot_be_written(codec: ModuleType) -> None:
    bad = [*ROWS[:3], {**ROWS[0], "at": {"x": b"", "y": 1}}]
    assert refusal(bad) == ("unsupported-type", "users[3].at.x")
    assert refusal([*CELLS[:3], [1, 2, b"", 4]], fields=FIELDS) == ("unsupported-type", "users[3].at.x")
    assert refusal([{"\ud800": 1}]) == ("lone-surrogate", 'users[0]["�"]')
    assert refusal(ROWS, "\ud800") == ("lone-surrogate", '["�"]')
    assert refusal([("a", ROWS[0]), ("\ud800", ROWS[0])], keyed=True)[0] == "lone-surrogate"
    assert refusal([("a", ROWS[0]), (b"", ROWS[0])], keyed=True) == ("unsupported-key", "users")
    assert refusal(ROWS, limits=Limits(max_depth=2)) == ("depth-limit", "users[0]")
    assert refusal(ROWS, limits=Limits(max_depth=3)) == ("depth-limit", "users[0].at")
    assert refusal([{"a": float("inf")}] * 3, nan="error") == ("non-finite", "users[0].a")
    circle: dict[str, Any] = {"id": 1}
    circle["at"] = circle
    assert refusal([circle])[0] == "cycle"


def test_keys_that_come_twice(codec: ModuleType) -> None:
    long = "x" * 100
    pairs = [(long, ROWS[0]), ("a", ROWS[1]), (long + "y", ROWS[2]), (1, ROWS[3])]
    assert table(pairs, keyed=True) == codec.encode(dict(pairs)) + "\n"
    for key in (long, "a", "1"):
        assert refusal([*pairs, (key, ROWS[0])], None, keyed=True)[0] == "duplicate-key"
    assert refusal([("a", ROWS[0]), 5], keyed=True) == ("row-shape", "users[1]")


@pytest.mark.parametrize(
    "fields", [[], "id", ["id", "id"], [5], [{"a": []}], [{"a": "b"}], 5, {"a": ["b"], 5: None}, ["a", {"a": ["b"]}]]
)
def test_fields_that_are_none(codec: ModuleType, fields: Any) -> None:
    with pytest.raises(OptionError) as caught:
        TableWriter(io.StringIO(), fields=fields)
    assert caught.value.option == "fields"


@pytest.mark.parametrize("count", [-1, True, "5", 1.0])
def test_counts_that_are_none(codec: ModuleType, count: Any) -> None:
    with pytest.raises(OptionError) as caught:
        TableWriter(io.StringIO(), count=count)
    assert caught.value.option == "count"


# ---- files


def test_a_row_is_taken_as_it_is(codec: ModuleType) -> None:
    out, row = io.StringIO(), {"n": 0}
    with TableWriter(out) as writer:
        for row["n"] in range(3):
            writer.write(row)
        assert writer.written == 3
    assert out.getvalue() == "[3]{n}:\n  0\n  1\n  2\n"


def test_after_the_end(codec: ModuleType) -> None:
    out = io.StringIO()
    with TableWriter(out, "k") as writer:
        writer.write({"a": 1})
        writer.write_many([{"a": 2}])
    writer.close()
    with pytest.raises(EncodeError) as caught:
        writer.write({"a": 1})
    assert (caught.value.code, caught.value.path, caught.value.found) == ("scope", "k", "one that is closed")
    assert out.getvalue() == "k[2]{a}:\n  1\n  2\n"


def test_an_exception_leaves_the_document_unfinished(codec: ModuleType) -> None:
    out = io.StringIO()
    writer = TableWriter(out, "k")
    with pytest.raises(ZeroDivisionError), writer:
        writer.write({"a": 1 // 0})
    assert out.getvalue() == ""
    with pytest.raises(EncodeError, match="failed"):
        writer.close()


def test_a_table_that_failed_cannot_go_on(codec: ModuleType) -> None:
    writer = TableWriter(io.StringIO(), "k", fields=["a"])
    with pytest.raises(EncodeError, match="k\\[0\\]"):
        writer.write_many([{"b": 1}])
    for again in (writer.close, lambda: writer.write({"a": 1})):
        with pytest.raises(EncodeError) as caught:
            again()
        assert caught.value.found == "one that has failed"


def test_files(codec: ModuleType, tmp_path: Path) -> None:
    rows = [{"id": i, "name": "é" * 50} for i in range(3000)]
    text = codec.encode(rows) + "\n"
    for mode, options in (("w", {"encoding": "utf-8", "newline": "\n"}), ("wb", {}), ("xb", {"buffering": 0})):
        path = tmp_path / f"{mode}.toon"
        with path.open(mode, **options) as fp:
            assert write_table(fp, iter(rows)) == 3000
        assert path.read_bytes() == text.encode()


def test_a_full_disk(codec: ModuleType) -> None:
    with pytest.raises(OSError, match="No space left"), open("/dev/full", "wb", buffering=0) as fp:
        write_table(fp, ROWS)


Point = namedtuple("Point", "x y")  # noqa: PYI024


def test_named_tuples_are_cells(codec: ModuleType) -> None:
    assert table([Point(1, 2)], fields=["x", "y"]) == "[1]{x,y}:\n  1,2\n"
    assert refusal([Point(1, 2)]) == ("row-shape", "users[0]")
