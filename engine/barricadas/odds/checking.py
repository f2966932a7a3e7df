"""Odds of morale, recovery and initiative (3.2, 3.3, 7.3, 10.2, 10.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api import Odds, Text
from engine.barricadas.actions import Together
from engine.barricadas.play import counter_term
from engine.barricadas.rules.command import coordination
from engine.barricadas.rules.command.initiative import chance
from engine.barricadas.rules.morale.checks import counter_morale
from engine.barricadas.rules.morale.recovery import recoverable
from engine.barricadas.rules.turn.together import officers
from engine.barricadas.sequence import bonus_of
from engine.barricadas.state import Counter, Table, hex_of, other
from engine.barricadas.survey import is_beside_enemy
from engine.barricadas.tables import morale
from engine.chances.odds import tell_odds
from engine.chances.probability import Distribution
from engine.kit.wording import seat_term


def of_activation(table: Table, leader: Counter) -> Odds:
    """Return whether a counter out of command does what it is told (3.3)."""
    likely = morale.chance(counter_morale(table, leader))
    return tell_odds(
        Text("odds.obeys", {"who": counter_term(leader)}),
        "3.3.check",
        Distribution.of_chances({True: likely, False: 1 - likely}),
        lambda held: Text("odds.holds" if held else "odds.fails"),
        worst=lambda held: not held,
    )


def of_coordination(table: Table, action: Together) -> Odds:
    """Return whether two officers act together (7.3)."""
    likely = coordination.chance(*officers(table, action))
    one, two = counter_term(action.leader), counter_term(action.second)
    return tell_odds(
        Text("odds.coordinates", {"who": one, "other": two}),
        "7.3.roll",
        Distribution.of_chances({True: likely, False: 1 - likely}),
        lambda both: Text("odds.together" if both else "odds.alone", {"who": one}),
        worst=lambda both: not both,
    )


def of_recovery(table: Table, leader: Counter, *, themselves: bool) -> Iterator[Odds]:
    """Yield whether each who is in retreat recovers (10.4)."""
    for one, figure in recoverable(table, leader, themselves=themselves):
        if is_beside_enemy(table, hex_of(table, one), one.side):
            continue
        likely = morale.chance(figure)
        yield tell_odds(
            Text("odds.recovers", {"who": counter_term(one)}),
            "10.4",
            Distribution.of_chances({True: likely, False: 1 - likely}),
            lambda held: Text("odds.recovered" if held else "odds.still_routed"),
            worst=lambda held: not held,
        )


def of_initiative(table: Table, seat: str) -> Odds:
    """Return who begins the next turn (3.2)."""
    likely = chance(bonus_of(table, seat), bonus_of(table, other(seat)))
    return tell_odds(
        Text("odds.initiative"),
        "3.2",
        Distribution.of_chances({seat: likely, other(seat): 1 - likely}),
        lambda one: Text("odds.begins", {"seat": seat_term(one)}),
        worst=lambda one: one != seat,
    )
