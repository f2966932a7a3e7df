"""Command points: how many there are, what an order costs, and who pays it.

All generals of a side throw when its turn begins. Points of one serve their own corps only; a corps
that has lost its general has one point left, once.

Rules:
    3.orders, 3.points, 3.points.three, 3.points.uses, 3.distance.beyond, 3.fighting, 3.lost,
    3.lost.point, 3.free, 5.extra; ADG-R5, ADG-R6, ADG-R35, ADG-R44, ADG-R60.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.api import Seat
from engine.art_of_war.play import Against, Play, general_term, unit_terms
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.rules.command import allies
from engine.art_of_war.rules.command.distance import in_command
from engine.art_of_war.state import GONE, General, Table, Unit, commander_of
from engine.art_of_war.survey import fights
from engine.data.cache import cached
from engine.kit.wording import refuse

MOST = 3
"""Points spent on one unit's moves of a turn (3.points.three)."""

LAST_POINT = 1
"""What is left to a corps once its general is lost (3.lost.point)."""


# -- thrown ------------------------------------------------------------------------------------


def half_die(die: int) -> int:
    """Return half a die rounded up (3.orders)."""
    return (die + 1) // 2


def throw_points(play: Play, seat: Seat) -> None:
    """Throw the points of all of a side's generals on the table, for everybody to see (3.orders).

    Points that the turn before left are lost. Whoever wavers throws to come back instead.
    """
    for general in tuple(play.table.generals.values()):
        if general.side != seat or not general.on_table:
            continue
        play.change_general(general.id, points=0, moved=0, free=False, carried=False)
        if allies.stands_aside(play, general.id):
            continue
        die = play.die("points")
        if allies.wavers(play, general.id, die):
            continue
        value = load_ranks()[general.rank].value
        points = half_die(die) + value
        play.change_general(general.id, thrown=die, points=points)
        play.tell(
            "points.thrown",
            "3.orders",
            general=general_term(general),
            die=die,
            value=value,
            n=points,
        )


# -- what an order costs -----------------------------------------------------------------------


def general_for(table: Table, unit: Unit) -> General | None:
    """Return who commands a unit's corps, on the table or lost; ``None`` while they are away."""
    general = commander_of(table, unit.side, unit.corps)
    if general is None or not (general.on_table or general.place in GONE):
        return None
    return general


def is_free(table: Table, who: Sequence[str]) -> bool:
    """Say whether a move is the one of this turn that costs nothing: the general's unit's (3.free).

    It is that of the one unit they have joined, or are included in, not of a group (ADG-R44).
    """
    if len(who) != 1:
        return False
    return any(
        one.on_table and one.unit == who[0] and not one.carried for one in table.generals.values()
    )


def in_combat(table: Table, general: General) -> bool:
    """Say whether a general fights in a melee (3.fighting, 8.leaders)."""
    fighting = general.included or general.fights
    return general.on_table and fighting and fights(table, general.unit)


def cost_of(table: Table, who: Sequence[str], *, extra: int = 0, move: bool = True) -> int:
    """Return how many points an order to a unit or group costs.

    Args:
        table: As it stands.
        who: The units, a group or one.
        extra: What is added, by a difficult manoeuvre (5.extra).
        move: Whether it is a move, of which one a turn may cost nothing (3.free).
    """
    return _cost_of(table, tuple(who), move) + extra


@cached
def _cost_of(table: Table, who: tuple[str, ...], move: bool) -> int:
    units = [table.units[key] for key in who]
    general = general_for(table, units[0])
    cost = 0 if move and is_free(table, who) else 1
    return cost + surcharge(table, general, units)


def surcharge(table: Table, general: General | None, units: Sequence[Unit]) -> int:
    """Return what an order costs more: beyond command distance, and of a general who fights.

    A group is within it if one of its units is (ADG-R60). A lost general's corps pays neither.
    """
    if general is None or not general.on_table:
        return 0
    beyond = not any(in_command(table, general, one) for one in units)
    return int(beyond) + int(in_combat(table, general))


def against(table: Table, who: Sequence[str], cost: int, *, move: bool = True) -> Against:
    """Return why an order of so many points cannot be given (3.points, 3.points.three, 3.lost).

    Only moves count towards the most that one unit is given in a turn (ADG-R5).
    """
    units = [table.units[key] for key in who]
    general = general_for(table, units[0])
    if general is None:
        told = unit_terms(who)
        return [refuse("points.nobody", "3.generals", who=told, n=len(told), corps=units[0].corps)]
    if general.points < cost:
        if not general.on_table:
            return [refuse("points.lost", "3.lost", general=general_term(general), cost=cost)]
        left = general.points
        return [refuse("points.few", "3.points", general=general_term(general), cost=cost, n=left)]
    spent = max(one.points for one in units)
    if move and spent + cost > MOST:
        told = unit_terms(who)
        return [
            refuse("points.three", "3.points.three", who=told, n=len(told), spent=spent, cost=cost)
        ]
    return []


def pay(play: Play, who: Sequence[str], cost: int, *, move: bool = True) -> None:
    """Pay an order, and note the free move where it was one."""
    table = play.table
    general = general_for(table, table.units[who[0]])
    if move and is_free(table, who):
        for one in tuple(table.generals.values()):
            if one.on_table and one.unit == who[0]:
                play.change_general(one.id, carried=True)
    if general is None:
        # Their general is away: only what costs nothing comes here.
        return
    play.change_general(general.id, points=play.general(general.id).points - cost)
    if move:
        for key in who:
            play.change(key, points=play.unit(key).points + cost)
