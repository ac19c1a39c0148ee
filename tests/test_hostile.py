"""Input made to hurt: a value or a clean error, in time and memory linear in its size.

The guards are generous, so that a busy machine does not trip them and a quadratic step does.
"""

from __future__ import annotations

import re
import time
import tracemalloc
from collections.abc import Callable
from functools import reduce
from types import ModuleType
from typing import Any

import pytest

from tests.equality import same
from tests.smallstack import on_stack_of
from toonwire import DecodeError, EncodeError, ErrorCode, Limits, ToonError
from toonwire.reference._grammar import TERMINALS

DEEPEST = Limits(max_depth=10_000)

# ---- time


def seconds(run: Callable[[], Any]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def check_linear(run: Callable[[int], Any], size: int) -> None:
    """Four times the size takes less than ten times as long; noise gets three chances."""
    for _ in range(3):
        few, many = seconds(lambda: run(size)), seconds(lambda: run(4 * size))
        if many < 10 * max(few, 0.004):
            return
    pytest.fail(f"{few:.3f} s for {size}, {many:.3f} s for four times as much")


def attempt(codec: ModuleType, document: str, **options: Any) -> str:
    """Decodes; nothing but a DecodeError may come of it, and a short one."""
    try:
        codec.decode(document, **options)
    except DecodeError as error:
        said, outcome = str(error), error.code.value
    else:
        said, outcome = "", "value"
    assert len(said) < 400
    return outcome


def in_both_modes(codec: ModuleType, document: str, **options: Any) -> str:
    attempt(codec, document, strict=False, **options)
    return attempt(codec, document, **options)


PREFIXES = (
    "",
    "a",
    '"',
    "a: ",
    'a: "',
    "a[1]: ",
    "a[1]{",
    "a[1]{b{",
    "a[",
    "[1]{",
    "- ",
    "a[1]{x}:\n  ",
    "a[1:]{x}:\n  ",
)
PREFIXES += ("a[1]:\n  - ", "a: 1\n", "a: 1\n  ", "x\n")
PUMPS = (
    '"',
    "\\",
    '\\"',
    '"\\',
    '""',
    '"x"',
    'x"',
    '"",',
    ":",
    "[",
    "]",
    "[]",
    "{",
    "}",
    "{}",
    "{a",
    "a}",
    ",",
    "|",
    "\t",
)
PUMPS += (
    " ",
    " ,",
    "x ",
    "x",
    "-",
    "- ",
    "#",
    "=",
    "1",
    "0.",
    "1e",
    "\r",
    "\n",
    "\n ",
    "\n#",
    "\n\t",
    "\n- ",
    "\na:",
    "\n  1",
)
SUFFIXES = ("", ":", '"', "}:")


@pytest.mark.parametrize("prefix", PREFIXES, ids=ascii)
def test_one_thing_again_and_again(codec: ModuleType, prefix: str) -> None:
    def run(count: int) -> None:
        for pump in PUMPS:
            for suffix in SUFFIXES:
                in_both_modes(codec, prefix + pump * count + suffix)

    check_linear(run, 400)


@pytest.mark.parametrize("name", TERMINALS)
def test_no_terminal_backtracks_without_end(name: str) -> None:
    pattern = re.compile(TERMINALS[name])

    def run(count: int) -> None:
        for prefix in ("", "a", '"', "a: ", "a[1]{", "[1]{", "a[1", "[1", "\n"):
            for pump in PUMPS:
                for suffix in ("", ":", '"', "\n"):
                    pattern.match(prefix + pump * count + suffix)

    check_linear(run, 500)


def rows(text: str) -> Callable[[int], str]:
    return lambda n: f"a[{n}]{{x,y}}:\n" + text * n


# name: text of n parts, and what strict mode says of it
DOCUMENTS: dict[str, tuple[Callable[[int], str], str]] = {
    "comments": (lambda n: "# c\n" * n, "value"),
    "blank lines": (lambda n: "\n" * n, "value"),
    "a scalar and comments": (lambda n: "x\n" + "# c\n" * n, "value"),
    "a scalar, blank lines and more": (lambda n: "x\n" + "\n" * n + "y", "missing-colon"),
    "comments between fields": (lambda n: "".join(f"k{i}: 1\n# c\n" for i in range(n)), "value"),
    "comments between rows": (rows("  1,2\n# c\n"), "value"),
    "comments between items": (lambda n: f"a[{n}]:\n" + "  - 1\n# c\n" * n, "value"),
    "comments between entries": (
        lambda n: f"a[{n}:]{{x}}:\n" + "".join(f"  k{i}: 1\n# c\n" for i in range(n)),
        "value",
    ),
    "blank lines between fields": (lambda n: "".join(f"k{i}: 1\n\n" for i in range(n)), "value"),
    "a table": (rows("  1,2\n"), "value"),
    "a table of quoted cells": (rows('  "1","a,b"\n'), "value"),
    "a table whose last row is short": (lambda n: rows("  1,2\n")(n) + "  1\n", "row-count"),
    "a surplus of rows": (lambda n: "a[1]{x,y}:\n" + "  1,2\n" * n, "row-count"),
    "repeated keys": (lambda n: "a: 1\n" * n, "duplicate-key"),
    "empty objects": (lambda n: "".join(f"k{i}:\n" for i in range(n)), "value"),
    "objects in a list": (lambda n: f"a[{n}]:\n" + "  - x: 1\n    y: 2\n" * n, "value"),
    "tables in a list": (lambda n: f"a[{n}]:\n" + "  - t[1]{x,y}:\n      1,2\n" * n, "value"),
    "distinct headers": (lambda n: "".join(f"k{i}[1]{{f{i}}}:\n  1\n" for i in range(n)), "value"),
    "one header in many places": (lambda n: "".join(f"k{i}[1]{{f}}:\n  1\n" for i in range(n)), "value"),
    "a wide table": (
        lambda n: f"a[3]{{{','.join(f'c{i}' for i in range(n))}}}:\n" + 3 * f"  {','.join('1' * n)}\n",
        "value",
    ),
    "many groups": (
        lambda n: f"a[1]{{{','.join(f'c{i}{{x}}' for i in range(n))}}}:\n  {','.join('1' * n)}\n",
        "value",
    ),
    "deep groups": (lambda n: f"a[1]{'{a' * n}{'}' * n}:\n  1", "depth-limit"),
    "one long array": (lambda n: f"a[{n}]: {','.join('1' * n)}", "value"),
    "a long array of quoted cells": (lambda n: f"a[{n}]: " + ",".join(['"a,b"'] * n), "value"),
    "lines indented by tabs": (lambda n: "k:\n" + "".join(f"\tk{i}: 1\n" for i in range(n)), "tab-indent"),
    "tabs and spaces in turn": (
        lambda n: "k:\n" + "".join(f"\tk{i}: 1\n  l{i}: 1\n" for i in range(n)),
        "tab-indent",
    ),
    "ragged lines": (lambda n: "k:\n" + "".join(f"   k{i}: 1\n  l{i}: 2\n" for i in range(n)), "indent-multiple"),
    "depth jumps": (lambda n: "".join(f"k{i}:\n      a: 1\n" for i in range(n)), "depth-jump"),
    "lines that end in CR": (lambda n: "".join(f"k{i}: 1\r\n\r\n" for i in range(n)), "value"),
    "escapes": (lambda n: 'a: "' + r"\n\u0041\"" * n + '"', "value"),
    "surrogate escapes": (lambda n: 'a: "' + r"\ud800" * n + '"', "surrogate-escape"),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_long_documents(codec: ModuleType, name: str) -> None:
    make, expected = DOCUMENTS[name]
    assert in_both_modes(codec, make(200), limits=Limits(max_depth=100)) == expected
    strict = expected == "value"  # else it stops at its first error
    size = 2000 if name == "deep groups" else 4000  # beyond the limit on depth the answer is another one
    check_linear(lambda n: attempt(codec, make(n), limits=DEEPEST, strict=strict), size)


def nested(depth: int, inside: Any) -> Any:
    return reduce(lambda value, _: {"k": value}, range(depth), inside)


def twins(depth: int) -> Any:
    """A tree of two equal branches everywhere: each level may be a keyed table until its leaves are seen."""
    return reduce(lambda value, _: {"k": value, "l": value}, range(depth), {"z": []})


VALUES: dict[str, Callable[[int], Any]] = {
    "rows of strings": lambda n: [{"a": f"x{i}", "b": f"y, {i}"} for i in range(n)],
    "rows of numbers": lambda n: [{"a": i, "b": i / 7} for i in range(n)],
    "strings": lambda n: [f"x{i}" for i in range(n)],
    "strings of all kinds": lambda n: ["true", "a\nb", "-", "x"] * n,
    "a keyed table": lambda n: {f"x{i}": {"a": 1} for i in range(n)},
    "fields": lambda n: {f"x{i}": i for i in range(n)},
    "objects without a table": lambda n: [{f"x{i}": i} for i in range(n)],
    "arrays of arrays": lambda n: [[{"a": i}] for i in range(n)],
    "nearly a table": lambda n: [*({"a": i} for i in range(n)), {"b": 1}],
    "nearly a table of many columns": lambda n: [{**{f"k{i}": {"z": i} for i in range(n)}, "last": []}],
    "a wide table": lambda n: [{f"k{i}": 1 for i in range(n)}],
    "deep, then wide": lambda n: nested(300, {f"k{i}": {"z": 1} for i in range(n)}),
    "deep, then nearly a table": lambda n: [nested(300, {f"k{i}": {"z": []} for i in range(n)})],
    "a tree": lambda n: twins(n.bit_length()),
    "quotes": lambda n: '"' * 20 * n,
    "backslashes": lambda n: {"\\" * 20 * n: "\\" * 20 * n},
    "line feeds": lambda n: ["\n" * 20 * n] * 4,
    "spaces": lambda n: " " * 20 * n + "x",
    "spaces between": lambda n: "x " * 10 * n + "x",
    "digits": lambda n: "1" * 20 * n + "x",
}


@pytest.mark.parametrize("name", VALUES)
def test_large_values(codec: ModuleType, name: str) -> None:
    make = VALUES[name]
    assert same(codec.decode(codec.encode(make(50))), make(50))
    made = {size: make(size) for size in (1000, 4000)}
    check_linear(lambda size: codec.encode(made[size]), 1000)


def test_groups_in_each_other_cost_what_they_cost_side_by_side(codec: ModuleType) -> None:
    count = 9900
    flat = [{f"k{i}": {"x": 1, "s": {"x": 1}} for i in range(count)}]
    deep = [reduce(lambda inner, _: {"s": {"x": 1}, "k": inner}, range(count), 1)]
    for _ in range(3):
        side_by_side, nested_groups = (
            seconds(lambda value=value: codec.encode(value, limits=DEEPEST)) for value in (flat, deep)
        )
        if nested_groups < 10 * max(side_by_side, 0.004):
            return
    pytest.fail(f"{nested_groups:.3f} s in each other, {side_by_side:.3f} s side by side")


# ---- memory


def peak(run: Callable[[], Any]) -> int:
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("pump", ['"', '"\\', 'x"', '\n""', "\n# c", "\n"], ids=ascii)
def test_memory_has_a_small_factor(codec: ModuleType, pump: str) -> None:
    """Above all in quotes, for each of which a regular expression would keep a place to come back to."""
    count = 21_000
    for prefix, suffix in (
        ("", ""),
        ("", ": 1"),
        ("a[1]: ", ""),
        ("a[1]{x}:\n  ", ""),
        ("a[1]{", "}:"),
        ("b: 1\n", ""),
    ):
        document = prefix + pump * count + suffix
        assert peak(lambda document=document: attempt(codec, document)) < 100 * len(document)


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if "groups" not in name])
def test_memory_of_long_documents(codec: ModuleType, name: str) -> None:
    document = DOCUMENTS[name][0](1000)
    assert peak(lambda: attempt(codec, document)) < 200 * len(document) + 200_000


