"""Set-up (3.1-3.6): the Allies first, then Chile, each unit where its line of the set-up allows.

The scenario's data holds the lines ("placements"). Forts stand in their home hex from the start;
everything else begins in the hand and is put down, moved about, and at last closed.

Rules:
    3.2.around, 3.2.columns, 3.2.forts, 3.2.iquique, 3.2.lima, 3.2.navy, 3.2.reduced,
    3.3.column, 3.5.artillery, 3.5.columns, 3.5.navy, 3.5.reduced.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import BaseModel

from engine.api import Option, Refusal, Step, Term, Text
from engine.data.cache import cached_per_data
from engine.dice import Dice
from engine.kit.verbs import Verb, filled_list
from engine.kit.wording import refuse
from engine.war_of_the_pacific.actions import Deploy
from engine.war_of_the_pacific.board import load_board, load_points
from engine.war_of_the_pacific.counters import is_column, is_ship, printed
from engine.war_of_the_pacific.options import place_options, stack_option
from engine.war_of_the_pacific.places import HAND, POOL
from engine.war_of_the_pacific.play import AnyVerb, Play, place_term, seat_term, unit_terms
from engine.war_of_the_pacific.roster import Edition, load_roster
from engine.war_of_the_pacific.scenario import Placement, Scenario, load_scenario, scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import (
    ALLIES,
    CHILE,
    SEATS,
    Phase,
    Secrets,
    State,
    Table,
    Unit,
    View,
)
from engine.war_of_the_pacific.survey import is_friendly_port


@cached_per_data()
def lines(edition: Edition) -> Mapping[str, Placement]:
    """Return the set-up line of every unit of an edition that has one, columns included, by id.

    What a line wants in each of its hexes is a switch of its own: see :func:`unfinished`.
    """
    found: dict[str, Placement] = {}
    number = 0
    for placement in load_scenario(edition).placements:
        for unit_id in placement.units:
            found[unit_id] = placement
        for _ in range(placement.supply):
            number += 1
            found[f"sc{number}"] = placement
    return found


@cached_per_data()
def allowed_places(edition: Edition, placement_id: str) -> tuple[str, ...]:
    """Return where the units of one line may be put."""
    scenario = load_scenario(edition)
    line = next(one for one in scenario.placements if one.id == placement_id)
    return scenario.allowed(line)


def setup(settings: BaseModel, dice: Dice) -> Step:
    """Return the table before set-up (3.1)."""
    assert isinstance(settings, Settings)
    return first_state(settings, dice).close(public=True)


def first_state(settings: Settings, dice: Dice) -> Play:
    """Return the table before set-up: forts in place, all else in hand or in the pool."""
    scenario = scenario_for(settings)
    table = Table(
        settings=settings,
        serial=0,
        turn=1,
        phase=Phase.SETUP,
        player=ALLIES,
        units=_counters(scenario),
        control=_control(scenario),
        columns=sum(line.supply for line in scenario.placements),
        worth=load_points(),
    )
    play = Play(State(table, {seat: Secrets() for seat in SEATS}), dice)
    play.tell("setup.begins", "3.1", title=Term("scenario", "title"))
    play.tell("setup.turn", "3.1", seat=seat_term(ALLIES))
    return play


def _counters(scenario: Scenario) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    line_of = lines(scenario.edition)
    for card in load_roster().of(edition=scenario.edition):
        line = line_of.get(card.id)
        if line is None:
            units[card.id] = Unit(card.id, card.side, POOL, 0, card.nation)
            continue
        steps = 1 if line.reduced else card.steps
        at = card.home if line.places.home and card.home is not None else HAND
        units[card.id] = Unit(card.id, card.side, at, steps, card.nation)
    for column, line in line_of.items():
        if column not in units:
            units[column] = Unit(column, line.side, HAND, 1, line.nation)
    return units


def _control(scenario: Scenario) -> dict[str, str]:
    control = {
        hex_id: CHILE if city.nation == "chile" else ALLIES
        for hex_id, city in load_board().cities.items()
    }
    for side, hexes in scenario.control.items():
        control.update(dict.fromkeys(hexes, side))
    return control


def check_deploy(view: View, action: Deploy) -> list[Refusal]:
    """Return why these units may not be put there.

    Rules:
        3.2, 3.3, 3.5.
    """
    table = view.table
    forces = table.settings.follows("forces")
    found: list[Refusal] = []
    for unit_id in action.units:
        unit = table.units[unit_id]
        line = lines(forces).get(unit_id)
        if unit.side != view.viewer:
            found.append(refuse("unit.not_yours", "3.1", unit=Term("unit", unit_id)))
        elif line is None:
            found.append(refuse("setup.not_in_setup", _later(unit), unit=Term("unit", unit_id)))
        elif line.places.home:
            found.append(refuse("setup.fort_fixed", line.clause, unit=Term("unit", unit_id)))
        elif action.to not in allowed_places(forces, line.id):
            found.append(
                refuse(
                    "setup.not_there",
                    line.clause,
                    unit=Term("unit", unit_id),
                    place=place_term(action.to),
                    allowed=tuple(
                        place_term(place) for place in allowed_places(forces, line.id)[:12]
                    ),
                )
            )
    return found


def _later(unit: Unit) -> str:
    """Return the clause by which a unit is not set up: it is in the pool, or arrives."""
    if printed(unit).arrives:
        return "3.6" if unit.side == CHILE else "3.4"
    return "3.5.pool" if unit.side == CHILE else "3.2.pool"


def apply_deploy(play: Play, seat: str, action: Deploy) -> None:
    """Put the units down; ships lie in port."""
    for unit_id in action.units:
        unit = play.units[unit_id]
        play.change(
            unit_id,
            at=action.to,
            in_port=is_ship(unit) and is_friendly_port(play.table, action.to, seat),
        )
    play.tell(
        "setup.deployed",
        "3.1",
        seat=seat_term(seat),
        units=unit_terms(action.units),
        place=place_term(action.to),
    )


def units_to_deploy(view: View) -> list[Unit]:
    """Return the viewer's units that the set-up lets them place (3.2 to 3.5)."""
    edition = view.table.settings.follows("forces")
    return [
        unit
        for unit in view.table.units.values()
        if unit.side == view.viewer
        and (line := lines(edition).get(unit.id)) is not None
        and not line.places.home
    ]


