"""Any value keeps its place, and comes back whole up to what its function says it normalises.

``HYPOTHESIS_PROFILE=long`` tries 20,000 values for each function, each in all places.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.responses.nasty import FRAGMENTS, NASTY, values
from tests.responses.structure import PARSERS, structure
from toonwire.responses.markdown import (
    Document,
    Markdown,
    bold,
    cell,
    code_block,
    heading,
    inline_code,
    lines,
    link,
    one_line,
    prose,
    text,
    verbatim,
)

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
many = settings(max_examples=20_000) if LONG else settings()

STANDIN = "Qx7"
LINE = (
    *("{}", "Before {} after.", "See ({}), then", "- {}", "- {}\n- {}\n", "1. {}", "> {}"),
    *("**Label**: {}\n**Other**: {}", "Line\n{}\nLine", "{}\n{}", "a | b\n{}", "a\n{}", "## At {} now"),
    *("{}\n\n- {}\n  {}\n\n> {}", "{}: x", "x: {}!", "{}[more](https://example.com)", "| a |\n{}", "- {}\n\n    {}"),
)
"""Where a value may stand in a line; the last one shows that code by indentation is out of its reach too."""
TABLE = (
    *("| a | b |\n|---|---|\n| {} | {} |", "| {} | b |\n|---|---|\n| 1 | {} |", "| a |\n|---|\n| {} |\n| {} |"),
    *("- x\n\n  | {} |\n  |---|\n  | {} |", "| a | b |\n|---|:-:|\n| x {} y | {} |"),
)
SPAN = ("{}", "- {}: x", "{}: {}", "x {} y", "> {}\n> {}", "**Label** {}\n{}", "1. {}", "x\n{}")
BLOCK = ("{}", "x\n{}\ny", "x\n\n{}\n\ny", "{}\n{}", "# x\n{}\n- y")


def put(page: str, shown: str) -> str:
    return page.replace("{}", shown)


def swapped(blocks: Any, value: str) -> Any:
    """A structure with the value where the stand-in is."""
    if isinstance(blocks, str):
        return blocks.replace(STANDIN, value)
    return type(blocks)(swapped(block, value) for block in blocks) if isinstance(blocks, (list, tuple)) else blocks


@cache
def harmless(page: str, parser: str, phrases: bool) -> list[Any]:
    return structure(page, parser, phrases=phrases)


def holds(function: Callable[[object], str], value: str, whole: str, places: Iterable[str], phrases: bool) -> None:
    """The page is the one of a harmless value, with the value instead of it."""
    for place in places:
        for parser in PARSERS if "|---" not in place else ["gfm"]:
            page = put(place, function(value))
            wanted = swapped(harmless(put(place, function(STANDIN)), parser, phrases), whole)
            assert structure(page, parser, phrases=phrases) == wanted, (parser, page)


def drawn(places: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.just(places) if LONG else st.sampled_from(places).map(lambda place: (place,))


# ---- in a line


def check_inline_code(value: str, places: Iterable[str]) -> None:
    assert isinstance(inline_code(value), Markdown)
    holds(inline_code, value, one_line(value) or " ", places, phrases=False)


def check_text(value: str, places: Iterable[str]) -> None:
    if prose(value):
        holds(text, value, prose(value), places, phrases=True)
    else:
        assert text(value) == ""


def check_verbatim(value: str, places: Iterable[str]) -> None:
    shown, whole = verbatim(value), one_line(value)
    if not whole:
        assert shown == ""
    elif shown == whole:
        holds(verbatim, value, whole, places, phrases=False)
    else:
        assert shown == inline_code(value)


def check_cell(value: str, places: Iterable[str]) -> None:
    if not one_line(value):
        assert cell(value) == ""
    elif "\\|" not in one_line(value):
        holds(cell, value, one_line(value), places, phrases=False)
    check_prose_cell(value, places)


def check_prose_cell(value: str, places: Iterable[str]) -> None:
    if prose(value):
        holds(lambda v: cell(v, code=False), value, prose(value), places, phrases=True)


def check_bold(value: str, places: Iterable[str]) -> None:
    if prose(value):
        holds(bold, value, prose(value), places, phrases=True)
    else:
        assert bold(value) == ""


def check_heading(value: str, places: Iterable[str]) -> None:
    if prose(value):
        holds(lambda v: heading(2, v), value, prose(value), places, phrases=True)
    else:
        assert heading(2, value) == "##"


def check_link_label(value: str, places: Iterable[str]) -> None:
    if prose(value):
        holds(lambda v: link(v, "https://example.com/a?b=c"), value, prose(value), places, phrases=True)


def check_link_url(value: str, places: Iterable[str]) -> None:
    """A link leads where the URL says, or there is no link and the address stands there as code."""
    shown = link("Label", value)
    for parser, place in ((parser, place) for parser in PARSERS for place in places):
        spans = [span for block in structure(put(place, shown), parser) if block[0] == "inline" for span in block[1:]]
        hrefs = [content for kind, content in spans if kind == "link_open"]
        if hrefs:
            assert prose(value).lower().startswith(("http://", "https://"))
            target = shown.removeprefix("[Label](").removesuffix(")").replace("\\&", "&")
            assert unquote(target) == unquote(prose(value))
            assert set(hrefs) == {PARSERS[parser].normalizeLink(target)}
            assert ("text", "Label") in spans
        elif prose(value):
            assert ("code_inline", prose(value)) in spans
            assert "](" not in structure_text(spans)
        else:
            assert shown == "Label"


def structure_text(spans: list[tuple[str, str]]) -> str:
    return "".join(content for kind, content in spans if kind == "text")


IN_LINE = {
    "inline_code": (check_inline_code, LINE),
    "text": (check_text, LINE),
    "verbatim": (check_verbatim, LINE),
    "cell": (check_cell, TABLE),
    "bold": (check_bold, SPAN),
    "heading": (check_heading, BLOCK),
    "link label": (check_link_label, SPAN),
    "link url": (check_link_url, SPAN),
}


@pytest.mark.parametrize("name", IN_LINE)
def test_nasty_values_in_a_line(name: str) -> None:
    check, places = IN_LINE[name]
    for number, value in enumerate(NASTY):
        # all values meet the first place and, between them, every other one
        check(value, places if LONG else (places[0], places[number % len(places)]))


@pytest.mark.parametrize("check", [check_text, check_verbatim], ids=["text", "verbatim"])
@pytest.mark.parametrize(
    ("value", "place"),
    [
        *(("wow!", "{}[more](https://example.com)"), ("!", "{}[more](https://example.com)"), ("&", "{}amp; x")),
        *((value, "| a |\n{}") for value in (":-", "-:", ":-:", "-", "---", "|-|")),
        *(
            (value, "a\n{}")
            for value in ("=", "===", "-", "---", "- x", "1. x", "+", "# x", "> x", "```", "~~~", "***")
        ),
        *(
            ("C #", "## {}"),
            ("#", "## {}"),
            ("##", "# {}"),
            (": x", "a\n{}"),
            ("x\\", "{}\ny"),
            ("x\\", "**L**: {}\ny"),
        ),
    ],
)
def test_edges_of_a_value(check: Callable[[str, Iterable[str]], None], value: str, place: str) -> None:
    """What only matters at the very place."""
    check(value, [place])


@pytest.mark.parametrize("name", IN_LINE)
@many
@given(st.data())
def test_any_value_in_a_line(name: str, data: st.DataObject) -> None:
    check, places = IN_LINE[name]
    check(data.draw(values), data.draw(drawn(places)))


@many
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=5).map("".join), drawn(SPAN))
def test_any_url(rest: str, places: tuple[str, ...]) -> None:
    check_link_url(f"https://example.com{rest}", places)


# ---- blocks


def check_block(value: str, indent: str, before: str) -> None:
    whole = "".join(f"{line}\n" for line in lines(value))
    for parser in PARSERS:
        page = before + code_block(value, "py", indent=indent).removeprefix(indent)
        wanted = structure(before + code_block("x", "py", indent=indent).removeprefix(indent), parser)
        assert [token[-1] for token in wanted if token[0] == "fence"] == ["x\n"]
        got = structure(page, parser)
        assert [token[:-1] for token in got] == [token[:-1] for token in wanted]
        assert [token[-1] for token in got if token[0] == "fence"] == [whole]


NESTED = (
    ("", ""),
    ("", "para\n"),
    ("  ", "- "),
    ("   ", "1. x\n\n   "),
    ("> ", "> "),
    ("    ", "- a\n  - "),
    ("> > ", "> > "),
)


@pytest.mark.parametrize(("indent", "before"), NESTED)
def test_nasty_blocks(indent: str, before: str) -> None:
    for value in (*NASTY, *("\n".join(pair) for pair in zip(NASTY, NASTY[7:], strict=False))):
        check_block(value, indent, before)


@many
@given(st.one_of(values, st.lists(st.sampled_from(FRAGMENTS), max_size=6).map("\n".join)), st.sampled_from(NESTED))
def test_any_block(value: str, nested: tuple[str, str]) -> None:
    check_block(value, *nested)


# ---- readers that the parsers of these tests do not stand for


@pytest.mark.parametrize("function", [inline_code, text, verbatim, bold, cell, lambda value: link(value, value)])
def test_no_reader_of_lines_sees_another_line(function: Callable[[object], str]) -> None:
    for value in NASTY:
        assert len(f"{function(value)}x".splitlines()) == 1
    assert len(code_block("a\u2028```\x85b").splitlines()) == len(code_block("a\n```\nb").splitlines()) == 5


def test_what_other_parsers_read_otherwise() -> None:
    # some drop a byte-order mark at the start of a page
    assert [text("\ufeffx"), verbatim("\ufeffx")] == ["x", "`\ufeffx`"]
    # some pair backslashes before they look for pipes, others look at one
    assert [cell("a\\|b"), cell("a\\|www.b")] == ["a\\\\\\|b", "a\\\\\\|`www.b`"]
    assert Document("T").table([{"a": inline_code("x\\\\|y\\|z|")}]).markdown().endswith("| `x\\\\\\|y\\|z\\|` |")
