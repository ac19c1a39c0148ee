"""Real JSON files through the library, the reference package and the command.

The files are those of ``benchmarks/corpora.tsv``; ``benchmarks/fetch_corpora.py`` fetches them.  Files
above 2 MB take minutes with the reference engine and run only with ``TOON_CORPORA=all``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fetch_corpora import Corpus, fetched, read_table
from tests.equality import same
from tests.integration.oracle import Oracle
from tests.json_values import as_javascript, beyond_double_text
from toonwire import decode, encode

QUICK_BYTES = 2_000_000


@dataclass(frozen=True)
class Loaded:
    """A corpus, its value, and what toonwire makes of it."""

    path: Path
    value: Any
    text: str


@pytest.fixture(scope="module", params=read_table(), ids=lambda corpus: corpus.name)
def loaded(request: pytest.FixtureRequest) -> Loaded:
    corpus: Corpus = request.param
    if corpus.size > QUICK_BYTES and os.environ.get("TOON_CORPORA") != "all":
        pytest.skip("files above 2 MB run with TOON_CORPORA=all")
    path = fetched(corpus)
    if path is None:
        pytest.skip(f"{corpus.name} is not there; run python benchmarks/fetch_corpora.py")
    value = json.loads(path.read_bytes())
    return Loaded(path, value, encode(value))


def test_round_trip(loaded: Loaded) -> None:
    assert same(decode(loaded.text), loaded.value, ordered=False)


def test_the_reference_package_writes_the_same_text(loaded: Loaded, oracle: Oracle, tmp_path: Path) -> None:
    theirs = oracle.encode_file(loaded.path, tmp_path / "theirs.toon").read_bytes().decode()
    held = as_javascript(loaded.value)
    if beyond_double_text(held):
        assert same(as_javascript(decode(theirs)), held, ordered=False)
        return
    # the package's own order of integer-like keys, so that even these files are compared to the byte
    assert (loaded.text if same(held, loaded.value) else encode(held)) == theirs


def test_the_reference_package_reads_the_value(loaded: Loaded, oracle: Oracle, tmp_path: Path) -> None:
    ours = tmp_path / "ours.toon"
    ours.write_bytes(loaded.text.encode())
    theirs = json.loads(oracle.decode_file(ours, tmp_path / "theirs.json").read_bytes())
    assert same(as_javascript(theirs), as_javascript(loaded.value), ordered=False)


def test_through_the_command(loaded: Loaded) -> None:
    toon = [sys.executable, "-m", "toonwire"]
    encoding = subprocess.Popen([*toon, "encode", str(loaded.path)], stdout=subprocess.PIPE)
    decoding = subprocess.Popen([*toon, "decode"], stdin=encoding.stdout, stdout=subprocess.PIPE)
    assert encoding.stdout is not None
    encoding.stdout.close()
    output, _ = decoding.communicate()
    assert (encoding.wait(), decoding.returncode) == (0, 0)
    assert same(json.loads(output), loaded.value, ordered=False)
