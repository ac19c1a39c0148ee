"""Files that documents are written to, of all kinds that Python has."""

from __future__ import annotations

import codecs
import io
import os
import sys
import threading
from pathlib import Path

import pytest

import toonwire


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that do not block are another thing there")
def test_a_file_that_takes_nothing_for_a_while_loses_nothing() -> None:
    value, taken = {"a": "x" * 1_000_000}, []
    source, sink = os.pipe()
    os.set_blocking(sink, False)

    def read() -> None:
        while piece := os.read(source, 1 << 16):
            taken.append(piece)

    reader = threading.Thread(target=read)
    with os.fdopen(sink, "wb", buffering=0) as fp:
        os.write(sink, b" " * 65536)  # the pipe is full before anybody reads
        reader.start()
        toonwire.dump(value, fp)
    reader.join()
    os.close(source)
    assert b"".join(taken).lstrip(b" ").decode() == toonwire.encode(value) + "\n"


def test_writers_of_codecs_take_text(tmp_path: Path) -> None:
    below = io.BytesIO()
    toonwire.dump({"city": "Zürich"}, codecs.getwriter("utf-8")(below))
    with open(tmp_path / "wide.toon", "wb") as raw:
        toonwire.dump({"city": "Zürich"}, codecs.getwriter("utf-16-le")(raw))
    assert below.getvalue() == "city: Zürich\n".encode()
    assert (tmp_path / "wide.toon").read_bytes() == "city: Zürich\n".encode("utf-16-le")
