"""Pages say all that their data says, and nothing where there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.responses.nasty import NASTY, values
from tests.responses.structure import PARSERS, prose_in, structure
from toonwire import OptionError
from toonwire.responses.markdown import (
    Document,
    Markdown,
    PageSpec,
    code_block,
    fill,
    inline_code,
    lines,
    link,
    one_line,
    render_markdown,
)
from toonwire.responses.markdown.shown import is_tall, says_nothing


def page(*, build: Callable[[Document], Document] = lambda document: document) -> str:
    return build(Document("T")).markdown().removeprefix("# T").removeprefix("\n\n")


# ---- the builder


def test_a_title_in_its_scope() -> None:
    assert Document("Issue *Alerts*", scope="back_end #1").markdown() == "# Issue \\*Alerts\\* in **back_end #1**"
    assert Document("Alerts", scope=" ").markdown() == "# Alerts"
    with pytest.raises(OptionError, match="option title: expected a text that is not blank"):
        Document(" \n")


def test_steps_leave_the_page_they_start_from() -> None:
    start = Document("T").fact("A", 1)
    one, two = start.fact("B", 2), start.section("S").bullets(["x"]).note("n")
    assert start.markdown() == "# T\n\n**A**: 1"
    assert one.markdown() == "# T\n\n**A**: 1\n**B**: 2"
    assert two.markdown() == "# T\n\n**A**: 1\n\n## S\n\n- x\n\n## Response Notes\n\n- n"
    assert str(two) == two.markdown()
    assert isinstance(two.markdown(), Markdown)


@pytest.mark.parametrize(
    "nothing", [None, "", " \n", [], {}, (), set(), float("nan"), float("inf"), [None, ""], {"a": None}]
)
def test_what_says_nothing_is_left_out(nothing: Any) -> None:
    assert page(build=lambda d: d.section("S").fact("A", nothing).section("T").bullets([nothing])) == ""
    assert page(build=lambda d: d.fact("A", nothing, absent="nobody")) == "**A**: nobody"
    assert page(build=lambda d: d.table([{"a": nothing}])) == ""


def test_sections_without_data() -> None:
    def build(document: Document) -> Document:
        return (
            document.section("Empty").section("Deep", level=3).section("Deeper", level=4)
            .section("Told", absent="Nothing is *set*.").section("Inner", level=3)
            .section("Outer").section("Kept", level=3).fact("A", 1).section("Not", level=3)
            .section("Kept too", absent="x").fact("B", 0)
        )  # fmt: skip

    assert page(build=build) == (
        "## Told\n\nNothing is \\*set\\*.\n\n## Outer\n\n### Kept\n\n**A**: 1\n\n## Kept too\n\n**B**: 0"
    )


@pytest.mark.parametrize("level", [1, 4, 7, True])
def test_a_level_that_leaves_one_out(level: int) -> None:
    with pytest.raises(OptionError, match="option level: expected a level from 2 to 3"):
        Document("T").section("S").section("T", level=level)


def test_notes_are_last() -> None:
    def build(document: Document) -> Document:
        return document.note("First *one*.", "", fill("Use `get` with id={}.", "a|b")).section("S").fact("A", 1)

    assert page(build=build) == (
        "## S\n\n**A**: 1\n\n## Response Notes\n\n- First \\*one\\*.\n- Use `get` with id=`a|b`."
    )


def test_values_of_several_lines_are_blocks() -> None:
    trace = "Traceback:\n  ```\n# not a heading"
    assert page(build=lambda d: d.fact("Trace", trace).fact("A", 1)) == (
        "**Trace**:\n````\nTraceback:\n  ```\n# not a heading\n````\n**A**: 1"
    )
    assert (
        page(build=lambda d: d.bullets(["x", "a\n- b", code_block("c")]))
        == "- x\n- ```\n  a\n  - b\n  ```\n- ```\n  c\n  ```"
    )
    assert page(build=lambda d: d.code(trace, "text").code("")) == f"{code_block(trace, 'text')}"


def test_lists_are_capped() -> None:
    assert page(build=lambda d: d.bullets(range(1, 6), limit=2, noun="callers")) == "- 1\n- 2\n- …and 3 more callers"
    assert page(build=lambda d: d.bullets(["a"], limit=5, total=9)) == "- a\n- …and 8 more items"
    assert page(build=lambda d: d.bullets([], absent="No *calls*.")) == "No \\*calls\\*."
    assert page(build=lambda d: d.bullets(["a"], total=4, limit=1, noun="[x](y)")) == "- a\n- …and 3 more \\[x\\](y)"
    assert page(build=lambda d: d.table([{"a": 1}, {"a": 2}], limit=1)) == "| A |\n| --- |\n| 1 |\n\n…and 1 more rows"


def test_tables() -> None:
    rows = [
        {"projectID": 1, "note": None, "q": "a | b"},
        {"projectID": 2, "note": "", "q": "x\ny", "u": link("L", "https://e.x/")},
    ]
    assert page(build=lambda d: d.table(rows)) == (
        "| Project ID | Q | U |\n| --- | --- | --- |\n| 1 | `a \\| b` |  |\n| 2 | x y | [L](https://e.x/) |"
    )
    assert (
        page(build=lambda d: d.table(rows, {"q": "Query | it"})) == "| Query \\| it |\n| --- |\n| `a \\| b` |\n| x y |"
    )
    assert page(build=lambda d: d.table(rows, ["note"], absent="None.")) == "None."


@given(values, st.lists(values, max_size=3))
def test_no_value_leaves_its_table(value: str, more: list[str]) -> None:
    row = {"a": value, "b": inline_code(value), "c": [value, *more], "d": {value or "k": value}, "z": "end"}
    made = Document("T").table([row, {"z": 1}]).markdown()
    kinds = [block[0] for block in structure(made, "gfm")]
    columns = 1 + sum(not says_nothing(v) and v != "" and bool(str(v).strip()) for v in (value, inline_code(value)))
    columns += sum(any(not says_nothing(v) for v in vs) for vs in ([value, *more], [value]))
    assert (kinds.count("th_open"), kinds.count("td_open")) == (columns, 2 * columns)
    assert kinds.count("paragraph_open") == 0


@given(values, values)
def test_no_value_leaves_its_place(value: str, other: str) -> None:
    made = Document("T", scope=value).fact(other, value).facts([("A", [value, other]), ("B", {"k": value})])
    made = made.paragraph(value).section(value).bullets([value, other, {"k": value}]).code(value).note(value)
    for parser in PARSERS:
        blocks = structure(made.markdown(), parser, phrases=True)
        kinds = [block[0] for block in blocks]
        assert kinds.count("heading_open") <= 3
        assert kinds.count("bullet_list_open") <= 2
        assert not {"hr", "html_block", "code_block", "blockquote_open", "ordered_list_open", "table_open"} & set(kinds)
        spans = {span[0] for block in blocks if block[0] == "inline" for span in block[1:]}
        assert spans <= {"text", "softbreak", "strong_open", "strong_close"}


# ---- pages of payloads

keys = st.sampled_from(["a", "eventCount", "user_id", "k3", "k4", "k5"])
leaves = st.one_of(values, st.integers(-999, 999), st.booleans(), st.none(), st.floats(-9, 9))
payloads = st.dictionaries(
    keys,
    st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
        max_leaves=5,
    ),
    max_size=4,
)
SPEC = PageSpec("Title", names=())


def leaves_of(value: Any) -> list[Any]:
    if isinstance(value, (dict, list)):
        return [leaf for inner in (value.values() if isinstance(value, dict) else value) for leaf in leaves_of(inner)]
    return [value]


def harmless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: harmless(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [harmless(inner) for inner in value]
    if not isinstance(value, str) or says_nothing(value):
        return value
    return "Qx7\nQx7" if is_tall(value) else "Qx7" * (20 if len(value) > 40 else 1)


def shape(made: str, parser: str) -> list[Any]:
    blocks = structure(made, parser, phrases=True)
    return [(block[0], [span[0] for span in block[1:]]) if block[0] == "inline" else block[:3] for block in blocks]


@given(payloads)
def test_a_page_has_the_shape_of_its_payload(payload: dict[str, Any]) -> None:
    for parser in PARSERS:
        made = render_markdown(payload, SPEC)
        assert shape(made, parser) == shape(render_markdown(harmless(payload), SPEC), parser)


@given(payloads)
def test_a_page_says_all_that_its_payload_says(payload: dict[str, Any]) -> None:
    made = render_markdown(payload, SPEC)
    if "```toon" in made:  # what nests too deeply is encoded
        return
    blocks = structure(made, "gfm", phrases=True)
    said = prose_in(made, "gfm") + "".join(block[-1] for block in blocks if block[0] == "fence")
    for leaf in leaves_of(payload):
        if says_nothing(leaf):
            continue
        if is_tall(leaf):
            assert "".join(f"{line}\n" for line in lines(leaf)) in said
        else:
            assert one_line(leaf) in said or one_line(leaf).strip() in said


@pytest.mark.parametrize("value", NASTY)
def test_a_nasty_value_in_every_field(value: str) -> None:
    rows = [{"id": 1, "note": value}, {"id": 2, "note": "x"}]
    payload = {"note": value, "rows": rows, "deep": {"tags": [value, "x"], "in": {"v": value}}}
    for parser in PARSERS:
        assert shape(render_markdown(payload, SPEC), parser) == shape(render_markdown(harmless(payload), SPEC), parser)


def test_a_page() -> None:
    payload = {
        "open": 2,
        "owner": None,
        "assignee": None,
        "query": "is:open *",
        "lastSeen": "2026-11-02T08:30:00Z",
        "labels": ["a", "b, c"],
        "issues": [
            {"id": "BE-12", "kind": "needs_triage", "bytes": 2048, "secret": "x"},
            {"id": "BE-13", "kind": "new", "bytes": None, "secret": "y"},
            {"id": "BE-14", "kind": "new", "bytes": 1, "secret": "z"},
        ],
        "rules": [{"name": "High *load*", "filters": [{"a": 1}], "message": "one\ntwo"}, {"name": "Low load"}],
        "empty": [],
    }
    spec = PageSpec(
        "Issues",
        scope="backend",
        labels={"bytes": "Size"},
        kinds={"issues.kind": "name", "issues.bytes": "size"},
        absent={"assignee": "nobody", "missing": "not known", "empty": "no hooks"},
        omit=["issues.secret"],
        limit=2,
        notes=[Markdown("Pass `limit=3` for all.")],
    )
    assert (
        render_markdown(payload, spec)
        == """\
