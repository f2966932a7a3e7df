"""Odds of a raid and of the fort that answers it (7.6, 7.7, 7.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Odds, Text
from engine.chances.odds import tell_odds
from engine.chances.probability import dice
from engine.war_of_the_pacific.actions import Raid
from engine.war_of_the_pacific.odds.engagement import ship_term
from engine.war_of_the_pacific.rules.sea.damage import Shot, steps_after_hit
from engine.war_of_the_pacific.rules.sea.fort_fire import answer_of, can_fire_back
from engine.war_of_the_pacific.rules.sea.raids import raid_dice, raid_hits, steps_after_raid
from engine.war_of_the_pacific.state import Unit, View


def of_raid(view: View, action: Raid) -> Iterator[Odds]:
    """Yield what the raid does to its target, then what a fort's answer does to the ship."""
    units = view.table.units
    ship, target = units[action.ship], units[action.target]
    yield _bombardment(ship, target)
    if can_fire_back(target):
        yield _answer(ship, target)


def _bombardment(ship: Unit, target: Unit) -> Odds:
    name = ship_term(target.id)
    left = steps_after_raid(target)

    def say(steps: int) -> Text:
        if steps == target.steps:
            return Text("odds.raid.miss", {"target": name})
        return Text("odds.raid.depleted" if steps else "odds.raid.destroyed", {"target": name})

    return tell_odds(
        Text("odds.raid", {"ship": ship_term(ship.id), "target": name}),
        "7.6.raid.roll",
        dice(raid_dice()).map(
            lambda shown: left if raid_hits(shown, ship.id, target) else target.steps
        ),
        say,
        worst=lambda steps: steps,
    )


def _answer(ship: Unit, fort: Unit) -> Odds:
    name = ship_term(ship.id)
    sinks = not steps_after_hit(ship.steps, critical=False)

    def say(answer: Shot) -> Text:
        if answer == "critical":
            return Text("odds.shot.critical", {"target": name})
        if answer == "miss":
            return Text("odds.shot.miss", {"target": name})
        return Text("odds.shot.sunk" if sinks else "odds.shot.damaged", {"target": name})

    return tell_odds(
        Text("odds.fort", {"fort": ship_term(fort.id), "ship": name}),
        "7.7.answer",
        dice(raid_dice()).map(lambda shown: answer_of(shown, fort, ship.id)),
        say,
        worst=("miss", "hit", "critical").index,
    )
