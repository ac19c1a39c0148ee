"""Documents that need not be in memory as a whole: values, rows and fields to text, piece by piece."""

from toonwire.stream.iterencode import iterencode, iterencode_bytes
from toonwire.stream.tablewriter import TableWriter, awrite_table, write_table
from toonwire.stream.writer import Writer

__all__ = ["TableWriter", "Writer", "awrite_table", "iterencode", "iterencode_bytes", "write_table"]
