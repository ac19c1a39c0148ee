"""Results of tools in tests: whole snapshots, what must and must not be there, schemas with versions.

The fixtures come from the pytest plugin (``toonwire.pytest_plugin``), which installs with toonwire.
"""

from toonwire.responses.snapshots.assertions import assert_absent, assert_fields
from toonwire.responses.snapshots.guarding import Watch
from toonwire.responses.snapshots.layout import laid_out

__all__ = ["Watch", "assert_absent", "assert_fields", "laid_out"]
