"""Builds and installs of this checkout, each in a folder and an environment of its own.

Contract: nothing of the checkout's own builds takes part, and nothing is fetched: an environment borrows its
dependencies, setuptools and Cython from the one that runs the tests.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

__all__ = ["NO_COMPILER", "ROOT", "build", "contents", "copy_checkout", "environment", "fails", "pip", "run", "unpack"]

ROOT = Path(__file__).parents[2]
PARTS = (
    *(".ci", "benchmarks", "docs", "grammar", "src", "tests"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "README.md", "SECURITY.md"),
    *("conftest.py", "pyproject.toml", "setup.py"),
)
MADE = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so", "*.pyd", ".hypothesis", "node_modules")
MADE_BY_BENCHMARKS = {ROOT / "benchmarks" / "data", ROOT / "benchmarks" / "results"}

NO_COMPILER = {"CC": "/bin/false", "CXX": "/bin/false"}
SETUPTOOLS = 77  # the first that knows the licence fields of pyproject.toml


def run(*command: str | Path, cwd: Path, stdin: str = "", **variables: str) -> str:
    """What a command prints; one that fails ends the test with its messages."""
    code, out, err = _ended(*command, cwd=cwd, stdin=stdin, **variables)
    assert code == 0, f"{out}\n{err}"
    return out


def fails(*command: str | Path, cwd: Path, **variables: str) -> str:
    """All that a command says which must fail."""
    code, out, err = _ended(*command, cwd=cwd, **variables)
    assert code != 0, f"{out}\n{err}"
    return out + err


def _ended(*command: str | Path, cwd: Path, stdin: str = "", **variables: str) -> tuple[int, str, str]:
    foreign = ("PYTHON", "TOON", "COV_", "PIP_", "CFLAGS", "CC", "CXX")
    env = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=env | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"} | variables,
        input=stdin.encode(),
        capture_output=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def copy_checkout(folder: Path) -> Path:
    """A copy of what is in the repository, as a fresh clone has it."""
    folder.mkdir()
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=_made)
        else:
            shutil.copy(ROOT / name, folder)
    return folder


def _made(folder: str, names: list[str]) -> set[str]:
    return MADE(folder, names) | {name for name in names if Path(folder, name) in MADE_BY_BENCHMARKS}


def build(kind: str, tree: Path, out: Path, **variables: str) -> Path:
    """The ``sdist`` or the ``wheel`` of a tree."""
    pytest.importorskip("build", reason="the build package is not installed: builds were NOT tested")
    run(sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", out, cwd=tree, **variables)
    return next(out.glob("*.tar.gz" if kind == "sdist" else "*.whl"))


def unpack(sdist: Path, folder: Path) -> Path:
    """The tree of an sdist."""
    with tarfile.open(sdist) as archive:
        # the argument that makes this safe, and the default of later versions, is not in every 3.10
        archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    return next(folder.iterdir())


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel, without the list of their checksums."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


def environment(folder: Path) -> Path:
    """The scripts of a new virtual environment without toonwire."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = run(scripts / "python", "-c", code, cwd=folder).strip()
    # names that are installed here are found first, and editable installs of the borrowed ones are not followed
    Path(packages, "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    return scripts


def pip(scripts: Path, *arguments: str | Path) -> tuple[str | Path, ...]:
    """The command that installs into an environment, from nowhere but here."""
    install = (sys.executable, "-m", "pip", "--python", scripts / "python", "install", "--no-deps", "--no-index")
    return (*install, "--no-build-isolation", *arguments)


def can_build() -> bool:
    """Whether the setuptools here is new enough."""
    try:
        version = importlib.metadata.version("setuptools")
    except importlib.metadata.PackageNotFoundError:
        return False
    return int(version.partition(".")[0]) >= SETUPTOOLS
