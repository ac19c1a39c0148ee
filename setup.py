"""The optional extensions of the native engine and their two switches; all else is in pyproject.toml.

TOONWIRE_NO_NATIVE=1        no extension is built
TOONWIRE_REQUIRE_NATIVE=1   an extension that cannot be built is an error

Otherwise an install succeeds without them where there is no compiler or no Cython, or where the interpreter
has no global lock.  All are built or none, and a wheel without them is for every platform.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError

SOURCES = Path("src", "toonwire", "native")
MODULES = ("numbers", "encoder", "decoder", "extent", "envelope")
"""Of each there is name.pyx, which becomes toonwire.native._name."""
WITHOUT = os.environ.get("TOONWIRE_NO_NATIVE") == "1"
REQUIRED = os.environ.get("TOONWIRE_REQUIRE_NATIVE") == "1"

FLAGS = (
    ["/std:c++17", "/O2"]
    if sys.platform == "win32"
    else ["-std=c++17", "-fvisibility=hidden", "-fno-plt", *os.environ.get("CFLAGS", "-O3 -g0").split()]
)


class AllOrNone(build_ext):
    """Builds every extension, or leaves none behind."""

    def run(self) -> None:
        # neither a result nor a header that Cython copied in an earlier build may stand in for one of this build
        self._remove()
        shutil.rmtree(self.build_temp, ignore_errors=True)
        self.force = self.cython_c_in_temp = True
        try:
            if WITHOUT:
                raise BaseError("TOONWIRE_NO_NATIVE=1")
            if sysconfig.get_config_var("Py_GIL_DISABLED"):
                raise BaseError("it needs an interpreter with the global lock")
            __import__("Cython")
            super().run()
        except Exception as error:
            self._remove()
            if REQUIRED:
                raise BaseError(f"TOONWIRE_REQUIRE_NATIVE=1, but there is no native engine: {error}") from error
            self.extensions = self.distribution.ext_modules = []
            self.warn(f"no native engine, the reference engine serves: {error}")

    def _remove(self) -> None:
        for extension in self.extensions:
            name = self.get_ext_filename(extension.name)
            for folder in (self.build_lib, *(["src"] if self.inplace else [])):
                Path(folder, name).unlink(missing_ok=True)


class TaggedByContent(bdist_wheel):
    """A wheel of what this build made: for one platform if that has extensions, else for all."""

    def run(self) -> None:
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)
        self.run_command("build")
        self.skip_build = True
        self.root_is_pure = not self.distribution.ext_modules
        super().run()


setup(
    cmdclass={"build_ext": AllOrNone, "bdist_wheel": TaggedByContent},
    ext_modules=[
        Extension(
            f"toonwire.native._{module}",
            [str(SOURCES / f"{module}.pyx")],
            include_dirs=[str(SOURCES)],
            extra_compile_args=FLAGS,
            language="c++",
        )
        for module in MODULES
    ],
)
