"""The standard set-up (3.1.standard, house): one command makes a whole legal set-up.

Rules:
    3.1.standard, 4.2 (first-turn orders go with it).
"""

from __future__ import annotations

from engine.api import Refusal
from engine.kit.verbs import Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Standard
from engine.war_of_the_pacific.counters import is_column, is_ship
from engine.war_of_the_pacific.places import HAND
from engine.war_of_the_pacific.play import AnyVerb, Play, seat_term
from engine.war_of_the_pacific.rules.setting_up.deployment import units_to_deploy
from engine.war_of_the_pacific.scenario import Scenario, scenario_for
from engine.war_of_the_pacific.state import Order, Phase, View
from engine.war_of_the_pacific.survey import is_friendly_port


def check_standard(view: View, action: Standard) -> list[Refusal]:
    """Return why the standard set-up cannot be made: only when nothing is in hand."""
    if any(unit.at == HAND for unit in units_to_deploy(view)):
        return []
    return [refuse("setup.nothing_left", "3.1.standard")]


def apply_standard(play: Play, seat: str, action: Standard) -> None:
    """Put everything in hand where the scenario's standard set-up has it, first orders included.

    The orders (4.2) are the seat's secret like any other and may be changed in the plan.
    """
    place_standard(play, seat)
    play.tell("setup.standard", "3.1.standard", seat=seat_term(seat))
    _standard_orders(play, seat, scenario_for(play.table.settings))


def place_standard(play: Play, seat: str) -> None:
    """Put what a side has in hand where the scenario's standard set-up has it; no orders yet."""
    scenario = scenario_for(play.table.settings)
    spare = {
        nation: [
            unit.id
            for unit in play.units.values()
            if is_column(unit) and unit.side == seat and unit.at == HAND and unit.nation == nation
        ]
        for nation in ("chile", "peru", "bolivia")
    }
    for stack in scenario.standard.get(seat, ()):
        for unit_id in stack.units:
            unit = play.units[unit_id]
            if unit.at == HAND:
                port = is_ship(unit) and is_friendly_port(play.table, stack.place, seat)
                play.change(unit_id, at=stack.place, in_port=port)
        for _ in range(stack.supply):
            if spare[stack.nation]:
                play.change(spare[stack.nation].pop(0), at=stack.place)


def _standard_orders(play: Play, seat: str, scenario: Scenario) -> None:
    planned = scenario.standard_orders.get(seat, ())
    orders = []
    for number, one in enumerate(planned, start=1):
        places = {play.units[ship].at for ship in one.ships}
        if len(places) == 1 and HAND not in places:
            orders.append(Order(number, 1, one.area, one.ships))
    play.keep(seat, orders=tuple(orders), numbered=len(planned))


STANDARD = Verb(
    model=Standard,
    phases=(Phase.SETUP,),
    check=check_standard,
    apply=apply_standard,
    possible=lambda view: not check_standard(view, Standard()),
)

VERBS: tuple[AnyVerb, ...] = (STANDARD,)
