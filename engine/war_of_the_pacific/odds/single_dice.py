"""Odds of what one die decides: repairs (6.5), prizes (10.1), infernal machines (10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Odds, Text
from engine.chances.odds import tell_odds
from engine.chances.probability import die, total
from engine.war_of_the_pacific.actions import Capture, Infernal, RepairShip
from engine.war_of_the_pacific.odds.engagement import ship_term
from engine.war_of_the_pacific.rules.optional.infernal_machines import result_of_machine
from engine.war_of_the_pacific.rules.optional.ship_capture import result_of_attempt
from engine.war_of_the_pacific.rules.sea.damage import steps_after_hit
from engine.war_of_the_pacific.rules.supply.repairs import repair_dice
from engine.war_of_the_pacific.state import View


def of_repair(view: View, action: RepairShip) -> Iterator[Odds]:
    """Yield what the repair costs: so many Supply Columns, or so many turns."""
    rolled = total(repair_dice(view.table))
    yield tell_odds(
        Text("odds.repair", {"ship": ship_term(action.ship)}),
        "6.5",
        rolled,
        lambda n: Text("odds.repair.costs", {"n": n}),
        worst=lambda n: n,
        expected=((Text("odds.repair.expected"), rolled.mean(lambda n: n)),),
    )


def of_capture(view: View, action: Capture) -> Iterator[Odds]:
    """Yield what the attempt to take a ship brings."""
    settings = view.table.settings
    ship, prize = ship_term(action.ship), ship_term(action.prize)

    def say(result: str) -> Text:
        match result:
            case "captured":
                return Text("odds.capture.captured", {"prize": prize})
            case "scuttled":
                return Text("odds.capture.scuttled", {"prize": prize})
            case "captor_damaged":
                return Text("odds.capture.captor_damaged", {"ship": ship})
            case _:
                return Text("odds.capture.escapes", {"prize": prize})

    yield tell_odds(
        Text("odds.capture", {"ship": ship, "prize": prize}),
        "10.1.result",
        die().map(lambda shown: result_of_attempt(shown, settings)),
        say,
        worst=("captured", "scuttled", "escapes", "captor_damaged").index,
    )


def of_infernal(view: View, action: Infernal) -> Iterator[Odds]:
    """Yield what an infernal machine does to the ship; damage sinks a damaged one."""
    table = view.table
    steps = table.units[action.ship].steps
    target = ship_term(action.ship)

    def left(shown: int) -> int:
        result = result_of_machine(shown, table.settings)
        if result == "nothing":
            return steps
        return steps_after_hit(steps, critical=result == "sunk")

    def say(remaining: int) -> Text:
        if remaining == steps:
            return Text("odds.infernal.nothing", {"target": target})
        return Text("odds.shot.damaged" if remaining else "odds.shot.sunk", {"target": target})

    yield tell_odds(
        Text("odds.infernal", {"target": target}),
        "10.2.result",
        die().map(left),
        say,
        worst=lambda remaining: remaining,
    )
