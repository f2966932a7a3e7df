"""What a land combat asks: who owes which answer in its present stage, with the buttons for it.

Rules:
    6.1, 8.9.supply, 8.9.losses, 8.10, 8.10.blocked with WP-E10, 8.11.
"""

from __future__ import annotations

from itertools import islice

from engine.api import Choice, Decision, Term, Text
from engine.war_of_the_pacific.actions import Advance, Lose, Retreat, Spend, Stop
from engine.war_of_the_pacific.play import place_term, seat_term, unit_terms
from engine.war_of_the_pacific.rules.land.step_losses import cheapest_loss
from engine.war_of_the_pacific.rules.land_combat.advance import advance_group, advancers, room_ahead
from engine.war_of_the_pacific.rules.land_combat.forces import force, place_of, sides
from engine.war_of_the_pacific.rules.land_combat.losses import best_stand, loss_groups, owed_by
from engine.war_of_the_pacific.rules.land_combat.retreat import retreat_places
from engine.war_of_the_pacific.state import SEATS, LandBattle, Table
from engine.war_of_the_pacific.survey import columns_at

_NOBODY = Text("battle.nobody")

BUTTONS = 4
"""Most losses offered as buttons; the rest are found by typing."""


def decide(table: Table, frame: LandBattle) -> tuple[Decision, ...]:
    """Return who owes what in the combat's present stage."""
    attacker, defender = sides(frame)
    match frame.stage:
        case "initiative":
            return (_ask_spend(table, frame, defender, "battle.initiative", "6.1.initiative"),)
        case "supply":
            side = attacker if frame.extra[0] is None else defender
            return (_ask_spend(table, frame, side, "battle.supply", "8.9.supply"),)
        case "losses":
            return tuple(_ask_losses(table, frame, side) for side in SEATS if owed_by(frame, side))
        case "retreat":
            return (_ask_retreat(table, frame),)
        case "cut_off":
            return (_ask_cut_off(table, frame),)
        case "advance":
            return (_ask_advance(table, frame),)


def _ask(
    table: Table,
    frame: LandBattle,
    seat: str,
    code: str,
    rule: str,
    kinds: tuple[str, ...],
    choices: tuple[Choice, ...],
    n: int = 0,
) -> Decision:
    return Decision(
        f"{frame.born}.{code}.{seat}",
        seat,
        code,
        rule,
        {
            "place": place_term(frame.target),
            "start": place_term(frame.origin),
            "attacker": seat_term(frame.seat),
            "n": n,
        },
        kinds,
        choices,
        interrupt=seat != table.player,
    )


def _ask_spend(table: Table, frame: LandBattle, seat: str, code: str, rule: str) -> Decision:
    choices = (
        Choice(Text("battle.spend"), Spend(spend=True)),
        Choice(Text("battle.keep"), Spend(spend=False)),
    )
    n = len(columns_at(table.units, place_of(frame, seat), seat))
    return _ask(table, frame, seat, code, rule, ("spend",), choices, n)


def _ask_losses(table: Table, frame: LandBattle, seat: str) -> Decision:
    owed = owed_by(frame, seat)
    groups = islice(loss_groups(force(table.units, frame, seat), owed), BUTTONS)
    choices = tuple(
        Choice(Text("battle.lose", {"units": unit_terms(group)}), Lose(units=group))
        for group in groups
    )
    return _ask(table, frame, seat, "battle.losses", "8.9.losses", ("lose",), choices, owed)


def _ask_retreat(table: Table, frame: LandBattle) -> Decision:
    units = table.units
    away = [
        Choice(Text("battle.retreat_to", {"place": place_term(near)}), Retreat(to=near))
        for near in retreat_places(table, frame, frame.loser)
    ]
    stand = [
        Choice(
            Text("battle.stand", {"unit": Term("unit", unit.id)}),
            Lose(units=(unit.id,)),
            danger=unit.steps == 1,
        )
        for unit in best_stand(units, frame)[:BUTTONS]
    ]
    choices = (*away, *stand)
    return _ask(
        table, frame, frame.loser, "battle.retreat", "8.10", ("retreat", "lose"), choices, len(away)
    )


def _ask_cut_off(table: Table, frame: LandBattle) -> Decision:
    beaten = sorted(force(table.units, frame, frame.loser), key=cheapest_loss)
    choices = tuple(
        Choice(
            Text("battle.lose", {"units": unit_terms((unit,))}),
            Lose(units=(unit.id,)),
            danger=unit.steps == 1,
        )
        for unit in beaten[:BUTTONS]
    )
    return _ask(table, frame, frame.loser, "battle.cut_off", "8.10.blocked", ("lose",), choices, 1)


def _ask_advance(table: Table, frame: LandBattle) -> Decision:
    group = advance_group(table, frame)
    place = place_term(frame.target)
    alone = all(unit.at == frame.origin for unit in advancers(table, frame))
    hold = Text("battle.hold", {"place": place_term(frame.origin)}) if alone else _NOBODY
    choices = (
        Choice(
            Text("battle.advance", {"units": unit_terms(group), "place": place}),
            Advance(units=tuple(unit.id for unit in group)),
        ),
        Choice(hold, Stop()),
    )
    able = len(advancers(table, frame))
    free = min(able, room_ahead(table, table.units, frame.target, frame.seat))
    kinds = ("advance", "stop")
    return _ask(table, frame, frame.seat, "battle.advance", "8.11", kinds, choices, free)
