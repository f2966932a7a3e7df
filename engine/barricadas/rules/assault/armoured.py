"""Armour in assaults: its own, and infantry's against it (9.4, 9.5).

By post nobody is asked for the answer to armour: all in reaction give it, otherwise the one of each
kind that has most steps, guns first (ALB-R71).

Rules:
    5.8.2.1, 5.8.2.2, 9.4, 9.5; ALB-R46 to ALB-R48, ALB-R71, ALB-H10.
    Also 5.8.2.1.buildings, 5.8.2.1.cover, 5.8.2.2.armour, 9.4.after, 9.4.check, 9.4.guns,
    9.4.guns.one, 9.4.infantry, 9.4.infantry.one, 9.4.points, 9.4.sequence.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.barricadas.board import Ground
from engine.barricadas.frames import Assault, Deed
from engine.barricadas.play import Play, counter_terms, hex_term
from engine.barricadas.roster import GUNS, Munition
from engine.barricadas.rules.assault.surrendering import surrender
from engine.barricadas.rules.attack.aiming import Salvo, weapon_of
from engine.barricadas.rules.attack.firing import Shells, fire, strike, strike_melee
from engine.barricadas.rules.morale.checks import check_unit, passes, rout
from engine.barricadas.rules.movement.costs import step_cost
from engine.barricadas.rules.movement.going_back import go_back, may_end, remove
from engine.barricadas.rules.movement.moves import points_of
from engine.barricadas.rules.obstacles import mines
from engine.barricadas.rules.obstacles.crossing import closed_to, crossing_of
from engine.barricadas.rules.stacking.limits import fits
from engine.barricadas.state import (
    DEAD,
    Counter,
    Reaction,
    Table,
    counters_in,
    is_enemy_in,
    other,
)
from engine.barricadas.survey import battlefield_of, gait_of, is_armour, scenario_of
from engine.barricadas.tables.anti_armour import ABLE, hits_armour, modifier
from engine.barricadas.tables.armoured_assault import load_columns
from engine.barricadas.tables.armoured_assault import modifier as assault_modifier
from engine.barricadas.tables.fire import hits, load_fire_table

OPEN = frozenset((Ground.OPEN, Ground.MINOR_RIVER, Ground.MAJOR_RIVER))
"""Ground that gives no cover (ALB-R47)."""

HOUSES = frozenset((Ground.SCATTERED_BUILDINGS, Ground.BUILT_UP))

TO_COVER, ELSEWHERE = (1, 2), 3
"""Hexes within which cover is looked for, and those gone where there is none (5.8.2.1)."""


def armour_in(table: Table, place: str, side: str) -> list[Counter]:
    """Return a side's armour in a hex."""
    return [one for one in counters_in(table, place, side) if is_armour(one)]


def resolve(play: Play, frame: Assault, there: Sequence[Counter]) -> None:
    """Let armour assault a hex, from the answer to it to who goes where (9.4)."""
    play.tell_of("assault.armour", "9.4", frame.who, frame.seat, hex=hex_term(frame.target))
    play.change_all(frame.who, at=frame.target, moved=True)
    mines.enter(play, frame.target, frame.who)
    _answer(play, frame, there)
    play.change_all((one.id for one in there), finished=True, reaction=Reaction.NONE)
    play.change_all(
        (key for key in frame.who if play.counter(key).at == frame.target),
        finished=True,
        reaction=Reaction.NONE,
    )
    there, lost = _yielding(play, frame, there)
    before = {one.id: one.hits for one in there}
    for key in frame.who:
        if play.counter(key).at == frame.target:
            _roll(play, frame, key, tuple(before))
    _after(play, frame, before)
    for unit in dict.fromkeys(lost):
        check_unit(play, unit, frame.target)


def _yielding(
    play: Play, frame: Assault, there: Sequence[Counter]
) -> tuple[Sequence[Counter], Sequence[str]]:
    """Let those surrender whom armour reaches and who don't fight (9.3; ALB-R43).

    Return who is left, and the units that lost somebody.
    """
    if not armour_in(play.table, frame.target, frame.seat):
        return there, ()
    now = [play.counter(one.id) for one in there]
    lost = surrender(play, [one for one in now if one.at == frame.target])
    return [one for one in now if play.counter(one.id).at == frame.target], lost


def _answer(play: Play, frame: Assault, there: Sequence[Counter]) -> None:
    """Let guns fire, and infantry attack, at the armour that comes in (ALB-R48)."""
    guns = [one for one in there if one.printed is not None and one.printed.kind in GUNS]
    foot = [one for one in there if one.printed is not None and one.printed.kind in ABLE]
    for one in _answering(guns):
        munition = next(
            (kind for kind in (Munition.AT, Munition.ART) if weapon_of(one, kind) is not None), None
        )
        if munition is not None and armour_in(play.table, frame.target, frame.seat):
            bare = () if one.reaction is not Reaction.NONE else (one.id,)
            fire(play, Salvo((one.id,), munition, frame.target, halved=bare, joined=True))
    for one in _answering(foot):
        close_in(play, one.id, frame.target, frame.seat)


def _answering(some: Sequence[Counter]) -> list[Counter]:
    """Return who of a kind answers armour: all in reaction, otherwise one (9.4, ALB-R71)."""
    steady = [one for one in some if not one.routed]
    ready = [one for one in steady if one.reaction is not Reaction.NONE]
    return ready or sorted(steady, key=lambda one: (-one.steps, one.id))[:1]


