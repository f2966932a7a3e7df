"""Turning to face who attacks in flank or rear, once that was fought (8.flank.face).

Rules:
    8.flank.face, 8.conform.flank; ADG-R88.
"""

from __future__ import annotations

from engine.art_of_war.pieces import standing_bases
from engine.art_of_war.plane.angles import HALF, turned
from engine.art_of_war.plane.contact import collide, edges_met
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.play import Play, unit_term
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.melee.pairs import Pair, edge_struck
from engine.art_of_war.state import Contact, contacts_of
from engine.art_of_war.survey import base_at, base_of
from engine.kit.records import changed


def turn_to_face(play: Play, pair: Pair) -> None:
    """Let a unit that was attacked in flank or rear face its enemy, where it has room to."""
    table = play.table
    one, two = table.units[pair.one], table.units[pair.two]
    together = any(pair.one in (one.one, one.two) for one in contacts_of(table, two.id))
    if not together or edge_struck(table, pair.contact) == "front":
        return
    assert one.pose is not None
    pose = Pose(one.pose.x, one.pose.y, turned(one.pose.facing, HALF))
    base = base_at(two, pose)
    if any(key != two.id and collide(base, other) for key, other in standing_bases(table)):
        return
    stand(play, two.id, pose)
    play.change(two.id, stirred=True)
    _renew(play, two.id)
    play.tell("melee.faces", "8.flank.face", unit=unit_term(two), foe=unit_term(one))


def _renew(play: Play, key: str) -> None:
    """Tell anew which edge of a unit that has turned its enemies touch, and who no longer does."""
    kept: list[Contact] = []
    for contact in play.table.contacts:
        if contact.two != key:
            kept.append(contact)
            continue
        attacker = base_of(play.unit(contact.one))
        met = edges_met(attacker, base_of(play.unit(key)))
        if met:
            kept.append(changed(contact, edge=met[0]))
    play.set(contacts=tuple(kept))
