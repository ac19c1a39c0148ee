"""What tools answer: one builder, structured results, safe Markdown, suggested actions."""

from toonwire.errors import ResponseError
from toonwire.responses.actions import Action, chosen_actions, suggested_action
from toonwire.responses.convert import convert_result
from toonwire.responses.equivalence import differences, equivalent
from toonwire.responses.guard import Guard, guard
from toonwire.responses.outputs import ENVELOPE_SCHEMA, output_schema
from toonwire.responses.plan import Budget, Cap
from toonwire.responses.response import MODES, Response
from toonwire.responses.results import failure, result
from toonwire.responses.revisions import LATEST, REVISIONS
from toonwire.responses.secrets import NO_REDACTION, REDACTION, Redaction, find_secrets, redact
from toonwire.responses.structured import structured_result
from toonwire.responses.toolset import ToolSet

__all__ = [
    "ENVELOPE_SCHEMA",
    "LATEST",
    "MODES",
    "NO_REDACTION",
    "REDACTION",
    "REVISIONS",
    "Action",
    "Budget",
    "Cap",
    "Guard",
    "Redaction",
    "Response",
    "ResponseError",
    "ToolSet",
    "chosen_actions",
    "convert_result",
    "differences",
    "equivalent",
    "failure",
    "find_secrets",
    "guard",
    "output_schema",
    "redact",
    "result",
    "structured_result",
    "suggested_action",
]
