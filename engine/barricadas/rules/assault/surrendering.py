"""Who of an assaulted hex is lost without a fight: those in retreat, officers left alone (9.3).

It holds for assaults of troops and of armour alike (ALB-R43).

Rules:
    9.3 (demoralised, officer, enough), 9.4; ALB-R43.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.barricadas.play import Play
from engine.barricadas.rules.movement.going_back import remove
from engine.barricadas.state import Counter


def surrender(play: Play, there: Sequence[Counter]) -> list[str]:
    """Let demoralised counters surrender, and officers who are alone be eliminated (9.3).

    Return the units that lost somebody.
    """
    lost = []
    fighting = fighters(there)
    for one in there:
        if one in fighting:
            continue
        if one.routed:
            play.tell_of("assault.surrenders", "9.3.demoralised", (one.id,), one.side)
        else:
            play.tell_of("assault.officer", "9.3.officer", (one.id,), one.side)
        remove(play, one.id)
        if one.unit:
            lost.append(one.unit)
    return lost


def fighters(there: Sequence[Counter]) -> list[Counter]:
    """Return who of the defenders fights: neither in retreat, nor an officer left alone (9.3)."""
    steady = [one for one in there if one.printed is not None and not one.routed]
    return [
        one
        for one in there
        if not one.routed and not (one.printed is None and _is_left_alone(one, there, steady))
    ]


def _is_left_alone(officer: Counter, there: Sequence[Counter], steady: Sequence[Counter]) -> bool:
    """Say whether an officer is alone, or all of their unit with them surrender (ALB-R43)."""
    if any(one.unit == officer.unit for one in steady):
        return False
    return not steady or any(one.routed and one.unit == officer.unit for one in there)
