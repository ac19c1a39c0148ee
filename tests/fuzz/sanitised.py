"""A build of the native engine in which clang's AddressSanitizer and UndefinedBehaviorSanitizer watch every access.

Contract: it stands in a folder of its own under build/fuzz and is built anew when a source is newer.  Python runs
it with the sanitisers' runtime preloaded, which atheris ships with libFuzzer in it, and with the system's
allocator, so that a read behind the end of any Python object is seen.  The first fault ends the process.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

__all__ = ["UnavailableError", "build", "environment"]

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "fuzz" / f"sanitised-{sys.implementation.cache_tag}"
LIBRARY = FOLDER / "lib"

CHECKS = (
    *("-O1", "-g", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all"),
    "-fsanitize=address,undefined,fuzzer-no-link",
    # these two need parts of the runtime that are made for whole C++ programs
    "-fno-sanitize=vptr,function",
)
COMPILERS = {
    "CC": "clang",
    "CXX": "clang++",
    "LDSHARED": "clang -shared",
    "LDCXXSHARED": "clang++ -shared",
    "CFLAGS": " ".join(CHECKS),
    "TOONWIRE_REQUIRE_NATIVE": "1",
}
WATCHING = {
    # the interpreter itself never gives back some of its memory
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0:allocator_may_return_null=1:quarantine_size_mb=64",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "PYTHONMALLOC": "malloc",
}


class UnavailableError(Exception):
    """Why there can be no such build here."""


def _runtime() -> Path:
    found = find_spec("atheris")
    if found is None or found.origin is None:
        raise UnavailableError('atheris is not installed: pip install -e ".[fuzz]"')
    runtime = Path(found.origin).parents[1] / "asan_with_fuzzer.so"
    if not runtime.exists():
        raise UnavailableError(f"this atheris has no {runtime.name}")
    return runtime


def _stale() -> bool:
    built = [path.stat().st_mtime for path in LIBRARY.glob("toonwire/native/*.so")]
    sources = [*(ROOT / "src" / "toonwire").rglob("*.[hp][pyc]*"), ROOT / "setup.py", Path(__file__)]
    return len(built) < 3 or min(built) < max(path.stat().st_mtime for path in sources if path.suffix != ".pyc")


def build() -> Path:
    """The folder from which to import the sanitised toonwire.  Raises :class:`UnavailableError`."""
    _runtime()
    if shutil.which("clang++") is None:
        raise UnavailableError("clang is not installed: apt-get install clang")
    if _stale():
        shutil.rmtree(FOLDER, ignore_errors=True)
        command = [sys.executable, "setup.py", "-q", "build", f"--build-base={FOLDER}", f"--build-lib={LIBRARY}"]
        subprocess.run(command, cwd=ROOT, env=os.environ | COMPILERS, check=True)
    return LIBRARY


def environment() -> dict[str, str]:
    """The environment of a Python that imports the sanitised toonwire and can run it."""
    return os.environ | WATCHING | {"LD_PRELOAD": str(_runtime()), "PYTHONPATH": str(build())}
