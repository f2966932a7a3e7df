"""Tables on which dice are about to be rolled, for the tests of odds by hand and by simulation."""

from __future__ import annotations

from typing import Any

from engine.api import Action, Odds
from engine.dice import Dice, ScriptedDice
from engine.war_of_the_pacific.actions import Intercept, LetPass, Sail
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, State
from tests.engine.war_of_the_pacific.build import lay


def odds(state: State, seat: str, action: Action) -> tuple[Odds, ...]:
    """Return the odds of an action from the seat's own view; it is allowed."""
    assert GAME.check(state, seat, action) == ()
    return GAME.odds(GAME.view(state, seat), action)


def sailing(
    place: dict[str, str], ships: tuple[str, ...], to: str, *, mover: str = ALLIES, **given: Any
) -> State:
    """Return a table on which ships have sailed as far as somebody is asked."""
    area = given.pop("area", "VI")
    state = lay(
        phase="naval_movement",
        player=mover,
        place=place,
        orders={mover: {area: list(ships)}},
        **given,
    )
    sailed: State = GAME.apply(state, mover, Sail(ships=ships, to=to), ScriptedDice()).state
    return sailed


def battle(
    place: dict[str, str], settings: Settings | None = None, dice: Dice | None = None
) -> State:
    """Return a naval combat in 2513: Peruvian ships from 2512 meet Chilean ones there."""
    peru = tuple(ship for ship, at in place.items() if at.startswith("2512"))
    state = sailing(place, peru, "2513", settings=settings)
    step = GAME.apply(state, CHILE, Intercept(stacks=("2513",)), dice or ScriptedDice())
    begun: State = step.state
    return begun


def covadonga(settings: Settings | None = None) -> State:
    """Return the example of 7.5: Covadonga's stack is asked at two hexes' distance."""
    state = sailing(
        {
            "manco-capac": "2007 port",
            "oroya": "2007 port",
            "limena": "2007 port",
            "covadonga": "2415",
            "ohiggins": "2415",
        },
        ("manco-capac", "oroya", "limena"),
        "3118",
        area="III",
        columns={"2007": 1},
        settings=settings,
    )
    asked: State = GAME.apply(state, CHILE, LetPass(ask_within=2), ScriptedDice()).state
    return asked


def combat(**given: Any) -> State:
    """Return a table in Chile's Land Combat Phase, or another's."""
    return lay(phase="land_combat", **given)
