"""The envelope of one result: checked when it is made, never changed afterwards.

Contract: an :class:`Envelope` that exists keeps every rule of the contract.  It is finished before it is
rendered: verdict, summary line and next step are stored once and stand in ``agent_summary`` as well, where
there is one.  Lists and objects inside the payload are the caller's own and are not copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, TypeVar, cast, overload

from toonwire.envelope.alphabet import ALPHABET, Alphabet, is_missing
from toonwire.envelope.fields import FIELDS, MIRRORED, is_text
from toonwire.envelope.honesty import states, truncation_problems
from toonwire.envelope.onepass import PASS, Built
from toonwire.envelope.shape import shape_of
from toonwire.envelope.surface import is_wire
from toonwire.errors import EnvelopeError, ErrorCode
from toonwire.paths import format_path
from toonwire.rules.fault import shorten

__all__ = ["Envelope"]

_T = TypeVar("_T")

if TYPE_CHECKING:
    _Base = Built
else:
    _Base = PASS.base


class _Stored(Generic[_T]):
    """A field of the envelope, None where it has none."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> _Stored[_T]: ...
    @overload
    def __get__(self, instance: Envelope, owner: type) -> _T: ...
    def __get__(self, instance: Envelope | None, owner: type) -> _Stored[_T] | _T:
        if instance is None:
            return self
        return cast("_T", instance._response.get(self._name))


def _plainly(alphabet: Alphabet) -> tuple[Any, ...]:
    """What the native base of an envelope needs to know."""
    return shape_of, shape_of.known, frozenset(FIELDS), alphabet.verdicts, states


