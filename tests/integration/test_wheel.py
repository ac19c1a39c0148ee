"""What users install works without the checkout: the wheel, built from the tree and from the sdist.

Takes about five seconds: three builds and one fresh environment, which borrows its dependencies from here.
Nothing is fetched, unless the setuptools of this environment is too old to build with.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "toonwire"
SETUPTOOLS = 77  # the first that knows the licence fields of pyproject.toml


def run(*command: str | Path, cwd: Path, stdin: str = "", **environment: str) -> str:
    """What a command prints; one that fails ends the test with its messages."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TOON", "COV_"))}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=env | environment,
        input=stdin.encode(),
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout.decode()}\n{done.stderr.decode()}"
    return done.stdout.decode()


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel, without the list of their checksums."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


def builds_here() -> bool:
    try:
        version = importlib.metadata.version("setuptools")
    except importlib.metadata.PackageNotFoundError:
        return False
    return int(version.partition(".")[0]) >= SETUPTOOLS


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and under ``tree`` and ``sdist`` the wheels built from the two."""
    pytest.importorskip("build", reason="the build package is not installed: the wheel was NOT tested")
    folder = tmp_path_factory.mktemp("wheel")
    tree = folder / "checkout"
    tree.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    skipped = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in ("src", "grammar", "tests"):
        shutil.copytree(ROOT / name, tree / name, ignore=skipped)
    build = (sys.executable, "-m", "build", *(["--no-isolation"] if builds_here() else []))
    run(*build, "--sdist", "--outdir", folder, cwd=tree)
    run(*build, "--wheel", "--outdir", folder / "tree", cwd=tree)
    run(sys.executable, "-m", "tarfile", "-e", next(folder.glob("*.tar.gz")), folder / "unpacked", cwd=folder)
    run(*build, "--wheel", "--outdir", folder / "sdist", cwd=next((folder / "unpacked").iterdir()))
    return folder


@pytest.fixture(scope="module")
def installed(built: Path) -> Path:
    """The scripts folder of a fresh environment that has the wheel, with no checkout in sight."""
    place = built / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", place, cwd=built)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    wheel = next((built / "tree").glob("*.whl"))
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", scripts / "python")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=built)
    packages = run(
        scripts / "python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=built
    ).strip()
    # dependencies only: names that the wheel has are found first, and editable installs are not followed
    Path(packages, "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    return scripts


def test_wheel_holds_the_package_alone(built: Path) -> None:
    names = set(contents(next((built / "tree").glob("*.whl"))))
    expected = {
        f"toonwire/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "toonwire/py.typed" in expected
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert sum(name.endswith(".dist-info/licenses/LICENSE") for name in names) == 1


def test_sdist_builds_the_same_wheel(built: Path) -> None:
    from_tree, from_sdist = (contents(next((built / name).glob("*.whl"))) for name in ("tree", "sdist"))
    assert from_sdist == from_tree


USE = """
import sys
import toonwire
from importlib.metadata import version
from importlib.resources import files

assert toonwire.__file__.startswith(sys.prefix), toonwire.__file__
assert version("toonwire") == toonwire.__version__
assert files("toonwire").joinpath("py.typed").is_file()
value = {"users": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bo"}], "none": []}
text = toonwire.encode(value)
assert toonwire.decode(text) == value
try:
    toonwire.decode("a: 1\\n b: 2")
except toonwire.DecodeError as error:
    print(error.code)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"lark", "orjson", "click", "rich"}))
"""


def test_library(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "python", "-c", USE, cwd=tmp_path) == "indent-multiple\n[]\n"


def test_command(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "data.json").write_text('{"users": [{"id": 1, "rate": 1.50}, {"id": 2, "rate": 1e400}]}', "utf-8")
    toon = installed / "toon"
    text = run(toon, "encode", "data.json", cwd=tmp_path)
    assert text == "users[2]{id,rate}:\n  1,1.5\n  2,1e+400\n"
    decoded = run(toon, "decode", "--json-indent", "0", cwd=tmp_path, stdin=text)
    assert decoded == '{"users":[{"id":1,"rate":1.5},{"id":2,"rate":1e+400}]}\n'
    assert run(installed / "python", "-m", "toonwire", "encode", "data.json", cwd=tmp_path) == text


def test_tree_of_a_document(installed: Path, tmp_path: Path) -> None:
    """Lark parses with the text of the grammar that the package carries."""
    code = (
        "from toonwire.reference.stock import decode; from toonwire.options import DecodeOptions; "
        "print(decode('a[2]: 1,2', DecodeOptions()))"
    )
    assert run(installed / "python", "-c", code, cwd=tmp_path) == "{'a': [1, 2]}\n"
