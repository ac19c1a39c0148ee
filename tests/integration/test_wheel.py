"""What users get works without the checkout: the sdist, and the wheel that has no extension.

Takes about five seconds.  Wheels with the extension, and installs of all kinds, are in ``test_install.py``.
"""

from __future__ import annotations

import tarfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.integration import building
from tests.integration.building import NO_COMPILER, build, contents, copy_checkout, run

REFERENCE = "engine reference)\n"
LEFT_BEHIND = (
    *("src/toonwire/native/_decoder.so", "src/toonwire/native/decoder.cpp", "src/toonwire/__pycache__/codec.pyc"),
    *("build/lib/toonwire/old.py", "dist/toonwire-0.0.1-py3-none-any.whl"),
)


class Built(NamedTuple):
    """A copy of the checkout, what was made of it, and the files that were in it before."""

    tree: Path
    files: set[str]
    sdist: Path
    wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    if not building.can_build():
        pytest.skip("THE SDIST AND THE WHEEL WERE NOT TESTED: pip install 'setuptools>=77'")
    folder = tmp_path_factory.mktemp("wheel")
    tree = copy_checkout(folder / "checkout")
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    for name in LEFT_BEHIND:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes(b"")
    sdist = build("sdist", tree, folder)
    return Built(tree, files, sdist, build("wheel", tree, folder, **NO_COMPILER))


def test_the_sdist_holds_the_repository_alone(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    names = {name for name in names if ".egg-info/" not in name}
    assert names == built.files | {"PKG-INFO", "setup.cfg"}
    assert {"docs/tutorial.md", "tests/conftest.py", "src/toonwire/native/powers.hpp", ".ci/run"} <= names


def test_the_wheel_holds_the_package_alone(built: Built) -> None:
    names = set(contents(built.wheel))
    package = {name.removeprefix("src/") for name in built.files if name.startswith("src/toonwire/")}
    expected = {name for name in package if name.endswith((".py", ".pyi", "/py.typed"))}
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert {"toonwire/py.typed", "toonwire/native/_decoder.pyi"} <= expected
    assert sum(name.endswith(".dist-info/licenses/LICENSE") for name in names) == 1


def test_a_wheel_without_the_extension_is_for_every_platform(built: Built) -> None:
    assert built.wheel.name.endswith("-py3-none-any.whl")
    wheel = next(data for name, data in contents(built.wheel).items() if name.endswith(".dist-info/WHEEL"))
    assert b"Root-Is-Purelib: true\n" in wheel
    assert b"Tag: py3-none-any\n" in wheel


def test_the_sdist_builds_the_same_wheel(built: Built, tmp_path: Path) -> None:
    tree = building.unpack(built.sdist, tmp_path / "sdist")
    wheel = build("wheel", tree, tmp_path, TOONWIRE_NO_NATIVE="1")
    assert wheel.name == built.wheel.name
    assert contents(wheel) == contents(built.wheel)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment that has the wheel, with no checkout in sight."""
    place = tmp_path_factory.mktemp("elsewhere")
    scripts = building.environment(place / "environment")
    run(*building.pip(scripts, built.wheel), cwd=place)
    return scripts


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
    assert run(toon, "--version", cwd=tmp_path).endswith(REFERENCE)
    text = run(toon, "encode", "data.json", cwd=tmp_path)
    assert text == "users[2]{id,rate}:\n  1,1.5\n  2,1e+400\n"
    decoded = run(toon, "decode", "--json-indent", "0", cwd=tmp_path, stdin=text)
    assert decoded == '{"users":[{"id":1,"rate":1.5},{"id":2,"rate":1e+400}]}\n'
    assert run(installed / "python", "-m", "toonwire", "encode", "data.json", cwd=tmp_path) == text


def test_command_that_is_asked_for_what_is_not_built(installed: Path, tmp_path: Path) -> None:
    for command in ((installed / "toon",), (installed / "python", "-m", "toonwire")):
        said = building.fails(*command, "--version", cwd=tmp_path, TOONWIRE_ENGINE="native")
        assert said.startswith("error: TOONWIRE_ENGINE=native, but the native engine cannot be loaded")
        assert said.count("\n") == 1


def test_tree_of_a_document(installed: Path, tmp_path: Path) -> None:
    """Lark parses with the text of the grammar that the package carries."""
    code = (
        "from toonwire.reference.stock import decode; from toonwire.options import DecodeOptions; "
        "print(decode('a[2]: 1,2', DecodeOptions()))"
    )
    assert run(installed / "python", "-c", code, cwd=tmp_path) == "{'a': [1, 2]}\n"
