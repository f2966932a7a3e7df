"""Leaving the table: who does is lost (5.leave)."""

from __future__ import annotations

from engine.art_of_war.play import Play, general_term, unit_term
from engine.art_of_war.rules.command.points import LAST_POINT
from engine.art_of_war.state import Place, joined_general


def leave(play: Play, key: str) -> None:
    """Take a unit off the table for good, and the general who is with it.

    Rules:
        5.leave; ADG-R61.
    """
    play.without_contacts(key)
    general = joined_general(play.table, key)
    play.change(key, place=Place.LEFT, pose=None)
    play.tell("unit.leaves", "5.leave", unit=unit_term(key))
    if general is not None:
        play.change_general(
            general.id,
            place=Place.LEFT,
            pose=None,
            unit="",
            included=False,
            fights=False,
            points=LAST_POINT,
        )
        play.tell("general.leaves", "5.leave", general=general_term(general))
