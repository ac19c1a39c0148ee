"""Every error toonwire raises, and the closed list of their codes.

Contract: an error is data.  It knows its code, where it happened, what stood there, what could have
stood there and what to do about it; ``str(error)`` joins these to one sentence that starts with the
position.  Carets, colours and JSON are made elsewhere.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "DecodeError",
    "EncodeError",
    "EncodeTypeError",
    "EnvelopeError",
    "ErrorCode",
    "FileError",
    "JsonError",
    "OptionError",
    "ResponseError",
    "ToonError",
]


class ErrorCode(str, Enum):
    """Why something was refused; the value is the stable name, e.g. ``"row-width"``.

    ``section`` names the rule of the TOON specification that was broken ("" where the rule is
    toonwire's own) and ``summary`` says it in a few words.

    >>> ErrorCode("row-width").section
    '§14.1'
    >>> str(ErrorCode.ROW_WIDTH)
    'row-width'
    """

    section: str
    summary: str

    def __new__(cls, value: str, section: str, summary: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.section = section
        member.summary = summary
        return member

    def __str__(self) -> str:
        return str(self.value)

    # Counts and widths
    VALUE_COUNT = "value-count", "§14.1", "an inline array has more or fewer values than declared"
    ITEM_COUNT = "item-count", "§14.1", "a list has more or fewer items than declared"
    ROW_COUNT = "row-count", "§14.1", "a table has more or fewer rows than declared"
    ENTRY_COUNT = "entry-count", "§14.1", "a keyed table has more or fewer entries than declared"
    ROW_WIDTH = "row-width", "§14.1", "a row has more or fewer cells than the header has leaf fields"
    ENTRY_WIDTH = "entry-width", "§14.1", "an entry row has more or fewer cells than leaf fields"
    # Quoted tokens
    INVALID_ESCAPE = "invalid-escape", "§7.1", "a backslash sequence that TOON does not have"
    SURROGATE_ESCAPE = "surrogate-escape", "§7.1", "a \\u escape names a surrogate"
    UNTERMINATED_STRING = "unterminated-string", "§7.1", "a quoted token without a closing quote"
    TEXT_AFTER_QUOTE = "text-after-quote", "§7.4", "characters after a closing quote"
    # Headers
    HEADER_LENGTH = "header-length", "§6", "a malformed length, keyed marker or delimiter in [ ]"
    HEADER_BRACKET = "header-bracket", "§6", "a bracket segment that is not closed"
    HEADER_COLON = "header-colon", "§6", "no colon directly after the bracket segment or field list"
    HEADER_SPACE = "header-space", "§6", "white space before a bracket segment or a field group"
    HEADER_CONTENT = "header-content", "§6", "content after the colon of a header with fields"
    KEYED_FIELDS = "keyed-fields", "§6", "a keyed header without a field list"
    KEYLESS_HEADER = "keyless-header", "§6", "a header without a key where one is needed"
    FIELD_LIST_EMPTY = "field-list-empty", "§6", "a field list or group without a field"
    FIELD_EMPTY = "field-empty", "§6", "an empty field entry"
    FIELD_NAMELESS = "field-nameless", "§6", "a field group without a name"
    FIELD_BRACE = "field-brace", "§6", "unmatched braces in a field list"
    FIELD_TEXT = "field-text", "§6", "text after a field group"
    FIELD_DELIMITER = "field-delimiter", "§6", "a field list uses another delimiter than declared"
    FIELD_DUPLICATE = "field-duplicate", "§9.3", "a field name stands twice in one field list"
    # Lines and scopes
    TAB_INDENT = "tab-indent", "§12", "a tab in the indentation"
    INDENT_MULTIPLE = "indent-multiple", "§12", "an indentation that is no multiple of the unit"
    BLANK_LINE = "blank-line", "§12", "a blank line between items, rows or entries"
    DEPTH_JUMP = "depth-jump", "§8", "a nested scope starts deeper than one level"
    OVER_INDENTED = "over-indented", "§8", "a line deeper than its scope"
    UNDER_INDENTED = "under-indented", "§14.4", "a line between a scope's start and its parent"
    MISSING_COLON = "missing-colon", "§14.2", "a line without a colon where a field is expected"
    NOT_AN_ITEM = "not-an-item", "§9.4", "a line at item depth that is no list item"
    NOT_A_ROW = "not-a-row", "§9.3", "a line at row depth that is no row"
    NOT_AN_ENTRY = "not-an-entry", "§9.5", "a line at entry depth without a colon"
    TRAILING_CONTENT = "trailing-content", "§5", "content after a complete root form"
    DUPLICATE_KEY = "duplicate-key", "§14.3", "two sibling fields or entries with one key"
    # Text
    ILL_FORMED_UTF8 = "ill-formed-utf8", "§4", "bytes that are not UTF-8"
    LONE_SURROGATE = "lone-surrogate", "§3", "an unpaired surrogate in text or in a string"
    # Limits
    DEPTH_LIMIT = "depth-limit", "§15", "nesting deeper than Limits.max_depth"
    INPUT_LIMIT = "input-limit", "§15", "input larger than Limits.max_input_bytes"
    DIGIT_LIMIT = "digit-limit", "§15", "a number longer than Limits.max_number_digits"
    NUMBER_RANGE = "number-range", "§4", "a number beyond the range of a double"
    # Values that TOON cannot carry
    UNSUPPORTED_TYPE = "unsupported-type", "§3", "a value of a type that has no JSON form"
    UNSUPPORTED_KEY = "unsupported-key", "§3", "a mapping key of a type that has no string form"
    KEY_COLLISION = "key-collision", "§3", "two mapping keys with the same string form"
    NON_FINITE = "non-finite", "§3", "NaN or an infinity where it may not stand"
    CYCLE = "cycle", "§3", "a container that contains itself"
    # Documents that are written piece by piece
    ROW_SHAPE = "row-shape", "§9.3", "a row that does not fit the fields of its table"
    SCOPE = "scope", "", "a part of a document that is written where it may not stand"
    # JSON text and options
    JSON_SYNTAX = "json-syntax", "", "text that is not JSON"
    JSON_DUPLICATE_KEY = "json-duplicate-key", "", "two members of a JSON object with one name"
    INVALID_OPTION = "invalid-option", "", "an option with a value it cannot take"
    # Envelopes
    SUCCESS_BOOL = "success-bool", "", "success is missing, or is neither true nor false"
    ERROR_MISSING = "error-missing", "", "a failure without a text in error"
    ERROR_ON_SUCCESS = "error-on-success", "", "a success with an error"
    VERDICT_MISSING = "verdict-missing", "", "a result without a verdict"
    VERDICT_UNKNOWN = "verdict-unknown", "", "a verdict that the alphabet does not have"
    VERDICT_MISMATCH = "verdict-mismatch", "", "a verdict that contradicts success"
    MIRROR_DIFFERS = "mirror-differs", "", "agent_summary contradicts the envelope around it"
    FIELD_TYPE = "field-type", "", "an envelope field with a value it cannot have"
    RESERVED_NAME = "reserved-name", "", "a payload key with a name that the envelope uses"
    NEXT_STEP_EMPTY = "next-step-empty", "", "a next step without text"
    NEXT_STEP_VAGUE = "next-step-vague", "", "a next step without a tool, a command or a parameter"
    NEXT_STEP_STALE = "next-step-stale", "", "a next step that does not state the numbers shown and in all"
    TRUNCATION_UNFLAGGED = "truncation-unflagged", "", "a list shorter than its total, without truncated"
    TRUNCATION_INCOMPLETE = "truncation-incomplete", "", "a truncated result that lacks one of the four facts"
    TRUNCATION_MISCOUNT = "truncation-miscount", "", "a count that contradicts its list"
    WIRE_CONTENT = "wire-content", "", "toon_content that does not decode to an object"
    WIRE_DIFFERS = "wire-differs", "", "a field beside toon_content that is not what toon_content says"
    SIZE_LIMIT = "size-limit", "", "a result that cannot be cut down to a size"
    # Responses
    SECRET_FOUND = "secret-found", "", "a secret in what is sent to a client"
    ACTION_INVALID = "action-invalid", "", "a suggested action that cannot be called as it stands"
    SCHEMA_INVALID = "schema-invalid", "", "a JSON Schema that a client or this library cannot use"
    SCHEMA_MISMATCH = "schema-mismatch", "", "a value that its schema does not allow"
    CONTENT_DIFFERS = "content-differs", "", "text and structured content that do not say the same"
    # The command
    FILE_READ = "file-read", "", "a file that cannot be read"
    FILE_WRITE = "file-write", "", "a file that cannot be written"
    JSONL_ROOT = "jsonl-root", "", "a document that is no array, to be written one element a line"
    SELECT = "select", "", "an expression that does not fit the data"


class ToonError(Exception):
    r"""Base of every toonwire error: ``code``, ``found``, ``expected``, ``hint`` (texts, "" if unknown).

    Errors can be pickled and copied, and compare by identity as exceptions do.

    >>> try:
    ...     decode("a: 1\na: 2")
    ... except ToonError as error:
    ...     error.code.value, error.to_dict()["line"]
    ('duplicate-key', 2)
    """

    _fields: tuple[str, ...] = ("code", "found", "expected", "hint")

    def __init__(self, code: ErrorCode, *, found: str = "", expected: str = "", hint: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.found = found
        self.expected = expected
        self.hint = hint

    @property
    def position(self) -> str:
        """Where it happened, in words; the start of ``str(error)``."""
        return ""

    @property
    def message(self) -> str:
        """The sentence without its position."""
        parts = [f"expected {self.expected}"] if self.expected else []
        if self.found:
            parts.append(f"found {self.found}")
        text = ", ".join(parts) or self.code.summary
        return f"{text}; {self.hint}" if self.hint else text

    def __str__(self) -> str:
        return f"{self.position}: {self.message}" if self.position else self.message

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for logs and ``--json-errors``: strings and ints only."""
        out: dict[str, Any] = {"error": type(self).__name__, "message": str(self)}
        for name in self._fields:
            value = getattr(self, name)
            out[name] = value.value if isinstance(value, ErrorCode) else value
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in self._fields if name != "code"}
        return _rebuild, (type(self), self.code, values)


