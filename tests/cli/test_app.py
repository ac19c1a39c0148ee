"""The program as a whole: help, version, usage errors, and its ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest

import toonwire
from toonwire.cli import app

from .conftest import Ended, environment

posix_only = pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
Run = Callable[..., Ended]
VERSION = f"toonwire {toonwire.__version__} (TOON spec 4.4, engine {toonwire.engine()})\n"
BIG = b"[" + b",".join(b'{"id":%d,"name":"user %d"}' % (n, n) for n in range(20_000)) + b"]"


def test_version(toon: Run, process: Run) -> None:
    assert toon("--version") == (0, VERSION, "")
    assert process("--version") == (0, VERSION, "")


@pytest.mark.parametrize("flag", ["-h", "--help"])
@pytest.mark.parametrize("command", [[], ["encode"], ["decode"], ["stats"]])
def test_help_has_an_example(toon: Run, command: list[str], flag: str) -> None:
    ended = toon(*command, flag)
    assert (ended.code, ended.err) == (0, "")
    assert "Examples:\n    toon " in ended.out


def test_the_list_of_commands_is_what_the_commands_say(toon: Run) -> None:
    listed = toon("--help").out
    context = click.Context(app.toon)
    for name, (_, text) in app.COMMANDS.items():
        command = app.toon.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert (command.help or "").startswith(text)
        assert name in listed
        assert text in " ".join(listed.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nope"], "No such command 'nope'."),
        (["data.json"], "'data.json' is no command. Did you mean: toon encode data.json"),
        (["x/data.TOON"], "'x/data.TOON' is no command. Did you mean: toon decode x/data.TOON"),
        (["-"], "'-' is no command. Did you mean: toon encode -"),
        (["encode", "--bogus"], "No such option '--bogus'."),
        (["encode", "a", "b"], "Got unexpected extra argument (b)"),
        (["encode", "--indent", "0"], "Invalid value for '--indent': 0 is not in the range 1<=x<=1000."),
        (["encode", "--indent", "x"], "Invalid value for '--indent': 'x' is not a valid integer range."),
        (["decode", "--json-indent", "-1"], "Invalid value for '--json-indent': -1 is not in the range 0<=x<=1000."),
        (["decode", "--max-depth", "10001"], "10001 is not in the range 0<=x<=10000."),
        (["encode", "--delimiter", ";"], "';' is none of comma (,), tab (\\t), pipe (|)"),
        (["decode", "--delimiter", ","], "No such option '--delimiter'."),
        (["stats", "--color", "no"], "'no' is not one of 'auto', 'always', 'never'."),
    ],
)
def test_bad_usage(toon: Run, arguments: list[str], message: str) -> None:
    ended = toon(*arguments, stdin="{}")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert "Usage: toon" in ended.err


def test_no_command_shows_the_help(toon: Run) -> None:
    ended = toon()
    assert ended.code == 2
    assert ended.out == ""
    assert "Commands:" in ended.err


@posix_only
@pytest.mark.parametrize("command", ["encode", "decode", "stats"])
def test_terminal_and_no_file(command: str) -> None:
    import pty

    primary, terminal = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "toonwire", command],
            stdin=terminal,
            capture_output=True,
            env=environment(),
            timeout=60,
            check=False,
        )
    finally:
        os.close(primary)
        os.close(terminal)
    assert (done.returncode, done.stdout) == (2, b"")
    text = " ".join(done.stderr.decode().split())
    assert f"Name a file, or pipe data in: cat FILE | toon {command}" in text


# ---- ends


@posix_only
@pytest.mark.parametrize("command", ["encode", "decode", "stats"])
def test_closed_pipe_ends_quietly(tmp_path: Path, command: str) -> None:
    (tmp_path / "big.json").write_bytes(BIG)
    (tmp_path / "big.toon").write_text("[3]: 1,2,3\n")
    file = "big.toon" if command == "decode" else "big.json"
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "toonwire", command, file],
            stdout=writer,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(),
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@posix_only
def test_reader_that_leaves_in_the_middle() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m toonwire encode | head -1',
        shell=True,
        input=BIG,
        capture_output=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == (b"[20000]{id,name}:\n", b"")


@posix_only
@pytest.mark.parametrize(
    ("command", "code"),
    [("--help", 0), ("--version", 0), ("encode --help", 0), ("nope", 2), ("", 2)],
)
def test_help_that_nobody_reads_ends_quietly(command: str, code: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        run = [sys.executable, "-m", "toonwire", *command.split()]
        for stderr in (subprocess.PIPE, writer):
            done = subprocess.run(run, stdout=writer, stderr=stderr, env=environment(), timeout=60, check=False)
            assert done.returncode == code
            assert b"Broken" not in (done.stderr or b"")
            assert bool(done.stderr) == (code == 2 and stderr != writer)
    finally:
        os.close(writer)


@posix_only
def test_completion_that_nobody_reads_ends_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "toonwire"],
            stdout=writer,
            stderr=subprocess.PIPE,
            env=environment(_TOON_COMPLETE="zsh_source"),
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


# ---- an engine that cannot be had

NATIVE_MISSING = "import sys; sys.modules['toonwire.native'] = None; "


@pytest.mark.parametrize("arguments", [("--version",), (), ("encode", "--help")])
def test_an_engine_that_nobody_knows(process: Run, arguments: tuple[str, ...]) -> None:
    text = 'error: option TOONWIRE_ENGINE: expected "reference" or "native", found \'fast\'\n'
    assert process(*arguments, TOONWIRE_ENGINE="fast") == (2, "", text)


@pytest.mark.parametrize("name", ["toon", "toon.exe", "other"])
def test_an_engine_that_is_not_there(tmp_path: Path, name: str) -> None:
    """The script says it in one line; another program gets the exception."""
    script = tmp_path / name
    script.write_text(NATIVE_MISSING + "from toonwire.cli import main; main()", "utf-8")
    done = subprocess.run(
        [sys.executable, script, "--version"],
        capture_output=True,
        env=environment(TOONWIRE_ENGINE="native"),
        timeout=60,
        check=False,
    )
    said = done.stderr.decode()
    if name == "other":
        assert done.returncode == 1
        assert "Traceback" in said
    else:
        assert (done.returncode, done.stdout) == (2, b"")
        assert said.startswith("error: TOONWIRE_ENGINE=native, but the native engine cannot be loaded")
        assert said.count("\n") == 1


def test_the_refusal_reaches_nobody_where_standard_error_is_closed() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m toonwire --help 2>&-',
        shell=True,
        capture_output=True,
        env=environment(TOONWIRE_ENGINE="fast"),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


@posix_only
@pytest.mark.parametrize("where", ["/dev/full", "-"])
def test_full_disk(process: Run, where: str) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "toonwire", "encode", *(["-o", where] if where != "-" else [])],
            input=b"[1]",
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            timeout=60,
            check=False,
        )
    name = "<stdout>" if where == "-" else where
    text = f"error[file-write]: a file that cannot be written: No space left on device\n --> {name}\n"
    assert (done.returncode, done.stderr.decode()) == (1, text)


@posix_only
@pytest.mark.parametrize("stream", ["<&-", ">&-", "2>&-"])
def test_closed_streams(tmp_path: Path, stream: str) -> None:
    (tmp_path / "a.json").write_text("[1]")
    file = "" if stream == "<&-" else "a.json"
    done = subprocess.run(
        f'"{sys.executable}" -m toonwire encode {file} {stream}',
        shell=True,
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert done.returncode == (0 if stream == "2>&-" else 1)
    assert b"Traceback" not in done.stderr


@posix_only
def test_interrupt() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "toonwire", "encode"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert child.stdin is not None
    child.stdin.write(b"[1,")
    child.stdin.flush()
    time.sleep(0.7)  # until it waits for more
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err.strip()) == (130, b"", b"")


class UnforeseenError(Exception):
    """What nobody foresaw."""


def test_internal_error(toon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise UnforeseenError("ouch")

    monkeypatch.delenv("TOON_DEBUG", raising=False)
    monkeypatch.setattr("toonwire.cli.encode.encode", fail)
    text = "error: internal error: UnforeseenError: ouch (please report it; TOON_DEBUG=1 shows where)\n"
    assert toon("encode", stdin="[1]") == (1, "", text)
    ended = toon("encode", "--json-errors", stdin="[1]")
    assert json.loads(ended.err)["error"] == "InternalError"
    monkeypatch.setenv("TOON_DEBUG", "1")
    with pytest.raises(UnforeseenError):
        toon("encode", stdin="[1]")


def test_internal_error_outside_a_command(toon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise UnforeseenError

    monkeypatch.delenv("TOON_DEBUG", raising=False)
    monkeypatch.setattr("toonwire.engine", fail)
    ended = toon("--version")
    assert ended.code == 1
    assert ended.err.startswith("error: internal error: UnforeseenError (please report it")


def test_lack_of_memory_is_no_internal_error(toon: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("toonwire.cli.encode.encode", fail)
    ended = toon("encode", stdin="[1]")
    assert ended.code == 1
    assert "not enough memory" in ended.err


# ---- what a run loads


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--version"], ["lark", "orjson", "rich", "json", "toonwire.cli.encode"]),
        (["--help"], ["lark", "orjson", "rich", "json", "toonwire.cli.encode"]),
        (["encode"], ["lark", "orjson", "rich", "json", "toonwire.cli.decode", "bpe_openai"]),
        (["decode"], ["lark", "orjson", "rich", "json", "toonwire.cli.encode", "bpe_openai"]),
    ],
)
def test_a_small_run_loads_little(arguments: list[str], absent: list[str]) -> None:
    code = (
        "import sys\n"
        "from toonwire.cli.app import run\n"
        f"assert run({arguments!r}) == 0\n"
        f"loaded = [name for name in {absent!r} if name in sys.modules]\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"1", capture_output=True, env=environment(), timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
