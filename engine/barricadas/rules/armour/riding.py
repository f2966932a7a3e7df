"""Officers of armour: each rides one counter of their unit, and is never anywhere else (7.1).

Rules:
    7.1.armour, 7.1.armour.none; ALB-R57, ALB-R76.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.barricadas.play import Play, counter_term, hex_term
from engine.barricadas.rules.turn.recognition import recognise
from engine.barricadas.state import ABOARD, USED, Counter, Table, hex_of, members
from engine.barricadas.survey import battlefield_of, is_armour, rides_armour


def mount_for(table: Table, officer: Counter, place: str) -> Counter | None:
    """Return the nearest armour of an officer's unit to a hex, of those as near the strongest."""
    battlefield = battlefield_of(table)
    own = (one for one in members(table, officer.unit) if is_armour(one))
    return min(
        own,
        key=lambda one: (battlefield.distance(hex_of(table, one), place), -one.steps, one.id),
        default=None,
    )


def on_foot(counters: Iterable[Counter]) -> list[Counter]:
    """Return the officers of armour who stand in a hex and ride nothing."""
    return [one for one in counters if one.on_ground and rides_armour(one)]


def rehouse(play: Play) -> None:
    """Let officers whose armour is lost go to their nearest other, or leave the game (7.1)."""
    for one in on_foot(play.table.counters.values()):
        mount = mount_for(play.table, one, one.at)
        if mount is None:
            play.tell_of("officer.leaves", "7.1.armour.none", (one.id,), one.side, felt=False)
            play.change(one.id, at=USED, routed=False)
            if one.unseen:
                play.tell_gone(one.at, one.side)
            left = play.table.counters.values()
            play.change_all((each.id for each in left if each.unit == one.unit), out=True)
            continue
        place = hex_term(hex_of(play.table, mount))
        play.change(one.id, at=f"{ABOARD}{mount.id}")
        play.tell_of(
            "officer.rides",
            "7.1.armour",
            (one.id, mount.id),
            one.side,
            felt=False,
            officer=counter_term(one),
            mount=counter_term(mount),
            hex=place,
        )
        if not (one.unseen and mount.unseen):
            # Whoever knew one of them knows both (ALB-R74).
            recognise(play, (one.id,))
