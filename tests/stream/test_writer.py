"""Documents part by part: what is written, and what is refused."""

from __future__ import annotations

import io
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.properties.strategies import delimiters, indents, values
from toonwire import EncodeError, Limits, OptionError
from toonwire.stream import Writer

both_engines = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)


def written(write: Callable[[Writer], Any], **options: Any) -> str:
    out = io.StringIO()
    with Writer(out, **options) as document:
        write(document)
    return out.getvalue()


def refusal(write: Callable[[Writer], Any], **options: Any) -> tuple[str, str]:
    out = io.StringIO()
    with pytest.raises(EncodeError) as caught, Writer(out, **options) as document:
        write(document)
    return caught.value.code.value, caught.value.path


def put(scope: Any, value: Any, *key: str) -> None:
    """Writes a value with a scope for each container in it."""
    if isinstance(value, dict):
        with scope.object(*key) as inner:
            for name, part in value.items():
                put(inner, part, name)
    elif isinstance(value, list):
        with scope.array(*key, count=len(value)) as inner:
            for part in value:
                put(inner, part)
    elif key:
        scope.value(*key, value)
    else:
        scope.item(value)


@both_engines
@given(values, delimiters, indents)
def test_values_come_back(codec: ModuleType, value: Any, delimiter: Any, indent: int) -> None:
    options = {"delimiter": delimiter, "indent": indent}
    value = {"a": value, "b": [value, 1], "c": {"d": value}}
    text = written(lambda document: [put(document, part, key) for key, part in value.items()], **options)
    assert codec.decode(text, indent=indent) == codec.decode(codec.encode(value, **options), indent=indent)
    text = written(lambda document: put(document, [value, [value], []]), **options)
    assert codec.decode(text, indent=indent) == codec.decode(
        codec.encode([value, [value], []], **options), indent=indent
    )


@both_engines
@given(values, delimiters, indents)
def test_values_are_written_as_encode_writes_them(codec: ModuleType, value: Any, delimiter: Any, indent: int) -> None:
    options = {"delimiter": delimiter, "indent": indent}

    def write(document: Writer) -> None:
        document.value("a", value)
        with document.array("b", count=2) as items:
            items.item([value])
            items.item(1)
        with document.object("c") as inner:
            inner.value("d", value)
            inner.value("e", 1)

    whole = {"a": value, "b": [[value], 1], "c": {"d": value, "e": 1}}
    assert written(write, **options) == codec.encode(whole, **options) + "\n"


IRREGULAR: dict[str, Any] = {
    "team": "blue",
    "none": [],
    "empty": {},
    "tags": ["a", "b,c", 1, None],
    "list": [1, "x", {"a": 1, "b": [1, 2]}, {}, [], [1, 2], [[], {"k": {"l": 1}}], {"m": {}, "n": []}],
    "deep": {"a b": {"c": {"d": [[1, [2]], 3]}}},
}


@pytest.mark.parametrize("delimiter", [",", "\t", "|"])
def test_irregular_values_are_those_of_encode(codec: ModuleType, delimiter: Any) -> None:
    text = written(lambda document: [put(document, part, key) for key, part in IRREGULAR.items()], delimiter=delimiter)
    assert text == codec.encode(IRREGULAR, delimiter=delimiter) + "\n"
    items = list(IRREGULAR.values())
    assert written(lambda document: put(document, items)) == codec.encode(items) + "\n"


def test_roots(codec: ModuleType) -> None:
    assert written(lambda document: None) == codec.encode({}) + "\n" == "\n"
    assert written(lambda document: document.array(count=0).close()) == "[]\n"
    assert written(lambda document: document.table().close()) == "[]\n"
    assert written(lambda document: document.table(keyed=True).close()) == "\n"


ROWS = [{"id": i, "at": {"x": i, "y": "z"}} for i in range(3)]


@pytest.mark.parametrize("count", [None, 3])
def test_tables(codec: ModuleType, count: int | None) -> None:
    def table(scope: Any, *key: str, **options: Any) -> None:
        with scope.table(*key, count=count, **options) as rows:
            for row in ROWS if not options.get("keyed") else enumerate(ROWS):
                rows.write(row)

    def write(document: Writer) -> None:
        table(document, "t")
        table(document, "k", keyed=True)
        with document.array("l", count=2) as items, items.object() as inner:
            table(inner, "first")
            table(inner, "second", keyed=True, fields=["id", {"at": ["x", "y"]}])
            inner.close()
            items.item(1)

    keyed = dict(enumerate(ROWS))
    whole = {"t": ROWS, "k": keyed, "l": [{"first": ROWS, "second": keyed}, 1]}
    assert written(write) == codec.encode(whole) + "\n"
    assert written(table) == codec.encode(ROWS) + "\n"
    assert written(lambda document: table(document, keyed=True)) == codec.encode(keyed) + "\n"


def test_a_lone_entry_nests(codec: ModuleType) -> None:
    def write(document: Writer) -> None:
        with document.object("a") as inner, inner.table("k", keyed=True) as rows:
            rows.write(("one", ROWS[0]))

    assert written(write) == codec.encode({"a": {"k": {"one": ROWS[0]}}}) + "\n"


