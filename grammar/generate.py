"""Writes src/toonwire/reference/_grammar.py from toon.lark, so that nothing reads this folder at run time.

    python grammar/generate.py            write the module
    python grammar/generate.py --check    exit with 1 if the module is stale

Lark computes the LALR(1) tables; this script gives their states stable numbers, takes out what the parser
does on every run, and checks the property that the decoder rests on: in a document a rule is reduced as
soon as its last line is read, never by looking at the line after.
"""

from __future__ import annotations

import pprint
import sys
from pathlib import Path
from typing import Any

from lark import Lark
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

HERE = Path(__file__).parent
TARGET = HERE.parent / "src" / "toonwire" / "reference" / "_grammar.py"
STARTS = ("start", "fields_c", "fields_t", "fields_p")
CELLS = ("cells_c", "cells_t", "cells_p")  # read by the CELL terminals alone: no tables
END = "$END"

HEADER = '''"""Generated from grammar/toon.lark by grammar/generate.py: do not edit.

STARTS      start symbol -> state
STEPS       state -> terminal -> (action or None, states to push, whether reductions follow)
DEFAULTS    state -> (symbols to pop, rule to go to): the reduction that needs no look at the next token
LOOKAHEADS  state -> terminal -> (symbols to pop, rule to go to): field lists, and the end of the input
GOTOS       state -> rule -> state
ENDS        states in which the input is complete
TERMINALS   terminal -> regular expression, in the order of the file
GRAMMAR     the text of toon.lark
"""

from __future__ import annotations

'''


class _NoLexer(Lexer):
    """The tables need no lexer, but Lark wants one."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, *_: object) -> Any:
        raise AssertionError("never run")


def action_of(rule: Any) -> str | None:
    """A rule that only names a line acts: its alias or its name is the action."""
    terminals = [s for s in rule.expansion if s.is_term]
    if len(terminals) == len(rule.expansion) == 1 or (rule.alias and rule.expansion and rule.expansion[-1].is_term):
        return str(rule.alias or rule.origin.name)
    return None


class Tables:
    """Lark's tables under stable numbers."""

    def __init__(self, grammar: str) -> None:
        lark = Lark(grammar, parser="lalr", lexer=_NoLexer, start=[*STARTS, *CELLS], keep_all_tokens=True)
        table = lark.parser.parser._parse_table
        self.terminals = {t.name: t.pattern.to_regexp() for t in lark.terminals}
        order = self._reachable(table)
        number = {state: i for i, state in enumerate(order)}
        self.starts = {name: number[table.start_states[name]] for name in STARTS}
        self.shift: list[dict[str, int]] = []
        self.reduce: list[dict[str, Any]] = []
        self.gotos: list[dict[str, int]] = []
        for state in order:
            acts = sorted(table.states[state].items())
            shifts = {str(name): number[arg] for name, (act, arg) in acts if act is Shift}
            self.shift.append({name: to for name, to in shifts.items() if name.isupper()})
            self.gotos.append({name: to for name, to in shifts.items() if not name.isupper()})
            self.reduce.append({str(name): arg for name, (act, arg) in acts if act is not Shift})
        self.ends = {number[table.end_states[name]] for name in STARTS}

    @staticmethod
    def _reachable(table: Any) -> list[Any]:
        """States in breadth-first order by symbol name: the same on every run."""
        order = [table.start_states[name] for name in STARTS]
        for state in order:
            for _, (act, arg) in sorted(table.states[state].items()):
                if act is Shift and arg not in order:
                    order.append(arg)
        return order

    def default(self, state: int) -> Any | None:
        """The reduction of a state that can do nothing else."""
        rules = set(self.reduce[state].values())
        return rules.pop() if len(rules) == 1 and not self.shift[state] else None

    def symbol_of(self) -> dict[int, str]:
        """The symbol that leads into each state: one, in an LR automaton."""
        into: dict[int, str] = {}
        for state in range(len(self.shift)):
            for name, to in {**self.shift[state], **self.gotos[state]}.items():
                assert into.setdefault(to, name) == name
        return into


def steps(tables: Tables) -> list[dict[str, tuple[str | None, tuple[int, ...], bool]]]:
    """For each state and terminal: its action, and the shift with all reductions that stay above the state."""
    symbol = tables.symbol_of()
    out = []
    for state, shifts in enumerate(tables.shift):
        row: dict[str, tuple[str | None, tuple[int, ...], bool]] = {}
        for name, to in shifts.items():
            pushed, action = [to], None
            while pushed and (rule := tables.default(pushed[-1])) is not None:
                found = action_of(rule)
                assert action is None or found is None, "two actions for one line"
                action = action or found
                length, origin = len(rule.expansion), str(rule.origin.name)
                if length <= len(pushed):
                    del pushed[len(pushed) - length :]
                    pushed.append(tables.gotos[pushed[-1] if pushed else state][origin])
                elif length == len(pushed) + 1 and symbol.get(state) == origin:
                    pushed = []  # "list: list element" ends in the state where it began
                else:
                    break
            row[name] = (action, tuple(pushed), bool(pushed) and tables.default(pushed[-1]) is not None)
        out.append(row)
    return out


def check_no_lookahead(tables: Tables) -> None:
    """In documents only the end of the input may decide for a reduction."""
    seen, todo = set(), [tables.starts["start"]]
    while todo:
        state = todo.pop()
        if state not in seen:
            seen.add(state)
            todo += [*tables.shift[state].values(), *tables.gotos[state].values()]
            if tables.default(state) is None and set(tables.reduce[state]) - {END}:
                raise SystemExit(f"state {state} decides by the next line: {sorted(tables.reduce[state])}")


def render(grammar: str) -> str:
    """The text of the generated module."""
    tables = Tables(grammar)
    check_no_lookahead(tables)
    defaults, lookaheads = {}, {}
    for state, rules in enumerate(tables.reduce):
        named = {name: (len(r.expansion), str(r.origin.name)) for name, r in rules.items()}
        if tables.default(state) is not None:
            defaults[state] = next(iter(named.values()))
        elif named:
            lookaheads[state] = named
    parts = (
        ("STARTS", "dict[str, int]", tables.starts),
        ("STEPS", "tuple[dict[str, tuple[str | None, tuple[int, ...], bool]], ...]", tuple(steps(tables))),
        ("DEFAULTS", "dict[int, tuple[int, str]]", defaults),
        ("LOOKAHEADS", "dict[int, dict[str, tuple[int, str]]]", lookaheads),
        ("GOTOS", "tuple[dict[str, int], ...]", tuple(tables.gotos)),
        ("ENDS", "tuple[int, ...]", tuple(sorted(tables.ends))),
        ("TERMINALS", "dict[str, str]", tables.terminals),
    )
    body = "".join(
        f"{name}: {kind} = {pprint.pformat(value, width=118, sort_dicts=False)}\n\n" for name, kind, value in parts
    )
    # control characters of the grammar's text stay escaped, so that no editor can change them
    return f"{HEADER}{body}GRAMMAR = {literal(grammar)}\n"


def literal(text: str) -> str:
    """``text`` as adjacent string literals, one a line."""
    lines = text.splitlines(keepends=True)
    return "(\n" + "".join(f"    {line!r}\n" for line in lines) + ")"


def main(arguments: list[str]) -> int:
    text = render((HERE / "toon.lark").read_text(encoding="utf-8"))
    old = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
    if "--check" in arguments:
        if text != old:
            print("the generated grammar module is stale: run python grammar/generate.py", file=sys.stderr)
        return int(text != old)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
