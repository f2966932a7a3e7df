"""Games that computer players have played against each other, each recorded once for all tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from typing import Any

from pydantic import BaseModel

from bot.trials import effort
from bot.trials.effort import Recorded
from bot.trials.lab import Player
from engine.api import Seat
from tests.support.kept import kept


def recorded(
    game: Any, seed: str, settings: BaseModel, players: Mapping[Seat, Player]
) -> tuple[Recorded, ...]:
    """Return what `recorded` in ``bot/trials/effort.py`` does of a game of the house."""
    return _recorded(game, seed, settings, tuple(players.items()))


@cache
def _recorded(
    game: Any, seed: str, settings: BaseModel, players: tuple[tuple[Seat, Player], ...]
) -> tuple[Recorded, ...]:
    name = f"recorded {game.key} {seed} {settings!r} {players}"
    return kept(__file__, name, partial(effort.recorded, game, seed, settings, dict(players)))
