"""The house: a part imports only from parts to its left, and no engine needs lark."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import toonwire

PACKAGE = Path(toonwire.__file__).parent

LAYERS = (
    ("errors", "options", "refusal", "targets", "version"),
    ("rules",),
    ("paths", "files"),
    ("reference",),
    ("native",),
    ("engines",),
    ("hosttypes", "codec"),
    ("stream",),
    ("dumping",),
    ("shaping",),
    ("envelope",),
    ("responses",),
    ("pytest_plugin",),
    ("cli",),
)
"""From left to right; the parts of one layer may know each other."""

LEVEL = {part: level for level, parts in enumerate(LAYERS) for part in parts}
ENTRANCES = ("__init__", "__main__")
"""They only pass on what others make, so they may know all, and what they export stands as far right as the codec."""

MAY_USE_LARK = {"reference/stock.py"}
"""Lark's own parser over the same tables, for tools."""

FILES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
PARTS = {name: name.partition("/")[0].removesuffix(".py") for name in FILES}


def imports(source: str, package: str) -> set[str]:
    """The full names of all that a module of a package imports anywhere in it, for type checkers too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -(node.level - 1) or None] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return found


def imports_of(name: str) -> set[str]:
    return imports(FILES[name].read_text(encoding="utf-8"), ".".join(["toonwire", *name.split("/")[:-1]]))


def too_far_right(own: str, imported: set[str]) -> set[str]:
    used = {(name + ".").split(".")[1] for name in imported if name.partition(".")[0] == "toonwire"}
    return {part for part in used if LEVEL.get(part, LEVEL["codec"]) > LEVEL[own]}


def test_every_part_has_its_place() -> None:
    assert set(PARTS.values()) - {*ENTRANCES} <= set(LEVEL)


@pytest.mark.parametrize("name", [name for name in FILES if PARTS[name] not in ENTRANCES])
def test_imports_flow_from_left_to_right(name: str) -> None:
    assert too_far_right(PARTS[name], imports_of(name)) == set()


@pytest.mark.parametrize("name", FILES)
def test_lark_is_for_the_grammar_and_the_tests(name: str) -> None:
    uses = any(imported.partition(".")[0] == "lark" for imported in imports_of(name))
    assert not uses or name in MAY_USE_LARK


def test_what_the_check_sees() -> None:
    source = """
from typing import TYPE_CHECKING
import toonwire.codec, lark
import toonwire
from toonwire import paths as p, encode
from . import strings
from ..errors import ErrorCode
from .. import hosttypes
if TYPE_CHECKING:
    from toonwire.cli import main
def late():
    import toonwire.reference.decoder
"""
    found = imports(source, "toonwire.rules")
    assert found == {
        *("typing.TYPE_CHECKING", "lark", "toonwire", "toonwire.codec", "toonwire.paths", "toonwire.encode"),
        *("toonwire.rules.strings", "toonwire.errors.ErrorCode", "toonwire.hosttypes", "toonwire.cli.main"),
        "toonwire.reference.decoder",
    }
    assert too_far_right("rules", found) == {"", "codec", "paths", "encode", "hosttypes", "cli", "reference"}
    assert too_far_right("codec", found) == {"cli"}
