"""The ``toon`` command (``python -m toonwire`` is the same program).

Contract: this package is the outermost part; nothing of toonwire imports it.
"""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Runs the program with the arguments of the process and exits with its code."""
    # the process ends with one conversion: there is no garbage worth looking for
    gc.disable()
    try:
        from toonwire.cli.app import run

        code = run()
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
