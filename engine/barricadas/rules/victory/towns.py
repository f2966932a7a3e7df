"""The towns that decide a scenario, and how the game ends (2.3; ALB-R4, ALB-R55).

Rules:
    2.3 (victory, length); ALB-R55.
"""

from __future__ import annotations

from engine.barricadas.play import Play, hex_term
from engine.barricadas.state import SEATS, Table, counters_in, other
from engine.barricadas.survey import scenario_of
from engine.kit.wording import seat_term


def take_towns(play: Play) -> None:
    """Note who is in a town alone: they hold it until the other side is (ALB-R55)."""
    held = dict(play.table.held)
    for town in scenario_of(play.table).towns:
        there = {one.side for one in counters_in(play.table, town)}
        if len(there) == 1 and held.get(town) not in there:
            (held[town],) = there
            play.tell("town.taken", "2.3.victory", seat=seat_term(held[town]), hex=hex_term(town))
    if held != play.table.held:
        play.set(held=held)


def towns_of(table: Table, seat: str) -> int:
    """Return how many towns a side holds."""
    return sum(side == seat for side in table.held.values())


def decide(play: Play) -> None:
    """End the game after its last turn (2.3)."""
    scenario = scenario_of(play.table)
    won = towns_of(play.table, scenario.attacker) >= scenario.wins
    winner = scenario.attacker if won else other(scenario.attacker)
    play.end(winner, "towns" if won else "held", "2.3.victory")


def first_held(table: Table) -> dict[str, str]:
    """Return who holds the towns as a game begins: who defends."""
    scenario = scenario_of(table)
    assert scenario.attacker in SEATS, "a scenario's attacker is a side"
    return dict.fromkeys(scenario.towns, other(scenario.attacker))
