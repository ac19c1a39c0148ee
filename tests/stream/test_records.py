"""``iter_records``: which elements come, when, how fast they are read, and what is said of a broken one."""

from __future__ import annotations

import asyncio
import io
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest

from toonwire import DecodeError, Limits, OptionError, codec, decode, encode
from toonwire.paths import parse_path
from toonwire.stream import document as documents
from toonwire.stream import iter_records

ROWS = [{"id": n, "name": f"user {n}", "score": n / 4, "note": None} for n in range(5000)]
ITEMS = [{"id": n, "tags": ["x", f"y{n}"], "in": {"deep": [{"a": n, "b": "k: v"}]}} for n in range(3000)]


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that the engine is given."""
    given: list[str] = []
    decode = codec.decode

    def spy(text: str, **options: Any) -> Any:
        given.append(text)
        return decode(text, **options)

    monkeypatch.setattr(codec, "decode", spy)
    return given


@pytest.mark.parametrize(("delimiter", "indent"), [(",", 2), ("\t", 3)])
@pytest.mark.parametrize(
    ("value", "path"),
    [
        (ROWS[:4000], ""),
        ({"a": 1, "rows": ROWS[:4000], "z": 2}, "rows"),
        ({"a": {"b": [{"x": 1, "rows": ROWS[:4000]}]}}, "a.b[0].rows"),
        ({"a": {"b c": [[1], ROWS[:4000]]}}, 'a["b c"][1]'),
        (ITEMS[:1200], ""),
        ({"a": {"items": ITEMS[:1200]}}, "a.items"),
        (["a", 1, None] * 2000, ""),
        ([[1, 2], [3]] * 2000, ""),
        ([{"k": n, "on": {"x": n, "y, z": "-"}} for n in range(2000)], ""),
    ],
)
def test_elements_of_arrays(
    codec: ModuleType, batches: list[str], value: Any, path: str, indent: int, delimiter: Any
) -> None:
    text = encode(value, indent=indent, delimiter=delimiter)
    expected = decode(text, indent=indent)
    for step in path.replace('["b c"]', ".b c").replace("[", ".").replace("]", "").split(".") if path else ():
        expected = expected[int(step)] if step.isdigit() else expected[step]
    found = [*iter_records(io.StringIO(text), path, indent=indent)]
    assert found == expected
    assert sum(map(len, batches)) > 0.4 * len(text) or "[3]: 1,2" in text or len(text.splitlines()) == 1


def test_pairs(batches: list[str]) -> None:
    by = {row["name"]: {"id": row["id"], "at": {"x": row["score"]}} for row in ROWS}
    text = encode({"by": by})
    assert [*iter_records(text.encode(), "by")] == [*by.items()]
    assert sum(map(len, batches)) > 0.8 * len(text)
    assert [*iter_records(text)] == [("by", by)]
    assert [*iter_records("a: 1\nb:\n  c: 2\nd[1]: x")] == [("a", 1), ("b", {"c": 2}), ("d", ["x"])]
    assert [*iter_records("users[1]{id,name}:\n  1,Ada", "users[0]")] == [("id", 1), ("name", "Ada")]
    assert [*iter_records("")] == []


def varied(number: int) -> dict[str, Any]:
    """Objects that are no rows, with something small inside each."""
    inside: list[Any] = [
        {"tags": ["a", "b"], "where": {"x": number, "y": [1, [2]]}},
        {"parts": [{"a": number}, {"b": "k: v"}], "none": []},
        {"rows": [{"x": 1, "y": 2}, {"x": 3, "y": 4}], "by": {"u": {"x": 1}, "v": {"x": 2}}},
        {"lists": [[1, 2], [[3], {"x": []}]], "text": "several words in a line, and some more of them"},
    ]
    return {"id": number, "name": f"item {number}", **inside[number % 4]}


VARIED = [varied(n) for n in range(6000)]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (VARIED, ""),
        ({"data": {"meta": 1, "items": VARIED}, "z": 1}, "data.items"),
        ({"a": {"b": {"c": {"items": VARIED}, "d": VARIED[:100]}}}, "a.b.c.items"),
        ({f"k{item['id']}": item for item in VARIED}, ""),
        ({"by": {f"k{item['id']}": item for item in VARIED}}, "by"),
        ({f"k{n}": ROWS[n : n + 2 + n % 7] for n in range(3000)}, ""),
        ([{"id": n, "parts": VARIED[n * 900 : n * 900 + 900], "rows": ROWS[:40]} for n in range(6)], ""),
        ([{"id": 0, "parts": {"all": VARIED}}, 1, "x"], "[0].parts.all"),
        ({**{f"k{n}": ROWS[n : n + 3] for n in range(3000)}, "here": {"x": [1]}}, "here"),
        ([*VARIED, {"here": [1, 2]}, *VARIED], "[6000].here"),
    ],
)
@pytest.mark.parametrize("chunk", [10**7, 10_000])
def test_small_containers_inside_stop_no_batch(batches: list[str], value: Any, path: str, chunk: int) -> None:
    text = encode(value)
    expected = value
    for step in parse_path(path):
        expected = expected[step]
    found = [*iter_records((text[at : at + chunk] for at in range(0, len(text), chunk)), path)]
    assert found == ([*expected.items()] if isinstance(expected, dict) else expected)
    assert sum(map(len, batches)) > 0.85 * len(text)


def test_what_stands_between_sections(batches: list[str]) -> None:
    value = {f"k{item['id']}": item for item in VARIED}
    text = encode(value)
    for between in ("\n\n", "\n# a comment\n", "\n\n# a comment\n\n"):
        batches.clear()
        assert dict(iter_records(text.replace("\nk", f"{between}k"))) == value
        assert sum(map(len, batches)) > 0.85 * len(text)
    for each in (1, 1000):
        text = encode({"a": VARIED[:each], "b": ROWS[:each]}).replace("\nb", "\n\nb")
        assert [*iter_records(text, "a")] == VARIED[:each]
    lines = encode(VARIED).replace("\n  - ", "\n# a comment\n  - ")
    assert [*iter_records(lines)] == VARIED


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("[2]: 1,2", "missing-colon"),
        ("k5:", "duplicate-key"),
        ("k2999[2]: 1", "value-count"),
        ("word", "missing-colon"),
        ('"a', "unclosed-quote"),
        ("- item", "item-outside"),
        (" k: 1", "indent-multiple"),
        ("    k: 1", "over-indented"),
    ],
)
def test_a_field_that_is_refused(codec: ModuleType, line: str, code: str) -> None:
    value = {f"k{n}": VARIED[n] for n in range(4000)}
    text = encode(value).replace("\nk3000:", f"\n{line}\nk3000:", 1)
    expected = refusal(lambda: codec.decode(text))
    found: list[Any] = []
    assert refusal(lambda: found.extend(iter_records(text))) == expected
    complete = [*value.items()][:3000]
    assert found in (complete, complete[:-1])  # the last one is complete where a line of no greater depth is read


def test_a_field_that_comes_again(codec: ModuleType) -> None:
    text = encode({f"k{n}": VARIED[n] for n in range(4000)}) + "\nk5: 1\nk6: 2"
    assert dict(iter_records(text, strict=False)) == codec.decode(text, strict=False)
    found = [*iter_records(text, unique_keys=False)]
    assert [len(found), found[5][0], found[4000]] == [4002, "k5", ("k5", 1)]


def test_fields_within_the_limit_of_depth(codec: ModuleType) -> None:
    deep = {"data": {f"k{n}": {"a": [{"b": n, "c": []}]} for n in range(3000)}}
    text = encode(deep)
    assert dict(iter_records(text, limits=Limits(max_depth=6))) == deep
    for most in range(6):
        limits = Limits(max_depth=most)
        assert refusal(lambda limits=limits: [*iter_records(text, limits=limits)]) == refusal(
            lambda limits=limits: codec.decode(text, limits=limits)
        )


def test_an_item_that_a_chunk_cuts_waits(codec: ModuleType) -> None:
    """Its items come with the line that completes them, an error in it with more of it or the end."""
    text = encode(VARIED)
    starts = [at for at in range(len(text)) if text.startswith("\n  - ", at)]
    seen: list[int] = []

    def chunks() -> Iterator[str]:
        ends = [at + 1 for at in starts[99::100]]
        for start, stop in zip([0, *ends], [*ends, len(text)], strict=True):
            middle = (start + stop) // 2
            yield text[start:middle]
            yield text[middle:stop]
            seen.append(len(found))

    found: list[Any] = []
    for record in iter_records(chunks()):
        found.append(record)
    assert found == VARIED
    assert seen == [*range(98, 6000, 100), 5999]
    for broken in (text + "\n    tags[2]: a", text + '\n    a: "\n    b: 1', text[:-3] + "\t:\n"):
        assert refusal(lambda broken=broken: [*iter_records(broken)]) == refusal(
            lambda broken=broken: codec.decode(broken)
        )


def test_records_of_an_element_that_is_cut_do_not_wait() -> None:
    text = encode({"before": VARIED[:100], "items": VARIED[:10]})
    cut = text.index("  - id: 6", text.index("items[10]"))
    given = False

    def chunks() -> Iterator[str]:
        nonlocal given
        yield text[:cut]
        given = True
        yield text[cut:]

    records = iter_records(chunks(), "items")
    for item in VARIED[:5]:
        assert next(records) == item
        assert not given
    assert [*records] == VARIED[5:10]


def test_what_was_complete_is_told_where_an_item_waited() -> None:
    text = encode(VARIED[:1000])
    cut = text.index("item 990")
    with pytest.raises(DecodeError) as caught:
        list(iter_records(iter([text[: cut - 100], text[cut - 100 : cut + 3]])))
    assert caught.value.hint.endswith("after 991 of 1000 items of the root")


def test_what_is_beside_the_path_is_read_in_batches_too(batches: list[str]) -> None:
    text = encode({"before": ROWS, "here": [1, 2], "after": ITEMS})
    assert [*iter_records(text, "here")] == [1, 2]
    assert sum(map(len, batches)) > 0.8 * len(text)


def test_lines_that_interrupt_a_run(batches: list[str]) -> None:
    lines = encode(ROWS).split("\n")
    lines[100:100] = ["# a comment", "  # another"]
    lines[4500] += "   "
    text = "\r\n".join(lines)
    assert [*iter_records(text)] == ROWS
    assert sum(map(len, batches)) > 0.8 * len(text)
    lenient = "\n".join([*lines[:3000], "", "\t", *lines[3000:]])
    assert [*iter_records(lenient, strict=False)] == ROWS


def test_a_return_that_belongs_to_a_cell_stays() -> None:
    """Lines are prepared once (§12), whoever reads them."""
    text = encode(ROWS).replace("user 4000", "user\r").replace("null\n", "end\r\r\n")
    assert [*iter_records(text)] == decode(text)
    assert [*iter_records(text)][-2]["note"] == "end\r"


def refusal(run: Callable[[], Any]) -> dict[str, Any]:
    with pytest.raises(DecodeError) as caught:
        run()
    return {name: value for name, value in caught.value.to_dict().items() if name not in ("hint", "message")}


BREAKS: list[tuple[str, str, str]] = [
    ("4000,user 4000", "4000,user,4000", "row-width"),
    ("4000,user 4000", '4000,"user', "row-width"),
    ("4000,user 4000,1000", '4000,"\\q",1000', "invalid-escape"),
    ("[5000]", "[4999]", "row-count"),
    ("[5000]", "[5001]", "row-count"),
    ("\n  4000", "\n\n  4000", "blank-line"),
    ("\n  4000", "\n   4000", "indent-multiple"),
    ("\n  4000", "\n    4000", "over-indented"),
    ("\n  4000,", "\nx: ", "row-count"),
    ("4000,user 4000,1000", "4000,user 4000,1e999", "number-range"),
]


@pytest.mark.parametrize(("old", "new", "code"), BREAKS)
def test_all_before_an_error_comes_first(codec: ModuleType, old: str, new: str, code: str) -> None:
    text = encode({"rows": ROWS}).replace(old, new, 1)
    expected = refusal(lambda: codec.decode(text))
    assert expected["code"] == code
    found: list[Any] = []
    assert refusal(lambda: found.extend(iter_records(text, "rows"))) == expected
    complete = {"row-count": 5000 - new.endswith("[4999]"), "4000": 4000}
    assert found == ROWS[: 4000 if "4000" in old else complete["row-count"]]


def test_a_key_that_comes_again_in_another_batch(codec: ModuleType) -> None:
    by = {f"a key of more than forty characters, which is not kept {n}": {"a": n} for n in range(5000)}
    lines = encode(by).split("\n")
    lines[4000] = lines[10]
    text = "\n".join(lines)
    expected = refusal(lambda: codec.decode(text))
    assert (expected["code"], expected["line"]) == ("duplicate-key", 4001)
    assert refusal(lambda: [*iter_records(text)]) == expected
    found = [*iter_records(text, unique_keys=False)]
    assert len(found) == 5000
    assert found[3999] == found[9]
    assert dict(found) == codec.decode(text, strict=False) == dict(iter_records(text, strict=False))


def test_hooks_and_limits(codec: ModuleType, batches: list[str]) -> None:
    text = encode([{"a": n, "b": n + 0.1} for n in range(5000)])
    numbers: list[str] = []

    def whole(token: str) -> str:
        numbers.append(token)
        return token

    found = [*iter_records(text, parse_float=Decimal, parse_int=whole)]
    assert found[4999] == {"a": "4999", "b": Decimal("4999.1")}
    assert numbers == [str(n) for n in range(5000)]
    assert batches
    deep = encode([{"a": [{"b": n, "c": []}]} for n in range(3000)])
    assert [*iter_records(deep, limits=Limits(max_depth=5))] == decode(deep)
    for most in range(5):
        limits = Limits(max_depth=most)
        assert refusal(lambda limits=limits: [*iter_records(deep, limits=limits)]) == refusal(
            lambda limits=limits: codec.decode(deep, limits=limits)
        )
    few = Limits(max_input_bytes=len(text) - 1)
    assert refusal(lambda: [*iter_records(iter([text[:300], text[300:]]), limits=few)])["code"] == "input-limit"
    assert len([*iter_records(text, limits=Limits(max_input_bytes=len(text)))]) == 5000
    assert refusal(lambda: [*iter_records(text, limits=Limits(max_number_digits=4))])["line"] == 1002
    with pytest.raises(ZeroDivisionError):
        list(iter_records(text, parse_int=lambda _: 1 // 0))


@pytest.mark.parametrize(
    ("text", "path", "found"),
    [
        ("a: 1", "a", "a scalar at a"),
        ("5", "", "a scalar"),
        ("a: 1", "b", "nothing at b"),
        ("a[1]: x", "a[1]", "nothing at a[1]"),
        ("a[1]: x", "a.b", "nothing at a.b"),
        ("a:\n  b: 1", "a[0]", "nothing at a[0]"),
    ],
)
def test_paths_that_lead_to_no_container(text: str, path: str, found: str) -> None:
    with pytest.raises(OptionError) as caught:
        list(iter_records(text, path))
    assert (caught.value.option, caught.value.found) == ("path", found)


def test_options_are_checked_at_once() -> None:
    for options in ({"path": "a["}, {"indent": 0}, {"parse_float": 1}, {"limits": None}):
        with pytest.raises(OptionError):
            iter_records("", **options)


def test_what_cannot_hold_a_document() -> None:
    with pytest.raises(TypeError, match="found int"):
        iter_records(5)
    with pytest.raises(TypeError, match="chunks of text or bytes, found int"):
        list(iter_records(iter([5])))
    with pytest.raises(TypeError, match="expected str like the chunks before, found bytes"):
        list(iter_records(iter(["a: 1\n", b"b: 1"])))


class Slow(io.RawIOBase):
    """A file that counts what has been read of it."""

    def __init__(self, data: bytes) -> None:
        self.file = io.BytesIO(data)
        self.taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self.file.read(len(buffer))
        self.taken += len(data)
        buffer[: len(data)] = data
        return len(data)


def test_records_come_while_the_file_is_read() -> None:
    text = encode(ROWS).encode()
    raw = Slow(text)
    records = iter_records(raw)
    assert next(records) == ROWS[0]
    assert raw.taken < 20_000
    assert [ROWS[0], *records] == ROWS

    def lines() -> Iterator[str]:
        yield "[2]{a}:\n"
        yield "  1\n"
        raise AssertionError("read too far")

    assert next(iter_records(lines())) == {"a": 1}


def test_a_file_that_has_nothing_now() -> None:
    class Empty(io.RawIOBase):
        def read(self, size: int = -1) -> None:
            return None

    with pytest.raises(BlockingIOError):
        list(iter_records(Empty()))


async def chunks_of(text: str, size: int) -> AsyncIterator[bytes]:
    data = text.encode()
    for start in range(0, len(data), size):
        await asyncio.sleep(0)
        yield data[start : start + size]


def test_asynchronous_sources(codec: ModuleType) -> None:
    text = encode({"rows": ROWS})

    async def run(size: int) -> list[Any]:
        return [record async for record in iter_records(chunks_of(text, size), "rows")]

    assert asyncio.run(run(1000)) == asyncio.run(run(100_000)) == ROWS

    async def fails() -> None:
        async for _ in iter_records(chunks_of(text + "\nx", 5000), "rows"):
            pass

    assert refusal(lambda: asyncio.run(fails())) == refusal(lambda: codec.decode(text + "\nx"))

    async def nowhere() -> None:
        async for _ in iter_records(chunks_of(text, 5000), "row"):
            pass

    with pytest.raises(OptionError):
        asyncio.run(nowhere())


def test_pieces_of_every_size_hold_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = encode({"a": ITEMS[:50], "rows": ROWS[:200], "by": {str(n): {"a": n} for n in range(80)}})
    expected = [*decode(text).items()]
    for size, chunk in itertools.product((64, 500, 3000), (1, 50, 10**6)):
        monkeypatch.setattr(documents, "_BATCHED_PIECE", size)
        chunks = [text[at : at + chunk] for at in range(0, len(text), chunk)]
        assert [*iter_records(iter(chunks))] == expected


def test_a_long_inline_array_stands_anywhere() -> None:
    numbers = list(range(3000))
    value = {"big": numbers, "users": [{"id": 1, "in": numbers}, {"id": 2, "in": []}], "last": [[*numbers], [1]]}
    text = encode(value)
    assert list(iter_records(text, "big")) == numbers
    assert list(iter_records(text, "users")) == value["users"]
    assert list(iter_records(text, "last[0]")) == numbers
    assert dict(iter_records(text)) == value
    assert list(iter_records(encode(numbers))) == numbers
    for path, found in (("big[2999]", "a scalar"), ("big[3000]", "nothing"), ("last[0][7]", "a scalar")):
        with pytest.raises(OptionError, match=found):
            list(iter_records(text, path))
