"""Every way to install toonwire, with a compiler and without: it works, and says which engine it has.

Takes about two minutes, most of them in the compiler, and so runs only with TOONWIRE_TEST_INSTALLS=1,
which CI sets.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.integration import building
from tests.integration.building import NO_COMPILER, ROOT, build, contents, copy_checkout, environment, fails, pip, run

pytestmark = pytest.mark.skipif(
    os.environ.get("TOONWIRE_TEST_INSTALLS") != "1",
    reason="INSTALLS WITH AND WITHOUT A COMPILER WERE NOT TESTED: set TOONWIRE_TEST_INSTALLS=1",
)

QUICKLY = {"CFLAGS": "-O0"}
REQUIRED = {"TOONWIRE_REQUIRE_NATIVE": "1"}
NATIVE, REFERENCE = "native", "reference"
EXTENSIONS = len(list((ROOT / "src/toonwire/native").glob("*.pyx")))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("install")


@pytest.fixture(scope="module")
def sdist(place: Path) -> Path:
    return build("sdist", copy_checkout(place / "source"), place)


@pytest.fixture(scope="module")
def built_tree(place: Path) -> Path:
    """A checkout with all that earlier builds leave behind, in ``build`` and beside the sources."""
    tree = copy_checkout(place / "used")
    run(sys.executable, "setup.py", "-q", "build", cwd=tree, **REQUIRED, **QUICKLY)
    package = next((tree / "build").glob("lib.*")) / "toonwire"
    for extension in (package / "native").glob("_*"):
        if extension.suffix in (".so", ".pyd"):
            shutil.copy(extension, tree / "src" / "toonwire" / "native")
    (package / "native" / "_gone.so").write_bytes(b"")
    (package / "gone.py").write_bytes(b"")
    return tree


@pytest.fixture(scope="module")
def native_wheel(place: Path, sdist: Path) -> Path:
    return build("wheel", building.unpack(sdist, place / "unpacked"), place / "native", **REQUIRED, **QUICKLY)


def extensions(tree: Path) -> set[str]:
    return {path.name for path in tree.rglob("*") if path.suffix in (".so", ".pyd")}


def used_copy(tree: Path, folder: Path) -> Path:
    shutil.copytree(tree, folder)
    assert len(extensions(folder / "src")) == EXTENSIONS
    return folder


def engine_of(scripts: Path, cwd: Path) -> str:
    """What ``toon --version`` says, after a round trip."""
    code = "import toonwire; assert toonwire.decode(toonwire.encode({'a': [1, 2]})) == {'a': [1, 2]}"
    run(scripts / "python", "-c", code, cwd=cwd)
    return run(scripts / "toon", "--version", cwd=cwd).rpartition(" ")[2].rstrip(")\n")


def installed_engine(what: str | Path, folder: Path, *options: str, **variables: str) -> str:
    scripts = environment(folder / "environment")
    run(*pip(scripts, *options, what), cwd=folder, **variables)
    return engine_of(scripts, folder)


def test_the_wheel_of_a_compiler_holds_extensions_and_no_sources(native_wheel: Path) -> None:
    assert "-none-any" not in native_wheel.name
    suffixes = [Path(name).suffix for name in contents(native_wheel) if name.startswith("toonwire/")]
    assert set(suffixes) == {".py", ".pyi", ".so" if os.name == "posix" else ".pyd", ".typed"}
    assert len([suffix for suffix in suffixes if suffix in (".so", ".pyd")]) == EXTENSIONS


def test_a_used_checkout_builds_the_wheel_that_the_sdist_builds(
    built_tree: Path, native_wheel: Path, tmp_path: Path
) -> None:
    wheel = build("wheel", used_copy(built_tree, tmp_path / "tree"), tmp_path, **REQUIRED, **QUICKLY)
    assert wheel.name == native_wheel.name
    of_tree, of_sdist = contents(wheel), contents(native_wheel)
    assert set(of_tree) == set(of_sdist)
    assert {name for name in of_tree if of_tree[name] != of_sdist[name]} <= {
        name for name in of_tree if name.endswith((".so", ".pyd"))
    }


def test_the_wheel_of_a_compiler_elsewhere(native_wheel: Path, tmp_path: Path) -> None:
    assert installed_engine(native_wheel, tmp_path) == NATIVE


def test_a_checkout_with_a_compiler(tmp_path: Path) -> None:
    assert installed_engine(copy_checkout(tmp_path / "tree"), tmp_path, **QUICKLY) == NATIVE


def test_an_sdist_with_and_without_a_compiler(sdist: Path, tmp_path: Path) -> None:
    scripts = environment(tmp_path / "environment")
    for engine, variables in ((NATIVE, QUICKLY), (REFERENCE, NO_COMPILER)):
        run(*pip(scripts, "--force-reinstall", sdist), cwd=tmp_path, **variables)
        assert engine_of(scripts, tmp_path) == engine


@pytest.mark.parametrize("used", [False, True], ids=["fresh", "used"])
@pytest.mark.parametrize("variables", [NO_COMPILER, {"TOONWIRE_NO_NATIVE": "1"}], ids=["no compiler", "not wanted"])
def test_a_checkout_without_extensions(built_tree: Path, tmp_path: Path, used: bool, variables: dict[str, str]) -> None:
    """What earlier builds have left is not picked up."""
    tree = used_copy(built_tree, tmp_path / "tree") if used else copy_checkout(tmp_path / "tree")
    wheel = build("wheel", tree, tmp_path / "out", **variables)
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not any(name.endswith((".so", ".pyd")) or "gone" in name for name in contents(wheel))
    assert installed_engine(tree, tmp_path, **variables) == REFERENCE


@pytest.mark.parametrize("variables", [QUICKLY, NO_COMPILER, {"TOONWIRE_NO_NATIVE": "1"}], ids=str)
def test_an_editable_install(built_tree: Path, tmp_path: Path, variables: dict[str, str]) -> None:
    tree = used_copy(built_tree, tmp_path / "tree")
    engine = NATIVE if variables is QUICKLY else REFERENCE
    assert installed_engine(tree, tmp_path, "--editable", **variables) == engine
    assert len(extensions(tree / "src")) == (EXTENSIONS if engine == NATIVE else 0)


def test_a_machine_without_cython(tmp_path: Path) -> None:
    (tmp_path / "absent" / "Cython").mkdir(parents=True)
    (tmp_path / "absent" / "Cython" / "__init__.py").write_text("raise ImportError('there is no Cython')")
    tree = copy_checkout(tmp_path / "tree")
    without = {"PYTHONPATH": str(tmp_path / "absent")}
    wheel = (sys.executable, "setup.py", "bdist_wheel", "--dist-dir", tmp_path)
    run(*wheel, cwd=tree, **without)
    built = next(tmp_path.glob("*.whl"))
    assert built.name.endswith("-py3-none-any.whl")
    assert installed_engine(built, tmp_path) == REFERENCE
    assert "there is no Cython" in fails(*wheel, cwd=tree, **without, **REQUIRED)


@pytest.mark.parametrize("variables", [NO_COMPILER, {"TOONWIRE_NO_NATIVE": "1"}], ids=["no compiler", "not wanted"])
def test_a_required_engine_that_cannot_be_built_is_an_error(tmp_path: Path, variables: dict[str, str]) -> None:
    scripts = environment(tmp_path / "environment")
    said = fails(*pip(scripts, copy_checkout(tmp_path / "tree")), cwd=tmp_path, **REQUIRED, **variables)
    assert "error: TOONWIRE_REQUIRE_NATIVE=1, but there is no native engine: " in said
    assert "Traceback" not in said


def test_the_tests_of_an_sdist(sdist: Path, tmp_path: Path) -> None:
    """Those that look at all parts of the repository."""
    tree = building.unpack(sdist, tmp_path / "sdist")
    tests = ("tests/test_docs.py", "tests/test_layers.py", "tests/test_grammar.py")
    run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests, cwd=tree, PYTHONPATH=str(tree / "src"))
