"""Pursuit: who must, who may, where it leads (9.pursuit)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.actions import Pursue, Stay
from engine.art_of_war.frames import Pursuing, Quarry
from engine.art_of_war.gate import GATE
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.rules.melee.melee import fight
from engine.art_of_war.rules.rout import pursuit
from engine.art_of_war.rules.rout.chasing import course_of
from engine.art_of_war.rules.rout.pursuit import begin, must_pursue
from engine.art_of_war.state import Camp, Place, Table, Unit, View, Work
from tests.engine.art_of_war.fights import feature, lay, met, play_on, told, unit

A, A2, A3 = "south-a1", "south-a2", "south-a3"
E, E2, E3 = "north-e1", "north-e2", "north-e3"
HI = "heavy_infantry"

X, Y = 1500, 1000


def south(
    key: str = A, x: int = X, y: int = Y, troop: str = "heavy_infantry", **values: Any
) -> Unit:
    """A southern unit."""
    return unit(key, troop, x, y, **values)


def north(
    key: str = E, x: int = X, y: int = Y, troop: str = "heavy_infantry", **values: Any
) -> Unit:
    """A northern one."""
    return unit(key, troop, x, y, **values)


def gone(key: str = E, troop: str = "heavy_infantry") -> Unit:
    """Who has been routed."""
    return unit(key, troop, X, Y, place=Place.ROUTED)


IMPETUOUS: dict[str, Any] = {"options": ("impetuous",)}


@pytest.mark.parametrize(
    ("who", "values", "whom", "must"),
    [
        ("heavy_infantry", {}, "heavy_infantry", False),
        ("heavy_infantry", IMPETUOUS, "heavy_infantry", True),
        ("heavy_infantry", IMPETUOUS, "heavy_cavalry", False),
        ("heavy_cavalry", IMPETUOUS, "heavy_cavalry", True),
        ("heavy_cavalry", IMPETUOUS, "heavy_infantry", True),
        ("heavy_cavalry", IMPETUOUS, "elephants", False),
        ("heavy_cavalry", IMPETUOUS, "artillery", False),
        ("heavy_cavalry", IMPETUOUS, "war_wagons", False),
        ("scythed_chariots", {}, "heavy_infantry", True),
    ],
)
def test_who_must_pursue(who: str, values: dict[str, Any], whom: str, must: bool) -> None:
    """Only the impetuous, and not everybody (9.pursuit.must)."""
    table = lay(south(troop=who, **values), gone(troop=whom))
    assert must_pursue(table, A, E) is must


def beaten(*others: Unit, **values: Any) -> Table:
    """A fight that the southern unit wins by 6 if it throws 6 and 1."""
    return lay(south(**values), north(), *others, contacts=(met(A, E),))


def test_a_winner_may_pursue_and_is_asked() -> None:
    """As is who overlapped; who must is not (9.pursuit, 9.pursuit.overlap)."""
    play = play_on(beaten(south(A2, X + 100)), 6, 1)
    fight(play)
    frame = play.top
    assert isinstance(frame, Pursuing)
    assert frame.quarries == (Quarry(A, E), Quarry(A2, E))
    assert frame.asked == ("south",)
    (decision,) = pursuit.decisions(play.table, frame)
    assert (decision.seat, decision.kinds) == ("south", ("pursue", "stay"))
    impetuous = play_on(beaten(south(A2, X + 100, **IMPETUOUS), **IMPETUOUS), 6, 1)
    fight(impetuous)
    # Who only overlapped never has to (ADG-R87).
    assert impetuous.top.quarries == (Quarry(A, E, must=True), Quarry(A2, E))
    alone = play_on(beaten(**IMPETUOUS), 6, 1)
    fight(alone)
    assert alone.top.asked == ()


@pytest.mark.parametrize("dice", [(3, 3), (4, 3)])
def test_nobody_pursues_who_has_not_fled(dice: tuple[int, int]) -> None:
    """9.pursuit."""
    play = play_on(beaten(), *dice)
    fight(play)
    assert play.top is None


def test_nobody_pursues_engines_or_while_fighting_another() -> None:
    """They do not flee (9.engines); who is still in contact stays (ADG-R87)."""
    table = lay(south(), north(troop="artillery"), contacts=(met(A, E),))
    play = play_on(table, 6, 1)
    fight(play)
    assert play.unit(E).place is Place.ROUTED
    assert play.top is None
    flank = north(E2, X - 50, Y - 37, facing=900)
    contacts = (met(A, E, rounds=1), met(E2, A, "left"))
    held = play_on(lay(south(), north(lost=2), flank, contacts=contacts), 6, 1)
    fight(held)
    assert held.unit(E).place is Place.ROUTED
    assert held.top is None


def follow(table: Table, *chosen: str) -> Any:
    """Let some units pursue who has been routed."""
    play = play_on(table)
    begin(play, [Quarry(key, E) for key in chosen])
    frame = play.top
    for seat in frame.asked:
        pursuit._apply_pursue(play, play.top, seat, Pursue(units=chosen))
    GATE.run(play)
    assert play.top is None
    return play


def test_one_ud_straight_on() -> None:
    """9.pursuit."""
    play = follow(lay(south(), gone()), A)
    assert play.unit(A).pose == Pose(X, Y + 100, 0)
    assert told(play) == ["pursuit.moves"]


def test_who_stays_stays() -> None:
    """And who is not named; it is told (9.pursuit)."""
    play = play_on(lay(south(), south(A2, X + 100), gone()))
    begin(play, [Quarry(A, E), Quarry(A2, E)])
    view = View("south", play.table, None)
    frame = play.top
    options = [one.value for one in pursuit._options(view, frame, "units", {})]
    assert options == [A, A2]
    assert pursuit._check(view, frame, Pursue(units=(A2,))) == []
    assert [one.code for one in pursuit._check(view, frame, Pursue(units=(A3,)))] == ["pursue.whom"]
    pursuit._apply_pursue(play, frame, "south", Pursue(units=(A2,)))
    GATE.run(play)
    assert play.unit(A).pose == Pose(X, Y, 0)
    assert play.unit(A2).pose == Pose(X + 100, Y + 100, 0)
    other = play_on(lay(south(), gone()))
    begin(other, [Quarry(A, E)])
    pursuit._apply_stay(other, other.top, "south", Stay())
    GATE.run(other)
    assert other.unit(A).pose == Pose(X, Y, 0)
    assert told(other) == ["pursuit.none"]


def test_it_may_lead_into_another_fight() -> None:
    """With whoever is in the way; it lines up, and impact does not count (9.pursuit.contact)."""
    play = follow(lay(south(), gone(), north(E2, X + 10, Y + 60)), A)
    assert play.unit(A).pose == Pose(X + 10, Y + 60, 0)
    assert play.table.contacts == (met(A, E2, charge=False),)


@pytest.mark.parametrize(
    ("who", "whom", "gone_"),
    [
        ("heavy_infantry", "light_infantry", True),
        ("heavy_infantry", "light_cavalry", True),
        ("light_cavalry", "light_cavalry", False),
    ],
)
def test_light_troops_are_swept_away(who: str, whom: str, gone_: bool) -> None:
    """By MI, HI, Cv and Kn (9.pursuit.light)."""
    play = follow(lay(south(troop=who), gone(), north(E2, X, Y + 60, troop=whom)), A)
    assert (play.unit(E2).place is Place.ROUTED) is gone_


def test_it_stops_short_of_whom_it_may_not_fight() -> None:
    """1 UD from them, or where it stands (8.halt)."""
    wall = north(E2, X, Y + 150, troop="heavy_infantry")
    play = follow(lay(south(troop="light_infantry"), gone(), wall), A)
    # It comes no nearer than 1 UD.
    assert play.unit(A).pose == Pose(X, Y + 50, 0)
    near = north(E2, X, Y + 80, troop="heavy_infantry")
    table = lay(south(troop="light_infantry"), gone(), near)
    course = course_of(table, table.units[A])
    assert (course.length, course.meets, course.shuns) == (0, "", E2)


def test_what_stops_a_pursuit() -> None:
    """Friends, fortifications, and ground that it cannot enter (ADG-R87)."""
    friend = south(A2, X + 30, Y + 115)
    work = {"w": Work("w", "north", Pose(X, Y + 40, 1800))}
    crag = {"f1": feature("crag", X - 100, Y + 40, X + 100, Y + 200)}
    for table in (
        lay(south(), gone(), friend),
        lay(south(), gone(), works=work),
        lay(south(), gone(), features=crag),
    ):
        pose = follow(table, A).unit(A).pose
        # As deep into it as bases in contact may stand.
        assert pose in (Pose(X, Y + 40, 0), Pose(X, Y + 41, 0))


def test_off_the_table_it_is_lost() -> None:
    """5.leave."""
    play = follow(lay(south(y=1950), gone()), A)
    assert play.unit(A).place is Place.LEFT


def test_who_is_met_on_the_way_does_not_go_on() -> None:
    """By another enemy who pursued first (9.pursuit.stopped)."""
    table = lay(
        south(A, X, Y, **IMPETUOUS),
        north(E2, X - 90, Y - 37, facing=900, **IMPETUOUS),
        gone(),
        gone("south-a9"),
    )
    play = play_on(table)
    begin(play, [Quarry(E2, "south-a9", must=True), Quarry(A, E, must=True)])
    GATE.run(play)
    assert told(play)[-1] == "pursuit.stopped"
    assert play.unit(A).pose == Pose(X, Y, 0)
    assert play.table.contacts == (met(E2, A, "left", charge=False),)


def test_a_camp_is_taken_in_passing() -> None:
    """If it is open (8.camp)."""
    camp = Camp("north-camp", "north", Pose(X, Y + 50, 1800))
    play = follow(lay(south(), gone(), camps={camp.id: camp}), A)
    assert play.table.camps[camp.id].taken
