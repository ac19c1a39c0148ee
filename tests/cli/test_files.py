"""Input and output: whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

import toonwire.files
from toonwire.cli import files
from toonwire.cli.files import FileError, has_suffix, input_name, read_input, write_output
from toonwire.errors import ErrorCode

posix_only = pytest.mark.skipif(os.name != "posix", reason="modes, links and devices of POSIX")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ---- input


def test_reads_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a\r\n\xff")
    assert read_input(str(path)) == b"a\r\n\xff"


def test_missing_file(tmp_path: Path) -> None:
    path = str(tmp_path / "none.json")
    with pytest.raises(FileError) as caught:
        read_input(path)
    error = caught.value
    assert (error.code, error.file, error.found) == (ErrorCode.FILE_READ, path, "No such file or directory")
    assert str(error) == f"{path}: a file that cannot be read: No such file or directory"
    assert error.to_dict()["file"] == path


def test_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="Is a directory"):
        read_input(str(tmp_path))


def test_closed_standard_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(FileError, match=r"^<stdin>: a file that cannot be read: it is closed$"):
        read_input(None)
    with pytest.raises(FileError, match=r"^<stdout>: a file that cannot be written: it is closed$"):
        write_output("-", b"x")


@pytest.mark.parametrize(
    ("file", "name"),
    [(None, "<stdin>"), ("-", "<stdin>"), ("é.json", "é.json"), ("a\nb", r"a\nb"), ("\x1b[1m", r"\x1b[1m")],
)
def test_names_are_printable(file: str | None, name: str) -> None:
    assert input_name(file) == name


@posix_only
def test_names_that_are_no_text() -> None:
    assert input_name(os.fsdecode(b"a\xff.json")) == r"a\xff.json"


def test_suffixes() -> None:
    assert has_suffix("a.JSONL", ".jsonl", ".ndjson")
    assert not has_suffix("jsonl", ".jsonl")
    assert not has_suffix("-", ".jsonl")


# ---- output


def test_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    path = tmp_path / "new"
    write_output(str(path), b"a\nb\n")
    assert path.read_bytes() == b"a\nb\n"
    (tmp_path / "usual").touch()
    assert path.stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert names(tmp_path) == ["new", "usual"]


@posix_only
def test_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    write_output(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix_only
def test_symbolic_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "target").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("folder/target")
    write_output(str(link), b"new")
    assert link.is_symlink()
    assert (folder / "target").read_bytes() == b"new"
    assert (names(tmp_path), names(folder)) == (["folder", "link"], ["target"])


@posix_only
def test_dangling_link_makes_its_target(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_output(str(tmp_path / "link"), b"new")
    assert (tmp_path / "target").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("step", "existing"),
    [
        ("_write_all", True),
        ("_write_all", False),
        pytest.param("_copy_rights", True, marks=posix_only),
        ("replace", True),
        ("replace", False),
    ],
)
def test_failure_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, existing: bool) -> None:
    path = tmp_path / "a"
    if existing:
        path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    owners = {"_write_all": files, "_copy_rights": toonwire.files, "replace": os}
    monkeypatch.setattr(owners[step], step, fail)
    with pytest.raises(FileError) as caught:
        write_output(str(path), b"new")
    assert (caught.value.code, caught.value.found) == (ErrorCode.FILE_WRITE, "No space left on device")
    assert names(tmp_path) == (["a"] if existing else [])
    assert not existing or path.read_text() == "old"


def test_interrupt_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files, "_write_all", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_output(str(tmp_path / "a"), b"new")
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "found"),
    [("none/a", "No such file or directory"), (".", "Is a directory"), ("", "No such file or directory")],
)
def test_places_that_take_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, found: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    with pytest.raises(FileError, match=found):
        write_output(name, b"x")
    assert (names(tmp_path), names(inner)) == (["inner"], [])


def test_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FileError, match="Permission denied"):
        write_output(str(path), b"new")
    assert path.read_text() == "old"


@posix_only
def test_named_pipe_is_written_directly(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_output(str(path), b"abc")
        assert os.read(reader, 10) == b"abc"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(path.stat().st_mode)


@posix_only
@pytest.mark.parametrize("folder", ["/dev/fd", "/proc/self/fd"])
def test_open_descriptor_is_written_where_it_stands(tmp_path: Path, folder: str) -> None:
    with open(tmp_path / "a", "wb", buffering=0) as target:
        target.write(b"before ")
        write_output(f"{folder}/{target.fileno()}", b"and after")
    assert (tmp_path / "a").read_bytes() == b"before and after"


@posix_only
def test_full_pipe_that_may_not_block(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    data = b"x" * 300_000
    child = os.fork()
    if child == 0:
        os.close(reader)
        write_output(f"/dev/fd/{writer}", data)
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as stream:
        assert stream.read() == data
    assert os.waitpid(child, 0)[1] == 0


@posix_only
def test_closed_pipe() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        with pytest.raises(files.ClosedPipeError):
            write_output(f"/dev/fd/{writer}", b"x")
    finally:
        os.close(writer)
