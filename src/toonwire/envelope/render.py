"""The text that is sent, in the format that was asked for or in the smaller one.

Contract: what is said to be JSON is JSON and what is said to be TOON is TOON, always.  Sizes are compared with
minified JSON, never with pretty JSON; of two alike JSON is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar, cast

from toonwire import codec
from toonwire.envelope.layouts import compact_layout, full_layout
from toonwire.envelope.model import Envelope
from toonwire.envelope.normalize import finished
from toonwire.envelope.onepass import PASS
from toonwire.envelope.shape import shape_of
from toonwire.envelope.surface import CONTENT, TOON_CONTROL_SURFACE, Surface, is_wire, reduce_to_control_surface
from toonwire.envelope.wirejson import to_json
from toonwire.errors import OptionError

__all__ = ["Counter", "FormatPins", "Layout", "Measured", "Rendered", "measure", "render", "render_bytes"]

Format = Literal["json", "json-pretty", "toon", "auto"]
Layout = Literal["text", "full", "compact"]
Counter = Callable[[str], int]

_FORMATS = ("json", "json-pretty", "toon", "auto")
_LAYOUTS = ("text", "full", "compact")


class Rendered(NamedTuple):
    """A text and the format it is in: ``json``, ``json-pretty`` or ``toon``.

    layout: ``text`` is that text alone; ``full`` and ``compact`` are JSON around TOON.
    """

    text: str
    format: str
    layout: str = "text"


class Measured(NamedTuple):
    """The size of one layout, and how large it is against minified JSON."""

    layout: str
    size: int
    ratio: float


_Function = TypeVar("_Function", bound=Callable[..., bytes])


def _quick(careful: _Function) -> _Function:
    """The same, with the engine's short way where it has one."""
    return cast("_Function", PASS.renders(careful))


