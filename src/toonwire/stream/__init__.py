"""Documents that need not be in memory as a whole: values, rows and fields to text, piece by piece."""

from toonwire.stream.iterencode import iterencode, iterencode_bytes

__all__ = ["iterencode", "iterencode_bytes"]
