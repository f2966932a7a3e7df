"""How strong a computer player is: what a table chooses, and who then plays.

A game names its computer players by strength, the weakest first (``Game.opponents``). What is on
file may name one that the game no longer has, or none at all: then the strongest plays.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from engine.api import Game, Opponent

STRENGTHS: Final = ("easy", "normal", "hard")
"""Every strength there can be, the weakest first. A game has some of them, or none."""

S = TypeVar("S")
V = TypeVar("V")


def strength_of(game: Game[Any, Any], chosen: str | None = None) -> str:
    """Return the strength that plays when *chosen* was asked for; "" when the game has none."""
    if chosen is not None and chosen in game.opponents:
        return chosen
    return next(reversed(tuple(game.opponents)), "")


def opponent_of(game: Game[S, V], chosen: str | None = None) -> Opponent[V] | None:
    """Return the computer player of that strength, the strongest where there is no such one."""
    return game.opponents.get(strength_of(game, chosen))