def options_deploy(view: View, field: str, filled: Mapping[str, str]) -> Iterator[Option]:
    """Offer the units in hand by set-up line, then single ones; then their places."""
    edition = view.table.settings.follows("forces")
    if field == "units":
        own = sorted(units_to_deploy(view), key=lambda unit: unit.at != HAND)
        groups: dict[str, list[Unit]] = {}
        for unit in own:
            if unit.at == HAND:
                groups.setdefault(lines(edition)[unit.id].id, []).append(unit)
        for group in groups.values():
            option = stack_option(group)
            if len(group) > 1 and len(option.value) <= 100:
                yield option
        yield from (stack_option([unit]) for unit in own)
    elif field == "to":
        units = filled_list(filled, "units")
        sets = [
            set(allowed_places(edition, lines(edition)[unit].id))
            for unit in units
            if unit in lines(edition)
        ]
        if sets:
            yield from place_options(sorted(set.intersection(*sets)))


def left_in_hand(view: View, filled: Mapping[str, str]) -> Iterator[Text]:
    """Yield how many units are still to be set up once those that are chosen are."""
    chosen = filled_list(filled, "units")
    waiting = [unit for unit in units_to_deploy(view) if unit.at == HAND]
    yield Text("left.to_place", {"n": sum(unit.id not in chosen for unit in waiting)})


def is_set_up(view: View, units: Iterable[str]) -> bool:
    """Say whether set-up is under way and all of some units have been put down already."""
    table = view.table
    return table.phase is Phase.SETUP and all(table.units[one].at != HAND for one in units)


def may_deploy(view: View) -> bool:
    """Say whether the viewer has anything to put down."""
    return bool(units_to_deploy(view))


def unfinished(view: View) -> list[Refusal]:
    """Return what is still to be set up before the set-up can be closed.

    Rules:
        3.1; WP-E12 (lines that want a unit in each of several hexes).
    """
    edition = view.table.settings.follows("forces")
    own = units_to_deploy(view)
    found = []
    missing = [unit for unit in own if unit.at == HAND]
    if missing:
        found.append(
            refuse("setup.still_in_hand", "3.1", units=unit_terms(missing), n=len(missing))
        )
    placements = scenario_for(view.table.settings).placements
    for line in (one for one in placements if one.each and one.side == view.viewer):
        filled = {
            unit.at
            for unit in own
            if lines(edition)[unit.id].clause == line.clause and not is_column(unit)
        }
        for hex_id in line.each:
            if hex_id not in filled and not missing:
                found.append(refuse("setup.each", line.clause, place=place_term(hex_id)))
    return found


DEPLOY = Verb(
    model=Deploy,
    phases=(Phase.SETUP,),
    check=check_deploy,
    apply=apply_deploy,
    options=options_deploy,
    left=left_in_hand,
    possible=may_deploy,
)

VERBS: tuple[AnyVerb, ...] = (DEPLOY,)
