"""What is larger than memory should hold: the same results, and clean ends in the middle of the work."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.damage import damaged
from tests.json_values import json_value
from toonwire import encode

from .conftest import Ended, environment

Run = Callable[..., Ended]
posix_only = pytest.mark.skipif(os.name != "posix", reason="signals, limits and devices of POSIX")
ROW = b'{"id":%d,"name":"user %d","tags":%s}\n'


def lines(count: int, last: bytes = b"1") -> bytes:
    return b"".join(ROW % (n, n, b"1") for n in range(count - 1)) + ROW % (0, 0, last)


# ---- the same results


def both(toon: Run, monkeypatch: pytest.MonkeyPatch, *arguments: str, stdin: str | bytes) -> tuple[Ended, Ended]:
    """At once, and as a large document that comes in small pieces."""
    at_once = toon(*arguments, stdin=stdin)
    with monkeypatch.context() as patch:
        patch.setattr("toonwire.cli.decode.LARGE", 1)
        patch.setattr("toonwire.cli.files.PIECE", 37)
        return at_once, toon(*arguments, stdin=stdin)


@pytest.mark.parametrize("seed", range(40))
def test_decode_is_the_same(toon: Run, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    text = encode(json_value(seed)) + "\n"
    for document in (text, damaged(text, seed), text[: len(text) // 2]):
        stdin = document.encode(errors="surrogatepass")
        at_once, streamed = both(toon, monkeypatch, "decode", stdin=stdin)
        assert (streamed.code, streamed.out) == (at_once.code, at_once.out)
        # where the document is cut off the hint says how far it came
        assert streamed.err.partition("hint: ")[0] == at_once.err.partition("hint: ")[0]
        at_once, streamed = both(toon, monkeypatch, "decode", "--jsonl", stdin=stdin)
        assert (streamed.code, streamed.err.partition("hint: ")[0]) == (
            at_once.code,
            at_once.err.partition("hint: ")[0],
        )
        assert streamed.out == at_once.out or at_once.code == 1


@pytest.mark.parametrize(
    "text", ["", "\n", "a: 1\nb: 2", "[0]: ", "[]", "7", '\ufeff"x"\r\n', "[2:]{a}:\n  x: 1\n  y: 2"]
)
@pytest.mark.parametrize("options", [["--jsonl"], ["--json-indent", "0"], ["--no-strict"], ["--stats"]], ids=" ".join)
def test_small_documents_too(toon: Run, monkeypatch: pytest.MonkeyPatch, text: str, options: list[str]) -> None:
    at_once, streamed = both(toon, monkeypatch, "decode", *options, stdin=text)
    assert streamed == at_once


def test_error_leaves_the_output_alone(toon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[3]{a}:\n" + "  1\n" * 2 + "  2,3\n"
    for options in ([], ["--jsonl"]):
        Path("out").write_text("old")
        for ended in both(toon, monkeypatch, "decode", "-o", "out", *options, stdin=text):
            assert (ended.code, ended.out) == (1, "")
            assert "error[row-width]" in ended.err
        assert (Path("out").read_text(), os.listdir()) == ("old", ["out"])


def test_error_leaves_standard_output_alone_but_for_lines(toon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[400]{a}:\n" + "  1\n" * 399 + "  2,3\n"
    assert both(toon, monkeypatch, "decode", stdin=text)[1].out == ""
    out = both(toon, monkeypatch, "decode", "--jsonl", stdin=text)[1].out
    assert out == '{"a":1}\n' * out.count("\n")
    assert "\n" in out


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"])
def test_packed_files(toon: Run, name: str) -> None:
    if name.endswith("zst"):
        pytest.importorskip("zstandard")
    Path("plain.jsonl").write_bytes(lines(3000))
    text = toon("encode", "plain.jsonl").out
    assert toon("encode", "plain.jsonl", "-o", f"{name}.toon{Path(name).suffix}").code == 0
    assert toon("decode", f"{name}.toon{Path(name).suffix}", "-o", name).code == 0
    assert toon("encode", name).out == text
    if name.endswith("gz"):
        assert gzip.decompress(Path(name).read_bytes()) == lines(3000)
    Path(name).write_bytes(Path(name).read_bytes()[:-9])
    ended = toon("encode", name, "-o", "none.toon")
    if name != "a.jsonl":
        assert (ended.code, ended.out, os.path.exists("none.toon")) == (1, "", False)
        assert ended.err == (
            "error[file-read]: a file that cannot be read: the compressed data ends too early\n"
            f" --> {name}\n"
            "hint: the file was cut off\n"
        )


# ---- memory


MEASURED = """
import resource, runpy, sys
sys.argv = ["toon", *sys.argv[1:]]
try:
    runpy.run_module("toonwire", run_name="__main__")
