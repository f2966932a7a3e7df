"""Who can act: those without an order before those that have one."""

from __future__ import annotations

from engine.dice import SeededDice
from engine.war_of_the_pacific.actions import WriteOrder
from engine.war_of_the_pacific.game import GAME
from tests.engine.war_of_the_pacific.build import lay


def test_ships_with_an_order_come_behind_those_without() -> None:
    """Whole stacks first among each; of a stack some of which have one they stay in front."""
    place = {"huascar": "2007 port", "union": "2007 port", "limena": "1702 port"}
    state = lay(place=place, phase="plan")
    before = [actor.who.value for actor in GAME.actors(GAME.view(state, "allies"))]
    first = before[0]
    write = WriteOrder(ships=tuple(first.split(",")), area="IV")
    after = GAME.apply(state, "allies", write, SeededDice(b"a")).state
    actors = list(GAME.actors(GAME.view(after, "allies")))
    flags = [actor.ordered for actor in actors]
    assert flags == sorted(flags)
    assert {actor.who.value for actor in actors if actor.ordered} >= {first}
    assert not any(flags[: len(flags) - sum(flags)])
