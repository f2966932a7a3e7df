"""Printed maps, which all topics share: a host's are drawn once an update, and so are a run's."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from render import map_cache


@cache
def _shelf() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="adjutant-bench-maps-")


def found(game: str) -> None:
    """Let a game's maps be found on disk once they have been drawn, and none in memory."""
    map_cache.keep_in(Path(_shelf().name, game))
    map_cache.forget()


def none() -> None:
    """Let no map be found, neither on disk nor in memory: each is drawn when it is asked for."""
    map_cache.keep_in(None)
    map_cache.forget()
