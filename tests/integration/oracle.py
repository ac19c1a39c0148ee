"""The reference package as an oracle: one Node process that answers every question of a test run.

Contract: ``start_oracle`` gives a running oracle or raises ``UnavailableError`` with the reason.  The package
is installed with npm, in the version that the tests were written against, into a folder of the caller's.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tests.json_values import as_javascript

__all__ = ["PACKAGE", "Oracle", "RefusedError", "UnavailableError", "start_oracle"]

PACKAGE = "@toon-format/toon@4.4.0"


class UnavailableError(Exception):
    """Why there is no oracle here."""


class RefusedError(Exception):
    """The reference package raised an error; ``line`` is where it saw it, None if it did not say."""

    def __init__(self, message: str, line: int | None) -> None:
        super().__init__(message)
        self.line = line


class Oracle:
    """``encode`` and ``decode`` of the reference package; ``close`` ends its process."""

    def __init__(self, node: str, module: Path) -> None:
        script = Path(__file__).with_suffix(".mjs")
        self._process = subprocess.Popen(
            [node, str(script), module.as_uri()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def close(self) -> None:
        self._process.communicate()

    def _ask(self, op: str, options: dict[str, Any], **arguments: Any) -> Any:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"op": op, "options": options, **arguments}) + "\n")
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
        except (BrokenPipeError, ValueError) as error:
            raise RuntimeError(f"the oracle died, exit code {process.poll()}") from error
        if reply["ok"]:
            return reply["result"]
        raise RefusedError(reply["error"], reply["line"])

    def encode(self, value: Any, *, indent: int = 2, delimiter: str = ",") -> str:
        text = self._ask("encode", {"indentSize": indent, "delimiter": delimiter}, value=value)
        assert isinstance(text, str)
        return text

    def decode(self, text: str, *, indent: int = 2, strict: bool = True) -> Any:
        """The value with its numbers as doubles.  Raises :class:`RefusedError` where the package refuses."""
        return as_javascript(self._ask("decode", {"indentSize": indent, "strict": strict}, text=text))

    def encode_file(self, path: Path, to: Path) -> Path:
        """JSON file to TOON file."""
        self._ask("encodeFile", {}, path=str(path), to=str(to))
        return to

    def decode_file(self, path: Path, to: Path) -> Path:
        """TOON file to JSON file."""
        self._ask("decodeFile", {}, path=str(path), to=str(to))
        return to


def start_oracle(folder: Path) -> Oracle:
    """Install the package into ``folder`` unless it is there, and start the process."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise UnavailableError("node and npm are not both installed")
    name, _, version = PACKAGE.rpartition("@")
    home = folder / "node_modules" / name
    if _version(home) != version:
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        if done.returncode or _version(home) != version:
            said = (done.stderr.strip() or "no message").splitlines()
            raise UnavailableError(f"npm could not install {PACKAGE}: {' / '.join(said[:2])}")
    return Oracle(node, home / "dist" / "index.mjs")


def _version(home: Path) -> str:
    manifest = home / "package.json"
    return str(json.loads(manifest.read_text(encoding="utf-8"))["version"]) if manifest.is_file() else ""
