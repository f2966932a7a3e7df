"""Random games that many tests look at, each played once: by whoever asks first, for all workers.

A game is a value, so it may lie on disk. It lies beside what pytest remembers of its last run,
under a name that hangs on all that a game follows from: the code of the engines and of the random
player, their data, and what they are run by. What is read is what would be played.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from bot.trials.random_play import RandomGame, random_game
from engine.registry import load_games

ROOT = Path(__file__).parents[2]
FOLLOWS_FROM = ("engine", "data", "bot/trials", "requirements-dev.lock")
SEEDS = ("contract 1", "contract 2", "contract 3")
"""Of the games that most tests look at, of the tables that `short` gives, in their order."""
KEPT = 400
"""Games on disk, each less than a megabyte; the oldest go."""

Whole = tuple[RandomGame, tuple[Any, ...]]
"""A game, and all states in which somebody was awaited, in their order."""

_folder: Path | None = None


def keep_in(folder: Path | None) -> None:
    """Keep games in a folder for the rest of this process; ``None`` keeps none."""
    global _folder  # noqa: PLW0603 - of a process that runs tests there is one
    _folder = folder


def played(
    game: Any,
    seed: str,
    settings: BaseModel | None = None,
    *,
    limit: int = 20_000,
    standing: bool = False,
) -> Whole:
    """Return the random game of a seed, and its states; the arguments are `random_game`'s."""
    return _whole(game, seed, settings or game.settings_model(), limit, standing)


@cache
def _whole(game: Any, seed: str, settings: BaseModel, limit: int, standing: bool) -> Whole:
    file = None
    if _folder is not None and game.key in load_games():  # a toy hangs on the tests' own code
        told = f"{_origin()} {game.key} {seed} {settings!r} {limit} {standing}"
        file = _folder / hashlib.sha256(told.encode()).hexdigest()
        if file.exists():
            whole: Whole = pickle.loads(file.read_bytes())
            return whole
    states: list[Any] = []
    ended = random_game(
        game, seed, settings=settings, limit=limit, each=states.append, standing=standing
    )
    whole = ended, tuple(states)
    if file is not None:
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(pickle.dumps(whole))
        part.replace(file)
    return whole


def states_of(
    game: Any, seed: str, settings: BaseModel | None = None, *, limit: int = 20_000
) -> tuple[Any, ...]:
    """Return the states in which somebody was awaited in the random game of a seed."""
    return played(game, seed, settings, limit=limit)[1]


def forget_old() -> None:
    """Keep the newest games only."""
    if _folder is not None:
        files = sorted(_folder.iterdir(), key=lambda one: one.stat().st_mtime)
        for one in files[:-KEPT]:
            one.unlink(missing_ok=True)


@cache
def _origin() -> str:
    """Name all that a game follows from."""
    found = hashlib.sha256(sys.version.encode())
    for name in FOLLOWS_FROM:
        path = ROOT / name
        for one in sorted(path.rglob("*")) if path.is_dir() else (path,):
            if one.is_file() and "__pycache__" not in one.parts:
                found.update(str(one.relative_to(ROOT)).encode() + b"\0" + one.read_bytes())
    return found.hexdigest()