def _bytes_of(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def render(
    envelope: Envelope | Mapping[str, Any],
    format: Format = "json",  # noqa: A002
    *,
    layout: Layout = "text",
    surface: Surface = TOON_CONTROL_SURFACE,
    counter: Counter | None = None,
) -> Rendered:
    r"""The text of a result, with the format that it is in.

    format: ``json`` (minified), ``json-pretty``, ``toon``, or ``auto``, which measures JSON and TOON with
        ``counter`` (without one: bytes of UTF-8) and takes the smaller.
    layout: for TOON, the document itself (``text``), or JSON with the document in ``toon_content`` beside
        the keys of the ``full`` or ``compact`` layout.
    surface: the keys of the compact layout.

    A mapping is normalized and not judged.  A rendered wire stays what it is in the layouts of TOON.

    >>> render({"success": True, "rows": [{"a": 1}, {"a": 2}]}, "toon").text
    'success: true\nrows[2]{a}:\n  1\n  2\nverdict: INFO'
    >>> render({"a": {"b": [{"c": 1}, {"d": [2]}]}}, "auto")
    Rendered(text='{"a":{"b":[{"c":1},{"d":[2]}]}}', format='json', layout='text')
    """
    if format == "toon" and layout == "text":
        _known("layout", layout, _LAYOUTS)
        return Rendered(_toon_text(envelope), "toon")
    data, name, around = _rendered(envelope, format, layout, surface, counter)
    return Rendered(data.decode(), name, around)


@_quick
def render_bytes(
    envelope: Envelope | Mapping[str, Any],
    format: Format = "json",  # noqa: A002
    *,
    layout: Layout = "text",
    surface: Surface = TOON_CONTROL_SURFACE,
    counter: Counter | None = None,
) -> bytes:
    r"""The text of :func:`render` in UTF-8, which is what a socket or a pipe takes.

    >>> render_bytes(Envelope(verdict="SAFE", n=1), "json")
    b'{"success":true,"verdict":"SAFE","n":1}'
    """
    return _rendered(envelope, format, layout, surface, counter)[0]


def _rendered(
    envelope: Envelope | Mapping[str, Any], wanted: str, layout: str, surface: Surface, counter: Counter | None
) -> tuple[bytes, str, str]:
    if wanted == "toon":
        if layout == "compact":
            return _compact_json(envelope, surface), "toon", layout
        if layout == "full":
            return to_json(_full_wire(envelope)), "toon", layout
        _known("layout", layout, _LAYOUTS)
        return _toon_text(envelope).encode(), "toon", layout
    _known("format", wanted, _FORMATS)
    _known("layout", layout, _LAYOUTS)
    as_json = to_json(finished(envelope), pretty=wanted == "json-pretty")
    if wanted != "auto":
        return as_json, wanted, "text"
    as_toon = _rendered(envelope, "toon", layout, surface, counter)
    size: Callable[[bytes], int] = len if counter is None else lambda data: counter(data.decode())
    return as_toon if size(as_toon[0]) < size(as_json) else (as_json, "json", "text")


def _toon_text(envelope: Envelope | Mapping[str, Any]) -> str:
    if not isinstance(envelope, Envelope) and is_wire(envelope):
        return str(envelope[CONTENT])
    text: str = codec.encode(finished(envelope))
    return text


def _compact_json(envelope: Envelope | Mapping[str, Any], surface: Surface) -> bytes:
    if not isinstance(envelope, Envelope) and is_wire(envelope):
        return to_json(reduce_to_control_surface(envelope, surface))
    response = finished(envelope)
    beside = shape_of(tuple(response)).beside(surface)
    data = None if beside is None else PASS.wire(response, beside)
    return to_json(compact_layout(response, surface)) if data is None else data


def _full_wire(envelope: Envelope | Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(envelope, Envelope) and is_wire(envelope):
        return envelope
    return full_layout(finished(envelope))


def _known(option: str, value: Any, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(option=option, expected=f"one of {', '.join(allowed)}", found=ascii(value))


_EVERY: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "json": ("json", "text"),
        "json-pretty": ("json-pretty", "text"),
        "toon": ("toon", "text"),
        "toon-full": ("toon", "full"),
        "toon-compact": ("toon", "compact"),
        "auto": ("auto", "text"),
    }
)


def measure(
    envelope: Envelope | Mapping[str, Any], *, counter: Counter | None = None, surface: Surface = TOON_CONTROL_SURFACE
) -> dict[str, Measured]:
    """The size of a result in every format and layout, and its ratio to minified JSON.

    counter: what counts; without one bytes of UTF-8.

    >>> {name: m.size for name, m in measure(Envelope(verdict="INFO", rows=[{"a": 1}, {"a": 2}])).items()}
    {'json': 58, 'json-pretty': 110, 'toon': 47, 'toon-full': 118, 'toon-compact': 118, 'auto': 47}
    """
    size = counter or _bytes_of
    response = finished(envelope)
    sizes = {
        name: size(
            render(response, cast("Format", fmt), layout=cast("Layout", layout), surface=surface, counter=counter).text
        )
        for name, (fmt, layout) in _EVERY.items()
    }
    base = sizes["json"] or 1
    return {name: Measured(name, n, n / base) for name, n in sizes.items()}


class FormatPins:
    """One format a tool: measured at its first result and kept, so that its answers keep one shape.

    pins: formats that are settled beforehand, by the name of the tool.

    >>> pins = FormatPins({"search": "toon"})
    >>> pins.render("search", {"n": 1}).format, pins.render("read", {"a": [[1, [2]]]}).format
    ('toon', 'json')
    >>> pins.formats
    {'search': 'toon', 'read': 'json'}
    """

    def __init__(self, pins: Mapping[str, Format] | None = None, *, counter: Counter | None = None) -> None:
        self._pins: dict[str, Format] = dict(pins or {})
        for name in self._pins.values():
            _known("pins", name, _FORMATS)
        self._counter = counter

    @property
    def formats(self) -> dict[str, Format]:
        """The formats settled so far."""
        return self._pins.copy()

    def render(
        self,
        tool: str,
        envelope: Envelope | Mapping[str, Any],
        *,
        layout: Layout = "text",
        surface: Surface = TOON_CONTROL_SURFACE,
    ) -> Rendered:
        """:func:`render` in the tool's format."""
        wanted = self._pins.get(tool, "auto")
        made = render(envelope, wanted, layout=layout, surface=surface, counter=self._counter)
        self._pins.setdefault(tool, cast("Format", made.format))
        return made
