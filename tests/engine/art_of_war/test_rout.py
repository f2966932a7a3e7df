"""Routing, generals' fate, elephants, and when an army is beaten (9)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.plane.poses import Edge, Pose
from engine.art_of_war.rules.rout import army
from engine.art_of_war.rules.rout.routing import WHY, Loss, destroy, lose, lose_all
from engine.art_of_war.state import Camp, Place, Unit
from engine.data.rules_ledger import load_rules
from tests.engine.art_of_war.fights import general, lay, met, play_on, told, unit

A, A2, A3, A4 = "south-a1", "south-a2", "south-a3", "south-a4"
E, E2, E3 = "north-e1", "north-e2", "north-e3"
HI = "heavy_infantry"

X, Y = 1500, 1000
"""Where a unit's front is that looks north; its rear is 75 behind."""

REAR = Y - 75


def south(
    key: str = A, x: int = X, y: int = Y, troop: str = "heavy_infantry", **values: Any
) -> Unit:
    """A southern unit of four points, 0.75 UD deep."""
    return unit(key, troop, x, y, **values)


def north(
    key: str = E, x: int = X, y: int = Y, troop: str = "heavy_infantry", **values: Any
) -> Unit:
    """A northern one."""
    return unit(key, troop, x, y, **values)


def lost(play: Any, *keys: str) -> tuple[int, ...]:
    """What some units have lost."""
    return tuple(play.unit(key).lost for key in keys)


def test_cohesion_is_lost_as_far_as_there_is_any() -> None:
    """At 0 a unit is routed and gone (1.states.routed, 9)."""
    play = play_on(lay(south(), contacts=(met(A, E),)))
    lose(play, A, 3, "melee")
    assert lost(play, A) == (3,)
    assert told(play) == ["cohesion.lost"]
    lose(play, A, 3, "melee")
    assert lost(play, A) == (4,)
    assert play.unit(A).place is Place.ROUTED
    assert play.unit(A).pose is None
    assert play.table.contacts == ()
    assert play.events[1].params["n"] == 1
    # Who is gone loses nothing more.
    lose(play, A, 1, "melee")
    assert len(told(play)) == 3


def test_every_reason_names_a_clause() -> None:
    """Of the ledger."""
    clauses = load_rules("art_of_war")
    assert set(WHY.values()) <= set(clauses)


@pytest.mark.parametrize(
    ("x", "y", "minds"),
    [
        (X, REAR - 100, True),
        (X, REAR - 102, False),
        (X + 95, REAR - 50, True),
        (X + 100, REAR - 50, False),
        (X + 100, Y, False),
        (X, Y + 100, False),
    ],
)
def test_friends_right_behind_lose_a_point(x: int, y: int, minds: bool) -> None:
    """In a band as wide as the unit and 1 UD deep (9.behind, ADG-R47)."""
    play = play_on(lay(south(), south(A2, x, y), north(E2, x, y)))
    lose(play, A, 4, "melee")
    assert lost(play, A2, E2) == (int(minds), 0)


def test_a_rout_spreads() -> None:
    """Whoever is routed by that flees in turn (9.behind)."""
    play = play_on(lay(south(), south(A2, X, REAR, lost=3), south(A3, X, REAR - 75, lost=3)))
    lose(play, A, 4, "melee")
    assert [play.unit(key).place for key in (A, A2, A3)] == [Place.ROUTED] * 3


def test_several_lose_before_anybody_flees() -> None:
    """What a melee costs is taken at once, then panic comes (8.resolve)."""
    play = play_on(lay(south(), south(A2, X, REAR)))
    lose_all(play, (Loss(A, 4, "melee"), Loss(A2, 3, "melee")))
    assert told(play)[:3] == ["cohesion.lost", "cohesion.lost", "rout.flees"]
    assert play.unit(A2).place is Place.ROUTED


@pytest.mark.parametrize(
    ("edge", "foe", "behind"),
    [
        ("left", (X - 50, Y - 37, 900), (X + 100, Y)),
        ("right", (X + 50, Y - 37, 2700), (X - 100, Y)),
        ("rear", (X, REAR, 0), (X, Y + 150)),
    ],
)
def test_it_turns_to_its_enemy_before_it_flees(
    edge: Edge, foe: tuple[int, int, int], behind: tuple[int, int]
) -> None:
    """So friends on the other side of it suffer (9.face)."""
    x, y, facing = foe
    enemy = north(E, x, y, facing=facing)
    friends = (south(A2, *behind), south(A3, X, REAR - 80))
    play = play_on(lay(south(), enemy, *friends, contacts=(met(E, A, edge),)))
    lose(play, A, 4, "melee", by=E)
    assert lost(play, A2, A3) == (1, 0)


