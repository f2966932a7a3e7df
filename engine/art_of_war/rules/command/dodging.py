"""Generals whom an enemy touches: they cannot be attacked, and move off to their own (3.safe).

Rules:
    3.safe, 3.safe.away, 3.safe.captured; ADG-R61.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api import Seat
from engine.art_of_war.pieces import base_of_general
from engine.art_of_war.plane.contact import distance_to, touch
from engine.art_of_war.plane.paths import Path, crosses
from engine.art_of_war.play import Play, general_term, unit_term
from engine.art_of_war.rules.command import riding
from engine.art_of_war.rules.rout.leaders import fall
from engine.art_of_war.state import General, Table, Unit, joined_general, standing_units
from engine.art_of_war.survey import base_of


def touched(table: Table, unit: Unit, paths: Sequence[Path] = ()) -> Iterator[General]:
    """Yield the other side's generals by themselves whom a unit touches, or passed on its way."""
    base = base_of(unit)
    for one in table.generals.values():
        if one.side == unit.side or not one.on_table or one.unit or one.pose is None:
            continue
        place = base_of_general(one)
        if touch(base, place) or any(crosses(path, place) for path in paths):
            yield one


def dodge_all(play: Play, key: str, paths: Sequence[Path] = ()) -> None:
    """Let every general whom a unit touches, or has passed on *paths*, move off."""
    unit = play.unit(key)
    if unit.on_table:
        for one in tuple(touched(play.table, unit, paths)):
            dodge(play, one.id, key)


def dodge(play: Play, key: str, by: str) -> None:
    """Let a general move off to the nearest unit of their side that they reach, and join it.

    Where there is none they are captured (3.safe.captured).

    Args:
        play: The battle.
        key: Of the general.
        by: The enemy who has touched them.
    """
    general = play.general(key)
    for unit in _refuges(play.table, general):
        riding.join(play, key, unit.id)
        play.tell(
            "general.dodges",
            "3.safe.away",
            general=general_term(general),
            unit=unit_term(unit),
            foe=unit_term(by),
        )
        return
    fall(play, key, "3.safe.captured")


def _refuges(table: Table, general: General) -> Iterator[Unit]:
    """Yield the units that a general can reach, the nearest first."""
    side: Seat = general.side
    pose = general.pose
    if pose is None:
        return
    away = sorted(
        (distance_to(base_of(one), pose.x, pose.y), one.id) for one in standing_units(table, side)
    )
    for _, key in away:
        unit = table.units[key]
        if joined_general(table, key) is None and not riding.against_ride(
            table, general, unit, fleeing=True
        ):
            yield unit
