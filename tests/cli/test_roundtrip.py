"""JSON to TOON and back, exactly."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from toonwire.cli.decode import toon_to_json
from toonwire.cli.encode import json_to_toon
from toonwire.options import Delimiter, EncodeOptions, Limits

from .test_jsontext import VALUES, plain, reference

DELIMITERS: list[Delimiter] = [",", "\t", "|"]
NUMBERS = st.from_regex(r"\A-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?\Z")


def through_toon(text: str, delimiter: Delimiter, indent: int) -> str:
    _, toon = json_to_toon(text.encode(), lines=False, strict=False, options=EncodeOptions(indent, delimiter))
    _, back = toon_to_json(
        (toon + "\n").encode(), lines=False, strict=True, indent=indent, json_indent=1, limits=Limits()
    )
    return back.decode()


def worth(value: Any) -> Any:
    """Numbers by their mathematical value, whatever their form."""
    if isinstance(value, dict):
        return [(key, worth(item)) for key, item in value.items()]
    if isinstance(value, list):
        return ["list", *map(worth, value)]
    kind, content = plain(value)
    return ("number" if kind in ("int", "float", "Decimal") else kind, content)


@given(VALUES, st.sampled_from(DELIMITERS), st.sampled_from([1, 2, 4]))
def test_values_come_back(value: Any, delimiter: Delimiter, indent: int) -> None:
    text = json.dumps(value)
    assert worth(reference(through_toon(text, delimiter, indent))) == worth(reference(text))


@given(st.lists(NUMBERS, max_size=5), st.sampled_from(DELIMITERS))
def test_digits_come_back(numbers: list[str], delimiter: Delimiter) -> None:
    text = f"[{','.join(numbers)}]"
    assert worth(reference(through_toon(text, delimiter, 2))) == worth(reference(text))
