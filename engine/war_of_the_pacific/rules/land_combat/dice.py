"""The dice of a land combat (8.9): one a unit, artillery, terrain, and what is a hit.

Rules:
    8.9, 8.9.dice, 8.9.artillery, 8.9.terrain, 8.9.sum; 7.6.landing.die; WP-R15 to WP-R18, WP-R37,
    WP-E13.
    Also 8.9.terrain.example, 8.9.terrain.river, 8.9.terrain.table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.counters import (
    Counters,
    is_fort,
    kind_of,
)
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import Play, seat_term
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.land_combat.combat_advantage import applies
from engine.war_of_the_pacific.rules.land_combat.forces import PerSide, force, place_of, sides
from engine.war_of_the_pacific.scenario import Scenario, scenario_for
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import LandBattle, Unit, other
from engine.war_of_the_pacific.survey import land_units, units_at

# --- the dice -------------------------------------------------------------------------------


def artillery(
    units: Counters, frame: LandBattle, side: str, taking_part: Sequence[Unit], settings: Settings
) -> int:
    """Return what artillery adds to each die of its side.

    All of the side's that is stacked in the hex it fights from or, by the other reading, what
    itself takes part of it.

    Rules:
        8.9.artillery; WP-R17.
    """
    guns = taking_part
    if settings.artillery == "stacked":
        guns = land_units(units, place_of(frame, side), side)
    numbers = scenario_for(settings).combat
    return numbers.artillery * sum(kind_of(unit) is Kind.ARTILLERY for unit in guns)


def ground_bonus(units: Counters, frame: LandBattle, data: Scenario) -> int:
    """Return what the ground adds to each of the defender's dice.

    The terrain of the hex, a river between the two unless a railway crosses it, a fort of theirs in
    the hex: all of them together.

    Rules:
        8.9.terrain.
    """
    board = load_board()
    origin, target = frame.origin, frame.target
    defence = data.terrain.defence
    bonus = 0 if target == BOX else defence.get(board.terrain(target), 0)
    if board.river(origin, target) and not board.rail(origin, target):
        bonus += defence["river"]
    if units_at(units, target, other(frame.seat), is_fort):
        bonus += defence["fort"]
    return bonus


@dataclass(frozen=True, slots=True)
class Volley:
    """The dice of one side.

    Attributes:
        dice: How many are rolled.
        modifier: What is added to each.
        leader: What the chit adds to a single one besides.
        need: What a die must come to for a hit.
    """

    dice: int
    modifier: int
    leader: int
    need: int

    def results(self, dice: Sequence[int]) -> tuple[int, ...]:
        """Return what the dice come to; what exceeds the number needed is ignored (WP-R18)."""
        added = (self.modifier + (0 if place else self.leader) for place in range(len(dice)))
        return tuple(min(die + more, self.need) for die, more in zip(dice, added, strict=True))

    def hits(self, dice: Sequence[int]) -> int:
        """Return how many of the dice hit (8.9)."""
        return sum(one >= self.need for one in self.results(dice))


def volley(units: Counters, frame: LandBattle, side: str, settings: Settings) -> Volley:
    """Return the dice that a side rolls.

    One die a unit, one for a Supply Column, one for the defender of an opposed landing, and those
    of the chit. The chit's modifier helps a single unit, so a single die.

    Rules:
        8.9, 8.9.supply, 8.9.chit, 7.6.landing.opposed; WP-R15, WP-R16, WP-R18.
    """
    data = scenario_for(settings)
    chit = next(one for one in data.chits if one.key == frame.chit)
    index = sides(frame).index(side)
    taking_part = force(units, frame, side)
    count = len(taking_part) + bool(frame.extra[index])
    modifier = artillery(units, frame, side, taking_part, settings)
    if index == 1:
        modifier += ground_bonus(units, frame, data)
        count += data.ships.landing_defence_dice if frame.landing else 0
    leader = 0
    if side == frame.winner and applies(chit, frame, side, taking_part):
        count += chit.extra_dice + chit.unit_dice - 1
        leader = chit.modifier
    return Volley(count, modifier, leader, data.combat.hit_on)


def fight(play: Play, frame: LandBattle) -> PerSide:
    """Roll the dice of both sides and return their hits (8.9)."""
    settings = play.table.settings
    attacker, defender = (
        _roll(play, index, side, volley(play.units, frame, side, settings))
        for index, side in enumerate(sides(frame))
    )
    return attacker, defender


def _roll(play: Play, index: int, side: str, dice_of: Volley) -> int:
    dice = play.roll(("battle.attack", "battle.defence")[index], dice_of.dice)
    hits = dice_of.hits(dice)
    play.tell(
        ("battle.attack_dice", "battle.defence_dice")[index],
        "8.9",
        seat=seat_term(side),
        dice=dice,
        results=dice_of.results(dice),
        modifier=dice_of.modifier,
        n=hits,
    )
    return hits
