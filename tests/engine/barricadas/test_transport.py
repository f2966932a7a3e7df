"""Lorries that carry and tow, and cavalry that dismounts (3.4 c and d, 5.5, 5.7)."""

from __future__ import annotations

from typing import Any

from engine.barricadas.actions import Hold
from engine.barricadas.game import GAME
from engine.barricadas.play import Play
from engine.barricadas.state import (
    REPUBLICAN,
    USED,
    Counter,
    Table,
)
from engine.dice import ScriptedDice
from tests.engine.barricadas.build import (
    against,
    answer,
    do,
    enemy,
    enemy_officer,
    infantry,
    lay,
    officer,
    order,
    whole,
)

G, G1, X, GUN = "republican-g", "republican-g1", "republican-g4", "republican-g5"
FAR = (enemy_officer("g", "C1220"), enemy("g1", "C1220"))


def lorry(at: str, **values: Any) -> Counter:
    """A Republican lorry of the unit."""
    return _of_unit(X, "popular_army_truck", at, **values)


def gun(at: str, **values: Any) -> Counter:
    """A Republican 105 mm gun of the unit, which its crew cannot move."""
    return _of_unit(GUN, "popular_army_105", at, **values)


def horse(at: str, **values: Any) -> Counter:
    """Republican cavalry of the unit."""
    return _of_unit("republican-g6", "popular_army_cavalry", at, **values)


def _of_unit(key: str, kind: str, at: str, **values: Any) -> Counter:
    return Counter(key, REPUBLICAN, kind, **{"unit": G, "at": at, **values})


def before(*more: Counter) -> Table:
    """An officer and some counters, enemies far away."""
    return lay(officer("g", "C404"), *more, *FAR)


def done(table: Table, *tasks: str) -> Table:
    """The table once an order is carried out, nobody reacting; no dice are thrown."""
    step = do(table, order(G, *tasks))
    if step.state.table.frames:
        step = answer(step.state, Hold())
    found: Table = step.state.table
    return found


# -- getting on and off ------------------------------------------------------------------------


def test_who_walks_to_a_lorry_rides_and_walks_on_has_what_is_left() -> None:
    """1 point to it and 1 to mount, 3 of the lorry; then 1 to get off, and 1 to walk (ALB-R33)."""
    table = before(infantry("g1", "C403"), lorry("C404"))
    whole_way = (
        "republican-g1 move C404",
        "republican-g1+republican-g4 mount",
        "republican-g4 move C407",
        "republican-g4+republican-g1 dismount",
        "republican-g1 move C408",
    )
    after = done(table, *whole_way).counters
    assert (after[G1].at, after[G1].finished, after[X].at) == ("C408", True, USED)
    # Four points are used up: a fifth is not there.
    assert against(table, order(G, *whole_way[:-1], f"{G1} move C409")) == ["move.cannot"]


def test_a_lorry_has_three_points_less_for_each_time() -> None:
    """Of 12 points 9 are left, that is 4 hexes of open ground at 2 (5.5.mount)."""
    table = before(infantry("g1", "C404"), lorry("C404"))
    mounts = f"{G1}+{X} mount"
    reach = distances(table, ())
    laden = distances(table, (mounts,))
    assert max(reach) == 6
    assert max(laden) == 4
    assert against(table, order(G, mounts, f"{X} move C408", f"{X} dismount")) == [
        "transport.points"
    ]


def distances(table: Table, tasks: tuple[str, ...]) -> set[int]:
    """How many hexes away the lorry could go next."""
    field = Play(whole(table), ScriptedDice()).field
    filled = {"leader": G, "tasks": ", ".join(tasks)}
    options = GAME.options(GAME.view(whole(table), REPUBLICAN), "activate", "tasks", filled)
    moves = [one.value.split() for one in options]
    return {field.distance("C404", one[2]) for one in moves if one[:2] == [X, "move"]}