# Issues in **backend**

**Open**: 2
**Assignee**: nobody
**Query**: `is:open *`
**Last seen**: 2026-11-02T08:30:00Z
**Labels**: a, `b, c`
**Empty**: no hooks
**Missing**: not known

## Issues

| ID | Kind | Size |
| --- | --- | --- |
| BE-12 | Needs triage | 2 KiB |
| BE-13 | New |  |

…and 1 more issues

## Rules

### High \\*load\\*

**Name**: `High *load*`
**Message**:
```
one
two
```

#### Filters

| A |
| --- |
| 1 |

### Low load

**Name**: Low load

## Response Notes

- Pass `limit=3` for all."""
    )


def test_long_text_is_cut_with_a_mark() -> None:
    made = render_markdown({"body": "word " * 100, "rows": [{"t": "x" * 99}]}, PageSpec("T", text_limit=60))
    assert "**Body**: `word word" in made
    assert made.count("… [truncated ") == 2
    assert max(map(len, made.splitlines())) < 80


def test_lists_of_items_say_how_many_there_are() -> None:
    rows = [{"id": n, "at": {"line": n}} for n in range(5)]
    made = render_markdown({"hits": rows}, PageSpec("T", limit=2))
    assert (
        "## Hits\n\nThe first 2 of 5 hits, and 3 more.\n\n### 0\n\n**ID**: 0\n\n#### At\n\n**Line**: 0\n\n### 1" in made
    )


def test_what_nests_too_deeply_is_toon() -> None:
    deep: Any = {"v": "a\ud83d", "n": float("nan")}
    for _ in range(900):
        deep = {"k": deep}
    made = render_markdown(deep, PageSpec("T"))
    assert made.count("\n#") == 5
    assert "```toon\nk:\n  k:" in made


@pytest.mark.parametrize("bad", [{"kinds": {"a": "colour"}}, {"kinds": {"a[0]": "date"}}, {"omit": ["a..b"]}])
def test_specs_that_are_wrong(bad: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        PageSpec("T", **bad)
