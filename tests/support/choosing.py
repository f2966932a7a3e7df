"""An action being put together, as the dialogue hands it to a painter, from what is typed."""

from __future__ import annotations

from typing import Any

from engine.api import Game
from render.api import Choosing, with_costs


def as_meant(game: Game[Any, Any], view: Any, typed: Choosing) -> Choosing:
    """Return *typed*, which holds what a person would type and menus would offer, as values."""
    meant = [game.values(view, typed.kind, {typed.field: one}) for one in typed.offered]
    known = dict(enumerate(typed.costs))
    offered, costs = with_costs(
        (found[typed.field], known.get(number))
        for number, found in enumerate(meant)
        if typed.field in found
    )
    return Choosing(
        typed.kind,
        tuple(game.values(view, typed.kind, dict(typed.filled)).items()),
        offered,
        typed.field,
        typed.ways,
        costs=costs,
    )
