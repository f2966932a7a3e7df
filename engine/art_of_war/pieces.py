"""The bases of what stands on the table beside units and camps, and of all that bars the way.

Rules:
    1.bases, 1.bases.depth, 8.works; ADG-R17, ADG-R92.
"""

from __future__ import annotations

from engine.art_of_war.plane.poses import Base
from engine.art_of_war.state import General, Marker, Table, Work, standing_units
from engine.art_of_war.survey import base_of, camp_base
from engine.art_of_war.troops import UD
from engine.data.cache import cached

WORK_DEPTH = UD // 4
"""The least of what is given, 1 cm (8.works)."""

GENERAL_SIZE = UD // 2
"""Of a general's base, which nothing is measured from but its middle (ADG-R92)."""


def base_of_work(work: Work) -> Base:
    """Return the base of a piece of fortification."""
    return Base(work.pose, UD, WORK_DEPTH)


def base_of_general(general: General) -> Base:
    """Return a general's base, which bars nobody's way."""
    assert general.pose is not None
    return Base(general.pose, GENERAL_SIZE, GENERAL_SIZE)


def base_of_marker(marker: Marker) -> Base:
    """Return a marker of ambush's base: as wide as a unit, as deep as light infantry."""
    return Base(marker.pose, UD, UD // 2)


@cached
def standing_bases(table: Table) -> tuple[tuple[str, Base], ...]:
    """Return the bases in which nobody else can stand: of units and camps on the table, by id."""
    units = ((one.id, base_of(one)) for one in standing_units(table))
    camps = ((one.id, camp_base(one.pose)) for one in table.camps.values() if not one.taken)
    return (*units, *camps)
