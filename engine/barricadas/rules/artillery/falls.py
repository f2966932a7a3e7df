"""What missions bring, and to which hexes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import Params


@dataclass(frozen=True, slots=True)
class Load:
    """What one mission brings.

    Attributes:
        key: Under which the missions left of it are counted, "" where they are not.
        factors: To each hex that it strikes.
        calibre: In mm.
        source: Before its codes: shells, aircraft or guns are told of.
        named: What it is, for a sentence.
        origin: The hex of guns on the board, "" for what comes from off it.
    """

    key: str
    factors: int
    calibre: int
    source: str
    named: Params
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Fall:
    """Where one mission comes down, and what it brings there."""

    hexes: tuple[str, ...]
    load: Load
