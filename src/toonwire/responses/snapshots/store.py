"""Where snapshots are kept: Amber files of syrupy, in folders of their own beside the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from syrupy.extensions.amber import AmberSnapshotExtension

from toonwire.errors import OptionError
from toonwire.responses.snapshots.layout import laid_out

__all__ = ["ResponseExtension", "SchemaExtension"]


class _TextExtension(AmberSnapshotExtension):
    """Texts as they are; one file for each module of tests."""

    folder = ""

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:
        return str(Path(test_location.filepath).parent / cls.folder)


class ResponseExtension(_TextExtension):
    """Whole results, laid out for review."""

    folder = "__responses__"

    def serialize(self, data: Any, *, exclude: Any = None, include: Any = None, **_: Any) -> str:
        if exclude is not None or include is not None:
            raise OptionError(
                option="exclude",
                expected="a whole result",
                found="a filter",
                hint="give the tool fixed data and a fixed clock, so that nothing needs to be left out",
            )
        return laid_out(data)


class SchemaExtension(_TextExtension):
    """Output schemas with their versions."""

    folder = "__schemas__"

    def serialize(self, data: Any, **_: Any) -> str:
        return str(data)
