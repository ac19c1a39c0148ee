"""A build farm: failed jobs of a queue, cut to a budget, with shared frames told once."""

from __future__ import annotations

from typing import Any

from toonwire.responses import Response, ToolSet, output_schema, suggested_action
from toonwire.responses.markdown import PageSpec
from toonwire.responses.upstream import ReferenceTable

FRAMES = [("main", "runner.py", 10), ("build", "build.py", 88), ("link", "link.py", 41), ("fetch", "net.py", 7)]
UPSTREAM: dict[str, Any] = {
    "queue": {"name": "linux", "uuid": "00000000-0000-0000-0000-000000000000", "synced_minutes_ago": 130},
    "jobs": [
        {
            "number": 900 - n,
            "etag": f"W/{n}",
            "result": "failed",
            "step": ("link", "fetch")[n % 2],
            "seconds": 61.5 + 13 * n,
            "log_bytes": 2048 * (n + 1),
            "runner": None if n % 3 else f"runner-{n % 4}",
            "stack": [FRAMES[0], FRAMES[1], FRAMES[2 + n % 2]],
        }
        for n in range(24)
    ],
    "runners": [{"name": f"runner-{n}", "state": "online" if n else "offline", "tags": []} for n in range(4)],
}

TOOLS = ToolSet(
    {
        "list_failed_jobs": {
            "type": "object",
            "properties": {"queue": {"type": "string"}, "limit": {"type": "integer", "maximum": 100}},
            "required": ["queue"],
            "additionalProperties": False,
        },
        "get_job_log": {"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"]},
    }
)

_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}


def _rows(**fields: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": fields}}


SCHEMA = output_schema(
    {
        "type": "object",
        "properties": {
            "queue": _TEXT,
            "jobs": _rows(
                number=_NUMBER,
                step=_TEXT,
                seconds={"type": "number"},
                log_bytes=_NUMBER,
                runner={"type": ["string", "null"]},
                stack={"type": "integer", "description": "an index into stacks"},
            ),
            "stacks": _rows(innermost_last=_TEXT),
            "runners": _rows(name=_TEXT, state=_TEXT),
        },
        "required": ["queue", "jobs"],
        "additionalProperties": False,
    },
    lists=("jobs", "stacks", "runners"),
)

PAGE = PageSpec(
    "Failed jobs",
    labels={"seconds": "Took", "log_bytes": "Log", "stack": "Stack", "innermost_last": "Innermost last"},
    kinds={"jobs.seconds": "duration", "jobs.log_bytes": "size"},
)


def frame(told: tuple[str, str, int]) -> str:
    """One frame of a stack in words."""
    return "{} {}:{}".format(*told)


def answer(queue: str = "linux", limit: int = 20) -> Response:
    """The failed jobs of a queue."""
    stacks = ReferenceTable()
    jobs = [
        {
            "number": job["number"],
            "step": job["step"],
            "seconds": job["seconds"],
            "log_bytes": job["log_bytes"],
            "runner": job["runner"],
            "stack": stacks.add(
                {"innermost_last": " > ".join(f"{fn} {file}:{line}" for fn, file, line in job["stack"])}
            ),
        }
        for job in UPSTREAM["jobs"]
    ]
    payload = {"queue": queue, "jobs": jobs, "stacks": stacks.rows, "runners": UPSTREAM["runners"]}
    fields = ["queue", "jobs", "stacks", "runners.name", "runners.state"]
    rest = suggested_action(
        "list_failed_jobs", {"queue": queue, "limit": 100}, "It lists all failed jobs.", tools=TOOLS
    )
    log = suggested_action("get_job_log", {"number": 900}, "It has the log of the newest failure.", tools=TOOLS)
    made = Response(payload, "Failed jobs", queue, fields=fields, schema=SCHEMA, closed=True, spec=PAGE)
    made = made.cap("jobs", limit, rest=rest).cap("runners", 3, rest="call list_runners").fit(1400)
    minutes = UPSTREAM["queue"]["synced_minutes_ago"]
    return made.action(log).warn(f"The queue was last synchronised {minutes} minutes ago.")


def call(queue: str, mode: str = "text") -> dict[str, Any]:
    """The tool."""
    return answer(queue).wire(mode)  # type: ignore[arg-type]
