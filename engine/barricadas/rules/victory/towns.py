"""The towns that decide a scenario, and how the game ends (2.3; ALB-R4, ALB-R55).

Rules:
    2.3 (victory, length); ALB-R55.
    Also 2.3.length.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.barricadas.play import Play, hex_term
from engine.barricadas.state import SEATS, Counter, Table, counters_in, hex_of, other
from engine.barricadas.survey import battlefield_of, is_vehicle, scenario_of
from engine.kit.wording import seat_term


def take_towns(play: Play, acted: Collection[str]) -> None:
    """Give towns to the combat counters that end their own activation there (ALB-R55).

    Args:
        play: The working copy.
        acted: Who was activated, without those who were pushed back.
    """
    held = dict(play.table.held)
    those = (play.counter(key) for key in acted)
    taken = {hex_of(play.table, one): one.side for one in those if takes(one)}
    for town in scenario_of(play.table).towns:
        if town in taken and held.get(town) != taken[town]:
            held[town] = taken[town]
            play.tell("town.taken", "2.3.victory", seat=seat_term(held[town]), hex=hex_term(town))
    if held != play.table.held:
        play.set(held=held)


def takes(counter: Counter) -> bool:
    """Say whether a counter can take a town: it fights, and is neither in retreat nor a load."""
    troops = counter.printed is not None and not is_vehicle(counter)
    return troops and not counter.routed and not counter.carrier


def towns_of(table: Table, seat: str) -> int:
    """Return how many towns a side holds."""
    return sum(side == seat for side in table.held.values())


def scored(table: Table, seat: str) -> tuple[str, ...]:
    """Return the towns that a side holds; once the game is over those that counted for it.

    Where markers are left nobody sees who is beneath, and so what counted: then what is held.
    """
    if table.ending is not None and not table.shades:
        return counted(table, seat)
    return tuple(town for town, side in table.held.items() if side == seat)


def counted(table: Table, seat: str) -> tuple[str, ...]:
    """Return the towns that count for a side as the game ends (ALB-R55).

    Of the attacker's those count in or beside which a counter of theirs stands.
    """
    mine = tuple(sorted(town for town, side in table.held.items() if side == seat))
    if scenario_of(table).attacker != seat:
        return mine
    battlefield = battlefield_of(table)
    return tuple(
        town
        for town in mine
        if any(any(counters_in(table, one, seat)) for one in (town, *battlefield.adjacent(town)))
    )


def decide(play: Play) -> None:
    """End the game after its last turn (2.3)."""
    scenario, table = scenario_of(play.table), play.table
    counts = counted(table, scenario.attacker)
    for town in sorted(table.held):
        if table.held[town] == scenario.attacker and town not in counts:
            attacker = seat_term(scenario.attacker)
            play.tell("town.left", "2.3.victory", seat=attacker, hex=hex_term(town))
    won = len(counts) >= scenario.wins
    winner = scenario.attacker if won else other(scenario.attacker)
    play.end(winner, "towns" if won else "held", "2.3.victory")


def first_held(table: Table) -> dict[str, str]:
    """Return who holds the towns as a game begins: who defends."""
    scenario = scenario_of(table)
    assert scenario.attacker in SEATS, "a scenario's attacker is a side"
    return dict.fromkeys(scenario.towns, other(scenario.attacker))
