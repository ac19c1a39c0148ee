"""grammar/toon.lark: the generated module is current, Lark reads it, and both loops over it agree."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import UnexpectedInput

import toonwire
from tests.equality import same
from toonwire.options import DecodeOptions
from toonwire.reference import stock
from toonwire.reference._grammar import GRAMMAR, STEPS, TERMINALS
from toonwire.reference.decoder import ACTIONS
from toonwire.reference.fields import parse_fields
from toonwire.reference.values import split_cells

ROOT = Path(__file__).parent.parent
CASES = [
    json.loads(line)
    for name in ("spec-extra", "spec-over-reference")
    for line in (ROOT / "tests" / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").strip("\n").split("\n")
]
DOCUMENTS = [(case["input"], case["options"]) for case in CASES if case["kind"] == "decode"]


def outcome(run: Any, text: str, options: DecodeOptions) -> Any:
    """The value, or the code and the place of the error."""
    try:
        return run(text, options)
    except toonwire.DecodeError as error:
        return error.code, error.line, error.column


def agree(tight: Any, lark: Any) -> bool:
    """Lark runs actions one line late, so of two errors it may meet the other first."""
    return same(tight, lark) or (isinstance(tight, tuple) and isinstance(lark, tuple))


def options_of(case: dict[str, Any]) -> DecodeOptions:
    return DecodeOptions(indent=case.get("indentSize", 2), strict=case.get("strict", True))


def test_the_generated_module_is_current() -> None:
    script = ROOT / "grammar" / "generate.py"
    run = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert (ROOT / "grammar" / "toon.lark").read_text(encoding="utf-8") == GRAMMAR


def test_a_changed_grammar_makes_it_stale(tmp_path: Path) -> None:
    copy = tmp_path / "grammar"
    copy.mkdir()
    changed = GRAMMAR.replace("BARE            : /-/ _EOL", "BARE            : /[+]/ _EOL")
    assert changed != GRAMMAR
    (copy / "toon.lark").write_text(changed, encoding="utf-8")
    script = (ROOT / "grammar" / "generate.py").read_text(encoding="utf-8")
    (copy / "generate.py").write_text(script, encoding="utf-8")
    target = tmp_path / "src" / "toonwire" / "reference"
    target.mkdir(parents=True)
    (target / "_grammar.py").write_bytes((ROOT / "src/toonwire/reference/_grammar.py").read_bytes())
    run = subprocess.run([sys.executable, copy / "generate.py", "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "stale" in run.stderr


def test_every_rule_cites_a_section_of_the_specification() -> None:
    cited = {int(number) for number in re.findall(r"§(\d+)", GRAMMAR)}
    assert cited >= {5, 6, 7, 8, 9, 10, 11, 12}
    assert all(1 <= number <= 16 for number in cited)


def test_every_action_and_class_is_used() -> None:
    assert {action for row in STEPS for action, _, _ in row.values() if action} == {
        *ACTIONS,
        *("name", "group", "endgroup"),
    }
    used = {name for row in STEPS for name in row}
    assert set(TERMINALS) - used == {"COMMA", "TAB", "VBAR", "CELL_C", "CELL_T", "CELL_P"}  # cells have no tables


def test_decoding_does_not_import_lark() -> None:
    code = "import sys, toonwire; toonwire.decode('a[1]{x}:\\n  1'); toonwire.encode([1]); print('lark' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize("number", range(0, len(DOCUMENTS), 50))
def test_lark_and_the_tight_loop_agree_on_the_cases(number: int) -> None:
    for text, case in DOCUMENTS[number : number + 50]:
        options = options_of(case)
        tight = outcome(lambda t, o: toonwire.decode(t, indent=o.indent, strict=o.strict), text, options)
        lark = outcome(stock.decode, text, options)
        assert agree(tight, lark), text


PIECES = [
    "a",
    "b: 1",
    "[2]",
    "[1]{x}",
    "{x,y}:",
    ":",
    ": ",
    "- ",
    "-",
    "1,2",
    '"q"',
    '"',
    "\\",
    "  ",
    "\n",
    "\n  ",
    "\n    ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join), st.booleans())
def test_lark_and_the_tight_loop_agree_on_anything(text: str, strict: bool) -> None:
    options = DecodeOptions(strict=strict)
    tight = outcome(lambda t, o: toonwire.decode(t, strict=o.strict), text, options)
    lark = outcome(stock.decode, text, options)
    assert agree(tight, lark)


CELLS = {",": "cells_c", "\t": "cells_t", "|": "cells_p"}


@given(st.text(st.sampled_from('ab ,|\t"\\:1'), max_size=20), st.sampled_from(sorted(CELLS)))
def test_cells_are_split_as_the_grammar_says(text: str, delimiter: str) -> None:
    cells, last_was_delimiter = [], True
    for token in stock.parse_part(CELLS[delimiter], text).children:
        if str(token.type).startswith("CELL"):
            cells.append(str(token))
        elif last_was_delimiter:
            cells.append("")
        last_was_delimiter = not str(token.type).startswith("CELL")
    if last_was_delimiter:
        cells.append("")
    assert split_cells(text, delimiter) == cells


FIELDS = {",": "fields_c", "\t": "fields_t", "|": "fields_p"}


@given(st.text(st.sampled_from('ab ,|\t"\\{}:'), max_size=16), st.sampled_from(sorted(FIELDS)))
def test_field_lists_are_accepted_as_the_grammar_says(text: str, delimiter: str) -> None:
    text = text.strip(" ")
    try:
        stock.parse_part(FIELDS[delimiter], text)
        accepted = True
    except UnexpectedInput:
        accepted = False
    broken_escape = re.search(r'"[^"]*\\[^\\"nrtu]', text) or "\\u" in text
    assert (parse_fields(text, delimiter) is not None) == accepted or broken_escape


@given(st.text(st.sampled_from('ab ,|\t"\\{}:[]12'), max_size=20), st.booleans())
def test_a_refused_header_is_always_explained(text: str, strict: bool) -> None:
    for document in (f"k[1]{text}", f"[1{text}", f"k[1]{{{text}}}:", f"l[1]:\n  - k[1]{{{text}}}:"):
        result = outcome(lambda t, o: toonwire.decode(t, strict=o.strict), document, DecodeOptions(strict=strict))
        assert not isinstance(result, tuple) or result[0] in toonwire.ErrorCode


def test_a_tree_has_one_token_a_line() -> None:
    tree = stock.tree("a: 1\nrows[2]{x}:\n  1\n  2\nl[1]:\n  - k: v\n    m: n", DecodeOptions())
    leaves = [(token.type, token.line, token.column) for token in tree.scan_values(lambda _: True)]
    assert leaves == [
        ("PAIR", 1, 1),
        ("TABLE_C", 2, 1),
        ("ROW_C", 3, 3),
        ("ROW_C", 4, 3),
        ("LIST", 5, 1),
        ("HYPHEN", 6, 3),
        ("PAIR", 6, 5),
        ("PAIR", 7, 5),
    ]


def test_a_tree_refuses_what_the_decoder_refuses() -> None:
    with pytest.raises(toonwire.DecodeError, match="line 2, column 3") as caught:
        stock.tree("a: 1\n  b: 2", DecodeOptions())
    assert caught.value.code is toonwire.ErrorCode.OVER_INDENTED
