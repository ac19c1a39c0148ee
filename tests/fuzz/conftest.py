"""The compiled modules that the targets need, under the rules of tests/native."""

from tests.native.conftest import encoder, native, numbers

__all__ = ["encoder", "native", "numbers"]
