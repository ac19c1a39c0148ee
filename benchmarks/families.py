"""The shapes of data that the benchmarks measure.

Contract: each family is seeded by a name of its own, so that it is the same value in every process, on
every machine and under every version of Python, whatever else was generated before it.  ``scale`` shrinks
or grows the number of elements, never their shape.  Values are plain JSON-model values: no two of a family's
containers are one object, no integer is beyond 2^53, and every TOON implementation can carry them.

>>> FAMILIES["envelope"]() == FAMILIES["envelope"]()
True
>>> len(FAMILIES["table"](0.01))
100
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

__all__ = ["FAMILIES", "STRING_HEAVY", "Family"]


class Family(Protocol):
    """Makes the value of a family; 1.0 is the full size that results are quoted for."""

    def __call__(self, scale: float = 1.0) -> Any: ...


FIRST = ["Ada", "Grace", "Linus", "Mary", "Noor", "Pavel", "Rosa", "Søren", "Yuki", "Zoë"]
LAST = ["Bauer", "Chen", "Diallo", "Fischer", "García", "Ivanova", "Kowalski", "Müller", "O'Brien", "Tanaka"]
CITIES = ["Berlin", "Lagos", "Lima", "Łódź", "New York", "Osaka", "Paris", "Quito", "São Paulo", "Zürich"]
WORDS = [
    "account", "batch", "cache", "delta", "error", "frame", "graph", "header", "index", "job", "kernel", "latency",
    "message", "node", "offset", "packet", "queue", "retry", "shard", "token", "update", "vector", "worker", "zone",
]  # fmt: skip
SCRIPTS = [
    "der schnelle Fuchs läuft über die Straße",
    "Съешь же ещё этих мягких французских булок",
    "いろはにほへと ちりぬるを わかよたれそ",
    "敏捷的棕色狐狸跳过了懒狗",
    "الثعلب البني السريع يقفز فوق الكلب الكسول",
    "नमस्ते दुनिया, आप कैसे हैं?",
    "안녕하세요 세계",
    "done ✅ shipped 🚀 with 👩‍💻 care",
    "naïve café façade, coöperate",
]


def _count(full: int, scale: float) -> int:
    return max(2, round(full * scale))


def _name(rng: Random) -> str:
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def _identifier(rng: Random) -> str:
    return f"{rng.choice(WORDS)}_{rng.choice(WORDS)}"


def _sentence(rng: Random, low: int, high: int) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(low, high)))


def _timestamp(rng: Random) -> str:
    day, hour, minute, second = rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59), rng.randint(0, 59)
    return f"2026-{rng.randint(1, 12):02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"


def table(scale: float = 1.0) -> Any:
    """10,000 rows of 8 columns: ints, names, an address, a price, flags and nulls."""
    rng = Random("table")
    return [
        {
            "id": number,
            "name": _name(rng),
            "email": f"user{number}@{rng.choice(WORDS)}.example",
            "age": rng.randint(18, 90),
            "score": round(rng.uniform(0, 100), 2),
            "active": rng.random() < 0.7,
            "city": rng.choice(CITIES),
            "note": None if rng.random() < 0.5 else _sentence(rng, 1, 4),
        }
        for number in range(_count(10_000, scale))
    ]


def table100k(scale: float = 1.0) -> Any:
    """The same with 100,000 rows: more than the caches of a processor hold."""
    return table(10 * scale)


def config(scale: float = 1.0) -> Any:
    """Services with nested settings, each a little different: objects in objects, short lists, few tables."""
    rng = Random("config")

    def setting(depth: int) -> Any:
        pick = rng.random()
        if depth < 4 and pick < 0.35:
            return {f"{_identifier(rng)}_{i}": setting(depth + 1) for i in range(rng.randint(2, 5))}
        if pick < 0.5:
            return rng.sample(WORDS, rng.randint(0, 4))
        plain: list[Any] = [rng.randint(0, 65_535), rng.random() < 0.5, _sentence(rng, 1, 3), None, "/var/lib/data"]
        return rng.choice(plain)

    return {
        f"service-{number}": {
            "image": f"registry.example/{rng.choice(WORDS)}:{rng.randint(1, 9)}.{rng.randint(0, 20)}",
            "replicas": rng.randint(1, 12),
            "resources": {"limits": {"cpu": "500m", "memory": f"{rng.randint(1, 64)}Gi"}, "burst": rng.random() < 0.5},
            "ports": [{"name": rng.choice(WORDS), "port": rng.randint(1024, 9999)} for _ in range(rng.randint(1, 3))],
            "settings": {f"{_identifier(rng)}_{i}": setting(1) for i in range(rng.randint(3, 8))},
        }
        for number in range(_count(1_000, scale))
    }


def _push(rng: Random) -> dict[str, Any]:
    return {
        "ref": f"refs/heads/{rng.choice(WORDS)}",
        "commits": [{"sha": f"{rng.getrandbits(160):040x}", "message": _sentence(rng, 3, 9)} for _ in range(2)],
        "tags": rng.sample(WORDS, rng.randint(0, 3)),
    }


def _alert(rng: Random) -> dict[str, Any]:
    return {"level": rng.choice(["warn", "page"]), "value": rng.uniform(-50, 50), "window": [rng.randint(0, 60), "min"]}


def _mixed(rng: Random) -> list[Any]:
    return [
        _sentence(rng, 1, 3),
        rng.randint(-1000, 1000),
        {"nested": {"deep": [1, [2, 3], {"x": None}]}},
        [rng.random() < 0.5, rng.choice(WORDS)],
    ]


EVENTS: dict[str, Callable[[Random], Any]] = {
    "push": _push,
    "alert": _alert,
    "mixed": _mixed,
    "comment": lambda rng: {"by": {"name": _name(rng), "bot": False}, "body": f"re: {_sentence(rng, 4, 14)}\nthanks"},
    "ping": lambda _: {},
}


def events(scale: float = 1.0) -> Any:
    """8,000 events of five kinds in one list: tables, lists in lists, mixed lists, empty containers."""
    rng = Random("events")
    out = []
    for number in range(_count(8_000, scale)):
        kind = rng.choice(list(EVENTS))
        event = {"id": f"evt-{number:06}", "type": kind, "at": _timestamp(rng), "payload": EVENTS[kind](rng)}
        if rng.random() < 0.3:
            event["labels"] = rng.sample(WORDS, rng.randint(0, 3))
        out.append(event)
    return out


def unicode_text(scale: float = 1.0) -> Any:
    """4,000 records of long strings in many scripts, with emoji and combining characters."""
    rng = Random("unicode_text")
    return [
        {"id": number, "title": rng.choice(SCRIPTS), "text": " ".join(rng.choices(SCRIPTS, k=rng.randint(2, 8)))}
        for number in range(_count(4_000, scale))
    ]


def escaped_text(scale: float = 1.0) -> Any:
    """6,000 ASCII strings that need quotes, most of them escapes as well: paths, code, logs, markup."""
    rng = Random("escaped_text")
    makers: list[Callable[[], str]] = [
        lambda: "C:\\" + "\\".join(rng.sample(WORDS, 4)),
        lambda: f'print("{_sentence(rng, 2, 5)}")\n\treturn {{"ok": [1, 2]}}',
        lambda: "\n".join(f"{_timestamp(rng)} {_sentence(rng, 3, 8)}" for _ in range(4)),
        lambda: f'<a href="/{rng.choice(WORDS)}?q={rng.choice(WORDS)}" title="{_sentence(rng, 1, 3)}">x</a>',
        lambda: f"key: {_sentence(rng, 2, 6)}, then, more",
    ]
    return {"lines": [rng.choice(makers)() for _ in range(_count(6_000, scale))]}


def floats(scale: float = 1.0) -> Any:
    """60,000 doubles with all their digits."""
    rng = Random("floats")
    return {"values": [rng.gauss(0, 1) * 10 ** rng.randint(-3, 6) for _ in range(_count(60_000, scale))]}


def prices(scale: float = 1.0) -> Any:
    """10,000 rows of ticks: short decimals and ints."""
    rng = Random("prices")
    return {
        "symbol": "TOON",
        "ticks": [
            {
                "t": 1_790_000_000 + number * 60,
                "open": round(rng.uniform(90, 110), 2),
                "high": round(rng.uniform(110, 120), 2),
                "low": round(rng.uniform(80, 90), 2),
                "close": round(rng.uniform(90, 110), 2),
                "volume": rng.randint(0, 5_000_000),
            }
            for number in range(_count(10_000, scale))
        ],
    }


def matrix(scale: float = 1.0) -> Any:
    """1,000 lists of 100 numbers, floats and ints mixed."""
    rng = Random("matrix")
    return [
        [round(rng.uniform(-1, 1), 4) if rng.random() < 0.7 else rng.randint(-99, 99) for _ in range(100)]
        for _ in range(_count(1_000, scale))
    ]


def envelope(scale: float = 1.0) -> Any:
    """One answer of a tool, 12 scalars and 20 rows in 2.2 KB: what a call costs when the data are small.

    Has one size.
    """
    del scale
    rng = Random("envelope")
    return {
        "success": True,
        "tool": "nav.callers",
        "verdict": "INFO",
        "summary_line": "20 callers in 9 files, 2 of them tests",
        "query": "toon.encode",
        "total": 20,
        "limit": 40,
        "truncated": False,
        "took_ms": 4.31,
        "index_age_s": 0.5,
        "cursor": None,
        "next_step": "callers --depth 2 follows them one level up",
        "results": [
            {
                "file": f"{rng.choice(WORDS)}/{_identifier(rng)}.py",
                "line": rng.randint(1, 900),
                "name": rng.choice(WORDS),
                "calls": rng.randint(1, 9),
                "score": round(rng.uniform(0, 1), 2),
                "test": rng.random() < 0.1,
            }
            for _ in range(20)
        ],
    }


def keyed(scale: float = 1.0) -> Any:
    """5,000 objects of one shape under keys of their own, with one group of fields inside."""
    rng = Random("keyed")
    return {
        f"user_{number}": {
            "name": _name(rng),
            "team": rng.choice(WORDS),
            "quota": {"used": rng.randint(0, 900), "limit": 1000},
            "admin": rng.random() < 0.05,
        }
        for number in range(_count(5_000, scale))
    }


def code_search(scale: float = 1.0) -> Any:
    """2,000 hits of a code search: paths, positions and source lines full of brackets and quotes."""
    rng = Random("code_search")
    lines: list[Callable[[], str]] = [
        lambda: f"    return self._{_identifier(rng)}({rng.choice(WORDS)}, {rng.choice(WORDS)}=None)",
        lambda: f'    raise ValueError(f"bad {{{rng.choice(WORDS)}}}: {_sentence(rng, 1, 3)}")',
        lambda: f"def {_identifier(rng)}({rng.choice(WORDS)}: dict[str, int]) -> None:",
        lambda: f"from {rng.choice(WORDS)} import {_identifier(rng)}",
        lambda: f"# {_sentence(rng, 3, 8)}",
    ]
    hits = [
        {
            "file": f"src/{rng.choice(WORDS)}/{_identifier(rng)}.py",
            "line": rng.randint(1, 2_000),
            "column": rng.randint(1, 60),
            "text": rng.choice(lines)(),
        }
        for _ in range(_count(2_000, scale))
    ]
    return {"query": "def _$NAME(", "count": len(hits), "truncated": False, "results": hits}


FAMILIES: dict[str, Family] = {
    maker.__name__: maker
    for maker in (
        table,
        table100k,
        config,
        events,
        unicode_text,
        escaped_text,
        floats,
        prices,
        matrix,
        envelope,
        keyed,
        code_search,
    )
}
"""By name, in the order of the printed tables."""

STRING_HEAVY = frozenset({"unicode_text", "escaped_text"})
"""Families of little but text.  A ``str`` may keep its UTF-8 once a library has asked for it, so who encodes
the same objects again is spared the work; these families are encoded from new objects in each call."""
