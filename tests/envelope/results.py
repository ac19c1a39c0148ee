"""Results as a real server returned them, long texts replaced by filler of the same shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["RESULTS"]

FOLDER = Path(__file__).parents[1] / "cases" / "envelopes"

RESULTS: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text("utf-8"))["envelope"] for path in sorted(FOLDER.glob("*.json"))
}
