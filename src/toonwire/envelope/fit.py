"""A result cut down to a budget, by whole rows.

Contract: what fits is not cut.  Otherwise each cut list keeps as many rows as fit, one more would not; the facts
about it are part of what has to fit.  No text is cut.  The same input gives the same result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, cast

from toonwire.envelope.compact import payload_lists
from toonwire.envelope.expand import expand
from toonwire.envelope.model import Envelope
from toonwire.envelope.render import Counter, Layout, Rendered, render
from toonwire.envelope.surface import TOON_CONTROL_SURFACE, Surface, is_wire
from toonwire.envelope.truncation import RAISE_LIMIT, truncate_lists
from toonwire.envelope.wirejson import to_json
from toonwire.errors import EnvelopeError, ErrorCode, OptionError
from toonwire.paths import parse_path

__all__ = ["fit"]

_Result = TypeVar("_Result", Envelope, Mapping[str, Any])
Format = Literal["json", "json-pretty", "toon", "auto"]


def fit(
    envelope: _Result,
    max_size: int,
    *,
    counter: Counter | None = None,
    format: Format = "json",  # noqa: A002
    layout: Layout = "text",
    surface: Surface = TOON_CONTROL_SURFACE,
    lists: Sequence[str] | None = None,
    rest: str = RAISE_LIMIT,
) -> _Result:
    """A result whose rendered text is at most ``max_size`` long.

    counter: what is counted in the text; without one bytes of UTF-8.
    format, layout, surface: how it will be rendered.
    lists: paths of the lists that may be cut, the first one first; without them all lists of the payload, the
        largest first.  A list is cut down to nothing before the next one is touched.
    rest: how to get the rest, for the next step.

    Gives an envelope for an envelope and a dict for a mapping.  Raises :class:`EnvelopeError` (``size-limit``)
    with both sizes where even empty lists are too long.

    >>> rows = [{"id": n, "text": "some text"} for n in range(40)]
    >>> small = fit(Envelope(verdict="INFO", rows=rows), 250, format="toon")
    >>> small["rows_listed"], small["row_count"], small["next_step"]
    (7, 40, 'showing 7 of 40 rows; raise limit')
    """
    if isinstance(max_size, bool) or not isinstance(max_size, int) or max_size < 0:
        raise OptionError(option="max_size", expected="a whole number of at least 0", found=ascii(max_size))

    def size(result: Any) -> int:
        made: Rendered = render(result, format, layout=layout, surface=surface, counter=counter)
        return counter(made.text) if counter is not None else len(made.text.encode())

    if size(envelope) <= max_size:
        return envelope
    budget = _Budget(
        _response(envelope), type(envelope) if isinstance(envelope, Envelope) else None, size, max_size, rest
    )
    cut = budget.spend(_in_order(budget.response, lists))
    return cast("_Result", budget.result(cut))


def _response(envelope: Envelope | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(envelope, Envelope):
        return envelope.to_dict()
    return expand(envelope) if is_wire(envelope) else dict(envelope)


def _in_order(response: Mapping[str, Any], lists: Sequence[str] | None) -> list[str]:
    if lists is not None:
        return list(lists)
    sizes = {path: len(to_json(_at(response, path))) for path in payload_lists(response)}
    return sorted(sizes, key=lambda path: -sizes[path])


def _at(response: Any, path: str) -> Any:
    for step in parse_path(path):
        response = response[step]
    return response


class _Budget:
    """A response, and how long it is with some of its lists cut."""

    def __init__(self, response: dict[str, Any], kind: type[Envelope] | None, size: Any, most: int, rest: str) -> None:
        self.response = response
        self._kind = kind
        self._size = size
        self._most = most
        self._rest = rest

    def result(self, caps: Mapping[str, int]) -> Any:
        """The response with the lists cut to their caps."""
        made = truncate_lists(self.response, caps, rest=self._rest)
        return made if self._kind is None else self._kind.from_response(made)

    def spend(self, lists: list[str]) -> dict[str, int]:
        """How many rows each list keeps."""
        caps: dict[str, int] = {}
        for path in lists:
            caps[path] = 0
            if self._fits(caps):
                break
        else:
            raise EnvelopeError(
                ErrorCode.SIZE_LIMIT,
                field=", ".join(lists),
                found=f"{self._size(self.result(caps))} with every such list empty",
                expected=f"at most {self._most}",
                hint="raise the limit, or take a smaller payload",
            )
        # the list cut last has room for rows; where another one turns out whole, its facts go and leave room too
        before: dict[str, int] | None = None
        while before != caps:
            before = dict(caps)
            for path in reversed(list(caps)):
                caps[path] = self._rows(caps, path)
        return caps

    def _rows(self, caps: dict[str, int], path: str) -> int:
        """The most rows of one list that fit, while the others stay as they are."""
        whole = len(_at(self.response, path))
        # a list that is whole needs no facts, so that it may be shorter than one that lacks a row
        if self._fits({**caps, path: whole}):
            return whole
        low, high = caps[path], whole
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._fits({**caps, path: middle}) else (low, middle)
        return low

    def _fits(self, caps: Mapping[str, int]) -> bool:
        return bool(self._size(self.result(caps)) <= self._most)
