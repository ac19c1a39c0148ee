"""What is wrong with a text that is not JSON, in words.

Contract: pure functions from a text and a place to a :class:`Fault`; they are asked only after the
reader has met what it cannot read, and they name what people write most often instead.
"""

from __future__ import annotations

import re

from toonwire.errors import ErrorCode
from toonwire.rules.fault import Fault, shorten

__all__ = ["describe_end", "fault_in_escape", "fault_in_number", "fault_in_string", "fault_in_value", "snippet"]

# Patterns are strings here: they are compiled when something went wrong, not when the program starts.
_RUN = r"[\w.+$-]+|//|/\*|."
_NUMBER_LIKE = r"[+-]?\.?[0-9][0-9A-Za-z_.+-]*|[+-]?\.(?![\w.])|-(?![A-Za-z])"
_ESCAPE = r"\\(?:u[0-9A-Fa-f]{0,4}|.|)"

_MISTAKES = (
    (r"['‘’“”`]", "strings take straight double quotes in JSON"),
    (r"[+-]?(?:[Nn]a[Nn]|[Ii]nf(?:inity)?)\b", "JSON has no NaN and no infinity; write null"),
    (r"(?:None|undefined|NULL|Null|nil)\b", "write null"),
    (r"(?i:true|false)\b", "write true or false"),
    (r"//|/\*|#", "JSON has no comments; remove it"),
    (r"\(", "lists take [ ] in JSON"),
)

_BAD_NUMBERS = (
    (r"\Z", "a digit stands after the sign"),
    (r"0[0-9]+", "a number has no leading zeros"),
    (r"0[xXoObB]", "numbers are decimal in JSON"),
    (r"\.", "a digit stands before the point"),
    (r"[0-9]+\.(?![0-9])", "a digit stands after the point"),
    (r"[0-9]+(?:\.[0-9]+)?[eE][+-]?(?![0-9])", "a digit stands in the exponent"),
)


def snippet(text: str, at: int) -> str:
    """The word or character at a place, quoted for a message; "" at the end."""
    if text.startswith('"', at):
        return "a string"
    m = _match(_RUN, text, at)
    return shorten(m[0]) if m is not None else ""


def describe_end(text: str) -> str:
    """What a reader found who found the end."""
    return "the end of the text" if text.strip(" \t\n\r") else "an empty text"


def fault_in_value(text: str, at: int, comma: bool) -> Fault:
    """No value starts at ``at``; ``comma``: a comma stood before it."""
    hint = next((hint for pattern, hint in _MISTAKES if _match(pattern, text, at)), "")
    if comma and text[at : at + 1] in ("]", "}"):
        hint = "remove the comma before it"
    return _fault("a value", snippet(text, at), hint)


def fault_in_number(text: str, at: int) -> Fault | None:
    """The number at ``at`` is none of JSON's; None where no number was meant."""
    m = _match(_NUMBER_LIKE, text, at)
    if m is None:
        return None
    return _fault("a number", shorten(m[0]), _number_hint(m[0]))


def _number_hint(token: str) -> str:
    body = token.lstrip("+-")
    for pattern, hint in _BAD_NUMBERS:
        if re.match(pattern, body):
            return hint
    return "a number has no plus sign" if token.startswith("+") else "put quotes around it to make it a string"


def fault_in_string(char: str) -> Fault:
    """A string meets a control character, or "" for the end of the text."""
    if char == "":
        return _fault('a closing "', "the end of the text", "close the string; the text may be cut off")
    if char == "\n":
        return _fault('a closing "', "the end of the line", r"close the string, or write \n for a line break")
    names = {"\t": r"\t", "\r": r"\r", "\b": r"\b", "\f": r"\f"}
    escape = names.get(char, f"\\u{ord(char):04x}")
    return _fault("no control character", f"U+{ord(char):04X}", f"write {escape}")


def fault_in_escape(text: str, at: int) -> Fault:
    """The backslash at ``at`` starts no escape of JSON's."""
    m = _match(_ESCAPE, text, at)
    assert m is not None
    if m[0][1:2] == "u":
        return _fault(r"\u and four hexadecimal digits", shorten(m[0])[1:-1], "")
    return _fault(r"one of \" \\ \/ \b \f \n \r \t \uXXXX", shorten(m[0])[1:-1], r"write \\ for a backslash")


def _match(pattern: str, text: str, at: int) -> re.Match[str] | None:
    return re.compile(pattern, re.DOTALL).match(text, at)


def _fault(expected: str, found: str, hint: str) -> Fault:
    return Fault(ErrorCode.JSON_SYNTAX, expected=expected, found=found, hint=hint)
