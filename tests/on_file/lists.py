"""The lists of names that are on file or registered, and what becomes of those that are no more."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
IN_PLAY = ("key", "roll")
"""What only shows in play: cases hold that whatever they meet of it is listed."""

_MET: ContextVar[set[str] | None] = ContextVar("met", default=None)


def listed(of: str) -> tuple[str, ...]:
    """Return the names that are written down of a game, by its key, or of the bot."""
    path = HERE / f"{of}.txt"
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()


@cache
def _known(of: str) -> frozenset[str]:
    return frozenset(listed(of))


def gone() -> Mapping[str, Mapping[str, str]]:
    """Return what becomes of names that are no more, of each game and of the bot."""
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(
        (HERE / "gone.toml").read_text(encoding="utf-8")
    )
    return found


def assert_roll(of: str, purpose: str) -> None:
    """Hold that what dice are thrown for is listed: a log asks for the same again."""
    _meet(of, f"roll {purpose}")


def assert_key(of: str, key: str) -> None:
    """Hold that a decision's key is of a listed form: buttons and standing plans carry it.

    Numbers and hexes in it are of one game at one time.
    """
    _meet(of, "key " + re.sub(r"\b[A-Z]?\d+\b", "#", key))


def _meet(of: str, line: str) -> None:
    met = _MET.get()
    if met is not None:
        met.add(line)
    else:
        assert line in _known(of), f"{line!r} is not listed in tests/on_file/{of}.txt"


@contextmanager
def collecting() -> Iterator[set[str]]:
    """Gather what is met, listed or not, instead of holding it against the list."""
    met: set[str] = set()
    token = _MET.set(met)
    try:
        yield met
    finally:
        _MET.reset(token)
