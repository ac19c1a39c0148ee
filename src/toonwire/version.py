"""The version of toonwire, and of the specification it follows."""

__all__ = ["TOON_SPEC_VERSION", "__version__"]

__version__ = "0.1.0"

TOON_SPEC_VERSION = "4.4"