COLUMNS: dict[str, list[Any]] = {
    "integers": [7] * 20_000,
    "numbers": [7, 2.5] * 10_000,
    "strings": ["word"] * 20_000,
    "quoted strings": ["a,b"] * 20_000,
}


@pytest.mark.parametrize("name", COLUMNS)
def test_memory_of_long_arrays(codec: ModuleType, name: str) -> None:
    values = COLUMNS[name]
    for value, factor in ((values, 40), ([{"x": item} for item in values], 80)):
        text = codec.encode(value)
        assert peak(lambda value=value: codec.encode(value)) < factor * len(text)
        assert peak(lambda text=text: codec.decode(text)) < factor * len(text)


# ---- 2 MB of quotes and backslashes, 200,000 lines that say nothing


@pytest.mark.parametrize("prefix", ["a: ", 'a: "', "", "a[1]: ", "a[1]{x}:\n  ", "a[1]{"], ids=ascii)
def test_two_megabytes_of_quotes(codec: ModuleType, prefix: str) -> None:
    expected = {"": "missing-colon", "a[1]{": "missing-colon"}.get(prefix, "text-after-quote")
    assert attempt(codec, prefix + '"' * 2_000_000 + "\nb: 1") == expected


def test_two_megabytes_of_backslashes(codec: ModuleType) -> None:
    many = "\\" * 2_000_000
    assert codec.decode(f'a: "{many}"') == {"a": "\\" * 1_000_000}
    assert codec.decode(f'"{many}": 1') == {"\\" * 1_000_000: 1}
    assert codec.decode(f'a[2]: "{many}",x') == {"a": ["\\" * 1_000_000, "x"]}
    assert codec.decode(f"a: {many}") == {"a": many}
    assert codec.decode(codec.encode({many: many})) == {many: many}
    assert attempt(codec, f'a: "{many}') == "unterminated-string"


