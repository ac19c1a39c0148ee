"""Documents larger than memory: written and read piece by piece."""

from toonwire.files import open_document
from toonwire.stream.decoder import StreamDecoder, iterdecode
from toonwire.stream.events import Event
from toonwire.stream.iterencode import iterencode, iterencode_bytes
from toonwire.stream.records import iter_records
from toonwire.stream.tablewriter import TableWriter, awrite_table, write_table
from toonwire.stream.values import value_of
from toonwire.stream.writer import Writer

__all__ = [
    "Event",
    "StreamDecoder",
    "TableWriter",
    "Writer",
    "awrite_table",
    "iter_records",
    "iterdecode",
    "iterencode",
    "iterencode_bytes",
    "open_document",
    "value_of",
    "write_table",
]
