"""Which of a side's colours serves on what ground: on dark grounds rims are light, not fills."""

from __future__ import annotations

from render.themes import Colour, Livery


def dark(livery: Livery) -> Colour:
    """Return the darker of a side's fill and rim: what is drawn on its light figures' colour."""
    return min(livery.fill, livery.edge, key=sum)


def strong(livery: Livery) -> Colour:
    """Return what stands out from the ground: the fill, or the rim where that is light."""
    return livery.edge if sum(livery.edge) > sum(livery.fill) else livery.fill
