"""The targets without a fuzzer: kept inputs, seeds, and faults that each of them must see."""

from __future__ import annotations

import base64
import subprocess
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.fuzz import regressions as kept_inputs
from tests.fuzz.regressions import Kept, keep, regressions
from tests.fuzz.targets import TARGETS, Target, target

HERE = Path(__file__).parent
OFFLINE = [name for name in TARGETS if name != "npm"]  # tests/integration has the package for that one
EVERY = 9
"""So many seeds apart: there are thousands, and a fuzzer tries them all."""


@pytest.fixture
def both(encoder: ModuleType, native: ModuleType, numbers: ModuleType) -> None:
    """Both: without the compiled one the targets have nothing to compare."""


KEPT = [pytest.param(name, kept, id=f"{name}-{n}") for name in OFFLINE for n, kept in enumerate(regressions(name), 1)]


@pytest.mark.parametrize(("name", "kept"), KEPT)
@pytest.mark.usefixtures("both")
def test_kept_inputs(name: str, kept: Kept) -> None:
    assert target(name).shown(kept.data) == kept.input, f"a generator has changed; once it was: {kept.why}"
    target(name).check(kept.data)


@pytest.mark.parametrize("name", OFFLINE)
@pytest.mark.usefixtures("both")
def test_seeds(name: str) -> None:
    seeds = list(target(name).seeds())
    assert len(set(seeds)) > 500
    for data in seeds[::EVERY]:
        target(name).check(data)


@pytest.mark.parametrize("name", TARGETS)
def test_the_invariant_stands_in_the_first_line(name: str) -> None:
    first, _ = (HERE / f"{name}.py").read_text(encoding="utf-8").split("\n", 1)
    assert first.startswith('"""')
    assert first.endswith(".")


# ---- faults


def _without_last(value: Any) -> Any:
    """What a decoder gives that loses the last key of a document."""
    return dict(list(value.items())[:-1]) if isinstance(value, dict) else value


FAULTS = {
    "decode_engines": ("decode", _without_last),
    "encode_engines": ("encode", lambda text: text.replace("1", "2")),
    "roundtrip": ("encode", lambda text: text.replace("1", "2")),
    "mutated": ("decode", _without_last),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.usefixtures("both")
def test_a_fault_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fuzz.outcomes import DifferenceError, engines

    reference, native = engines()
    part, change = FAULTS[name]
    right = getattr(native, part)
    faulty: dict[str, Any] = {part: lambda *given: change(right(*given))}
    broken = native._replace(**faulty)
    checked = target(name)
    monkeypatch.setattr(f"tests.fuzz.{_comparing(name)}.engines", lambda: (reference, broken))
    assert _failures(checked, DifferenceError) > 10


def _comparing(name: str) -> str:
    return "decode_engines" if name == "mutated" else name


def _failures(checked: Target, error: type[Exception]) -> int:
    failures = 0
    for data in islice(checked.seeds(), 300):
        try:
            checked.check(data)
        except error:
            failures += 1
    return failures


@pytest.mark.usefixtures("both")
def test_a_fault_of_the_number_routines_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fuzz import numbers
    from tests.fuzz.outcomes import DifferenceError

    class Broken:
        """The routines, with a sign that is lost."""

        def __getattr__(self, name: str) -> Any:
            right = getattr(compiled, name)
            return (lambda value: right(abs(value))) if name.startswith("write") else right

    compiled = numbers.routines()
    monkeypatch.setattr(numbers, "routines", Broken)
    numbers.check(b"\0" + bytes(8))
    for data in (b"\0\0\0\0\0\0\0\xf0\xbf", b"\1" + b"\xff" * 8):
        with pytest.raises(DifferenceError):
            numbers.check(data)


# ---- commands


@pytest.mark.usefixtures("both")
def test_a_crash_file_becomes_a_regression_case_by_one_command(tmp_path: Path) -> None:
    data = bytes(8) + b"a: 1"
    crash = tmp_path / "crash-1"
    crash.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-c", _KEEPING, str(tmp_path), "keep", "decode_engines", str(crash), "--why", "a test"],
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (kept,) = regressions("decode_engines", tmp_path)
    assert (kept.data, kept.why) == (data, "a test")
    assert "source='a: 1'" in kept.input
    assert base64.b64encode(data).decode() in (tmp_path / "decode_engines.jsonl").read_text(encoding="utf-8")


_KEEPING = """
import runpy, sys
from pathlib import Path
from tests.fuzz import regressions
folder = Path(sys.argv.pop(1))
keep = regressions.keep
regressions.keep = lambda *given: keep(*given, folder=folder)
runpy.run_module("tests.fuzz", run_name="__main__")
"""


@pytest.mark.usefixtures("both")
def test_an_input_is_kept_once(tmp_path: Path) -> None:
    for why in ("first", "again"):
        keep("roundtrip", b"x", why, tmp_path)
    assert [kept.why for kept in regressions("roundtrip", tmp_path)] == ["first"]
    assert kept_inputs.FOLDER.is_dir()


@pytest.mark.usefixtures("both")
def test_replay_repeats_inputs_without_a_fuzzer(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"\1\0\0\0\0\0\0\0\0")
    command = [sys.executable, "-m", "tests.fuzz", "replay", "numbers", str(tmp_path / "one")]
    done = subprocess.run(command, cwd=HERE.parents[1], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "1 inputs, 0 failures", done.stderr
