"""The documentation says what is true: its examples run, its links lead somewhere, its tables are complete.

``TOONWIRE_WRITE_DOCS=1 pytest tests/test_docs.py`` writes the output of the examples and the table of errors into the
pages; without it the tests compare.
"""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import toonwire
from tests.markdown import Block, anchors, blocks, inline_code, links

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("*/README.md"), *DOCS.glob("**/*.md")})
CONFORMANCE = DOCS / "reference" / "conformance.md"
CLI = DOCS / "reference" / "cli.md"  # tests/cli/test_docs.py runs its examples

NEEDED = {"tokens": "bpe_openai", "--select": "jmespath"}
MISSING = [text for text, package in NEEDED.items() if importlib.util.find_spec(package) is None]
"""What stands in examples that cannot run without an extra."""
WRITING = os.environ.get("TOONWIRE_WRITE_DOCS") == "1"

CONSOLE = re.compile(r"(^```console\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"(^<!-- output: (.+) -->\n```\w*\n)(.*?)(^```$)", re.MULTILINE | re.DOTALL)
ERRORS = re.compile(r"(<!-- errors -->\n\n)(.*?\n)(\n<!-- end -->)", re.DOTALL)


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def pages(*wanted: str) -> list[Any]:
    """The pages that hold one of these texts, as parameters of a test."""
    found = [page for page in PAGES if any(text in page.read_text("utf-8") for text in wanted)]
    return [pytest.param(page, id=name(page)) for page in found]


def settle(page: Path, text: str) -> None:
    """Writes the page, or holds it against the one that is there."""
    if WRITING:
        page.write_text(text, "utf-8")
    assert page.read_text("utf-8") == text, "TOONWIRE_WRITE_DOCS=1 pytest tests/test_docs.py brings it up to date"


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder in which the examples find the files that they name."""
    folder = tmp_path / "work"
    shutil.copytree(DOCS / "examples", folder / "docs" / "examples")
    shutil.copytree(ROOT / "tests" / "cases", folder / "tests" / "cases")
    return folder


# ---- examples


class Examples(doctest.DocTestRunner):
    """Runs examples and keeps what the failing ones gave."""

    def __init__(self) -> None:
        super().__init__(optionflags=doctest.ELLIPSIS)
        self.got: list[tuple[doctest.Example, str]] = []

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self.got.append((example, got))
        super().report_failure(out, test, example, got)


def rewritten(block: Block, got: list[tuple[doctest.Example, str]]) -> str:
    """The block with new output; what is cut with ``...`` and tracebacks are left to people."""
    lines: list[str] = block.text.splitlines(keepends=True)
    for example, output in reversed(got):
        if "..." not in example.want and example.exc_msg is None:
            first = example.lineno + example.source.count("\n")
            lines[first : first + example.want.count("\n")] = [output]
    return "".join(lines)


@pytest.mark.parametrize("page", pages("```python"))
def test_python_examples(page: Path, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    parser, names, report = doctest.DocTestParser(), {"__name__": "__main__"}, list[str]()
    text = page.read_text("utf-8")
    for block in blocks(text, "python"):
        test = parser.get_doctest(block.text, names, f"line {block.line}", name(page), block.line - 1)
        assert test.examples, f"{name(page)}, line {block.line}: a Python block without >>> is not tested"
        runner = Examples()
        runner.run(test, out=report.append, clear_globs=False)
        names = test.globs
        if WRITING and runner.got:
            text = text.replace(block.text, rewritten(block, runner.got), 1)
            page.write_text(text, "utf-8")
    assert not report, "".join(report)


def shell(command: str, folder: Path) -> str:
    """What a command prints, messages included, in a POSIX shell whose ``toon`` is the tested package."""
    program = folder.parent / "bin" / "toon"
    if not program.exists():
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m toonwire "$@"\n')
        program.chmod(0o755)
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TOON_DEBUG", "TOONWIRE_ENGINE")}
    env["PYTHONPATH"] = str(Path(toonwire.__file__).parents[1])
    env["PATH"] = f"{program.parent}{os.pathsep}{env['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "-c", f"{{ {command}\n}} 2>&1"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        cwd=folder,
        env=env,
        timeout=60,
        check=False,
    )
    # the examples hold where the compiled engine could not be built, too
    return done.stdout.decode().replace("engine reference)", "engine native)")


def counted(text: str) -> bool:
    """Whether an example can run here: some need an extra."""
    return not any(part in text for part in MISSING)


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
@pytest.mark.parametrize("page", pages("```console\n", "<!-- output: "))
def test_shell_examples(page: Path, workplace: Path) -> None:
    if page == CLI:
        assert (ROOT / "tests" / "cli" / "test_docs.py").exists()
        return

    def console(m: re.Match[str]) -> str:
        if not counted(m[2]):
            return m[0]
        commands = [line[2:] for line in m[2].splitlines() if line.startswith("$ ")]
        assert commands, f"{name(page)}: a console block without a command"
        return m[1] + "".join(f"$ {command}\n{shell(command, workplace)}" for command in commands) + m[3]

    def output(m: re.Match[str]) -> str:
        return f"{m[1]}{shell(m[2], workplace)}{m[4]}" if counted(m[3]) else m[0]

    settle(page, OUTPUT.sub(output, CONSOLE.sub(console, page.read_text("utf-8"))))


# ---- links, paths, commands


@pytest.mark.parametrize("page", [pytest.param(page, id=name(page)) for page in PAGES])
def test_links(page: Path) -> None:
    broken = []
    for link in links(page.read_text("utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, fragment = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        if not path.exists() or (fragment and fragment not in anchors(path)):
            broken.append(link)
    assert broken == []


PATH = re.compile(r"(?:src|tests|grammar|benchmarks|docs|\.ci)/[\w./-]*\w")
NODE = re.compile(r"(tests/[\w./-]+\.py)::(\w+)")


@pytest.mark.parametrize("page", pages("src/", "tests/", "grammar/", "benchmarks/", "docs/", ".ci/"))
def test_paths_exist(page: Path) -> None:
    code = [span for span in inline_code(page.read_text("utf-8")) if "://" not in span]
    named = {path for span in code for path in PATH.findall(span)}
    made_here = {"benchmarks/data", "benchmarks/results", "benchmarks/results/tables.json"}
    assert [path for path in sorted(named - made_here) if not (ROOT / path).exists()] == []
    nodes = {node for span in code for node in NODE.findall(span)}
    assert [node for node in nodes if f"def {node[1]}(" not in (ROOT / node[0]).read_text("utf-8")] == []


COMMANDS = "encode|decode|stats|envelope (?:render|compact|expand|check|measure|drift)"


def commands() -> dict[str, set[str]]:
    """The options that the documentation uses, by command of ``toon``."""
    used: dict[str, set[str]] = {}
    for page in PAGES:
        text = page.read_text("utf-8")
        lines = [line for kind in ("console", "sh") for block in blocks(text, kind) for line in block.text.split("\n")]
        for line in [*lines, *inline_code(text)]:
            for command, options in re.findall(rf"\btoon ({COMMANDS})\b([^|;&<>]*)", line):
                used.setdefault(command, set()).update(re.findall(r"(?<!\S)--?[a-z][a-z-]*", options))
    return used


def test_options_exist(workplace: Path) -> None:
    used = commands()
    assert {command.partition(" ")[0] for command in used} == {"encode", "decode", "stats", "envelope"}
    for command, options in used.items():
        known = set(re.findall(r"--?[a-z][a-z-]*", shell(f"toon {command} --help", workplace)))
        assert options <= known, command


def test_extras_exist() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    table = project.partition("[project.optional-dependencies]\n")[2].partition("\n\n")[0]
    known = set(re.findall(r"^(\w+) = \[", table, re.MULTILINE))
    used = {
        extra
        for page in PAGES
        for extras in re.findall(r"(?:\.|toonwire)\[([a-z,]+)\]", page.read_text("utf-8"))
        for extra in extras.split(",")
    }
    assert used
    assert used <= known


def test_ci_runs_what_the_readme_says() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    told = [block.text.strip() for block in blocks((ROOT / "README.md").read_text("utf-8"), "sh")]
    steps = [step.strip() for text in told for step in text.split("&&")]
    assert [step for step in steps if step.startswith(("pip ", "pytest")) and step not in script] == []
    assert sum(step.startswith("pip ") for step in steps) == 2


# ---- what repeats the code


def test_the_house_is_drawn_as_it_stands() -> None:
    page = (DOCS / "explanation" / "architecture.md").read_text("utf-8")
    drawn = set(re.findall(r"[\w.]+\.py\b", blocks(page, "text")[0].text))
    modules = {path.name for path in (ROOT / "src" / "toonwire").rglob("*.py")} | {"generate.py"}
    assert drawn == modules


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def error_table(codes: Iterable[toonwire.ErrorCode]) -> str:
    rows = [f"| `{code}` | {code.section} | {cell(code.summary)} |\n" for code in codes]
    return "".join(["| code | section | meaning |\n", "|---|---|---|\n", *rows])


def test_error_table() -> None:
    page = DOCS / "reference" / "errors.md"
    text = page.read_text("utf-8")
    assert ERRORS.search(text)
    settle(page, ERRORS.sub(lambda m: m[1] + error_table(toonwire.ErrorCode) + m[3], text))


def test_every_error_is_shown() -> None:
    """Each code has an example on its page, so each can happen."""
    page = (DOCS / "reference" / "errors.md").read_text("utf-8")
    shown = "".join(block.text for kind in ("python", "console") for block in blocks(page, kind))
    assert [code.value for code in toonwire.ErrorCode if not re.search(rf"\b{code}\b", shown)] == []


def test_every_public_name_has_a_place() -> None:
    headings = " ".join(re.findall(r"^#+ (.*)$", (DOCS / "reference" / "api.md").read_text("utf-8"), re.MULTILINE))
    assert [public for public in toonwire.__all__ if not re.search(rf"\b{public}\b", headings)] == []


def signatures() -> list[Any]:
    text = (DOCS / "reference" / "api.md").read_text("utf-8")
    found = [block.text.strip() for block in blocks(text, "text") if re.match(r"[A-Za-z_]+\(", block.text)]
    return [pytest.param(signature, id=signature.partition("(")[0]) for signature in found]


def test_every_function_has_a_signature() -> None:
    functions = {n for n in toonwire.__all__ if inspect.isfunction(inspect.unwrap(getattr(toonwire, n)))} - {
        "dumps",
        "loads",
    }
    assert {parameter.id for parameter in signatures()} == functions | {"Limits"}


@pytest.mark.parametrize("text", signatures())
def test_signatures(text: str) -> None:
    function = ast.parse(f"def {text}: ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    names: dict[str, Any] = {}
    exec(f"def {text.partition(' -> ')[0]}: ...", {"Limits": toonwire.Limits}, names)
    told = inspect.signature(names[function.name]).parameters
    real = inspect.signature(getattr(toonwire, function.name)).parameters
    assert [(p.name, p.default) for p in told.values()] == [(p.name, p.default) for p in real.values()]
    assert function.name == "Limits" or [p.kind for p in told.values()] == [p.kind for p in real.values()]


# ---- conformance (§13)


def answered(section: str) -> list[str]:
    """The items of a checklist that the page answers."""
    text = CONFORMANCE.read_text("utf-8")
    part = text.partition(f"\n## §{section} ")[2].partition("\n## ")[0]
    return re.findall(r"^\| (?!item \|)([^|\n]*[^-|\n][^|\n]*) \|", part, re.MULTILINE)


@pytest.mark.parametrize(("section", "count"), [("13.1", 15), ("13.2", 13), ("13.3", 2)])
def test_the_checklists_are_answered(section: str, count: int) -> None:
    items = answered(section)
    assert len(items) == count
    folder = os.environ.get("TOON_SPEC_DIR")
    if folder:
        specification = (Path(folder) / "SPEC-4.4.md").read_text("utf-8")
        part = specification.partition(f"\n### {section} ")[2].partition("\n###")[0]
        assert items == re.findall(r"^- (?:\[ \] )?(.+)$", part.partition("\nValidators MAY")[0], re.MULTILINE)
