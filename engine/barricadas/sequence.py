"""The order of play (3), readable from top to bottom.

Set-up of both sides at once; then turns: replacements, command, initiative, activations by turns
until both pass, and markers. A side with nobody to activate passes by itself.

Rules:
    7.2.place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.api import Seat, Term
from engine.barricadas.actions import Lower
from engine.barricadas.flow import Flow
from engine.barricadas.play import Play, hex_term
from engine.barricadas.rules.command.initiative import Bonus, decide
from engine.barricadas.rules.turn import markers, recognition
from engine.barricadas.rules.turn.activation import activatable, is_over
from engine.barricadas.rules.victory import towns
from engine.barricadas.state import (
    ABOARD,
    DEAD,
    LEFT,
    SEATS,
    Phase,
    Reaction,
    Table,
    hex_of,
    members,
    other,
)
from engine.barricadas.survey import is_armour, is_vehicle, rides_armour, scenario_of
from engine.barricadas.weather import weather_of
from engine.kit import working_copy as kit
from engine.kit.standing_orders import in_force
from engine.kit.wording import seat_term

CLAUSES: Mapping[Phase, str] = {Phase.SETUP: "2.3", Phase.ACTIVATION: "3.3"}
"""Where the rulebook has each phase."""


def begin_turn(play: Play) -> None:
    """Begin the next turn: replacements, command, initiative (7.2, 3.1, 3.2)."""
    play.set(turn=play.table.turn + 1, phase=Phase.ACTIVATION, passed=())
    play.tell("turn.begins", "3", n=play.table.turn, last=scenario_of(play.table).turns)
    _tell_weather(play)
    _replace_officers(play)
    play.table = markers.with_commands(play.battlefield, play.table)
    _initiative(play)
    run_on(play)


def _tell_weather(play: Play) -> None:
    """Say what the weather is where it is another than before; it shows more, or less (6)."""
    table = play.table
    now, before = weather_of(table), weather_of(replace(table, turn=table.turn - 1))
    if before is not None and now != before:
        play.tell("weather.ends", "6.weather", weather=Term("weather", before.kind))
        recognition.look_round(play)
    if now is not None and (table.turn == 1 or now != before):
        kind = Term("weather", now.kind)
        play.tell("weather.begins", "6.weather", weather=kind, last=now.last, n=-now.seen)


def _replace_officers(play: Play) -> None:
    """Let replacements come for officers who are gone, on the strongest counter (ALB-R69).

    An officer of armour rides it; where none is left nobody comes (ALB-R76).
    """
    for one in tuple(play.table.counters.values()):
        if one.officer is None or one.at not in (DEAD, LEFT):
            continue
        rides = rides_armour(one)
        fits = is_armour if rides else lambda each: not is_vehicle(each)
        left = list(filter(fits, members(play.table, one.unit)))
        if left:
            with_ = min(left, key=lambda each: (each.routed, -each.steps, each.id))
            place = hex_of(play.table, with_)
            at = f"{ABOARD}{with_.id}" if rides else place
            play.change(one.id, at=at, replaced=True, unseen=with_.unseen, finished=False)
            play.tell_of(
                "officer.replaced", "7.2", (one.id,), one.side, felt=False, hex=hex_term(place)
            )


def bonus_of(table: Table, seat: str) -> Bonus:
    """Return what a side adds to its die of the turn that begins next (3.2)."""
    scenario = scenario_of(table)
    return Bonus(scenario.attacker == seat, table.initiative == seat, scenario.of(seat).initiative)


def _initiative(play: Play) -> None:
    bonuses = {seat: bonus_of(play.table, seat) for seat in SEATS}

    def roll() -> tuple[int, int]:
        one, two = play.roll("initiative", 2)
        return one, two

    winner, thrown = decide(bonuses, roll)
    assert winner in SEATS
    shown = tuple(die for dice in thrown for die in dice)
    play.tell("initiative", "3.2", seat=seat_term(winner), dice=shown)
    play.set(initiative=winner, player=winner)


def go_on(play: Play, ended: kit.Flow) -> None:
    """Go on from what a rule says has come to its end."""
    if ended.what is Flow.SETUP:
        begin_turn(play)
    else:
        # The other side has its turn to activate, after one has acted or passed (3.3).
        play.set(player=other(ended.seat))
        run_on(play)


def run_on(play: Play) -> None:
    """Pass for who has nobody to activate, and end the turn once it is over (3.3, 3.5)."""
    while play.table.ending is None and not play.table.frames:
        table = play.table
        if is_over(table):
            if len(set(table.passed)) < len(SEATS):
                play.look_at_hidden(other(table.passed[0]))
            end_turn(play)
            return
        if any(True for _ in activatable(table, table.player)):
            return
        play.look_at_hidden(table.player)
        play.tell("pass.nobody", "3.3.pass", seat=seat_term(table.player))
        play.set(passed=(*table.passed, table.player), player=other(table.player))


def end_turn(play: Play) -> None:
    """Take off the markers, and begin the next turn or end the game (3.5, 2.3)."""
    for seat in SEATS:
        _lower(play, seat)
    play.table = markers.cleared(play.battlefield, play.table)
    play.tell("turn.ends", "3.5", n=play.table.turn)
    if play.table.turn >= scenario_of(play.table).turns:
        towns.decide(play)
    else:
        begin_turn(play)


def _lower(play: Play, seat: Seat) -> None:
    """Take off the markers of reaction that a side no longer wants (3.5, ALB-R73)."""
    order = in_force(play.secrets[seat].standing, Lower)
    for key in () if order is None else order.counters:
        one = play.counter(key)
        if one.on_ground and one.reaction is not Reaction.NONE:
            play.change(key, reaction=Reaction.NONE)
            play.tell_of("markers.lowered", "3.5.reaction", (key,), seat, felt=False)