@pytest.mark.parametrize("line", ["# comment\n", "\n", "      # deep\n"], ids=ascii)
def test_lines_that_say_nothing(codec: ModuleType, line: str) -> None:
    many = line * 200_000
    assert codec.decode(many) == {}
    assert codec.decode(f"{many}a: 1\n{many}b: 2\n{many}") == {"a": 1, "b": 2}
    assert codec.decode(f"x\n{many}") == "x"


# ---- lengths that promise too much


@pytest.mark.parametrize("zeros", [12, 17, 18, 1000])
def test_a_declared_length_reserves_nothing(codec: ModuleType, zeros: int) -> None:
    length = "1" + "0" * zeros
    documents = {
        f"a[{length}]{{x}}:\n  1": ("row-count", {"a": [{"x": 1}]}),
        f"a[{length}:]{{x}}:\n  k: 1": ("entry-count", {"a": {"k": {"x": 1}}}),
        f"a[{length}]:\n  - 1": ("item-count", {"a": [1]}),
        f"a[{length}]: 1,2": ("value-count", {"a": [1, 2]}),
    }
    for document, (code, value) in documents.items():
        assert attempt(codec, document) == code
        assert codec.decode(document, strict=False) == value
        assert peak(lambda document=document: in_both_modes(codec, document)) < 200_000


