"""Documents larger than memory: written and read piece by piece."""

from toonwire.stream.decoder import StreamDecoder, iterdecode
from toonwire.stream.events import Event
from toonwire.stream.records import iter_records
from toonwire.stream.values import value_of

__all__ = ["Event", "StreamDecoder", "iter_records", "iterdecode", "value_of"]
