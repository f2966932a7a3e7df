"""Infernal machines (10.2, optional): mines, fire ships and the like off Peruvian ports.

The Allied player uses them in the Naval Combat Phase of their own player turn, one a port a game.

Rules:
    10.2, 9.0.machine; WP-R11 (when), WP-R76 (which ports and columns), WP-R77 (what a hit does),
    WP-R78 (the line of the schedule).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.api import Option, Params, Refusal, Term, Text
from engine.kit.verbs import Verb
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Infernal
from engine.war_of_the_pacific.counters import is_ship, is_warship, printed
from engine.war_of_the_pacific.places import is_on_map
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term
from engine.war_of_the_pacific.rules.sea.damage import hit_ship
from engine.war_of_the_pacific.rules.sea.provisions import provisions
from engine.war_of_the_pacific.scenario import scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase, Table, Unit, View
from engine.war_of_the_pacific.survey import fleet, is_friendly_port


def check_infernal(view: View, action: Infernal) -> list[Refusal]:
    """Return why there can be no machine against this ship now.

    Rules:
        10.2, 10.2.turn, 10.2.column, 10.2.once, 10.2.warships.
    """
    table = view.table
    if not table.settings.infernal_machines:
        return [refuse("infernal.not_played", "10")]
    if view.viewer != ALLIES:
        return [refuse("infernal.not_yours", "10.2")]
    found = []
    first = scenario_for(table.settings).infernal.from_turn
    if table.turn < first:
        found.append(refuse("infernal.too_early", "10.2.turn", turn=first))
    return found + _refuse_target(table, table.units[action.ship])


def _refuse_target(table: Table, ship: Unit) -> list[Refusal]:
    name = Term("unit", ship.id)
    if ship.side != CHILE or not is_ship(ship):
        return [refuse("infernal.no_target", "10.2", unit=name)]
    if not is_warship(ship):
        return [refuse("infernal.transport", "10.2.warships", unit=name)]
    place = place_term(ship.at)
    if not is_on_map(ship.at):
        return [refuse("unit.not_on_map", "10.2", unit=name, place=place)]
    if not is_friendly_port(table, ship.at, ALLIES):
        return [refuse("infernal.no_port", "10.2", unit=name, place=place)]
    found = []
    if ship.at in table.machines:
        found.append(refuse("infernal.once", "10.2.once", place=place))
    if provisions(table.units, ship.at, ALLIES) is None:
        found.append(refuse("infernal.no_column", "10.2.column", place=place))
    return found


def result_of_machine(die: int, settings: Settings) -> str:
    """Return what a die makes of an infernal machine (10.2.result)."""
    return scenario_for(settings).infernal.results[die - 1]


def apply_infernal(play: Play, seat: str, action: Infernal) -> None:
    """Spend the column, roll, and damage or sink the ship."""
    port = play.units[action.ship].at
    column = provisions(play.units, port, seat)
    assert column is not None
    play.remove(column)
    play.set(machines=(*play.table.machines, port))
    (die,) = play.roll("infernal")
    result = result_of_machine(die, play.table.settings)
    play.tell(
        f"infernal.{result}",
        "10.2.result",
        seat=seat_term(seat),
        ship=Term("unit", action.ship),
        place=place_term(port),
        die=die,
    )
    if result != "nothing":
        hit_ship(play, action.ship, "10.2.result", critical=result == "sunk")


def _targets(view: View) -> Iterator[Unit]:
    for unit in fleet(view.table.units, CHILE):
        if not check_infernal(view, Infernal(ship=unit.id)):
            yield unit


def options_infernal(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the warships off ports where a machine may be tried, the strongest first."""
    results = scenario_for(view.table.settings).infernal.results
    for unit in sorted(_targets(view), key=lambda one: -printed(one).gunfire - printed(one).armour):
        label: Params = {
            "unit": Term("unit", unit.id),
            "place": place_term(unit.at),
            "steps": unit.steps,
            "n": len(results) - results.count("nothing"),
        }
        yield Option(unit.id, Text("infernal.target", label))


def anything_to_do(view: View) -> bool:
    """Say whether the viewer may try a machine now; public knowledge."""
    return view.viewer == ALLIES and next(_targets(view), None) is not None


def begin_game_turn(play: Play) -> None:
    """Tell when machines may be tried from now on (9.0.machine, 10.2.turn)."""
    table = play.table
    first = scenario_for(table.settings).infernal.from_turn
    if table.settings.infernal_machines and table.turn == first:
        play.tell("infernal.ready", "10.2.turn", seat=seat_term(ALLIES))


INFERNAL: AnyVerb = Verb(
    model=Infernal,
    phases=frozenset((Phase.NAVAL_COMBAT,)),
    check=check_infernal,
    apply=apply_infernal,
    options=options_infernal,
    possible=anything_to_do,
    named=lambda table, seat: seat == ALLIES and table.settings.infernal_machines,
)

VERBS: tuple[AnyVerb, ...] = (INFERNAL,)
