"""Assertions about what a result must not say, and what it must."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from toonwire.errors import OptionError
from toonwire.paths import format_path, parse_path
from toonwire.responses.markdown import humanize_key, verbatim
from toonwire.responses.markdown.shown import says_nothing
from toonwire.responses.snapshots.globs import Glob, parse_glob
from toonwire.responses.snapshots.seen import NOTHING, Seen, payload_in, see

__all__ = ["assert_absent", "assert_fields"]


def assert_absent(result: Any, patterns: str | Iterable[str]) -> None:
    """Fails where a result lets a field of an upstream service through.

    patterns: paths with ``*`` and ``**``: ``**._links`` is the field anywhere, ``rules.*Id`` one below ``rules``.

    Structured content is searched, and texts that spell JSON or TOON.  In other texts the last key of a pattern, or
    its label, must not stand before a colon, an equals sign or the end of a cell.

    >>> assert_absent({"rules": [{"id": 1}]}, ["**.detectorId", "**._*"])
    >>> assert_absent("**Detector id**: 7", "**.detectorId")
    Traceback (most recent call last):
    AssertionError: the result shows what it should not:
    - content[0]: "Detector id:" (**.detectorId)
    """
    globs = [parse_glob(pattern) for pattern in ([patterns] if isinstance(patterns, str) else patterns)]
    if not globs:
        raise OptionError(option="patterns", expected="at least one pattern", found="none")
    found = [f"- {place} ({glob.text})" for glob in globs for place in _leaks(see(result), glob)]
    if found:
        raise AssertionError("\n".join(["the result shows what it should not:", *found]))


def _leaks(seen: Seen, glob: Glob) -> Iterator[str]:
    if seen.structured is not NOTHING:
        yield from glob.found_in(seen.structured)
    for place, block in enumerate(seen.blocks):
        text = block.get("text")
        if not isinstance(text, str):
            continue
        payload = payload_in(text)
        if payload is NOTHING:
            yield from (f'content[{place}]: "{said}"' for said in _labels_in(text, glob.last))
        elif payload != seen.structured:
            yield from (f"content[{place}]: {path}" for path in glob.found_in(payload))


def _labels_in(text: str, key: str) -> list[str]:
    """Where a text has a key, or its label, as the name of a value."""
    if not key.strip("*?"):
        return []
    name = re.escape(key).replace(r"\*", r"[\w-]*").replace(r"\?", r"[\w-]")
    names = {name, re.escape(humanize_key(key)) if "*" not in key and "?" not in key else name}
    pattern = re.compile(rf"(?<![\w-])({'|'.join(sorted(names))})[\"'`*_]{{0,4}} ?([:=|])", re.IGNORECASE)
    return list(dict.fromkeys(f"{match[1]}{match[2]}" for match in pattern.finditer(text)))


def assert_fields(result: Any, fields: Iterable[str] | Mapping[str, Any]) -> None:
    """Fails where a result lacks a field that its readers need, or has it with nothing in it.

    fields: paths without indexes, ``issues.url`` for every row; or paths with the value that each must have.

    Of a result without structure, a text that spells JSON or TOON is taken; any other text must have the label of
    the last key, in bold before a colon or in the head of a table, and the value behind it.

    >>> assert_fields({"issues": [{"id": "BE-1", "url": "https://example.com/1"}]}, ["issues.id", "issues.url"])
    >>> assert_fields({"issues": [{"id": "BE-1"}, {"id": None}]}, {"issues.id": "BE-1"})
    Traceback (most recent call last):
    AssertionError: the result lacks what it should show:
    - issues[1].id says nothing
    """
    if isinstance(fields, str):
        raise OptionError(option="fields", expected="several paths in a list", found="one text")
    wanted = dict(fields) if isinstance(fields, Mapping) else dict.fromkeys(fields, NOTHING)
    if not wanted:
        raise OptionError(option="fields", expected="at least one path", found="none")
    seen = see(result)
    payloads = [seen.structured, *(payload_in(text) for text in seen.texts)]
    payload = next((value for value in payloads if value is not NOTHING), NOTHING)
    lacking: list[str] = []
    for field, value in wanted.items():
        path = parse_path(field)
        if not path or not all(isinstance(step, str) for step in path):
            raise OptionError(option="fields", expected="paths of keys, without indexes", found=ascii(field))
        if payload is NOTHING:
            lacking += _lacking_in_texts(seen.texts, str(path[-1]), value)
        else:
            lacking += _lacking(payload, path, value)
    if lacking:
        raise AssertionError("\n".join(["the result lacks what it should show:", *(f"- {line}" for line in lacking)]))


def _lacking(payload: Any, path: tuple[Any, ...], wanted: Any) -> Iterator[str]:
    left: list[tuple[Any, tuple[Any, ...], int]] = [(payload, (), 0)]
    while left:
        value, where, taken = left.pop()
        told = format_path(where) or "the result"
        if taken == len(path):
            if says_nothing(value):
                yield f"{told} says nothing"
            elif wanted is not NOTHING and value != wanted:
                yield f"{told} is {value!r}, not {wanted!r}"
        elif isinstance(value, (list, tuple)):
            if not value:
                yield f"{told} is empty, so nothing has a {path[taken]}"
            left += [(item, (*where, place), taken) for place, item in reversed(list(enumerate(value)))]
        elif isinstance(value, Mapping) and path[taken] in value:
            left.append((value[path[taken]], (*where, path[taken]), taken + 1))
        else:
            yield f"{format_path((*where, path[taken]))} is missing"


def _lacking_in_texts(texts: list[str], key: str, wanted: Any) -> Iterator[str]:
    label = re.escape(humanize_key(key))
    value = r"\S" if wanted is NOTHING else rf"{re.escape(verbatim(wanted))}(?!\S)"
    fact = re.compile(rf"^\*\*{label}\*\*:\s+{value}", re.IGNORECASE | re.MULTILINE)
    column = re.compile(rf"^\|(?:.*\|)? {label} \|", re.IGNORECASE | re.MULTILINE)
    in_cell = re.compile(rf"\| {value}")
    for text in texts:
        if fact.search(text) or (column.search(text) and in_cell.search(text)):
            return
    yield f"no text shows {humanize_key(key)}" + ("" if wanted is NOTHING else f" with {verbatim(wanted)}")
