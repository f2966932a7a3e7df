"""How those who evade move: they turn away, throw, and go a full move (5.evade.turn, 5.evade.dice).

Rules:
    5.evade.turn, 5.evade.dice, 5.evade.zone, 5.leave, 5.group.pace, 5.through, 5.through.end;
    ADG-R23, ADG-R75.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.art_of_war.ground import Going
from engine.art_of_war.groups import unlike
from engine.art_of_war.plane.angles import HALF, QUARTER
from engine.art_of_war.plane.contact import collide, distance, touch
from engine.art_of_war.plane.paths import longest, straight
from engine.art_of_war.plane.poses import Base, Edge, Pose, ahead, placed, spun
from engine.art_of_war.plane.shapes import Shape, on_table
from engine.art_of_war.plane.zones import zones_entered
from engine.art_of_war.play import Play, group_term, unit_term
from engine.art_of_war.rules.charge.evading import Attack
from engine.art_of_war.rules.charge.following import barred_ground
from engine.art_of_war.rules.charge.surroundings import SIZE, Surroundings
from engine.art_of_war.rules.command.riding import stand
from engine.art_of_war.rules.movement.leaving import leave
from engine.art_of_war.rules.movement.pacing import full_pace
from engine.art_of_war.rules.movement.passing import may_pass
from engine.art_of_war.state import Table
from engine.art_of_war.survey import base_of, pace_over, profile_of
from engine.art_of_war.troops import UD

AWAY: Final[Mapping[Edge, int]] = {"front": HALF, "left": QUARTER, "right": -QUARTER, "rear": 0}
"""How a unit turns from an attack on an edge, clockwise where positive (5.evade.turn)."""

ASIDE: Final = (0, 150, -150, 300, -300, 450, -450)
"""How far off straight away it may go where that leads further (ADG-R75), tenths of a degree."""

_STEP = 5


@dataclass(frozen=True, slots=True)
class Flight:
    """Where an evading unit would go.

    Attributes:
        start: Where it stands after its turn.
        length: How far it comes.
        leaves: Whether that leads off the table.
        zones: How many zones of enemies it leads through who do not charge it.
    """

    start: Pose
    length: int
    leaves: bool
    zones: int

    @property
    def end(self) -> Pose:
        """Where it ends."""
        return ahead(self.start, self.length)


def thrown(die: int) -> int:
    """Return what a die adds to a move of evasion or charge, in hundredths (5.evade.dice)."""
    return (UD, UD, 0, 0, -UD, -UD)[die - 1]


def evade_all(play: Play, who: Sequence[str], found: Mapping[str, Attack]) -> None:
    """Let units evade: each group that evades one charge throws, turns and goes together.

    Args:
        play: The battle.
        who: They.
        found: What comes at each.
    """
    for group in _groups(play.table, who, found):
        die = play.die("evade")
        by = thrown(die)
        play.tell(
            "evade.die",
            "5.evade.dice",
            who=group_term(group),
            n=len(group),
            die=die,
            ud=Fraction(by, UD),
        )
        pace = min(full_pace(play.unit(key)) for key in group)
        attack = found[group[0]]
        turn = _turn(play.table, group, attack, pace + by)
        waiting = _farthest_first(play.table, group, attack)
        while waiting:
            _go(play, waiting.pop(0), turn, attack, pace, by, waiting)


def foreseen(table: Table, who: Sequence[str], found: Mapping[str, Attack]) -> Mapping[str, Pose]:
    """Return where those end who evade, by id, if the die adds nothing and nobody has moved yet."""
    ends: dict[str, Pose] = {}
    for group in _groups(table, who, found):
        pace = min(full_pace(table.units[key]) for key in group)
        attack = found[group[0]]
        turn = _turn(table, group, attack, pace)
        surroundings = Surroundings(table, table.units[group[0]].side)
        ends |= {key: _flight(surroundings, key, turn, attack, pace, group).end for key in group}
    return ends


def _groups(
    table: Table, who: Sequence[str], found: Mapping[str, Attack]
) -> Iterator[tuple[str, ...]]:
    """Yield who evades together: those that touch, fit, and are charged alike (ADG-R23)."""
    left = list(who)
    while left:
        group = [left.pop(0)]
        for one in group:
            for other in tuple(left):
                if _together(table, group, one, other, found):
                    left.remove(other)
                    group.append(other)
        yield tuple(group)


def _together(
    table: Table, group: Sequence[str], one: str, other: str, found: Mapping[str, Attack]
) -> bool:
    mine, theirs = table.units[one], table.units[other]
    if mine.corps != theirs.corps or found[one].edges[0] != found[other].edges[0]:
        return False
    if not set(found[one].charges) & set(found[other].charges):
        return False
    if unlike(profile_of(table.units[key]) for key in (*group, other)):
        return False
    return touch(base_of(mine), base_of(theirs))


def _farthest_first(table: Table, group: Sequence[str], attack: Attack) -> list[str]:
    """Return a group's units, those first who are farthest from who charges."""
    chargers = [base_of(table.units[key]) for key in attack.by]

    def away(key: str) -> tuple[int, str]:
        base = base_of(table.units[key])
        return -min(distance(base, one) for one in chargers), key

    return sorted(group, key=away)


