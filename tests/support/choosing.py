"""An action being put together, as the dialogue hands it to a painter, from what is typed."""

from __future__ import annotations

from typing import Any

from engine.api import Game
from render.api import Choosing


def as_meant(game: Game[Any, Any], view: Any, typed: Choosing) -> Choosing:
    """Return *typed*, which holds what a person would type and menus would offer, as values."""
    meant = (game.values(view, typed.kind, {typed.field: one}) for one in typed.offered)
    return Choosing(
        typed.kind,
        tuple(game.values(view, typed.kind, dict(typed.filled)).items()),
        tuple(found[typed.field] for found in meant if typed.field in found),
        typed.field,
        typed.ways,
    )
