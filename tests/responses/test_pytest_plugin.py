"""The pytest plugin, in runs of pytest of its own."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import toonwire

pytest_plugins = ["pytester"]

RESPONSES = """
    from toonwire.responses import Response

    def answer(total):
        return Response({"open": total, "rows": [{"id": 1}, {"id": 2}]}, title="Rows")

    def test_answer(response_snapshot):
        assert response_snapshot == answer(TOTAL).wire("dual")
        assert response_snapshot == answer(TOTAL).markdown()
"""

SCHEMAS = """
    def test_schema(schema_snapshot):
        schema = {"type": "object", "description": DESCRIPTION, "required": REQUIRED}
        schema_snapshot("get_row", schema, version=VERSION)
"""

GUARDED = """
    import asyncio
    import pytest

    SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}

    def good(n): return {"content": [], "structuredContent": {"n": n}}
    def failing(n): return {"content": [{"type": "text", "text": "no"}], "isError": True}
    def bare(n): return {"content": [{"type": "text", "text": str(n)}]}
    async def late(n): return {"content": [], "structuredContent": {"n": n, "extra": 1}}

    TOOLS = {"good": good, "failing": failing, "bare": bare, "late": late, "words": bare}
    SCHEMAS = {"good": SCHEMA, "failing": SCHEMA, "bare": SCHEMA, "late": SCHEMA, "words": None}

    class Server:
        # it answers whatever happens, as servers do
        def call_tool(self, name, arguments):
            try:
                return TOOLS[name](**arguments)
            except Exception:
                return None

        async def acall(self, name, arguments):
            return await TOOLS[name](**arguments)

    @pytest.fixture
    def server(guard_tools):
        server = Server()
        guard_tools(server, SCHEMAS)
        guard_tools(server, SCHEMAS, method="acall", closed=True)
        return server

    @pytest.fixture
    def tools(guard_tools):
        guard_tools(TOOLS, SCHEMAS)
        return TOOLS

    def test_keeps(server, tools):
        assert server.call_tool("good", {"n": 1})["structuredContent"] == {"n": 1}
        assert server.call_tool("failing", {"n": 1})["isError"]
        assert server.call_tool("words", {"n": 1})
        assert asyncio.run(tools["late"](2))

    def test_breaks_type(server):
        server.call_tool("good", {"n": "1"})

    def test_breaks_by_keyword(server):
        server.call_tool(arguments={"n": "1"}, name="good")

    def test_lacks_structure(tools):
        tools["bare"](1)

    def test_breaks_late(server):
        asyncio.run(server.acall("late", {"n": 1}))

    def test_fails_itself(server):
        server.call_tool("good", {"n": "1"})
        assert False, "its own failure"

    @pytest.fixture
    def called_before(server):
        server.call_tool("good", {"n": "1"})

    def test_breaks_in_setup(called_before):
        pass

    @pytest.fixture
    def calls_after(server):
        yield
        server.call_tool("good", {"n": "1"})

    def test_breaks_in_teardown(calls_after):
        pass

    @pytest.mark.xfail(strict=True)
    def test_is_expected_to_break(server):
        server.call_tool("good", {"n": "1"})

    def test_is_unwatched():
        assert TOOLS["bare"] is bare
"""


class Bench:
    """A folder with tests, and runs of pytest in it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        installed = any(point.name == "toonwire" for point in entry_points(group="pytest11"))
        self.plugins = [] if installed else ["-p", "toonwire.pytest_plugin"]

    def write(self, source: str, **values: object) -> None:
        for name, value in values.items():
            source = source.replace(name, repr(value))
        self.pytester.makepyfile(test_it=source)

    def run(self, *args: str) -> pytest.RunResult:
        plain = ("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark")
        return self.pytester.runpytest_inprocess(*self.plugins, *plain, *args)


