"""What the dice bring of charges that are answered: how far who evades gets away, and the fights.

Rules:
    5.evade.dice, 7.roll, 8.roll; ADG-R23.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from engine.api import Chance, Odds, Text
from engine.art_of_war.frames import Charging
from engine.art_of_war.odds.charging import charged
from engine.art_of_war.plane.poses import UD
from engine.art_of_war.play import unit_terms
from engine.art_of_war.rules.charge.falling_back import thrown
from engine.art_of_war.rules.charge.reach import way_now
from engine.art_of_war.state import Table

_FACES = range(1, 7)


def of_flight(evading: tuple[str, ...]) -> Iterator[Odds]:
    """Yield by how much the two dice let those who evade gain on who charges them (5.evade.dice).

    What matters besides, room and ground, the dice do not change.
    """
    if not evading:
        return
    gains = Counter(thrown(own) - thrown(theirs) for own in _FACES for theirs in _FACES)
    chances = tuple(
        Chance(_gain(by), Fraction(gains[by], gains.total())) for by in sorted(gains, reverse=True)
    )
    about = Text("odds.evade", {"who": unit_terms(evading), "n": len(evading)})
    yield Odds(about, "5.evade.dice", chances)


def _gain(by: int) -> Text:
    if not by:
        return Text("odds.evade.even")
    return Text("odds.evade.more" if by > 0 else "odds.evade.less", {"by": Fraction(abs(by), UD)})


def met(table: Table, frame: Charging, evading: tuple[str, ...]) -> Table:
    """Return the table as charges leave it at those who do not evade, and nothing hinders them."""
    for one in frame.charges:
        if one.target not in evading:
            way = way_now(table, one)
            table = table if way is None else charged(table, way)
    return table