class Envelope(_Base, Mapping[str, Any]):
    """One finished result, a read-only mapping.

    payload: the result's own keys.  Everything else is a keyword: the envelope's fields, and payload keys too
    where their names allow it.  A field that is None is not there.

    ``to_dict()`` is the response: ``success``, ``verdict``, the fields and keys in the order in which they were
    given, ``warnings`` last.  An envelope equals a mapping with the same content.  Raises
    :class:`EnvelopeError` with the field, the rule and what to do.

    A subclass made with ``alphabet=`` has verdicts of its own.

    >>> found = Envelope({"callers": ["main"]}, verdict="INFO", summary_line="1 caller", agent_summary={})
    >>> list(found.to_dict())
    ['success', 'verdict', 'summary_line', 'agent_summary', 'callers']
    >>> found.agent_summary
    {'summary_line': '1 caller', 'verdict': 'INFO'}
    >>> Envelope(success=False, verdict="ERROR")
    Traceback (most recent call last):
    toonwire.errors.EnvelopeError: field error: expected a text that says what failed, found nothing; ...
    """

    __slots__ = ()
    __signature__ = signature(Built)

    alphabet: ClassVar[Alphabet] = ALPHABET
    _plainly: ClassVar[tuple[Any, ...]] = _plainly(ALPHABET)

    success = _Stored[bool]()
    error = _Stored["str | None"]()
    error_type = _Stored["str | None"]()
    hint = _Stored["str | None"]()
    retryable = _Stored["bool | None"]()
    retry_after_ms = _Stored["int | None"]()
    summary_line = _Stored["str | None"]()
    next_step = _Stored["str | None"]()
    truncated = _Stored["bool | None"]()
    completeness = _Stored["str | None"]()
    deprecation = _Stored[Any]()
    file_path = _Stored["str | None"]()
    pr_url = _Stored["str | None"]()
    pr_number = _Stored["int | None"]()
    agent_summary = _Stored["Mapping[str, Any] | None"]()
    verdict = _Stored[str]()

    def __init_subclass__(cls, *, alphabet: Alphabet | None = None, **more: Any) -> None:
        super().__init_subclass__(**more)
        if alphabet is not None:
            cls.alphabet = alphabet
            cls._plainly = _plainly(alphabet)

    def _carefully(
        self, payload: Mapping[str, Any] | None, success: Any, verdict: Any, fields: dict[str, Any]
    ) -> dict[str, Any]:
        return _finished(payload, success, verdict, fields, self.alphabet)

    @classmethod
    def from_response(cls, response: Mapping[str, Any]) -> Envelope:
        """The envelope of a response that keeps the contract, such as what ``expand`` gives back.

        >>> Envelope.from_response({"success": True, "verdict": "SAFE", "n": 1}).payload
        {'n': 1}
        """
        for name, code in (("success", ErrorCode.SUCCESS_BOOL), ("verdict", ErrorCode.VERDICT_MISSING)):
            if name not in response:
                raise EnvelopeError(code, field=name, found="nothing", expected=f"a response with {name}")
        strange = [key for key in response if not isinstance(key, str)]
        if strange:
            _refuse_key(strange[0])
        return cls(**response)

    def to_dict(self) -> dict[str, Any]:
        """The response, as a new dict; its inner values are the envelope's own."""
        return self._response.copy()

    @property
    def payload(self) -> dict[str, Any]:
        """The keys that are not the envelope's."""
        return {key: value for key, value in self._response.items() if key not in FIELDS}

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the reader has to be told."""
        return tuple(self._response.get("warnings", ()))

    def replace(self, **changes: Any) -> Envelope:
        """A changed copy, checked anew; None takes a field away.

        >>> Envelope(verdict="INFO", n=1).replace(verdict="WARN", warnings=["stale"]).to_dict()
        {'success': True, 'verdict': 'WARN', 'n': 1, 'warnings': ['stale']}
        """
        response = self._response | changes
        summary = response.get("agent_summary")
        if "agent_summary" not in changes and summary is not None:
            # what is only mirrored there follows the change
            response["agent_summary"] = {
                key: v for key, v in summary.items() if key not in changes or key not in MIRRORED
            }
        return type(self)(**response)

    def __getitem__(self, key: str) -> Any:
        return self._response[key]

    def __len__(self) -> int:
        return len(self._response)

    def __iter__(self) -> Iterator[str]:
        return iter(self._response)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"an Envelope is finished: replace({name}=...) makes a changed copy")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an Envelope is finished: replace({name}=None) makes a changed copy")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Envelope):
            return self._response == other._response
        if isinstance(other, Mapping):
            return self._response == other
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._response.items())})"

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return type(self).from_response, (self._response,)


# ---- the rules


def _finished(
    payload: Mapping[str, Any] | None, success: Any, verdict: Any, fields: dict[str, Any], alphabet: Alphabet
) -> dict[str, Any]:
    """A response that keeps every rule, or the first that it breaks as an :class:`EnvelopeError`."""
    response = _judged(success, verdict, fields.get("error"), alphabet)
    response.update(fields)
    if payload is not None:
        _add_payload(response, payload)
    for name in [key for key in response if key in FIELDS]:
        value = response[name]
        if value is None:
            del response[name]
        elif not FIELDS[name].test(value):
            _refuse_field(name, value, FIELDS[name].expected)
    if "agent_summary" in response:
        _mirror(response)
    if "warnings" in response:
        warnings = list(response.pop("warnings"))
        if warnings:
            response["warnings"] = warnings
    if "toon_content" in response and is_wire(response):
        raise EnvelopeError(
            ErrorCode.RESERVED_NAME,
            field="toon_content",
            found='a payload with format "toon" and a text in toon_content',
            expected="a payload that is not rendered yet",
            hint="expand it first",
        )
    for problem in truncation_problems(response, (), False):
        raise problem.to_error()
    return response


def _judged(success: Any, verdict: Any, error: Any, alphabet: Alphabet) -> dict[str, Any]:
    """The start of a response, once success, verdict and error agree."""
    if success is not True and success is not False:
        raise EnvelopeError(
            ErrorCode.SUCCESS_BOOL, field="success", found=shorten(repr(success)), expected="True or False"
        )
    if not isinstance(verdict, str) or verdict not in alphabet.words:
        if is_missing(verdict):
            raise EnvelopeError(
                ErrorCode.VERDICT_MISSING,
                field="verdict",
                found=repr(verdict),
                expected=f"one of {', '.join(alphabet.words)}",
                hint=f"a tool without an opinion says {alphabet.on_success}",
            )
        raise alphabet.refusal(verdict)
    verdict = verdict if type(verdict) is str else str.__str__(verdict)
    if success:
        if error is not None:
            raise EnvelopeError(
                ErrorCode.ERROR_ON_SUCCESS,
                field="error",
                found=shorten(repr(error)),
                expected="no error on a success",
                hint="set success=False, or put it into warnings",
            )
        if verdict == alphabet.error:
            _refuse_verdict(
                verdict, f"another verdict than {verdict} on a success", "set success=False and say the error"
            )
    else:
        if not is_text(error):
            raise EnvelopeError(
                ErrorCode.ERROR_MISSING,
                field="error",
                found="nothing" if error is None else shorten(repr(error)),
                expected="a text that says what failed",
                hint="give error, or use build_error",
            )
        if verdict not in alphabet.failures:
            wanted = " or ".join(sorted(alphabet.failures))
            _refuse_verdict(verdict, f"{wanted} on a failure", "a failed call judges nothing")
    return {"success": success, "verdict": verdict}


def _refuse_verdict(verdict: str, expected: str, hint: str) -> NoReturn:
    raise EnvelopeError(ErrorCode.VERDICT_MISMATCH, field="verdict", found=verdict, expected=expected, hint=hint)


def _refuse_field(name: str, value: Any, expected: str) -> NoReturn:
    blank = name == "next_step" and isinstance(value, str)
    raise EnvelopeError(
        ErrorCode.NEXT_STEP_EMPTY if blank else ErrorCode.FIELD_TYPE,
        field=format_path((name,)),
        found=shorten(repr(value)),
        expected=expected,
        hint="leave it out where there is nothing to say",
    )


def _refuse_key(key: Any) -> NoReturn:
    raise EnvelopeError(
        ErrorCode.FIELD_TYPE,
        found=f"the key {shorten(repr(key))}",
        expected="keys that are texts",
        hint="write it as a text",
    )


def _add_payload(response: dict[str, Any], payload: Mapping[str, Any]) -> None:
    for key, value in payload.items():
        if key in FIELDS or key in response:
            raise EnvelopeError(
                ErrorCode.RESERVED_NAME,
                field=format_path((key,)),
                found="a payload key with this name",
                expected="another name" if key in FIELDS else "each key once",
                hint=f"give the envelope its field as {key}=..., or rename the key",
            )
        if not isinstance(key, str):
            _refuse_key(key)
        response[key] = value


def _mirror(response: dict[str, Any]) -> None:
    """Makes the envelope and its agent_summary say the same."""
    summary = response["agent_summary"] = dict(response["agent_summary"])
    for name in MIRRORED:
        inner = summary.get(name)
        if inner is not None and inner == response.get(name):
            summary[name] = response[name]
        elif is_missing(inner):
            if name in response:
                summary[name] = response[name]
            else:
                summary.pop(name, None)
        elif name not in response:
            if not FIELDS[name].test(inner):
                _refuse_field(name, inner, FIELDS[name].expected)
            response[name] = inner
        elif inner != response[name]:
            raise EnvelopeError(
                ErrorCode.MIRROR_DIFFERS,
                field=format_path(("agent_summary", name)),
                found=shorten(str(inner)),
                expected=f"{shorten(str(response[name]))}, as in {name}",
                hint="say it once; agent_summary repeats it",
            )
