"""The builder of responses: one answer, said to programs, to models and to people.

Contract: a :class:`Response` never changes; each step gives a new one.  All that it sends comes from one prepared
payload, so that no view says more than another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from toonwire.envelope import HONEST_SURFACE, Envelope, Violation, compact
from toonwire.envelope.wirejson import to_json
from toonwire.errors import ErrorCode, OptionError, ResponseError, ToonError
from toonwire.responses.actions import Action
from toonwire.responses.guard import schema_failure
from toonwire.responses.markdown import Markdown
from toonwire.responses.pages import page_of
from toonwire.responses.pipeline import Prepared, prepare
from toonwire.responses.plan import PREPARED, Budget, Cap, Plan
from toonwire.responses.results import result
from toonwire.responses.revisions import LATEST, known
from toonwire.responses.structured import json_text, toon_text, unsendable

__all__ = ["MODES", "Response"]

MODES = ("text", "structured", "dual", "envelope")
"""The wire modes; see :meth:`Response.wire`."""

Mode = Literal["text", "structured", "dual", "envelope"]


@dataclass(frozen=True, eq=False)
class Response(Plan):
    """One answer of a tool.

    payload: a mapping, or an object that becomes one.  title, scope: what it is, and in what; they head the Markdown.
    summary: one line for the envelope; without it made of title, scope and counts.
    verdict: how to judge it; without one WARN where there are warnings, else INFO.
    caps, budget, actions, notes, warnings: what the steps of the same names add.
    fields: paths of what is sent; without it all.  keep: paths of placeholders that mean something.
    schema: the output schema; required keys stay though they are empty, and all must keep it.  closed: it also
        refuses keys that it does not declare.
    text_limit: how many characters of a text are sent.  redaction: what counts as a secret.
    spec: how the Markdown is laid out; title and scope of the response go before those of the spec.
    on_finding: is called with each thing noticed on the way: a secret replaced, a broken text, one action too many.

    >>> jobs = [{"id": n, "state": "failed", "log": None} for n in range(1, 40)]
    >>> answer = Response({"queue": "linux", "jobs": jobs}, "Jobs", "linux").cap("jobs", 2).note("Logs stay 30 days.")
    >>> answer.structured()["jobs"], answer.structured()["next_step"]
    ([{'id': 1, 'state': 'failed'}, {'id': 2, 'state': 'failed'}], 'showing 2 of 39 jobs; raise limit')
    >>> print(answer.wire()["content"][0]["text"])
    queue: linux
    jobs[2]{id,state}:
      1,failed
      2,failed
    job_count: 39
    jobs_listed: 2
    listed_cap: 2
    truncated: true
    next_step: showing 2 of 39 jobs; raise limit
    response_notes[1]: Logs stay 30 days.
    """

    # ---- steps

    def cap(
        self,
        path: str,
        limit: int,
        *,
        total: int | None = None,
        rest: str | Action | None = None,
        cursor: str | None = None,
    ) -> Response:
        """With a list that has at most ``limit`` items and says what it lacks.

        path: of the list.  total: how many there are, where the payload holds only a part of them.
        rest: how to get the rest, in words or as an action, which is suggested first where the list is cut.
        cursor: where the next page begins; it is told where the whole page is sent.
        """
        return self._with(caps=(*self.caps, Cap(path, limit, total, rest, cursor)))

    def fit(
        self,
        max_size: int,
        *,
        format: Literal["json", "toon"] = "toon",  # noqa: A002
        counter: Callable[[str], int] | None = None,
    ) -> Response:
        """With lists short enough that the text in this format is at most ``max_size`` long.

        counter: what is counted; without one bytes of UTF-8.
        """
        return self._with(budget=Budget(max_size, format, counter))

    def action(self, *actions: Action | None) -> Response:
        """With calls that may come next; None, an action that the session cannot take, adds nothing."""
        return self._with(actions=(*self.actions, *actions))

    def note(self, *notes: str) -> Response:
        """With notes about this result, for whoever reads it."""
        return self._with(notes=(*self.notes, *notes))

    def warn(self, *warnings: str) -> Response:
        """With what makes this result doubtful."""
        return self._with(warnings=(*self.warnings, *warnings))

    def judge(self, verdict: str) -> Response:
        """With a verdict."""
        return self._with(verdict=verdict)

    # ---- views

    def structured(self) -> dict[str, Any]:
        """The answer as data, a new dict: the payload, facts about cut lists, actions, notes, warnings, and the
        verdict where it is not INFO.

        Raises :class:`ResponseError` (``schema-mismatch``) where it does not keep the schema.
        """
        made = self._ready()
        return dict(made.structured)

    def envelope(self) -> Envelope:
        """The answer with success, verdict, summary and next step."""
        return self._ready().envelope

    def markdown(self) -> Markdown:
        r"""The answer as a page: title in scope, what is sent, what was left out, Response Notes.

        >>> answer = Response({"repo": "core", "open": 2}, "Issues", "core")
        >>> print(answer.note("Closed issues are left out.").markdown())
        # Issues in **core**
        <BLANKLINE>
        **Repo**: core
        **Open**: 2
        <BLANKLINE>
        ## Response Notes
        <BLANKLINE>
        - Closed issues are left out.
        """
        return page_of(self._ready(), self)

    @property
    def findings(self) -> tuple[Violation, ...]:
        """What was noticed on the way."""
        return self._prepared().findings

    def wire(
        self,
        mode: Mode = "text",
        revision: str = LATEST,
        *,
        format: Literal["toon", "json", "markdown"] = "toon",  # noqa: A002
    ) -> dict[str, Any]:
        """The result of the call, as a plain dict with the names of the protocol.

        mode: ``text``: TOON, minified JSON or Markdown alone.
            ``structured``: structured content, and its minified JSON.
            ``dual``: structured content, and TOON beside it.
            ``envelope``: structured content with the TOON in ``toon_content`` beside what an agent branches on, and
            the same as minified JSON.
        revision: of the protocol; where it has no structured content the text stands alone.
        format: of the text in the mode ``text``.

        What cannot be sent, or does not keep its schema, becomes a failure that says why.

        >>> Response({"n": 1}).wire("dual", "2025-11-25")
        {'content': [{'type': 'text', 'text': 'n: 1'}], 'structuredContent': {'n': 1}, 'isError': False}
        """
        _one_of("mode", mode, MODES)
        _one_of("format", format, ("toon", "json", "markdown"))
        known(revision)
        try:
            made = self._prepared()
        except OptionError:
            raise
        except ToonError as error:
            return unsendable(error, mode=mode, revision=revision)
        if made.problems:
            return schema_failure(list(made.problems), revision=revision)
        if mode == "text" and format == "markdown":
            return result(str(page_of(made, self)), revision=revision)
        return _sent(made, mode, revision, format)

    # ---- preparing

    def _ready(self) -> Prepared:
        made = self._prepared()
        if made.problems:
            first = made.problems[0]
            raise ResponseError(
                ErrorCode.SCHEMA_MISMATCH,
                field=first.path,
                found=first.found,
                expected=first.expected,
                violations=tuple(map(str, made.problems)),
            )
        return made

    def _prepared(self) -> Prepared:
        """The payload after all steps, made when it is first needed."""
        made: Prepared | None = self.__dict__.get(PREPARED)
        if made is None:
            made = prepare(self)
            self.__dict__[PREPARED] = made
            if self.on_finding is not None:
                for finding in made.findings:
                    self.on_finding(finding)
        return made


def _sent(made: Prepared, mode: str, revision: str, wanted: str) -> dict[str, Any]:
    try:
        if mode == "text":
            return result(
                json_text(made.structured) if wanted == "json" else toon_text(made.structured), revision=revision
            )
        if mode == "structured":
            return result(json_text(made.structured), dict(made.structured), revision=revision)
        if mode == "dual":
            return result(toon_text(made.structured), dict(made.structured), revision=revision)
        wire = compact(made.envelope, surface=HONEST_SURFACE)
        return result(to_json(wire).decode(), wire, revision=revision)
    except ToonError as error:
        return unsendable(error, mode=mode, revision=revision)


def _one_of(option: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(option=option, expected=f"one of {', '.join(allowed)}", found=ascii(value))
