"""Catalogues that have been read are put by, as Python puts by the programs it has compiled.

Babel takes a sixth of a start to read what has not changed since the last one. What it read lies
where compiled programs lie (``__pycache__``, or wherever the host wants them), under a name that
hangs on the file's content, on what reads it and on Babel's version. A file that cannot be written
is done without, and one that is not what was written is as good as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, Final

import babel

_READER: Final = (Path(__file__), Path(__file__).with_name("catalogue.py"))
"""Of what is read another build may make something else."""


def place_of(file: Path, content: bytes) -> Path | None:
    """Return where is put by what was read of *content*; ``None`` where nothing is kept."""
    if sys.dont_write_bytecode:
        return None
    try:
        folder = Path(cache_from_source(str(file))).parent
        parts = [babel.__version__.encode(), *(one.read_bytes() for one in _READER), content]
    except (NotImplementedError, OSError):
        return None
    found = hashlib.sha256()
    for part in parts:
        found.update(hashlib.sha256(part).digest())
    return folder / f"{file.stem}.{found.hexdigest()[:24]}.json"


def find(place: Path) -> Any | None:
    """Return what was put by; ``None`` where nothing is, or not all that was written."""
    try:
        checked, _, written = place.read_bytes().partition(b"\n")
        return json.loads(written) if checked == _check(written) else None
    except (OSError, ValueError):
        return None


def put_by(place: Path, read: Any) -> None:
    """Put by what was read, in the place of what was read of the same file before."""
    beside = place.with_suffix(f".{os.getpid()}")
    written = json.dumps(read, ensure_ascii=False, separators=(",", ":")).encode()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(_check(written) + b"\n" + written)
        beside.replace(place)
        for other in place.parent.glob(f"{place.name.partition('.')[0]}.*.json"):
            if other != place:
                other.unlink(missing_ok=True)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()


def _check(written: bytes) -> bytes:
    return hashlib.sha256(written).hexdigest().encode()