def close_in(play: Play, key: str, place: str, side: str) -> None:
    """Let infantry or engineers attack a side's armour in a hex (9.5)."""
    one, ground = play.counter(key), play.battlefield.hexes[place].terrain
    armour = armour_in(play.table, place, side)
    if not armour or one.printed is None or one.printed.kind not in ABLE or one.routed:
        return
    shown, added = play.die("anti_armour"), modifier(one, ground)
    hit = hits_armour(shown, added)
    code = "armour.hit" if hit else "armour.missed"
    play.tell(code, "9.5.roll", who=counter_terms((key,)), n=1, die=shown, modifier=added)
    if not hit:
        return
    struck = armour[0] if len(armour) == 1 else armour[play.roll("whom", 1, len(armour))[0] - 1]
    for unit in dict.fromkeys(strike_melee(play, [struck.id], 1)):
        if unit:
            check_unit(play, unit, place)


class Rush(NamedTuple):
    """The assault of one counter of armour before its dice (9.4.effect)."""

    column: int
    modifier: int
    divisor: Fraction

    def hits(self, dice: int) -> int:
        """Return the hits that the sum of two dice brings."""
        return hits(load_fire_table().effect(self.column, dice + self.modifier), self.divisor)


def rush_of(table: Table, one: Counter, place: str, there: Sequence[Counter]) -> Rush:
    """Return with what a counter of armour assaults those who are in a hex (9.4; ALB-R46)."""
    assert one.printed is not None, "armour is printed"
    ground = battlefield_of(table).hexes[place].terrain
    kinds = {each.printed.kind for each in there if each.printed is not None}
    return Rush(
        load_columns()[one.printed.assault][one.hits],
        sum({assault_modifier(kind, ground) for kind in kinds}),
        load_fire_table().divisor(ground, position=place in table.positions),
    )


def _roll(play: Play, frame: Assault, key: str, keys: Sequence[str]) -> None:
    """Throw the dice of one counter of armour (9.4; ALB-R46)."""
    one = play.counter(key)
    left = [each for each in map(play.counter, keys) if each.at == frame.target]
    if not left or one.printed is None:
        return
    rush = rush_of(play.table, one, frame.target, left)
    dice = play.two_dice("armoured_assault")
    found = rush.hits(sum(dice))
    play.tell(
        "assault.armour.result",
        "9.4.effect",
        who=counter_terms((key,)),
        n=1,
        column=rush.column,
        dice=dice,
        modifier=rush.modifier,
        hits=found,
    )
    shells = Shells(Munition.AP)
    strike(play, frame.target, other(frame.seat), found, shells, frame.target, only=keys)


def _after(play: Play, frame: Assault, before: dict[str, int]) -> None:
    """Let those who were hit go back and check, and the armour leave if others stay (5.8.2.1)."""
    hit = [key for key, had in before.items() if play.counter(key).hits != had]
    for key in hit:
        _give_way(play, key, frame)
    left = list(counters_in(play.table, frame.target, other(frame.seat)))
    if hit and all(one.printed is None for one in left):
        # Officers do not stay behind alone (ALB-R47).
        for one in left:
            _give_way(play, one.id, frame)
    for key in hit:
        now = play.counter(key)
        if now.on_ground and not now.routed and not passes(play, key, "9.4.morale"):
            rout(play, (key,), frame.target)
    _leave(play, frame)


def _give_way(play: Play, key: str, frame: Assault) -> None:
    """Let somebody go back before armour, unless a check has sent them away already (5.8.2.1)."""
    one = play.counter(key)
    if one.at != frame.target or one.routed:
        return
    home, hexes = scenario_of(play.table).of(one.side).home, _far(play, key, frame)
    if not go_back(play, (key,), hexes, home, frame.target, routed=False) and one.unit:
        check_unit(play, one.unit, frame.target)


def _far(play: Play, key: str, frame: Assault) -> int:
    """Return how many hexes goes back who was hit by armour (5.8.2.1)."""
    if play.battlefield.hexes[frame.target].terrain in HOUSES:
        return 1
    return next((hexes for hexes in TO_COVER if _covers(play, key, hexes, frame)), ELSEWHERE)


def _covers(play: Play, key: str, hexes: int, frame: Assault) -> bool:
    """Say whether a counter finds cover within some hexes towards its own lines."""
    home = scenario_of(play.table).of(other(frame.seat)).home
    ends = may_end(play, key, hexes, home, frame.target)
    return any(play.battlefield.hexes[end].terrain not in OPEN for end in ends)


def _can_leave(play: Play, one: Counter, frame: Assault, place: str) -> bool:
    """Say whether armour has the points to leave by a hex, whose ground is not prohibited."""
    gait, crossing = gait_of(one), crossing_of(play.table, one)
    entered = step_cost(play.battlefield, frame.origin, frame.target, gait, crossing)
    left = step_cost(play.battlefield, frame.target, place, gait, crossing)
    if entered is None or left is None:
        return False
    return entered + left <= points_of(play.table, one, Deed.ASSAULT)


def _leave(play: Play, frame: Assault) -> None:
    """Let armour leave a hex in which an enemy is left (5.8.2.1, ALB-R47)."""
    staying = [key for key in frame.who if play.counter(key).at == frame.target]
    if not staying or not is_enemy_in(play.table, frame.target, frame.seat):
        return
    for key in staying:
        one = play.counter(key)
        ways = (frame.origin, *play.battlefield.adjacent(frame.target))
        free = [
            place
            for place in ways
            if not is_enemy_in(play.table, place, one.side)
            and fits(play.table, place, (one,))
            and place not in closed_to(play.table, one)
            and _can_leave(play, one, frame, place)
        ]
        if free:
            play.change(key, at=free[0])
            play.tell_of("move.done", "5.8.2.1.unhit", (key,), one.side, to=hex_term(free[0]))
        else:
            play.tell_of("back.destroyed", "5.8.3.pushed", (key,), one.side, hex=hex_term(one.at))
            remove(play, key, DEAD)
