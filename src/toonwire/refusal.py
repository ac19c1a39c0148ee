"""How the ``toon`` command ends where toonwire itself refuses to be imported.

Contract: a package is imported before any module in it, so ``cli`` cannot catch what that raises.  Any other
program gets the exception; the command says it in one line and ends with the code of bad usage.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

__all__ = ["end_command", "is_command"]

_BAD_USAGE = 2
_SCRIPTS = frozenset({"toon", "toon.exe", "toon-script.py"})
"""What installers call the command, on all systems."""


def end_command(error: Exception) -> None:
    """Ends the process if it is the command; else does nothing."""
    if not is_command(sys.argv, sys.orig_argv):
        return
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"error: {error}", file=sys.stderr, flush=True)
    sys.exit(_BAD_USAGE)


def is_command(arguments: list[str], original: list[str]) -> bool:
    """Whether a process with these ``sys.argv`` and ``sys.orig_argv`` runs the script ``toon`` or ``-m toonwire``.

    While Python looks for the module of ``-m``, ``sys.argv`` starts with that instead of a file.

    >>> is_command(["/usr/bin/toon", "--help"], ["python", "/usr/bin/toon", "--help"])
    True
    >>> is_command(["-m", "--help"], ["python", "-I", "-m", "toonwire", "--help"])
    True
    >>> is_command(["-c", "toon"], ["python", "-c", "import toonwire", "toon"])
    False
    """
    if not arguments:
        return False
    if arguments[0] == "-m":
        return original[len(original) - len(arguments)].removeprefix("-m") == "toonwire"
    return os.path.basename(arguments[0]) in _SCRIPTS