finally:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak if sys.platform == "darwin" else peak * 1024, file=sys.stderr)
"""


def peak(folder: Path, *arguments: str) -> int:
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=environment(),
        timeout=100,
        check=True,
    )
    return int(done.stderr)


@posix_only
def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_bytes(lines(600_000))  # 26 MB
    base = peak(tmp_path, "--version")
    assert peak(tmp_path, "encode", "rows.jsonl", "-o", "rows.toon") - base < 25e6
    assert peak(tmp_path, "decode", "rows.toon", "--jsonl") - base < 35e6
    assert peak(tmp_path, "decode", "rows.toon", "--json-indent", "0") - base < 45e6


# ---- ends


@contextmanager
def started(folder: Path, *arguments: str, stderr: int = subprocess.PIPE) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-m", "toonwire", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        cwd=folder,
        env=environment(),
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@posix_only
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_stopped_in_the_middle(tmp_path: Path, sent: signal.Signals) -> None:
    (tmp_path / "out.jsonl").write_text("old")
    with started(tmp_path, "decode", "--each", "-o", "out.jsonl") as child:
        assert child.stdin is not None
        child.stdin.write(b"a: 1\n---\n" * 1000)
        child.stdin.flush()
        until(lambda: any((tmp_path / name).stat().st_size > 5000 for name in names(tmp_path) if name.endswith(".tmp")))
        child.send_signal(sent)
        code = child.wait(timeout=30)
        out, err = child.communicate()
    assert (out, err.strip(), (tmp_path / "out.jsonl").read_text()) == (b"", b"", "old")
    assert code == {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129, signal.SIGKILL: -9}[sent]
    if sent != signal.SIGKILL:  # which leaves no time to tidy up
        assert names(tmp_path) == ["out.jsonl"]


@posix_only
def test_full_disk_while_spooled_text_is_written(process: Run, tmp_path: Path) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    (tmp_path / "rows.jsonl").write_bytes(lines(2000))
    ended = process("encode", "rows.jsonl", "-o", "/dev/full")
    assert ended == (
        1,
        "",
        "error[file-write]: a file that cannot be written: No space left on device\n --> /dev/full\n",
    )


LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv = ["toon", *sys.argv[2:]]
runpy.run_module("toonwire", run_name="__main__")
"""


@posix_only
@pytest.mark.parametrize(
    ("limit", "name"), [("100000", "rows.toon"), ("100000", "rows.toon.gz"), ("5000000", "a temporary file in ")]
)
def test_file_that_may_not_grow(tmp_path: Path, limit: str, name: str) -> None:
    (tmp_path / "rows.jsonl").write_bytes(lines(30_000 if limit == "100000" else 400_000))
    output = name if name.startswith("rows") else "rows.toon"
    (tmp_path / output).write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, limit, "encode", "rows.jsonl", "-o", output],
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.decode().startswith(
        f"error[file-write]: a file that cannot be written: File too large\n --> {name}"
    )
    assert (names(tmp_path), (tmp_path / output).read_text()) == (sorted(["rows.jsonl", output]), "old")


@posix_only
def test_small_disk(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "rows.jsonl").write_bytes(lines(50_000))
    program = f'"{sys.executable}" -m toonwire encode rows.jsonl -o disk/rows.toon'
    script = (
        "mount -t tmpfs -o size=500k tmpfs disk || exit 77; echo old > disk/rows.toon; "
        f"{program}; echo $?; ls -A disk; cat disk/rows.toon"
    )
    done = (
        subprocess.run(
            ["unshare", "-m", "sh", "-c", script],
            capture_output=True,
            cwd=tmp_path,
            env=environment(),
            timeout=60,
            check=False,
        )
        if os.path.exists("/usr/bin/unshare")
        else None
    )
    if done is None or done.returncode in (1, 77):
        pytest.skip("no file system may be mounted here")
    assert done.stdout.decode().split("\n") == ["1", "rows.toon", "old", ""]
    assert done.stderr.decode() == (
        "error[file-write]: a file that cannot be written: No space left on device\n --> disk/rows.toon\n"
    )


# ---- progress


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    import pty

    primary, secondary = pty.openpty()
    yield Terminal(primary, secondary)
    os.close(primary)


class Terminal(NamedTuple):
    """The two ends of a pseudo-terminal."""

    primary: int
    secondary: int

    def shown(self) -> str:
        """What a program that has ended wrote there."""
        os.close(self.secondary)
        shown = b""
        while True:
            try:
                data = os.read(self.primary, 65536)
            except OSError:
                return shown.decode()
            if not data:
                return shown.decode()
            shown += data


@posix_only
@pytest.mark.parametrize("options", [[], ["--no-progress"], ["--progress"]], ids=["after", "never", "at-once"])
def test_progress_on_a_terminal(tmp_path: Path, terminal: Terminal, options: list[str]) -> None:
    arguments = ("encode", "--jsonl", "-o", "rows.toon", *options)
    with started(tmp_path, *arguments, stderr=terminal.secondary) as child:
        assert child.stdin is not None
        for _ in range(8 if options else 18):
            child.stdin.write(lines(300))
            child.stdin.flush()
            time.sleep(0.1)
        child.communicate()
        assert child.returncode == 0
    shown = terminal.shown()
    if "--no-progress" in options:
        assert shown == ""
    else:
        assert [part for part in ("<stdin>", "rows", "kB", "/s") if part not in shown] == []
    assert (tmp_path / "rows.toon").stat().st_size > 1000


@posix_only
def test_no_progress_where_nobody_looks(tmp_path: Path) -> None:
    with started(tmp_path, "encode", "--jsonl", "--progress", "-o", "rows.toon") as child:
        out, err = child.communicate(lines(20_000), timeout=30)
    assert (child.returncode, out, err) == (0, b"", b"")


@posix_only
def test_interrupt_takes_the_bar_away(tmp_path: Path, terminal: Terminal) -> None:
    arguments = ("encode", "--jsonl", "--progress", "-o", "rows.toon")
    with started(tmp_path, *arguments, stderr=terminal.secondary) as child:
        assert child.stdin is not None
        child.stdin.write(lines(3000))
        child.stdin.flush()
        first = os.read(terminal.primary, 65536)
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=30) == 130
    shown = first.decode() + terminal.shown()
    assert "<stdin>" in shown
    assert "Traceback" not in shown
    assert shown.rstrip().endswith("\x1b[2K")
    assert names(tmp_path) == []
