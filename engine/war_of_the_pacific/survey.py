"""Who is where, and what is friendly: what several chapters ask of a table.

What hangs on the counters alone takes these, so that it also holds in the middle of an action;
the rest takes a :class:`Scene`, which a table and a working copy both are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from engine.data.cache import cached_per_data
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import (
    Counters,
    is_column,
    is_land_unit,
    is_warship,
    land_ids,
    ship_ids,
)
from engine.war_of_the_pacific.places import BOX, aboard, is_on_map
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import CHILE, Unit


def units_at(
    units: Counters, place: str, side: str, fits: Callable[[Unit], bool] | None = None
) -> tuple[Unit, ...]:
    """Return the units of *side* at *place* that fit, in the order of the table."""
    return tuple(
        [
            unit
            for unit in units.values()
            if unit.at == place and unit.side == side and (fits is None or fits(unit))
        ]
    )


def land_units(units: Counters, place: str, side: str) -> tuple[Unit, ...]:
    """Return the land units of *side* at *place*, forts included."""
    return units_at(units, place, side, is_land_unit)


def columns_at(units: Counters, place: str, side: str) -> tuple[Unit, ...]:
    """Return the Supply Columns of *side* at *place*."""
    return units_at(units, place, side, is_column)


def places_held(units: Counters, side: str) -> frozenset[str]:
    """Return the places where *side* has land units, forts included, also off the map."""
    # Every order asks this, some more than once: it is written to be quick.
    land = land_ids()
    return frozenset({unit.at for unit in units.values() if unit.side == side and unit.id in land})


def cargo_of(units: Counters, ship: str) -> tuple[Unit, ...]:
    """Return what a transport carries."""
    hold = aboard(ship)
    return tuple([unit for unit in units.values() if unit.at == hold])


def fleet(units: Counters, side: str) -> Iterator[Unit]:
    """Yield the ships of a side that are on the map."""
    for ship in ship_ids():
        unit = units.get(ship)
        if unit is not None and unit.side == side and is_on_map(unit.at):
            yield unit


def warships_at(units: Counters, place: str, side: str) -> tuple[Unit, ...]:
    """Return the warships of a side at a place, in port or not."""
    return tuple(unit for unit in fleet(units, side) if unit.at == place and is_warship(unit))


class Scene(Protocol):
    """A table or a working copy: who holds which city, and who stands where."""

    @property
    def units(self) -> Counters:
        """The counters by id."""
        ...

    @property
    def control(self) -> Mapping[str, str]:
        """The side holding each city, by hex."""
        ...

    @property
    def refuges(self) -> tuple[str, ...]:
        """Cities in which beaten units may stand that have not taken them."""
        ...

    @property
    def settings(self) -> Settings:
        """What the table chose when the campaign was created."""
        ...


def is_refuge(scene: Scene, place: str) -> bool:
    """Say whether beaten units stand in a city of the enemy's that they have not taken (WP-R90)."""
    if place not in scene.refuges:
        return False
    holder = scene.control.get(place)
    there = [unit for unit in scene.units.values() if unit.at == place and is_land_unit(unit)]
    return any(unit.side != holder for unit in there)


def serves(scene: Scene, place: str, side: str) -> bool:
    """Say whether *side* holds a city and can use it: not while beaten enemies stand in it."""
    return scene.control.get(place) == side and not is_refuge(scene, place)


@cached_per_data(maxsize=4096)
def is_on_land(place: str) -> bool:
    """Say whether *place* is on land: a land hex or the box, not aboard, off the map or dead."""
    return load_board().is_land(place)


@cached_per_data()
def _ports() -> Mapping[str, None]:
    return dict.fromkeys(place for place, city in load_board().cities.items() if city.port)


def is_friendly_port(scene: Scene, place: str, side: str) -> bool:
    """Say whether *place* is a port that serves *side*; the box is Chile's port (2.4, WP-R90)."""
    if place == BOX:
        return side == CHILE
    return place in _ports() and serves(scene, place, side)


def friendly_ports(scene: Scene, side: str) -> tuple[str, ...]:
    """Return all ports that serve *side*, the box first for Chile."""
    held = tuple(place for place in _ports() if serves(scene, place, side))
    return (BOX, *held) if side == CHILE else held
