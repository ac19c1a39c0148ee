"""The commands of fuzzing; run them in the root of a checkout in which the native engine is built.

    python -m tests.fuzz run --minutes 30 --sanitised      all targets, sharing the time
    python -m tests.fuzz replay TARGET FILE…               the inputs again, without atheris
    python -m tests.fuzz keep TARGET FILE --why WORDS      the input becomes a regression case
    python -m tests.fuzz sanitised-cases                   fixtures, cases, seeds, 10,000 damaged documents

``run`` needs atheris, and with ``--sanitised`` clang too.  Exit status 1 on any fault.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import traceback
from pathlib import Path

from tests.fuzz.targets import TARGETS, target

ROOT = Path(__file__).parents[2]


def _run(given: argparse.Namespace) -> int:
    from tests.fuzz import campaign

    seconds = given.seconds or given.minutes * 60
    results = campaign.run(given.targets or TARGETS, seconds, with_sanitisers=given.sanitised)
    print(campaign.table(results))
    return 1 if not results or any(result.failure for result in results) else 0


def _replay(given: argparse.Namespace) -> int:
    if given.sanitised:
        return _sanitised("-m", "tests.fuzz", "replay", given.target, *map(str, given.files))
    checked = target(given.target)
    failures = 0
    for path in given.files:
        data = path.read_bytes()
        print(f"{path}: {checked.shown(data)}")
        try:
            checked.check(data)
        except Exception:
            traceback.print_exc()
            failures += 1
    print(f"{len(given.files)} inputs, {failures} failures")
    return 1 if failures else 0


def _keep(given: argparse.Namespace) -> int:
    from tests.fuzz.regressions import keep

    path = keep(given.target, given.file.read_bytes(), given.why)
    print(f"{path} has it now: pytest tests/fuzz fails until the fault is mended")
    return 0


def _sanitised_cases(given: argparse.Namespace) -> int:
    tests = _sanitised("-m", "pytest", "-p", "no:cacheprovider", *given.tests)
    return tests or _sanitised("-m", "tests.fuzz.damage", "--documents", str(given.documents))


def _sanitised(*arguments: str) -> int:
    """The exit status of a Python that has the sanitised build."""
    from tests.fuzz import sanitised

    environment = sanitised.environment() | {"PYTHONPATH": os.pathsep.join([str(sanitised.build()), str(ROOT)])}
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=False).returncode


def _commands() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = options.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help="run the targets under libFuzzer")
    run.add_argument("--minutes", type=float, default=1, help="for all targets together")
    run.add_argument("--seconds", type=float, help="instead of --minutes")
    run.add_argument("--targets", nargs="+", choices=TARGETS, help="all, unless given")
    run.add_argument("--sanitised", action="store_true", help="in a build with AddressSanitizer and UBSan")
    run.set_defaults(act=_run)

    replay = commands.add_parser("replay", help="check inputs in this process")
    replay.add_argument("target", choices=TARGETS)
    replay.add_argument("files", type=Path, nargs="+")
    replay.add_argument("--sanitised", action="store_true", help="in the build with AddressSanitizer and UBSan")
    replay.set_defaults(act=_replay)

    keep = commands.add_parser("keep", help="make an input a regression case")
    keep.add_argument("target", choices=TARGETS)
    keep.add_argument("file", type=Path)
    keep.add_argument("--why", default="found by fuzzing", help="what went wrong")
    keep.set_defaults(act=_keep)

    cases = commands.add_parser("sanitised-cases", help="known documents in the sanitised build")
    cases.add_argument("--documents", type=int, default=10_000, help="damaged documents")
    cases.add_argument("--tests", nargs="+", default=["tests/spec", "tests/fuzz"], help="for pytest")
    cases.set_defaults(act=_sanitised_cases)
    return options


if __name__ == "__main__":
    arguments = _commands().parse_args()
    sys.exit(arguments.act(arguments))
