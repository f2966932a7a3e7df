"""What becomes of generals whose unit loses a fight, or is gone.

Rules:
    3.lost, 3.joined.lost, 3.included.dies, 8.leaders.risk, 8.leaders.stay, 8.leaders.included,
    9.general, 9.general.placed; ADG-R8, ADG-R67, ADG-R86.
    Also 3.included.disordered.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.art_of_war.plane.contact import distance_to
from engine.art_of_war.plane.poses import UD, Pose, ahead, onward
from engine.art_of_war.play import Play, general_term, unit_term, unit_terms
from engine.art_of_war.rules.command.points import LAST_POINT
from engine.art_of_war.state import (
    General,
    Place,
    Table,
    Unit,
    contacts_of,
    joined_general,
    standing_units,
)
from engine.art_of_war.survey import base_of, cohesion_left
from engine.art_of_war.tables.combat import load_combat


def is_fighting(general: General) -> bool:
    """Say whether a general fights in the unit that they are with (8.leaders)."""
    return general.included or general.fights


def fall(play: Play, key: str, rule: str, die: int = 0) -> None:
    """Take a general off the table for good, and say so.

    Their corps has a last point, and falls into disorder: each unit of it that stands in order
    loses one point of cohesion, but for its last (3.lost; ADG-R67).
    """
    play.change_general(
        key,
        place=Place.ROUTED,
        pose=None,
        unit="",
        included=False,
        fights=False,
        hesitating=False,
        points=LAST_POINT,
    )
    if die:
        play.tell("general.lost", rule, general=general_term(key), die=die)
    else:
        play.tell("general.captured", rule, general=general_term(key))
    lost = play.general(key)
    units = tuple(one.id for one in in_order(play.table, lost))
    if units:
        play.change_all(units, lost=1)
        play.tell("corps.disorders", "3.lost", units=unit_terms(units), n=len(units))


def in_order(table: Table, general: General) -> Iterator[Unit]:
    """Yield the units that fall into disorder if their general is lost (3.lost; ADG-R67)."""
    for one in standing_units(table, general.side):
        if one.corps == general.corps and not one.lost and cohesion_left(one) > 1:
            yield one


def risk(play: Play, unit: str) -> bool:
    """Throw for who fights in a unit that has lost a melee; say whether they are lost (8.leaders).

    The point that the unit then loses is for the caller to take.
    """
    general = joined_general(play.table, unit)
    if general is None or not is_fighting(general):
        return False
    die = play.die("general")
    if die <= load_combat().fate["fighting"]:
        fall(play, general.id, "8.leaders.risk", die)
        return True
    _survive(play, general.id, "8.leaders.risk", die)
    return False


def bereave(play: Play, unit: Unit, by: str) -> None:
    """Throw for the general of a unit that is gone; it is off the table already (9.general).

    Args:
        play: The battle.
        unit: As it stood before.
        by: The enemy who routed it; "" for nobody.
    """
    general = joined_general(play.table, unit.id)
    if general is None:
        return
    rule = "9.general" if general.included else "3.joined.lost"
    die = play.die("general")
    if die <= load_combat().fate["included" if general.included else "joined"]:
        fall(play, general.id, rule, die)
        return
    # A general who had only joined it stays where they stood.
    spot = _behind(play, by) if general.included else None
    pose = spot or (unit.pose if general.included else general.pose)
    assert pose is not None, f"{unit.id} stood nowhere"
    if spot is not None and _is_taken(play, general, spot):
        fall(play, general.id, "9.general.placed", die)
        return
    play.change_general(general.id, unit="", included=False, fights=False, pose=pose)
    _survive(play, general.id, rule, die)


def _survive(play: Play, key: str, rule: str, die: int) -> None:
    play.tell("general.survives", rule, general=general_term(key), die=die)


def _behind(play: Play, enemy: str) -> Pose | None:
    """Return the place 1 UD behind an enemy, facing as they do (9.general.placed)."""
    one = play.table.units.get(enemy)
    if one is None or one.pose is None:
        return None
    back = ahead(onward(base_of(one), "rear").pose, UD)
    return Pose(back.x, back.y, one.pose.facing)


def _is_taken(play: Play, general: General, pose: Pose) -> bool:
    """Say whether an enemy unit of a general stands in a place."""
    return any(
        distance_to(base_of(one), pose.x, pose.y) == 0
        for one in standing_units(play.table)
        if one.side != general.side
    )


def settle(play: Play) -> None:
    """Let generals stop fighting whose unit is in melee no longer (8.leaders.stay)."""
    for one in tuple(play.table.generals.values()):
        if one.on_table and one.fights and not any(contacts_of(play.table, one.unit)):
            play.change_general(one.id, fights=False)


def join_fights(play: Play, units: frozenset[str], wishes: frozenset[str]) -> None:
    """Let generals fight who have joined one of some units and were told to (8.leaders)."""
    for one in tuple(play.table.generals.values()):
        joined = one.on_table and one.unit in units and not one.included
        if joined and one.id in wishes and not one.fights:
            play.change_general(one.id, fights=True)
            play.tell(
                "general.fights",
                "8.leaders",
                general=general_term(one.id),
                unit=unit_term(one.unit),
            )