# ---- what is refused


def left_open(document: Writer) -> None:
    document.array("a", count=1).item(1)


def sibling(document: Writer) -> None:
    document.object("a")
    document.value("b", 1)


def after_close(document: Writer) -> None:
    with document.object("a") as inner:
        inner.value("b", 1)
    inner.value("c", 1)


def outer_closed_first(document: Writer) -> None:
    outer = document.object("a")
    outer.object("b")
    outer.close()


def after_root(document: Writer) -> None:
    document.array(count=1).item(1)
    document.value("a", 1)


def second_root(document: Writer) -> None:
    document.value("a", 1)
    document.table()


def swallowed(document: Writer) -> None:
    with pytest.raises(EncodeError), document.array("a", count=2) as items:
        items.item(1)


def swallowed_exception(document: Writer) -> None:
    with pytest.raises(ZeroDivisionError), document.object("a") as inner:
        inner.value("b", 1 // 0)


def of_table(document: Writer) -> None:
    rows = document.table("a", fields=["b"])
    document.value("c", 1)
    rows.write([1])


SCOPES = {
    left_open: "",
    sibling: "",
    after_close: "a",
    outer_closed_first: "a",
    after_root: "",
    second_root: "",
    swallowed: "",
    swallowed_exception: "",
    of_table: "",
}


@pytest.mark.parametrize("write", SCOPES, ids=lambda write: write.__name__)
def test_scopes(codec: ModuleType, write: Any) -> None:
    assert refusal(write) == ("scope", SCOPES[write])


def test_after_the_end(codec: ModuleType) -> None:
    document = Writer(io.StringIO())
    document.value("a", 1)
    document.close()
    document.close()
    for write in (lambda: document.value("b", 1), lambda: document.array(count=1), lambda: document.object("a")):
        with pytest.raises(EncodeError) as caught:
            write()
        assert caught.value.code == "scope"


def test_counts(codec: ModuleType) -> None:
    def items(count: int, *values: Any) -> Callable[[Writer], None]:
        def write(document: Writer) -> None:
            with document.array("a", count=count) as array:
                for value in values:
                    array.item(value)

        return write

    assert refusal(items(2, 1)) == ("value-count", "a")
    assert refusal(items(0, 1)) == ("value-count", "a")
    assert refusal(items(1, 1, 2)) == ("value-count", "a")
    assert refusal(items(3, 1, [])) == ("item-count", "a")
    assert refusal(items(1, [], 1)) == ("item-count", "a")
    with pytest.raises(OptionError):
        Writer(io.StringIO()).array("a", count=-1)


def test_keys(codec: ModuleType) -> None:
    def twice(document: Writer) -> None:
        with document.object("o") as inner:
            inner.value("a", 1)
            inner.object("b").close()
            inner.array("a", count=0)

    assert refusal(twice) == ("duplicate-key", "o.a")
    assert refusal(lambda document: document.value("\ud800", 1)) == ("lone-surrogate", '["�"]')
    assert refusal(lambda document: document.value(5, 1)) == ("unsupported-key", "")  # type: ignore[arg-type]


def test_values_that_cannot_be_written(codec: ModuleType) -> None:
    def item(document: Writer, value: Any) -> None:
        with document.object("o") as inner, inner.array("a", count=3) as items:
            items.item("x")
            items.item(value)
            items.item("y")

    assert refusal(lambda document: document.value("a", {"b": b""})) == ("unsupported-type", "a.b")
    assert refusal(lambda document: item(document, b"")) == ("unsupported-type", "o.a[1]")
    assert refusal(lambda document: item(document, [{"b": b""}])) == ("unsupported-type", "o.a[1][0].b")
    assert refusal(lambda document: item(document, float("nan")), nan="error") == ("non-finite", "o.a[1]")
    assert refusal(lambda document: item(document, "\ud800")) == ("lone-surrogate", "o.a[1]")


def test_a_refused_value_leaves_the_document_as_it_was(codec: ModuleType) -> None:
    def write(document: Writer) -> None:
        with pytest.raises(EncodeError):
            document.value("a", b"")
        document.value("a", 1)

    assert written(write) == "a: 1\n"


def test_depth(codec: ModuleType) -> None:
    def levels(count: int) -> Callable[[Writer], None]:
        def write(document: Writer) -> None:
            scope: Any = document
            opened = [scope := scope.object("k") for _ in range(count)]
            scope.value("v", 1)
            for scope in reversed(opened):
                scope.close()

        return write

    def lists(document: Writer) -> None:
        with document.array("a", count=2) as items:
            items.item(1)
            items.item([])

    limits = Limits(max_depth=3)
    assert written(levels(2), limits=limits) == "k:\n  k:\n    v: 1\n"
    assert refusal(levels(3), limits=limits) == ("depth-limit", "k.k.k")
    assert written(lists, limits=limits) == "a[2]:\n  - 1\n  - [0]:\n"
    assert refusal(lists, limits=Limits(max_depth=2)) == ("depth-limit", "a[1]")
