"""A captain for battles of El Arte de la Guerra that must see much of the rules.

It charges whatever it reaches, and otherwise goes at the enemy; who evades, who pursues and where
corps are deployed falls by dice of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.api import Action, Decision
from engine.art_of_war.actions import Done, Evade, Pursue, Stand, Stay
from engine.art_of_war.frames import Charging, Pursuing
from engine.art_of_war.opponent.opening import set_up
from engine.art_of_war.opponent.outlook import Outlook
from engine.art_of_war.opponent.rallying import rallied
from engine.art_of_war.opponent.weights import load_weights
from engine.art_of_war.rules.rout.pursuit import pursuers
from engine.art_of_war.state import Phase
from engine.dice import SeededDice
from tests.support.art_of_war_sparring import BEFORE, Storming
from tests.support.calama_captains import press
from tests.support.matches import Match
from tests.support.reading import Picture

KEY = "art_of_war"
WIDE = 6
"""Orders among which it looks for one that is legal."""


class Captain:
    """Plays one side; the same seed and views give the same proposals."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(f"captain {seed}".encode())
        self._storming = Storming()

    def __call__(self, view: Any, decision: Decision) -> Iterator[Action]:
        """Propose actions for one decision, best first."""
        del decision
        if view.table.phase in BEFORE:
            yield set_up(view, self._dice)
            return
        look = Outlook(view, load_weights())
        frame = view.table.frames[-1] if view.table.frames else None
        if isinstance(frame, Charging):
            if frame.may and self._once_in(2):
                yield Evade(units=frame.may)
            yield Stand()
        elif isinstance(frame, Pursuing):
            keys = tuple(pursuers(look.table, frame, look.side))
            if keys and self._once_in(2):
                yield Pursue(units=keys)
            yield Stay()
        elif view.table.phase is Phase.RALLY:
            rally = rallied(look)
            if rally is not None:
                yield rally
        else:
            yield from islice(self._storming.orders(look), WIDE)
        yield Done()

    def _once_in(self, count: int) -> bool:
        return self._dice.roll("choice", 1, count)[0] == 1


async def set_up_by_one_choice(match: Match, seat: str) -> list[Picture]:
    """Take the ready-made plan on the planning page and send it; return the pictures on the way."""
    page = await match.people[seat].press(match.table.panel, "Plan my turn")
    page = await page.press(next(one for one in page.buttons if one.startswith("Use a ready-made")))
    pictures = list(page.paper.pictures)
    page = await page.press(next(one for one in page.buttons if one.startswith("Send")))
    if any("confirm" in str(one.get("custom_id", "")) for one in page.buttons.values()):
        await press(page, "confirm")
    return pictures
