"""Who fights in a land combat, and its dice: initiative, the combat advantage chit, the attack.

Rules:
    8.8 (initiative), 8.9 (dice, artillery, chits, terrain), 6.1 with WP-R5 (a column for the
    initiative), 7.6.landing.opposed (the defender's die); WP-R15 to WP-R18, WP-R37, WP-E13.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.api import Term
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.play import Play, place_term, seat_term
from engine.war_of_the_pacific.roster import Kind
from engine.war_of_the_pacific.rules.land.ground import (
    Counters,
    is_column,
    is_fort,
    is_mobile,
    kind_of,
    standing,
)
from engine.war_of_the_pacific.scenario import Chit, Scenario, scenario_for
from engine.war_of_the_pacific.state import LandBattle, Table, Unit, other
from engine.war_of_the_pacific.survey import printed

Both = tuple[int, int]
"""A number of the attacker and one of the defender."""


def numbers(table: Table) -> Scenario:
    """Return the numbers of this game's edition."""
    return scenario_for(table.settings)


def sides(frame: LandBattle) -> tuple[str, str]:
    """Return attacker and defender."""
    return frame.seat, other(frame.seat)


def place_of(frame: LandBattle, side: str) -> str:
    """Return the hex in which *side* fights."""
    return frame.origin if side == frame.seat else frame.target


def force(units: Counters, frame: LandBattle, side: str) -> tuple[Unit, ...]:
    """Return the units of *side* that take part and are still in their hex.

    The attacker's are those that attack; the defender's are all land units of the hex (8.7).
    """
    if side == frame.seat:
        return tuple(units[one] for one in frame.units if units[one].at == frame.origin)
    return standing(units, frame.target, side)


def columns_at(units: Counters, place: str, side: str) -> tuple[Unit, ...]:
    """Return the Supply Columns of *side* at *place*."""
    return standing(units, place, side, is_column)


# --- initiative -----------------------------------------------------------------------------


def initiative_modifiers(units: Counters, frame: LandBattle, data: Scenario) -> Both:
    """Return what attacker and defender add to their die for the initiative (8.8, WP-R5)."""
    attacker, defender = (
        sum(printed(unit.id).modifier for unit in force(units, frame, side))
        + (data.prices.initiative_bonus if spent else 0)
        for side, spent in zip(sides(frame), frame.boost, strict=True)
    )
    return attacker, defender


def initiative_winner(frame: LandBattle, totals: Both) -> str:
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
    chit = _draw(play, data)
    play.tell("battle.chit", chit.clause, seat=seat_term(winner), chit=Term("chit", chit.key))
    if not applies(chit, frame, winner, force(play.units, frame, winner)):
        # WP-E13: only one chit is drawn in a combat, so what differs is where it lies meanwhile.
        at_once = play.table.settings.follows("void_chit") == "en"
        code = "battle.chit_void" if at_once else "battle.chit_out"
        play.tell(code, "8.9.chit.unused", chit=Term("chit", chit.key))
    return winner, chit.key


def _draw(play: Play, data: Scenario) -> Chit:
    """Draw one chit from the full cup: every one goes back after its combat (8.9, WP-E13)."""
    return chit_drawn(play.roll("battle.chit", sides=chits_in_cup(data))[0], data)


def chits_in_cup(data: Scenario) -> int:
    """Return how many chits there are to draw from (8.9)."""
    return sum(chit.count for chit in data.chits)


def chit_drawn(number: int, data: Scenario) -> Chit:
    """Return which chit the *number*-th of the cup is."""
    for chit in data.chits:
        number -= chit.count
        if number <= 0:
            return chit
    raise AssertionError("more chits drawn than counted")


def applies(chit: Chit, frame: LandBattle, winner: str, units: Sequence[Unit]) -> bool:
    """Say whether the chit's words fit whoever drew it: attacker or defender, and his units."""
    role = "attacker" if winner == frame.seat else "defender"
    return chit.role in ("any", role) and (
        chit.kind == "any" or any(kind_of(unit.id).value == chit.kind for unit in units)
    )


# --- the dice -------------------------------------------------------------------------------


def artillery(units: Sequence[Unit], data: Scenario) -> int:
    """Return what the artillery taking part adds to each die of its side (8.9, WP-R17)."""
    return data.combat.artillery * sum(kind_of(unit.id) is Kind.ARTILLERY for unit in units)


def ground_bonus(units: Counters, frame: LandBattle, data: Scenario) -> int:
    """Return what the ground adds to each of the defender's dice.

    The terrain of his hex, a river between the two unless a railway crosses it, a fort of his in
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
    if standing(units, target, other(frame.seat), is_fort):
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


def volley(units: Counters, frame: LandBattle, side: str, data: Scenario) -> Volley:
    """Return the dice that a side rolls.

    One die a unit, one for a Supply Column, one for the defender of an opposed landing, and those
    of the chit. The chit's modifier helps a single unit, so a single die.

    Rules:
        8.9, 8.9.supply, 8.9.chit, 7.6.landing.opposed; WP-R15, WP-R16, WP-R18.
    """
    chit = next(one for one in data.chits if one.key == frame.chit)
    index = sides(frame).index(side)
    taking_part = force(units, frame, side)
    count = len(taking_part) + bool(frame.extra[index])
    modifier = artillery(taking_part, data)
    if index == 1:
        modifier += ground_bonus(units, frame, data)
        count += data.ships.landing_defence_dice if frame.landing else 0
    leader = 0
    if side == frame.winner and applies(chit, frame, side, taking_part):
        count += chit.extra_dice + chit.unit_dice - 1
        leader = chit.modifier
    return Volley(count, modifier, leader, data.combat.hit_on)


def fight(play: Play, frame: LandBattle) -> Both:
    """Roll the dice of both sides and return their hits (8.9)."""
    data = numbers(play.table)
    attacker, defender = (
        _roll(play, index, side, volley(play.units, frame, side, data))
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


def pay(play: Play, frame: LandBattle, side: str, price: int, code: str, rule: str) -> None:
    """Take *price* Supply Columns of *side* out of its hex and write the event *code*."""
    place = place_of(frame, side)
    for column in columns_at(play.units, place, side)[:price]:
        play.remove(column.id)
    play.tell(code, rule, seat=seat_term(side), place=place_term(place), n=price)


def movable(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return those of *units* that can leave their hex: all but forts (WP-R37)."""
    return tuple(unit for unit in units if is_mobile(unit))
