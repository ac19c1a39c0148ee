"""What contenders are given, and who is found to get it wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import payloads as module
from contenders import Contender
from fetch_corpora import Corpus
from payloads import Payload, check, corpora, payload, payloads
from toonwire import encode


def _contender(encode: Any, decode: Any) -> Contender:
    return Contender("peer", "peer", "1.0", encode, decode)


def _fail(argument: object) -> Any:
    raise RecursionError("too deep\nsecond line")


RIGHT = _contender(json.dumps, json.loads)
OWN = Contender("toonwire", "own", "0", encode, None)
VALUE = {"a": [1, 2]}


@pytest.mark.parametrize(
    ("contender", "why"),
    [
        (RIGHT, ""),
        (_contender(json.dumps, None), ""),
        (_contender(lambda value: "other", None), "text differs, and no decoder"),
        (_contender(json.dumps, lambda text: [text]), "decode(encode(x)) differs from x"),
        (_contender(lambda value: "own", {"own": VALUE}.get), "reads another value from the common text"),
        (_contender(_fail, json.loads), "RecursionError: too deep"),
        (_contender(json.dumps, _fail), "RecursionError: too deep"),
    ],
)  # fmt: skip
def test_check_says_what_is_wrong(contender: Contender, why: str) -> None:
    assert check(payload("small", VALUE, [RIGHT]), contender) == why


def test_decoders_get_json_or_toon_as_text_or_bytes() -> None:
    item = payload("small", {"ü": 1}, [OWN])
    assert item.text_for(replace(OWN, role="json")) == '{"ü":1}'.encode()
    assert item.text_for(OWN) == '"ü": 1'
    assert item.text_for(replace(OWN, reads="bytes")) == '"ü": 1'.encode()


def test_a_string_heavy_family_comes_with_new_objects_and_with_reused_ones() -> None:
    found = [(item.family, item.fresh, item.directions) for item in payloads(["unicode_text", "table"], 0.001, [OWN])]
    assert found == [
        ("unicode_text", True, ("encode", "decode")),
        ("unicode_text (reused)", False, ("encode",)),
        ("table", False, ("encode", "decode")),
    ]


def test_a_copy_has_no_string_in_common() -> None:
    item = payload("small", {"a": "läuft"}, [OWN])
    copy = item.copy()
    assert copy == item.value
    assert copy["a"] is not item.value["a"]


def _corpus(content: bytes, name: str) -> Corpus:
    return Corpus("npm", "pack", "1", name, len(content), "", "small")


def test_corpora_are_families_and_a_missing_one_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    contents = {"plain.json": b'["a"]', "text.json": '["all but one letter is ASCII: ö"]'.encode(), "gone.json": b"[]"}
    rows = [_corpus(content, name) for name, content in contents.items()]
    monkeypatch.setattr(module, "DATA", tmp_path)
    monkeypatch.setattr(module, "read_table", lambda: rows)
    monkeypatch.setattr(module, "fetched", lambda row: None if row.file == "gone.json" else tmp_path / row.name)
    for row in rows[:2]:
        (tmp_path / row.name).write_bytes(contents[row.file])
    found = list(corpora([OWN]))
    assert found.pop() is rows[2]
    assert [(item.family, item.fresh) for item in found if isinstance(item, Payload)] == [
        ("pack.plain", False),
        ("pack.text", True),
        ("pack.text (reused)", False),
    ]
