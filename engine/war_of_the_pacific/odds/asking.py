"""Which odds belong to which action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.api import Action, Odds
from engine.war_of_the_pacific.actions import (
    Aside,
    Attack,
    Capture,
    Catch,
    Done,
    Fire,
    Infernal,
    Intercept,
    MarchUnits,
    Raid,
    RepairShip,
    Run,
    Spend,
)
from engine.war_of_the_pacific.odds import (
    bombarding,
    combat,
    marches,
    naval,
    single_dice,
    supply_received,
)
from engine.war_of_the_pacific.state import View

_ANSWERS: Mapping[type[Action], Callable[[View, Any], Iterable[Odds]]] = {
    Fire: naval.of_fire,
    Aside: naval.of_aside,
    Intercept: naval.of_intercept,
    Run: naval.of_run,
    Catch: naval.of_catch,
    Raid: bombarding.of_raid,
    MarchUnits: marches.of_march,
    Attack: combat.of_attack,
    Spend: combat.of_spend,
    RepairShip: single_dice.of_repair,
    Capture: single_dice.of_capture,
    Infernal: single_dice.of_infernal,
    Done: supply_received.of_done,
}


def odds(view: View, action: Action) -> tuple[Odds, ...]:
    """Return the odds of an action that is allowed; none if no die hangs on it."""
    answer = _ANSWERS.get(type(action))
    return tuple(answer(view, action)) if answer else ()
