"""Documents in files: compressed by their name, and whole or not at all."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import pytest

from toonwire.errors import ErrorCode, FileError, OptionError
from toonwire.files import open_document, plain_name

TEXT = "é\r\nb\n" * 100_000


def packed(suffix: str) -> str:
    if suffix == ".zst":
        pytest.importorskip("zstandard")
    return f"rows.toon{suffix}"


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst", ".GZ"])
def test_text_and_bytes_come_back(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / packed(suffix)
    with open_document(path, "w") as text:
        text.write(TEXT)
    with open_document(path) as text:
        assert text.read() == TEXT
    assert (path.stat().st_size < 10_000) == bool(suffix)
    with open_document(path, "wb") as data:
        data.write(b"\xff" * 10)
    with open_document(path, "rb") as data:
        assert data.read() == b"\xff" * 10
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("mode", ["w", "wb"])
@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_failure_leaves_the_old_file(tmp_path: Path, suffix: str, mode: Any) -> None:
    path = tmp_path / packed(suffix)
    path.write_bytes(b"old")

    def write() -> None:
        with open_document(path, mode) as target:
            target.write(TEXT if mode == "w" else TEXT.encode())
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write()
    assert (os.listdir(tmp_path), path.read_bytes()) == ([path.name], b"old")


def test_the_same_document_is_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, now in (("a.gz", 1e9), ("b.gz", 1.5e9)):
        monkeypatch.setattr("time.time", lambda now=now: now)
        with open_document(tmp_path / name, "wb") as target:
            target.write(b"[1]: 1\n")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (lambda data: data[:-6], "the compressed data ends too early"),
        (lambda data: data[:3], "the compressed data ends too early"),
        (lambda data: b"[1]: 1\n", "damaged or not compressed"),
        (lambda data: data[:-4] + b"aaaa", "damaged or not compressed"),
        (lambda data: data + b"more", "damaged or not compressed"),
    ],
    ids=["cut", "head", "plain", "sum", "tail"],
)
def test_what_cannot_be_decompressed(tmp_path: Path, suffix: str, damage: Any, found: str) -> None:
    path = tmp_path / packed(suffix)
    with open_document(path, "w") as target:
        target.write(TEXT)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(FileError) as caught, open_document(path) as source:
        source.read()
    error = caught.value
    assert (error.code, error.file) == (ErrorCode.FILE_READ, str(path))
    assert error.found.startswith(found)
    assert error.hint


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_parts_one_after_another_are_one_text(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / packed(suffix)
    with open_document(path, "w") as target:
        target.write(TEXT)
    path.write_bytes(path.read_bytes() * 2)
    with open_document(path) as source:
        assert source.read() == TEXT * 2


@pytest.mark.parametrize("mode", ["r", "w"])
def test_missing_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: Any) -> None:
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    (tmp_path / "a.zst").write_bytes(b"old")
    message = r"zstandard is not installed; pip install 'toonwire\[zst\]'$"
    with pytest.raises(FileError, match=message), open_document(tmp_path / "a.zst", mode):
        pass
    assert (os.listdir(tmp_path), (tmp_path / "a.zst").read_bytes()) == (["a.zst"], b"old")


def test_errors_of_the_file_system_are_those_of_open(tmp_path: Path) -> None:
    for mode in ("r", "w"):
        with pytest.raises(FileNotFoundError), open_document(tmp_path / "none" / "a", mode):
            pass
    with pytest.raises(OptionError), open_document(tmp_path / "a", "a"):
        pass


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("mode", ["w", "wb"])
def test_full_disk(mode: Any) -> None:
    with pytest.raises(OSError, match="No space left"), open_document("/dev/full", mode) as target:
        target.write(TEXT if mode == "w" else TEXT.encode())


def test_names() -> None:
    assert [plain_name(name) for name in ("a.toon.gz", "a.ZST", "a.gzip", ".gz")] == ["a.toon", "a", "a.gzip", ""]


def test_gzip_reads_it(tmp_path: Path) -> None:
    with open_document(tmp_path / "a.gz", "w") as target:
        target.write("[1]: 1\n")
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"[1]: 1\n"


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_compressed_file_without_a_byte_is_cut_off(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows.toon{suffix}"
    with open_document(path, "w"):
        pass
    with open_document(path) as source:
        assert source.read() == ""
    path.write_bytes(b"")
    with open_document(path) as source, pytest.raises(FileError, match="ends too early"):
        source.read()
