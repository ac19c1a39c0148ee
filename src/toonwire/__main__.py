"""``python -m toonwire`` is the ``toon`` command."""

from __future__ import annotations

from toonwire.cli import main

if __name__ == "__main__":
    main()