# ---- numbers


@pytest.mark.parametrize("length", [5_000, 100_000])
def test_huge_numbers(codec: ModuleType, length: int) -> None:
    many = "1" * length
    for token in (many, f"-{many}", f"0.{many}", f"1.{many}e5"):
        for document in (token, f"a: {token}", f"a[2]: 1,{token}", f"a[1]{{x}}:\n  {token}"):
            assert attempt(codec, document) == "digit-limit"
    assert codec.decode(f"0{many}") == f"0{many}"
    assert codec.decode(f"{many}x") == f"{many}x"
    assert attempt(codec, f"1e{many}") == "number-range"
    assert codec.decode(f"1e-{many}") == 0
    assert codec.decode(f"0e{many}") == 0


def test_large_integers_are_converted_in_less_than_quadratic_time(codec: ModuleType) -> None:
    limits = Limits(max_number_digits=10**6)
    value = 7**50_000
    text = codec.encode(value, limits=limits)
    assert len(text) == 42255
    assert codec.decode(text, limits=limits) == value
    assert codec.decode(codec.encode(-value, limits=limits), limits=limits) == -value


def test_an_int_far_beyond_the_limit_is_hardly_looked_at(codec: ModuleType) -> None:
    """Of 30 million digits: the time of a few copies, not of one for each part of what the limit allows."""
    value = 1 << 10**8
    for _ in range(3):
        copies = seconds(lambda: [value >> 32 for _ in range(40)])
        if seconds(lambda: refused(codec, [value])) < copies:
            break
    else:
        pytest.fail(f"more than {copies:.3f} s")
    assert refused(codec, -value) is ErrorCode.DIGIT_LIMIT


