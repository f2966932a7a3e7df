"""The initiative of a combat (8.8): both sides roll, and the higher draws a Combat Advantage chit.

Rules:
    8.8, 8.8.tie, 8.8.modifier, 6.1.initiative; WP-R5, WP-R15.
    Also 8.8.modifier.each, 8.9.chit.one.
"""

from __future__ import annotations

from engine.api import Term
from engine.war_of_the_pacific.counters import (
    Counters,
    printed,
)
from engine.war_of_the_pacific.play import Play, seat_term
from engine.war_of_the_pacific.rules.land_combat.combat_advantage import applies, draw_chit
from engine.war_of_the_pacific.rules.land_combat.forces import PerSide, force, numbers, sides
from engine.war_of_the_pacific.scenario import Scenario
from engine.war_of_the_pacific.state import LandBattle


def initiative_modifiers(units: Counters, frame: LandBattle, data: Scenario) -> PerSide:
    """Return what attacker and defender add to their die for the initiative (8.8, WP-R5)."""
    attacker, defender = (
        sum(printed(unit).modifier for unit in force(units, frame, side))
        + (data.prices.initiative_bonus if spent else 0)
        for side, spent in zip(sides(frame), frame.boost, strict=True)
    )
    return attacker, defender


def initiative_winner(frame: LandBattle, totals: PerSide) -> str:
    """Return who wins the initiative: the defender also a tie (8.8)."""
    return sides(frame)[0 if totals[0] > totals[1] else 1]


def contest(play: Play, frame: LandBattle) -> tuple[str, str]:
    """Roll for the initiative and draw a chit; return the winner and the chit's key.

    Each side adds the printed modifiers of its units and one for a Supply Column spent on it; a
    tie goes to the defender.

    Rules:
        8.8, 8.9.chit; WP-R5.
    """
    data = numbers(play.table)
    dice = tuple(play.roll("battle.initiative")[0] for _ in sides(frame))
    added = initiative_modifiers(play.units, frame, data)
    totals = dice[0] + added[0], dice[1] + added[1]
    winner = initiative_winner(frame, totals)
    play.tell(
        "battle.initiative",
        "8.8.tie" if totals[0] == totals[1] else "8.8",
        attacker=seat_term(sides(frame)[0]),
        defender=seat_term(sides(frame)[1]),
        dice=dice,
        totals=totals,
        winner=seat_term(winner),
    )
    chit = draw_chit(play, data)
    play.tell("battle.chit", chit.clause, seat=seat_term(winner), chit=Term("chit", chit.key))
    if not applies(chit, frame, winner, force(play.units, frame, winner)):
        # WP-E13: only one chit is drawn in a combat, so what differs is where it lies meanwhile.
        at_once = play.table.settings.follows("void_chit") == "en"
        code = "battle.chit_void" if at_once else "battle.chit_out"
        play.tell(code, "8.9.chit.unused", chit=Term("chit", chit.key))
    return winner, chit.key
