"""One target under libFuzzer, in a process of its own: ``python -m tests.fuzz.runner TARGET [OPTION…] FOLDER…``.

Contract: options and folders are libFuzzer's.  Python code of toonwire is instrumented when it is imported; compiled
code tells its coverage where it was built for that (``sanitised.py``).  The process ends with libFuzzer's exit code.
"""

from __future__ import annotations

import os
import pkgutil
import sys
from importlib import import_module

__all__ = ["main"]

PARTS = ("toonwire.rules", "toonwire.reference", "toonwire.native", "toonwire.hosttypes")
NOT_LOADED = {"toonwire.reference.stock", "toonwire.native.generate_powers"}


def main(arguments: list[str]) -> None:
    """Does not return."""
    import atheris

    os.environ.pop("LD_PRELOAD", None)  # what is preloaded here is not for child processes
    name, *options = arguments
    with atheris.instrument_imports(include=["toonwire"]):
        for part in PARTS:
            package = import_module(part)
            for module in pkgutil.iter_modules(package.__path__, f"{part}."):
                if module.name not in NOT_LOADED:
                    import_module(module.name)
    target = import_module(f"tests.fuzz.{name}")
    atheris.Setup([f"fuzz-{name}", *options], target.check)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