def _rebuild(kind: type[ToonError], code: ErrorCode, values: dict[str, Any]) -> ToonError:
    return kind(code, **values)


class DecodeError(ToonError, ValueError):
    """Text that is not TOON, or that a limit refuses.

    ``line`` and ``column`` are 1-based and count characters (Unicode scalar values) of the document as
    it was given, without a leading byte-order mark; ``source_line`` is that line without its line end.

    >>> decode("items[2]: a")
    Traceback (most recent call last):
    toonwire.errors.DecodeError: line 1, column 6: expected 2 values, found 1; write [1] or add what is missing
    """

    _fields = ("code", "line", "column", "source_line", "found", "expected", "hint")

    def __init__(
        self,
        code: ErrorCode,
        *,
        line: int,
        column: int,
        source_line: str = "",
        found: str = "",
        expected: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(code, found=found, expected=expected, hint=hint)
        self.line = line
        self.column = column
        self.source_line = source_line

    @property
    def position(self) -> str:
        return f"line {self.line}, column {self.column}"


class JsonError(DecodeError):
    """JSON text that cannot be read, with the place where it went wrong."""


class EncodeError(ToonError, ValueError):
    """A value that TOON cannot carry; ``path`` leads to it (``toonwire.paths``), "" is the root.

    ``str(error)`` shows the two ends of a long path.
    """

    _fields = ("code", "path", "found", "expected", "hint")

    def __init__(self, code: ErrorCode, *, path: str = "", found: str = "", expected: str = "", hint: str = "") -> None:
        super().__init__(code, found=found, expected=expected, hint=hint)
        self.path = path

    @property
    def position(self) -> str:
        path = self.path if len(self.path) <= 100 else f"{self.path[:60]}…{self.path[-39:]}"
        return f"at {path}" if path else "at the root"


class EncodeTypeError(EncodeError, TypeError):
    """An :class:`EncodeError` whose cause is the type of a value or of a key."""


class OptionError(ToonError, ValueError):
    """An option with a value it cannot take: ``option`` names it."""

    _fields = ("code", "option", "found", "expected", "hint")

    def __init__(
        self,
        code: ErrorCode = ErrorCode.INVALID_OPTION,
        *,
        option: str,
        found: str = "",
        expected: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(code, found=found, expected=expected, hint=hint)
        self.option = option

    @property
    def position(self) -> str:
        return f"option {self.option}"


class FileError(ToonError):
    """A file that cannot be read (``file-read``) or written (``file-write``); ``file`` names it."""

    _fields = ("code", "file", "found", "expected", "hint")

    def __init__(self, code: ErrorCode, *, file: str, found: str = "", expected: str = "", hint: str = "") -> None:
        super().__init__(code, found=found, expected=expected, hint=hint)
        self.file = file

    @property
    def position(self) -> str:
        return self.file

    @property
    def message(self) -> str:
        text = f"{self.code.summary}: {self.found}"
        return f"{text}; {self.hint}" if self.hint else text


class EnvelopeError(ToonError, ValueError):
    """An envelope that breaks a rule of its contract.

    ``field`` is a path (``toonwire.paths``) to what is wrong, ``rule`` the name of the rule, ``hint`` how to mend
    it.  Where several rules are broken it is about the first, and ``violations`` holds a line for each.

    >>> from toonwire.envelope import build_response
    >>> build_response(verdict="Safe")
    Traceback (most recent call last):
    toonwire.errors.EnvelopeError: field verdict: expected one of INFO, SAFE, ..., found "Safe"; write "SAFE"
    """

    _fields = ("code", "field", "found", "expected", "hint")

    def __init__(
        self,
        code: ErrorCode,
        *,
        field: str = "",
        found: str = "",
        expected: str = "",
        hint: str = "",
        violations: tuple[str, ...] = (),
    ) -> None:
        super().__init__(code, found=found, expected=expected, hint=hint)
        self.field = field
        self.violations = violations

    @property
    def rule(self) -> str:
        """The name of the broken rule; the same text as ``code``."""
        return str(self.code.value)

    @property
    def position(self) -> str:
        return f"field {self.field}" if self.field else "the envelope"

    def __str__(self) -> str:
        if len(self.violations) < 2:
            return super().__str__()
        return "\n".join([f"{len(self.violations)} rules are broken:", *(f"- {line}" for line in self.violations)])

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | ({"violations": list(self.violations)} if self.violations else {})

    def __reduce__(self) -> tuple[Any, ...]:
        rebuild, (kind, code, values) = super().__reduce__()
        return rebuild, (kind, code, values | {"violations": self.violations})


class ResponseError(EnvelopeError):
    """A response that breaks a rule of its policy; ``field`` is the path to what is wrong, "" the whole."""

    @property
    def position(self) -> str:
        return f"field {self.field}" if self.field else "the response"