@pytest.fixture
def bench(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return Bench(pytester)


def test_a_response_is_recorded_and_compared(bench: Bench) -> None:
    bench.write(RESPONSES, TOTAL=2)
    bench.run().assert_outcomes(failed=1)
    bench.run("--snapshot-update").assert_outcomes(passed=1)
    record = (bench.pytester.path / "__responses__" / "test_it.ambr").read_text("utf-8")
    assert "# name: test_answer\n" in record
    assert "  content[0] text\n    open: 2\n    rows[2]{id}:\n      1\n      2\n  structuredContent\n    {" in record
    assert "# name: test_answer.1\n  content[0] text\n    # Rows\n" in record
    bench.run().assert_outcomes(passed=1)
    bench.write(RESPONSES, TOTAL=3)
    failed = bench.run()
    failed.assert_outcomes(failed=1)
    failed.stdout.fnmatch_lines(["*open: 3*"])


def test_a_response_is_recorded_whole(bench: Bench) -> None:
    bench.write('def test_it(response_snapshot):\n    assert response_snapshot(exclude=lambda **_: True) == {"a": 1}\n')
    run = bench.run("--snapshot-update")
    run.assert_outcomes(failed=1)
    run.stdout.fnmatch_lines(["*expected a whole result*"])


def test_a_schema_changes_with_its_version_only(bench: Bench) -> None:
    def outcome(*args: str, required: list[str], version: int, description: str = "A row.") -> str:
        bench.write(SCHEMAS, REQUIRED=required, VERSION=version, DESCRIPTION=description)
        run = bench.run(*args)
        return "passed" if run.ret == 0 else str(run.stdout)

    record = bench.pytester.path / "__schemas__" / "test_it.ambr"
    assert "the output schema of get_row has no record yet: pytest --snapshot-update" in outcome(
        required=["id"], version=1
    )
    assert outcome("--snapshot-update", required=["id"], version=1) == "passed"
    assert outcome(required=["id"], version=1) == "passed"
    first = record.read_text("utf-8")
    for args in ([], ["--snapshot-update"]):
        told = outcome(*args, required=["id", "url"], version=1)
        assert "the output schema of get_row has changed, but its version is still 1" in told
        assert "required[1] is new" in told
        assert record.read_text("utf-8") == first
    assert "has changed with its version: pytest --snapshot-update" in outcome(required=["id", "url"], version=2)
    assert outcome("--snapshot-update", required=["id", "url"], version=2) == "passed"
    assert outcome(required=["id", "url"], version=2) == "passed"
    assert "goes back from 2 to 1" in outcome("--snapshot-update", required=["id"], version=1)
    assert outcome("--snapshot-update", required=["id", "url"], version=2, description="One row.") == "passed"
    assert "One row." in record.read_text("utf-8")


def test_a_result_that_breaks_its_schema_fails_the_test_that_called_the_tool(bench: Bench) -> None:
    bench.write(GUARDED)
    run = bench.run("-rA")
    run.assert_outcomes(passed=3, failed=6, xfailed=1, errors=1)
    run.stdout.fnmatch_lines_random(
        [
            "PASSED test_it.py::test_keeps",
            "PASSED test_it.py::test_is_unwatched",
            "FAILED test_it.py::test_breaks_type*",
            "FAILED test_it.py::test_breaks_by_keyword*",
            "FAILED test_it.py::test_lacks_structure*",
            "FAILED test_it.py::test_breaks_late*",
            "FAILED test_it.py::test_fails_itself - AssertionError: its own failure*",
            "FAILED test_it.py::test_breaks_in_setup*",
            "PASSED test_it.py::test_breaks_in_teardown",
            "ERROR test_it.py::test_breaks_in_teardown*",
            "good: n: expected a value of type integer, found a text of 1 characters",
            "bare: a success without structured content, though the tool has an output schema",
            "late: extra: *",
            "*- Captured toonwire call -*",
        ]
    )


def test_where_syrupy_is_missing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "toonwire.responses.snapshots.store", raising=False)
    monkeypatch.delattr("toonwire.responses.snapshots.store", raising=False)
    monkeypatch.setitem(sys.modules, "syrupy.extensions.amber", None)
    bench.write("def test_it(response_snapshot):\n    pass\n")
    bench.run().stdout.fnmatch_lines(['*install "toonwire[[]snapshots[]]"*'])


def test_the_plugin_costs_nothing_where_it_is_not_used() -> None:
    """Only what a fixture needs is loaded, when it is needed; and toonwire does not load pytest."""
    code = """
import sys, toonwire
assert not {"pytest", "toonwire.responses", "toonwire.pytest_plugin"} & set(sys.modules), "toonwire"
import toonwire.responses.snapshots
assert not {"pytest", "syrupy", "jsonschema"} & set(sys.modules), "toonwire.responses.snapshots"
for name in [name for name in sys.modules if name.startswith("toonwire.")]:
    del sys.modules[name]
import toonwire.pytest_plugin
loaded = {"syrupy", "jsonschema", "orjson", "toonwire.responses", "toonwire.envelope"} & set(sys.modules)
assert loaded <= {"orjson"}, loaded
"""
    source = str(Path(toonwire.__file__).parents[1])
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": source}, timeout=60)
