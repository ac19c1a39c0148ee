"""A document search: scored pages, of which the first three carry a passage; no hit is an answer too."""

from __future__ import annotations

from typing import Any

from toonwire.responses import Response, ToolSet, failure, output_schema, suggested_action
from toonwire.responses.markdown import PageSpec
from toonwire.responses.upstream import UpstreamError, raise_for_upstream_error, scored

PASSAGES = {
    "/docs/tables": "A table states its length, then one row a line: `users[2]{id,name}:`",
    "/docs/strings": 'Quotes are needed for "true", numbers and text with | or <b>markup</b>.',
    "/docs/limits": "Each limit is an error with its place, never a silent cut.",
    "/docs/keys": "Keys are written as they are.",
    "/docs/streams": "Rows may come from anywhere.",
}


def search(query: str) -> dict[str, Any]:
    """What the search service says."""
    if query == "down":
        return {"ok": True, "error": {"message": "the index is being rebuilt"}, "hits": []}
    hits = [{"path": path, "score": 92.5 - 11 * n, "_shard": n} for n, path in enumerate(PASSAGES)]
    return {"error": None, "hits": hits if query == "tables" else [], "next": "p2" if query == "tables" else None}


TOOLS = ToolSet([{"name": "get_document", "inputSchema": {"type": "object", "required": ["path"]}}, "search_documents"])

_TEXT = {"type": "string"}
SCHEMA = output_schema(
    {
        "type": "object",
        "properties": {
            "query": _TEXT,
            "guide": {"type": ["string", "null"]},
            "results": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "path": _TEXT,
                        "url": _TEXT,
                        "score": {"type": "number", "minimum": 0, "maximum": 1},
                        "passage": {"type": ["string", "null"]},
                    },
                    "required": ["path", "url", "score", "passage"],
                },
            },
        },
        "required": ["query", "guide", "results"],
        "additionalProperties": False,
    },
    lists=("results",),
)

PAGE = PageSpec(
    "Documents",
    kinds={"query": "code", "results.path": "code", "results.url": "code", "results.passage": "prose"},
    absent={"results": "Nothing was found."},
    names=("path",),
)


def answer(query: str, guide: str | None = None) -> Response:
    """The pages that fit a query, best first."""
    said = raise_for_upstream_error(search(query))
    pages = scored(said["hits"], "passage", carry=3, best=100, fetch=lambda hit: PASSAGES[hit["path"]])
    results = [
        {
            "path": page["path"],
            "url": f"https://docs.example{page['path']}",
            "score": page["score"],
            "passage": page["passage"],
        }
        for page in pages
    ]
    payload = {"query": query, "guide": guide, "results": results}
    made = Response(payload, "Documents", query, schema=SCHEMA, closed=True, spec=PAGE, keep=["results.passage"])
    made = made.cap("results", 10, cursor=said.get("next"))
    if results:
        whole = suggested_action("get_document", {"path": results[0]["path"]}, "It has the whole page.", tools=TOOLS)
        made = made.action(whole).note("Passages are parts of pages; only the first three results have one.")
    return made


def call(query: str, mode: str = "structured") -> dict[str, Any]:
    """The tool."""
    try:
        return answer(query).wire(mode)  # type: ignore[arg-type]
    except UpstreamError as error:
        return failure(f"the search failed: {error}", hint="call it again in a minute", error_type="upstream")
