"""What contact brings at once, however it was made: by a charge, by pursuit.

Rules:
    8.contact, 8.destroyed, 8.flank.fighting, 8.conform.rout, 8.camp, 9.pursuit.light,
    2.table.skirmishers, 3.safe, 3.allies.attacked, 5.evade.reached, 5.evade.caught; ADG-R7,
    ADG-R43.
"""

from __future__ import annotations

from typing import Final

from engine.api import Term
from engine.art_of_war.ground import Going, going_at
from engine.art_of_war.plane.poses import Edge
from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.rules.command import allies
from engine.art_of_war.rules.melee import camps
from engine.art_of_war.rules.melee.pairs import edge_struck
from engine.art_of_war.rules.rout.routing import destroy, lose
from engine.art_of_war.state import Contact, Table, Unit
from engine.art_of_war.survey import base_of, is_light, type_of
from engine.art_of_war.troops import TroopType

SWEEPERS: Final = frozenset((TroopType.MI, TroopType.HI, TroopType.CV, TroopType.KN))
"""Who destroys light infantry in the open merely by reaching it (8.destroyed)."""


def is_heavier(unit: Unit) -> bool:
    """Say whether a unit is heavier than light infantry (ADG-R43)."""
    return not is_light(unit)


def stands_open(table: Table, unit: Unit) -> bool:
    """Say whether a unit stands wholly in open ground."""
    return going_at(table, base_of(unit)) is Going.OPEN


def sweeps(table: Table, one: Unit, two: Unit, *, flees: bool) -> bool:
    """Say whether a unit destroys another by reaching it, without a fight (ADG-R43).

    Args:
        table: As it stands.
        one: Who reaches.
        two: Who is reached.
        flees: It evades, or is reached in a pursuit.
    """
    if type_of(two) is not TroopType.LI or not stands_open(table, two):
        return False
    return type_of(one) in SWEEPERS or (flees and is_heavier(one))


def make(
    play: Play, one: str, two: str, edge: Edge, *, charge: bool = True, pursuit: bool = False
) -> None:
    """Let the front of a unit touch an edge of another, or of a camp: melee follows, or worse.

    Args:
        play: The battle.
        one: Whose front it is.
        two: A unit or camp.
        edge: Which edge of it.
        charge: It comes of a charge, if only in the pursuit of who evaded it.
        pursuit: It comes of a pursuit.
    """
    if two in play.table.camps:
        _camp(play, one, two, edge, charge=charge)
        return
    unit, enemy = play.unit(one), play.unit(two)
    if enemy.evaded:
        _reached(play, unit, enemy, edge, charge=charge)
    elif sweeps(play.table, unit, enemy, flees=pursuit):
        destroy(play, two, "swept", one)
    elif pursuit and not charge and is_light(enemy) and type_of(unit) in SWEEPERS:
        destroy(play, two, "pursued", one)
    else:
        _touch(play, unit, enemy, edge, charge=charge)


def _touch(play: Play, unit: Unit, enemy: Unit, edge: Edge, *, charge: bool) -> None:
    """Note a contact, and what it costs whoever is struck from the side while fighting in front."""
    in_front = [one for one in play.table.contacts if _at_front(play.table, one, enemy.id)]
    play.with_contact(Contact(unit.id, enemy.id, edge, charge=charge))
    play.tell(f"contact.{edge}", "8.contact", who=unit_term(unit), whom=unit_term(enemy))
    allies.attacked(play, enemy.id)
    if edge == "front" or type_of(enemy) is TroopType.WWG:
        return
    play.change(enemy.id, turned=True)
    # Met in front and from the side in one turn it is routed in the melee phase (ADG-R7).
    if in_front and not any(one.fresh and one.charge and one.two == enemy.id for one in in_front):
        lose(play, enemy.id, 1, "flank", by=unit.id)


def _at_front(table: Table, contact: Contact, key: str) -> bool:
    """Say whether a contact is at the front of a unit that is part of it."""
    if key not in (contact.one, contact.two):
        return False
    return contact.one == key or edge_struck(table, contact) == "front"


def _reached(play: Play, unit: Unit, enemy: Unit, edge: Edge, *, charge: bool) -> None:
    """Let a unit reach one that evades it: that is destroyed, or loses a point, or only fights."""
    if sweeps(play.table, unit, enemy, flees=True):
        destroy(play, enemy.id, "caught", unit.id)
        return
    _touch(play, unit, enemy, edge, charge=charge)
    play.change(enemy.id, caught=True)
    if not is_light(unit):
        lose(play, enemy.id, 1, "reached", by=unit.id)


def _camp(play: Play, one: str, two: str, edge: Edge, *, charge: bool) -> None:
    """Let a unit touch a camp: an open one is destroyed, a fortified one is fought for (8.camp)."""
    if play.table.camps[two].fortified:
        play.with_contact(Contact(one, two, edge, charge=charge))
        play.tell("contact.camp", "8.camp.fortified", who=unit_term(one), whom=Term("target", two))
    else:
        camps.destroy(play, two, one)
