"""The pytest plugin: fixtures for snapshots of responses and schemas, and a watch over a server's tools.

Contract: it costs nothing where no fixture of it is used; only this module imports pytest, and only a fixture that
needs it imports syrupy or jsonschema.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from toonwire.responses.snapshots import Watch

__all__ = ["guard_tools", "response_snapshot", "schema_snapshot"]

_WATCHES = pytest.StashKey[list["Watch"]]()


@pytest.fixture
def response_snapshot(request: pytest.FixtureRequest) -> Any:
    """A syrupy snapshot of whole results: ``assert response_snapshot == result``.

    ``pytest --snapshot-update`` records it in ``__responses__`` beside the test.
    """
    return _snapshot(request, "ResponseExtension")


@pytest.fixture
def schema_snapshot(request: pytest.FixtureRequest) -> Callable[..., None]:
    """``schema_snapshot(name, schema, version=1)``: fails where an output schema changes and its version does not.

    ``pytest --snapshot-update`` records a new schema, or a new version, in ``__schemas__``; without a new version it
    does not help.
    """
    snapshot = _snapshot(request, "SchemaExtension")

    def check(name: str, schema: Mapping[str, Any], *, version: int | str) -> None:
        from syrupy.exceptions import SnapshotDoesNotExist

        from toonwire.responses.snapshots.versions import text_of, unversioned_change

        place = {"test_location": snapshot.test_location, "index": name, "session_id": str(id(snapshot.session))}
        try:
            before = str(snapshot.extension.read_snapshot(**place))
        except SnapshotDoesNotExist:
            wrong, state = None, "has no record yet"
        else:
            state = "has changed with its version"
            wrong = unversioned_change(name, before, schema, version)
        if wrong:
            assert snapshot(name=name) == before  # a record that nobody asks for would be deleted by an update
            pytest.fail(wrong, pytrace=False)
        if not snapshot(name=name) == text_of(schema, version):  # noqa: SIM201 (syrupy has == alone)
            told = f"the output schema of {name} {state}: pytest --snapshot-update records it"
            pytest.fail(told, pytrace=False)

    return check


@pytest.fixture
def guard_tools(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Generator[Callable[..., Watch]]:
    """``guard_tools(target, schemas)``: a success that breaks its schema fails the test that called the tool.

    target: a dict of functions by name of the tool, or any object with a method that calls a tool by its name.
    schemas: output schemas by name of the tool.  method: the name of that method.  closed: refuse keys that a
    schema does not declare.

    For the whole suite, use it in a fixture with ``autouse=True`` in ``conftest.py``.
    """
    watches = request.node.stash.setdefault(_WATCHES, [])

    def watch_over(
        target: Any,
        schemas: Mapping[str, Mapping[str, Any] | None],
        *,
        method: str = "call_tool",
        closed: bool = False,
    ) -> Watch:
        from toonwire.responses.snapshots import Watch

        watch = Watch(schemas, closed=closed)
        watches.append(watch)
        if isinstance(target, MutableMapping):
            for name in schemas.keys() & target.keys():
                monkeypatch.setitem(target, name, watch.tool(name, target[name]))
        else:
            monkeypatch.setattr(target, method, watch.caller(getattr(target, method)))
        return watch

    yield watch_over
    found = _breaches(request.node)
    if found:
        pytest.fail(found, pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """The test itself fails, whatever stands between it and the tool."""
    try:
        outcome = yield
    except BaseException:
        found = _breaches(item)
        if found:
            item.add_report_section("call", "toonwire", found)
        raise
    found = _breaches(item)
    if found:
        pytest.fail(found, pytrace=False)
    return outcome


def _breaches(item: pytest.Item) -> str:
    """What was broken since the last time that somebody asked."""
    found = []
    for watch in item.stash.get(_WATCHES, ()):
        found += watch.breaches
        watch.breaches.clear()
    return "\n".join(["results do not keep the output schemas of their tools:", *found]) if found else ""


def _snapshot(request: pytest.FixtureRequest, extension: str) -> Any:
    try:
        from toonwire.responses.snapshots import store
    except ImportError as missing:
        pytest.fail(f'{missing}; install "toonwire[snapshots]"', pytrace=False)
    return request.getfixturevalue("snapshot").use_extension(getattr(store, extension))