def _turn(table: Table, group: Sequence[str], attack: Attack, reach: int) -> int:
    """Return how a group turns: straight away, or as near to that as leads further (ADG-R75).

    Charged from several sides it chooses among them.
    """
    surroundings = Surroundings(table, table.units[group[0]].side)

    def worth(turn: int) -> tuple[bool, int, int]:
        flights = [_flight(surroundings, key, turn, attack, reach, group) for key in group]
        return (
            any(one.leaves for one in flights),
            sum(one.zones for one in flights),
            sum(reach - one.length for one in flights),
        )

    turns = [AWAY[edge] + aside for aside in ASIDE for edge in attack.edges]
    return min(turns, key=worth)


def _flight(
    surroundings: Surroundings,
    key: str,
    turn: int,
    attack: Attack,
    reach: int,
    group: Sequence[str] = (),
    waiting: Sequence[str] = (),
) -> Flight:
    """Return where a unit goes that evades after a turn, as far as others let it.

    Args:
        surroundings: The table as its own side sees it.
        key: The unit.
        turn: How it turns.
        attack: What comes at it.
        reach: How far it may go.
        group: Who goes with it, and is in nobody's way.
        waiting: Who goes with it after it: it passes them, but does not end on them.
    """
    base = surroundings.bases[key]
    start = _start(surroundings, key, turn)
    there = placed(base, start)
    friends, bars = _others(surroundings, key, start.facing, group, waiting)
    length = longest(there, bars, "ahead", max(0, reach))
    around = (*friends, *bars)
    while length and any(collide(placed(base, ahead(start, length)), one) for one in around):
        length = max(0, length - _STEP)
    if not length and any(collide(there, one) for one in around):
        # No room to turn either.
        start, there = base.pose, base
    path = straight(there, "ahead", length)
    zones = {one: area for one, area in surroundings.zones.items() if one not in attack.by}
    leaves = not on_table(placed(base, path.end), SIZE)
    return Flight(start, length, leaves, len(zones_entered(path, zones)))


def _start(surroundings: Surroundings, key: str, turn: int) -> Pose:
    """Return where a unit stands after a turn about the middle of its front plate."""
    base, plate = surroundings.bases[key], profile_of(surroundings.table.units[key]).troop.plate
    return spun(Base(base.pose, base.width, plate), turn)


def _others(
    surroundings: Surroundings, key: str, course: int, group: Sequence[str], waiting: Sequence[str]
) -> tuple[list[Base], list[Shape]]:
    """Return the friends that a unit may pass through, and everything that bars its way."""
    table = surroundings.table
    unit = table.units[key]
    friends: list[Base] = []
    bars: list[Shape] = []
    for other, base in surroundings.bases.items():
        if other == key or other in group:
            continue
        friend = table.units.get(other)
        mine = friend is not None and friend.side == unit.side
        if other in waiting or (mine and may_pass(table, unit, table.units[other], course)):
            friends.append(base)
        else:
            bars.append(base)
    return friends, [*bars, *barred_ground(table, key)]


def _go(
    play: Play, key: str, turn: int, attack: Attack, pace: int, by: int, waiting: Sequence[str]
) -> None:
    """Let one unit turn and go, before those *waiting*, as far as its ground and others let it."""
    unit = play.unit(key)
    surroundings = Surroundings(play.table, unit.side)
    reach = _reach(surroundings, key, turn, pace, by)
    flight = _flight(surroundings, key, turn, attack, reach, waiting=waiting)
    play.change(key, evaded=True)
    if flight.leaves:
        play.tell("evade.leaves", "5.leave", who=unit_term(unit))
        leave(play, key)
        return
    stand(play, key, flight.end)
    play.tell("evade.goes", "5.evade", who=unit_term(unit), ud=Fraction(flight.length, UD))


def _reach(surroundings: Surroundings, key: str, turn: int, pace: int, by: int) -> int:
    """Return how far a unit may go over the ground on its way, at its group's pace at most.

    It goes by the worst ground that it comes into, as a move does (5.terrain.worst).
    """
    base, own = surroundings.bases[key], profile_of(surroundings.table.units[key]).pace
    start = placed(base, _start(surroundings, key, turn))
    for going in (Going.OPEN, Going.ROUGH, Going.DIFFICULT):
        mine = pace_over(own, going)
        reach = max(0, min(pace, mine) + by)
        end = ahead(start.pose, reach)
        ground = Base(end, base.width, base.depth + reach)
        if surroundings.pace(key, base, ground) >= mine:
            break
    return reach
