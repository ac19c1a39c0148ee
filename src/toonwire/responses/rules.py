"""The rules of responses as data: each in a sentence, with what carries it.

Contract: a rule is carried by functions, which make it hold or check it, or it is left to ``lint``, which has to
look at finished results, definitions of tools or tests.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["LINT", "RULES", "Rule"]

LINT = "lint"
"""What no function can make sure of."""


class Rule(NamedTuple):
    """A rule: its name, what it asks for, and its carriers, dotted names below ``toonwire`` or :data:`LINT`.

    >>> next(rule for rule in RULES if rule.name == "lists-capped").carriers
    ('responses.Response.cap', 'shaping.cap_list', 'responses.markdown.Document.bullets')
    """

    name: str
    says: str
    carriers: tuple[str, ...]


_R, _M, _U, _S = "responses.", "responses.markdown.", "responses.upstream.", "responses.snapshots."
_RESPONSE = f"{_R}Response"
_DOCUMENT = f"{_M}Document"


def _rules(area: dict[str, tuple[str, ...]]) -> tuple[Rule, ...]:
    return tuple(Rule(name, says, carriers) for name, (says, *rest) in area.items() for carriers in [tuple(rest)])


PURPOSE = _rules(
    {
        "useful": ("An answer holds the fields with which somebody can look, compare and act.", f"{_S}assert_fields"),
        "legible": ("It speaks the words of the product, in the same shape every time.", f"{_M}render_markdown"),
        "actionable": ("It says how to go on where that helps, and only there.", f"{_R}suggested_action"),
        "safe": ("No secret and no credential leaves the server.", f"{_R}redact", f"{_R}find_secrets"),
        "quotable": ("A model can cite it without taking an upstream answer apart.", f"{_RESPONSE}.markdown", LINT),
    }
)

PAGE = _rules(
    {
        "page-title": ("A page begins with one title that says what it shows and where.", _DOCUMENT),
        "page-sections": ("What repeats has sections, and no level of headings is left out.", f"{_DOCUMENT}.section"),
        "page-facts": ("A scalar is a bold label with its value.", f"{_DOCUMENT}.fact"),
        "page-lists": ("Items that repeat are bullets or a small table.", f"{_DOCUMENT}.bullets", f"{_DOCUMENT}.table"),
        "page-omits": (
            "A section without data is not there, unless its absence says something.",
            f"{_DOCUMENT}.section",
        ),
        "page-notes": ("Response Notes come last and are about this result.", f"{_DOCUMENT}.note", f"{_RESPONSE}.note"),
    }
)

HOLDS = _rules(
    {
        "holds-identity": (
            "Name, kind, identifier, owner project and state of what it is about.",
            f"{_S}assert_fields",
        ),
        "holds-links": ("Addresses under which a person finds it.", f"{_M}link", f"{_S}assert_fields"),
        "holds-state": ("Who has it, where it runs, how often and when last.", f"{_S}assert_fields"),
        "holds-settings": ("Settings that users made themselves.", f"{_S}assert_fields"),
        "holds-handles": ("Identifiers and cursors that a next call needs.", f"{_RESPONSE}.cap", f"{_M}format_id"),
        "holds-times": ("Times, where somebody asks how fresh or how old.", f"{_M}format_date"),
    }
)

AVOIDS = _rules(
    {
        "no-raw-json": ("An answer is no upstream JSON.", f"{_RESPONSE}.markdown", LINT),
        "no-internal-ids": (
            "Identifiers that no call takes stay inside.",
            f"{_S}assert_absent",
            "shaping.project",
            LINT,
        ),
        "no-placeholders": (
            "Null, unknown, blanks and empty containers are not told.",
            "shaping.drop_empty",
            _RESPONSE,
        ),
        "no-upstream-names": ("A field is called what users call it.", f"{_M}humanize_key", LINT),
        "no-empty-sections": ("The shape of an upstream answer makes no headings.", f"{_M}render_markdown"),
        "no-opaque-payloads": ("Nothing long that only a program can read.", _RESPONSE, LINT),
        "no-orders": ("A result does not try to rule the model that reads it.", LINT),
        "guidance-in-descriptions": ("When to use a tool stands in its description.", LINT),
    }
)

WORDS = _rules(
    {
        "names-humanised": ("Machine names are written as words.", f"{_M}humanize_value"),
        "keys-humanised": (
            "Keys become labels, with a map for those of one's own.",
            f"{_M}humanize_key",
            f"{_M}PageSpec",
        ),
        "flatten-to-read": ("What nests is flattened only where it reads better.", "shaping.flatten"),
        "values-exact": ("Texts of users, slugs, queries and identifiers stay to the letter.", f"{_M}verbatim"),
        "lists-capped": (
            "A long list is cut and says how many are not shown.",
            f"{_RESPONSE}.cap",
            "shaping.cap_list",
            f"{_DOCUMENT}.bullets",
        ),
        "totals-exact": ("A total is the real one, or said to be unknown.", f"{_RESPONSE}.cap", "envelope.truncate"),
        "texts-cut": ("A long text is cut with a mark.", "shaping.cap_text", _RESPONSE),
        "well-formed": (
            "No text has half of a surrogate pair, wherever it comes from.",
            "shaping.well_formed",
            _RESPONSE,
        ),
        "shared-formats": (
            "Shared functions write dates, people, identifiers, sizes and durations, and nothing for nothing.",
            f"{_M}format_date",
            f"{_M}format_actor",
            f"{_M}format_id",
            f"{_M}format_size",
            f"{_M}format_duration",
        ),
        "untrusted-short": ("A short foreign value is inline code, unchanged.", f"{_M}inline_code", f"{_M}cell"),
        "untrusted-block": ("A foreign value of several lines is a block of code.", f"{_M}code_block"),
        "untrusted-prose": (
            "A foreign value that reads as prose is escaped.",
            f"{_M}text",
            f"{_M}heading",
            f"{_M}bold",
        ),
        "models-apart": ("An upstream schema is not the shape of an answer.", "shaping.project", f"{_R}output_schema"),
    }
)

UPSTREAM = _rules(
    {
        "enrichment-optional": (
            "What only enriches an answer may fail without failing it.",
            f"{_U}optional",
            f"{_U}aoptional",
        ),
        "failures-reported": ("A failure that nobody expected is reported.", f"{_U}optional"),
        "absence-in-both": (
            "What is missing is null where a schema has it, and no section on the page.",
            _RESPONSE,
            f"{_M}render_markdown",
        ),
        "null-is-survived": ("An upstream null never stops an answer.", "shaping.drop_empty", f"{_M}render_markdown"),
        "missing-is-success": ("Missing data is a success that says which part is missing.", f"{_U}Lookup"),
        "selection-bounded": ("A request for names has bounds, and each name is answered once.", f"{_U}Lookup.of"),
        "lookup-states": (
            "Recorded, not listed and listed without a value stay apart.",
            f"{_U}Lookup",
            f"{_U}LookupEntry",
        ),
        "selection-in-both": ("Data and page show the same selection.", f"{_U}Lookup.to_dict", f"{_U}Lookup.bullets"),
        "scores": ("Scores go from 0 to 1, and only the first results carry what is expensive.", f"{_U}scored"),
        "no-hits": ("A search without hits is a success with an empty list.", _RESPONSE),
        "error-inside-success": ("An error inside an answer of success is an error.", f"{_U}raise_for_upstream_error"),
        "not-found": (
            "An exact handle that leads nowhere is a failure that names the way on, also where the status lies.",
            f"{_U}raise_for_upstream_error",
            f"{_R}failure",
        ),
        "rows-once": (
            "A row that many places share is told once and referred to by index.",
            f"{_U}intern",
            f"{_U}ReferenceTable",
        ),
        "deletion-exact": ("A deletion names its exact target, and one that is gone already is a success.", LINT),
    }
)

STRUCTURED = _rules(
    {
        "one-truth": (
            "Structured content is the truth, and the text is made of it.",
            f"{_R}structured_result",
            f"{_RESPONSE}.wire",
        ),
        "equal-sides": ("Neither side says what the other does not.", f"{_R}equivalent", f"{_R}differences"),
        "json-minified": ("JSON for a model has no indentation.", f"{_R}structured_result"),
        "page-alone": ("A page of Markdown has no structured content beside it.", f"{_RESPONSE}.wire"),
        "schema-kept": ("Each success keeps the output schema of its tool.", f"{_R}guard", _RESPONSE),
        "fields-chosen": ("Fields are chosen one by one, not passed on.", "shaping.project", f"{_R}guard"),
        "said-once": (
            "The payload is not repeated in a block of the text.",
            f"{_RESPONSE}.wire",
            f"{_R}convert_result",
        ),
        "contract-stable": ("An output schema changes with its version only.", "pytest_plugin.schema_snapshot"),
        "names-aligned": (
            "Schema, tests and answers agree on names and on what may be null.",
            f"{_R}output_schema",
            f"{_S}Watch",
        ),
        "structured-snapshot": ("Structured content is recorded whole.", "pytest_plugin.response_snapshot"),
        "leaks-tested": ("What must not leak is asserted to be absent.", f"{_S}assert_absent"),
        "boundary-tested": ("The text is tested as a client gets it.", f"{_S}laid_out"),
        "failures-marked": (
            "What failed is marked so, says all in its first text, and never looks like a success.",
            f"{_R}failure",
            f"{_R}guard",
        ),
    }
)

DEFINITIONS = _rules(
    {
        "server-described": ("A server says its name, version, title, description and addresses.", LINT),
        "server-instructions": ("It has instructions, and they are short.", LINT),
        "tool-names": ("Names of tools have safe characters and lengths.", LINT),
        "tool-roots": ("An input schema describes an object.", LINT),
        "tool-titles": ("Each tool has a title of its own.", LINT),
        "tool-hints": ("Each says whether it reads only, destroys and reaches outside.", LINT),
        "tool-descriptions": ("Each has a description that is not too long.", LINT),
        "tool-meta": ("It carries no metadata but what is on a list.", LINT),
        "tool-schemas": ("Each has an output schema, or a reason why not.", LINT, f"{_R}output_schema"),
        "suite-guarded": ("All tests of a server hold results against their schemas.", "pytest_plugin.guard_tools"),
        "schema-tested": ("Each output schema has a test that reads structured content.", LINT),
        "exceptions-end": ("An exception has a reason, and goes when it is no longer needed.", LINT),
    }
)

ACTIONS = _rules(
    {
        "action-follows": ("An action follows from this very result.", LINT),
        "action-shape": ("It has a type, a tool, arguments and a reason.", f"{_R}Action.to_dict"),
        "action-complete": ("Its arguments can be called as they stand.", f"{_R}suggested_action"),
        "action-names": ("They have the names of the tool's own parameters.", f"{_R}suggested_action"),
        "action-callable": (
            "A tool that cannot be called here is not suggested; one of the catalog goes through the gateway.",
            f"{_R}ToolSet.route",
            f"{_R}suggested_action",
        ),
        "action-few": ("At most three, the most useful first, each once.", f"{_R}chosen_actions"),
        "action-reason": ("The reason is short and explains.", f"{_R}suggested_action", LINT),
        "action-page": ("On a page they stand under Response Notes only.", f"{_RESPONSE}.markdown"),
        "action-payload": ("In structured content they are part of the payload.", f"{_RESPONSE}.structured"),
        "action-safe": ("No secret is in arguments or reason.", f"{_R}suggested_action", f"{_R}find_secrets"),
        "next-step": ("One next step follows from the first action, or from what was cut.", f"{_RESPONSE}.envelope"),
    }
)

TESTS = _rules(
    {
        "note-scope": ("A note helps with this result and has no words from inside the system.", LINT),
        "snapshot-whole": ("Each tool has a test that records a whole answer.", "pytest_plugin.response_snapshot"),
        "snapshot-read": ("Records are laid out to be read as a product.", f"{_S}laid_out"),
        "snapshot-fields": ("They have what readers ask for.", f"{_S}assert_fields"),
        "snapshot-clean": ("They have nothing from inside.", f"{_S}assert_absent"),
        "snapshot-not-partial": ("A search for parts of a text is no record.", LINT),
        "fixtures-dirty": ("Test data have the internals that answers leave out.", LINT),
        "raw-result-checked": ("What is judged is the result, not what a model makes of it.", f"{_S}laid_out", LINT),
    }
)

AREAS: dict[str, tuple[Rule, ...]] = {
    "What an answer is for": PURPOSE,
    "Pages": PAGE,
    "What it holds": HOLDS,
    "What it leaves out": AVOIDS,
    "Names and values": WORDS,
    "Upstream data": UPSTREAM,
    "Structured content": STRUCTURED,
    "Definitions of tools and servers": DEFINITIONS,
    "Suggested actions": ACTIONS,
    "Notes, records and tests": TESTS,
}
"""The rules by what they are about."""

RULES: tuple[Rule, ...] = tuple(rule for rules in AREAS.values() for rule in rules)