# ---- depth


def objects(depth: int) -> Any:
    return nested(depth, 1)


def arrays(depth: int) -> Any:
    return reduce(lambda value, _: [value], range(depth), 1)


def in_turn(depth: int) -> Any:
    return reduce(lambda value, n: [value, 2] if n % 2 else {"k": value}, range(depth), 1)


def one_row(depth: int) -> Any:
    return [nested(depth - 1, 1)]


def check_depth(codec: ModuleType, value: Any, most: int) -> None:
    """The value has that depth: with one level less neither it nor its text is taken."""
    limits, one_less = Limits(max_depth=most), Limits(max_depth=most - 1)
    text = codec.encode(value, indent=1, limits=limits)
    assert same(codec.decode(text, indent=1, limits=limits), value)
    for run, given in ((codec.encode, value), (codec.decode, text)):
        with pytest.raises(ToonError) as caught:
            run(given, indent=1, limits=one_less)
        assert caught.value.code is ErrorCode.DEPTH_LIMIT
        assert len(str(caught.value)) < 300


DEPTHS = [
    (objects, 3),
    (objects, 1000),
    (arrays, 3),
    (arrays, 1000),
    (in_turn, 3),
    (in_turn, 10_000),
    (one_row, 10_000),
]


@pytest.mark.parametrize(("make", "most"), DEPTHS)
def test_depth_counts_alike_both_ways(codec: ModuleType, make: Callable[[int], Any], most: int) -> None:
    check_depth(codec, make(most), most)


def refused(codec: ModuleType, value: Any) -> ErrorCode:
    with pytest.raises(EncodeError) as caught:
        codec.encode(value)
    return caught.value.code


FAR_TOO_DEEP = "a[1]" + "{a" * 100_000 + "}" * 100_000 + ":\n  1"


def test_depth_far_beyond_the_limit(codec: ModuleType) -> None:
    for make in (objects, arrays, one_row):
        assert refused(codec, make(100_000)) is ErrorCode.DEPTH_LIMIT
    assert attempt(codec, FAR_TOO_DEEP) == "depth-limit"


def test_depth_on_a_small_stack(codec: ModuleType) -> None:
    """256 KiB of stack: what recursed would end the process.

    The deepest values are made and freed outside, since the interpreter itself needs stack to free them.
    """
    shallow, deep = [make(2000) for make in (objects, arrays, in_turn, one_row)], objects(100_000)

    def run() -> None:
        for value in shallow:
            check_depth(codec, value, 2000)
        assert refused(codec, deep) is ErrorCode.DEPTH_LIMIT
        assert attempt(codec, FAR_TOO_DEEP) == "depth-limit"

    on_stack_of(256, run)