def test_it_flees_from_who_shot_it() -> None:
    """Who shoots from the rear drives it forward (9.face, ADG-R85)."""
    friends = (south(A2, X, Y + 150), south(A3, X, REAR - 80))
    shooter = north(E, X, Y - 400, troop="archers", facing=0)
    play = play_on(lay(south(), shooter, *friends))
    lose(play, A, 4, "shooting", by=E)
    assert lost(play, A2, A3) == (1, 0)
    play = play_on(lay(south(), north(E, X, Y + 300, troop="archers"), *friends))
    lose(play, A, 4, "shooting", by=E)
    assert lost(play, A2, A3) == (0, 1)


@pytest.mark.parametrize("troop", ["artillery", "war_wagons"])
def test_wagons_and_artillery_do_not_flee(troop: str) -> None:
    """They are destroyed, and cost nobody anything (9.engines)."""
    play = play_on(lay(south(troop=troop), south(A2, X, Y - 220), south(A3, X, Y - 120)))
    lose(play, A, 4, "melee")
    assert play.unit(A).place is Place.ROUTED
    assert lost(play, A2, A3) == (0, 0)
    assert told(play) == ["cohesion.lost", "rout.engines"]


def test_light_infantry_frightens_only_its_like() -> None:
    """9.light."""
    runs = south(troop="light_infantry")
    play = play_on(
        lay(runs, south(A2, X - 50, Y - 60), south(A3, X + 51, Y - 60, troop="light_infantry"))
    )
    lose(play, A, 2, "melee")
    assert lost(play, A2, A3) == (0, 1)
    play = play_on(lay(south(), south(A3, X, REAR, troop="light_infantry")))
    lose(play, A, 4, "melee")
    assert lost(play, A3) == (1,)


def test_the_second_unit_of_a_deep_phalanx() -> None:
    """One point, and no more though it is behind; also where the first flees aside (9.phalanx)."""
    second = south(A2, X, Y - 150, troop="phalanx")
    play = play_on(lay(south(troop="phalanx"), second))
    lose(play, A, 4, "melee")
    assert lost(play, A2) == (1,)
    enemy = north(E, X - 50, Y - 75, facing=900)
    play = play_on(lay(south(troop="phalanx"), second, enemy, contacts=(met(E, A, "left"),)))
    lose(play, A, 4, "melee", by=E)
    assert lost(play, A2) == (1,)


def test_who_is_destroyed_does_not_flee() -> None:
    """Friends do not mind, nor do they with elephants (ADG-R47)."""
    for troop in ("light_infantry", "elephants"):
        play = play_on(lay(south(troop=troop), south(A2, X, Y - 50, troop="light_infantry")))
        destroy(play, A, "swept", E)
        assert play.unit(A).place is Place.ROUTED
        assert lost(play, A2) == (0,)
        assert told(play) == ["unit.destroyed"]


@pytest.mark.parametrize(
    ("die", "suffers"),
    [(1, (E2,)), (2, (A2,)), (3, (A3,)), (4, (A4,)), (5, (A4,)), (6, (A4,))],
)
def test_routed_elephants_run_amok(die: int, suffers: tuple[str, ...]) -> None:
    """1 straight on, 2 left, 3 right, 4 and more back; light infantry is spared (9.elephants)."""
    units = (
        north(E2, X, Y),
        south(A2, X - 100, Y),
        south(A3, X + 100, Y),
        south(A4, X, Y - 100),
        *(south(f"south-l{n}", x, y, troop="light_infantry") for n, (x, y) in enumerate(_AROUND)),
    )
    play = play_on(lay(south(troop="elephants"), *units), die)
    lose(play, A, 3, "melee")
    assert tuple(key for key, one in play.table.units.items() if one.lost and key != A) == suffers


_AROUND = ((X, Y + 80), (X - 100, Y - 80), (X + 100, Y - 80), (X, Y - 180))


