"""Morale: what a check needs, of units and of single counters (10, lost; ALB-H8, ALB-H9).

Rules:
    5.8.1, 5.8.5, 7, 7.2.1; ALB-H8, ALB-H9.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pydantic import Field

from engine.barricadas.board import GAME
from engine.barricadas.roster import ARMOUR, STEPS, Kind
from engine.barricadas.state import DEAD, LEFT, Counter
from engine.chances.probability import total
from engine.data.cache import cached_per_data
from engine.data.files import Folder, Record, Source, load_toml
from engine.data.play_data import play_folder


class MoraleFile(Record):
    """``morale.toml`` as it is written.

    Attributes:
        hits_a_point: So many hits of a unit cost it one point.
        left: Hits that a counter counts which has left the ground (5.8.5).
        out_of_command: Added for a counter that nobody commands.
        recovery_guide: Added where a commissar or a chaplain recovers somebody.
        retreat: Hexes of a retreat, *retreat_vehicles* those of armour and transport (5.8.1).
    """

    source: Source
    hits_a_point: int = Field(ge=1)
    left: int = Field(ge=0)
    out_of_command: int = Field(ge=-6, le=0)
    recovery_guide: int = Field(ge=0, le=6)
    retreat: int = Field(ge=1)
    retreat_vehicles: int = Field(ge=1)


@cached_per_data()
def load_morale(folder: Folder | None = None) -> MoraleFile:
    """Return the figures of the game, or of *folder*.

    Raises:
        DataError: If the file cannot be read.
    """
    return load_toml(play_folder(GAME, folder) / "morale.toml", MoraleFile)


def hits_of(unit: Iterable[Counter]) -> int:
    """Return the hits that a unit has suffered: of those eliminated all, of those gone three."""
    found = 0
    for one in unit:
        if one.printed is None:
            continue
        if one.at == DEAD:
            found += STEPS
        else:
            found += load_morale().left if one.at == LEFT else one.hits
    return found


def morale_of_unit(morale: int, leadership: int, hits: int, *, led: bool) -> int:
    """Return the morale of a unit: its officer's, and leadership while they lead (7.2.1).

    Args:
        morale: The officer's, who may have fallen.
        leadership: The officer's.
        hits: Those of the unit (:func:`hits_of`).
        led: Whether the officer is there.
    """
    return morale + (leadership if led else 0) - hits // load_morale().hits_a_point


def morale_of_counter(unit: int, leadership: int, hits: int, *, out: bool, led: bool) -> int:
    """Return the morale of a counter: its unit's, less its own hits.

    *Out* of command it has one less, and no leadership.
    """
    less = load_morale().out_of_command - (leadership if led else 0) if out else 0
    return unit - hits + less


def holds(dice: int, morale: int) -> bool:
    """Say whether the sum of two dice passes a check."""
    return dice <= morale


def chance(morale: int) -> Fraction:
    """Return how likely a check is to be passed."""
    return total(2).chance_that(lambda dice: holds(dice, morale))


def retreat_of(counter: Counter) -> int:
    """Return how many hexes a counter in retreat moves (5.8.1)."""
    kind = None if counter.printed is None else counter.printed.kind
    figures = load_morale()
    return figures.retreat_vehicles if kind in ARMOUR | {Kind.TRUCK} else figures.retreat
