"""One set of options for many calls of the engine, each with a piece of the document.

Contract: a piece is encoded as a document of its own.  What its place in the whole changes is said to the
engine (how deep it may nest) or mended here (how far its lines are indented, the path of an error).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from toonwire.codec import encoding
from toonwire.engines import Lower
from toonwire.errors import EncodeError, EncodeTypeError, ErrorCode
from toonwire.options import Delimiter, EncodeOptions, Limits, NanPolicy
from toonwire.paths import Path, format_path, parse_path
from toonwire.rules.fault import Fault
from toonwire.rules.nesting import too_deep

__all__ = ["Encoding", "failure", "indented", "modelled"]

_MODEL = frozenset({str, int, float, bool, type(None), list, dict})
"""The types of JSON; a dict is one of them if its keys are strings."""

_TYPE_CAUSES = frozenset({ErrorCode.UNSUPPORTED_TYPE, ErrorCode.UNSUPPORTED_KEY})


class Encoding:
    """The engine with one set of options.

    ``lower`` brings one host value to the JSON model, one level deep; it raises a Fault.
    """

    def __init__(
        self,
        indent: int,
        delimiter: Delimiter,
        default: Callable[[Any], Any] | None,
        nan: NanPolicy,
        limits: Limits,
    ) -> None:
        engine, options, lowering = encoding(indent, delimiter, default, nan, limits)
        self.engine = engine.name
        self.delimiter = delimiter
        self.unit = " " * indent
        self.max_depth = limits.max_depth
        self.lower: Lower = lowering() if default is None else _asked_once(lowering())
        self._encode = engine.encode
        self._options: dict[int, EncodeOptions] = {0: options}

    def text(self, value: Any, above: int, place: Callable[[Path], Path]) -> str:
        """The document of a value that stands in ``above`` containers.

        place: turns a path inside of the value to one inside of the whole, for an error.
        """
        options = self._options.get(above) or self._deeper(above)
        try:
            return self._encode(value, options, lambda: self.lower)
        except EncodeError as error:
            deep = error.code is ErrorCode.DEPTH_LIMIT
            raise type(error)(
                error.code,
                path=format_path(place(parse_path(error.path))),
                found=error.found,
                expected=too_deep(self.max_depth).expected if deep else error.expected,
                hint=error.hint,
            ) from None

    def _deeper(self, above: int) -> EncodeOptions:
        options = self._options[0]
        limits = replace(options.limits, max_depth=max(self.max_depth - above, 0))
        self._options[above] = made = replace(options, limits=limits)
        return made


def _asked_once(lower: Lower) -> Lower:
    """The same, but an iterator, which gives its elements once, is kept with what became of it."""
    kept: dict[int, tuple[Any, Any]] = {}

    def lowered(value: Any) -> Any:
        if not isinstance(value, Iterator):
            return lower(value)
        known = kept.get(id(value))
        if known is None:
            known = kept[id(value)] = value, lower(value)
        return known[1]

    return lowered


def modelled(value: Any, lower: Lower) -> Any:
    """The value brought to the JSON model, one level of it.  Raises what ``lower`` raises."""
    kind = type(value)
    return value if kind in _MODEL and (kind is not dict or set(map(type, value)) <= {str}) else lower(value)


def failure(fault: Fault, path: Path) -> EncodeError:
    """The error of a fault at a place."""
    kind = EncodeTypeError if fault.code in _TYPE_CAUSES else EncodeError
    return kind(fault.code, path=format_path(path), found=fault.found, expected=fault.expected, hint=fault.hint)


def indented(lines: str, pad: str) -> str:
    """Whole lines, each with more indentation, and an LF at the end.  No LF stands inside of a token (§7.1)."""
    return pad + lines.replace("\n", f"\n{pad}") + "\n" if pad else lines + "\n"