# --- generals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "die", "gone"),
    [
        ({"included": True}, 3, True),
        ({"included": True}, 4, False),
        ({}, 1, True),
        ({}, 2, False),
        ({"fights": True}, 1, True),
        ({"fights": True}, 2, False),
    ],
)
def test_a_general_whose_unit_is_routed(values: dict[str, Any], die: int, gone: bool) -> None:
    """Included they are lost on 1 to 3, joined on 1, by one die (9.general, 3.joined.lost)."""
    leader = general("south-g1", A, pose=Pose(X, REAR, 0), **values)
    play = play_on(lay(south(), north(), generals={leader.id: leader}), die)
    lose(play, A, 4, "melee", by=E)
    found = play.general(leader.id)
    assert (found.place is Place.ROUTED) is gone
    assert found.unit == ""
    assert not found.included
    assert not found.fights


def test_an_included_general_gets_behind_the_enemy() -> None:
    """1 UD behind, and is lost if an enemy unit stands there (9.general.placed)."""
    leader = general("south-g1", A, included=True)
    table = lay(south(), north(), generals={leader.id: leader})
    play = play_on(table, 6)
    lose(play, A, 4, "melee", by=E)
    assert play.general(leader.id).pose == Pose(X, Y + 175, 1800)
    taken = lay(*table.units.values(), north(E2, X, Y + 150), generals=table.generals)
    play = play_on(taken, 6)
    lose(play, A, 4, "melee", by=E)
    assert play.general(leader.id).place is Place.ROUTED
    # Where no enemy has routed it, they stay where it stood (ADG-R86).
    play = play_on(table, 6)
    lose(play, A, 4, "panic")
    assert play.general(leader.id).pose == Pose(X, Y, 0)


# --- armies ------------------------------------------------------------------------------------


def test_what_counts_as_losses() -> None:
    """1 disordered, 2 routed or off the table, 2 a general, 4 a camp (9.army.losses)."""
    table = lay(
        south(A, lost=3),
        south(A2, place=Place.ROUTED),
        south(A3, place=Place.LEFT),
        south(A4),
        generals={"south-g1": general("south-g1", place=Place.ROUTED)},
        camps={"south-camp": Camp("south-camp", "south", Pose(0, 0, 0), taken=True)},
    )
    assert army.losses_of(table, "south") == army.Losses(1, 2, 1, 1)
    assert army.losses_of(table, "south").points == 1 + 4 + 2 + 4
    assert army.losses_of(table, "north").points == 0


def test_the_cohesion_of_an_army() -> None:
    """All units that have been on the table, ambushes among them, not flank marches (ADG-R16)."""
    places = (Place.TABLE, Place.ROUTED, Place.LEFT, Place.AMBUSH, Place.MARCH, Place.WAITING)
    units = [south(f"south-a{n}", place=one) for n, one in enumerate(places)]
    assert army.cohesion_of(lay(*units), "south") == 4


def with_losses(southern: int, northern: int) -> Any:
    """Two armies of four units that have lost so many camps."""
    southerners = [south(key) for key in (A, A2, A3, A4)]
    northerners = [north(key) for key in (E, E2, E3, "north-e4")]
    camps = {
        f"{side}-{n}": Camp(f"{side}-{n}", side, Pose(0, 0, 0), taken=True)
        for side, number in (("south", southern), ("north", northern))
        for n in range(number)
    }
    return lay(*southerners, *northerners, camps=camps)


@pytest.mark.parametrize(
    ("southern", "northern", "winner", "code"),
    [
        (2, 0, "north", army.BEATEN),
        (0, 2, "south", army.BEATEN),
        (2, 2, "", army.BOTH_BEATEN),
    ],
)
def test_an_army_is_beaten_when_its_losses_exceed_its_cohesion(
    southern: int, northern: int, winner: str, code: str
) -> None:
    """8 of 4 is more; 4 of 4 is not; both at once is a draw (9.army, 9.army.draw)."""
    play = play_on(with_losses(southern, northern))
    army.check(play)
    ending = play.table.ending
    assert ending is not None
    assert (ending.winner, ending.code) == (winner, code)
    play = play_on(with_losses(min(southern, 1), min(northern, 1)))
    army.check(play)
    assert play.table.ending is None


@pytest.mark.parametrize(
    ("southern", "northern", "winner"), [(0, 1, "south"), (1, 0, "north"), (1, 1, "")]
)
def test_the_last_turn(southern: int, northern: int, winner: str) -> None:
    """Whoever has lost less wins (ADG-R20)."""
    play = play_on(with_losses(southern, northern))
    army.time_is_up(play)
    assert play.table.ending is not None
    assert play.table.ending.winner == winner
