"""Take the documents' screenshots anew: ``python -m docs.pictures.screens [NAME ...]``.

Each of ``screens.toml`` is taken from the local preview, with a database of its own. It needs
Chromium. The demo's dice are its own each time: take one again whose game went otherwise.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support import shots

HERE = Path(__file__).parent


def main(wanted: list[str]) -> None:
    """Take those that are named by their file, without its suffix; all where none is."""
    screens = tomllib.loads((HERE / "screens.toml").read_text())["screen"]
    for screen in screens:
        name = Path(screen["file"]).stem
        if wanted and name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            print(name, flush=True)
            shots.main([*_arguments(screen), "--database", str(Path(folder) / "demo.sqlite3")])


def _arguments(screen: dict[str, Any]) -> Iterator[str]:
    """Yield what :mod:`tests.support.shots` is told."""
    yield str(HERE / screen["file"])
    yield from screen["steps"]
    for key, value in screen.items():
        if key in {"file", "steps"}:
            continue
        for one in value if isinstance(value, list) else [value]:
            yield from (f"--{key}", str(one))


if __name__ == "__main__":
    main(sys.argv[1:])
