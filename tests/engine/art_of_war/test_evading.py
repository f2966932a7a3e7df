"""Evading: who may, who must, where they go, who follows, and who is reached."""

from __future__ import annotations

import pytest

from engine.api import Step
from engine.art_of_war.actions import Charge, Dodge, Done, Evade, Stand
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.charge.contact import is_heavier
from engine.art_of_war.state import Contact, Place, Table
from engine.dice import ScriptedDice
from tests.engine.art_of_war.build import (
    answer,
    codes,
    enemy,
    ground,
    place,
    unit,
    whole,
)
from tests.engine.art_of_war.charging import carried, charge, declared, lay, lost, met

_FAR = tuple(enemy(f"y{n}", f"{n}/19") for n in range(1, 7))
"""So many that no loss beats their army."""


def evaded(table: Table, *dice: int, who: str = "b1", order: Charge | None = None) -> Step:
    """The table once a1 has charged b1, who evades by choice, and dice have been thrown."""
    asked = carried(table, order or charge("a1", "b1"))
    (decision,) = GAME.awaiting(asked.state)
    assert (decision.code, decision.seat) == ("evade", "north")
    return answer(asked.state, Evade(units=(f"north-{who}",)), *dice)


@pytest.mark.parametrize(
    ("troop", "options", "asked"),
    [
        ("light_cavalry", (), True),
        ("medium_cavalry", (), True),
        ("heavy_cavalry", ("impact",), True),
        ("light_chariots", (), True),
        ("heavy_cavalry", ("impetuous",), False),
        ("medium_knights", (), False),
        ("elephants", (), False),
        ("heavy_infantry", (), False),
        ("archers", (), False),
    ],
)
def test_who_may_evade_is_asked(troop: str, options: tuple[str, ...], asked: bool) -> None:
    """Light troops and cavalry that is not impetuous (5.evade.who); others are not asked."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6", troop, options=options))
    step = carried(table, charge("a1", "b1"))
    assert [one.code for one in GAME.awaiting(step.state) if one.seat == "north"] == (
        ["evade"] if asked else []
    )


def test_light_infantry_in_the_open_must_evade_heavier_troops() -> None:
    """Nobody is asked, and it goes (5.evade.must)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6", "light_infantry"))
    step = carried(table, charge("a1", "b1"), dice=(3, 3))
    assert step.state.table.units["north-b1"].evaded


def test_on_bad_ground_light_infantry_may_stand() -> None:
    """It must evade in the open only (5.evade.must)."""
    brush = ground("brush", "14/5.9", "16/5.9", "16/7", "14/7")
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6", "light_infantry"), brush)
    asked = carried(table, charge("a1", "b1"))
    step = answer(asked.state, Stand())
    assert met(step) == ["a1 b1 front"]


def test_light_infantry_may_stand_against_light_troops() -> None:
    """Light cavalry is no heavier than light infantry (5.evade.must; ADG-R43)."""
    assert not is_heavier(enemy("b1", "15/6", "light_cavalry"))
    assert is_heavier(enemy("b1", "15/6", "elephants"))


def test_who_fights_cannot_evade() -> None:
    """A melee is left by breaking off only (5.evade.fighting)."""
    table = lay(
        unit("a1", "17/6.8/270"),
        unit("c1", "15/6"),
        enemy("b1", "15/6", "light_cavalry"),
        Contact("south-c1", "north-b1", fresh=False),
    )
    step = carried(table, charge("a1", "b1"))
    assert met(step) == ["a1 b1 left", "c1 b1 front"]


def test_charged_in_front_and_rear_at_once_nobody_evades() -> None:
    """There is no way out (5.evade.both)."""
    table = lay(unit("a1", "15/4"), unit("c1", "15/9/180"), enemy("b1", "15/6", "light_cavalry"))
    step = carried(table, charge("a1", "b1"), charge("c1", "b1"))
    assert met(step) == ["a1 b1 front", "c1 b1 rear"]


def test_all_charges_are_declared_before_anybody_evades() -> None:
    """One question for all who are charged (5.evade.declare)."""
    table = lay(
        unit("a1", "10/4"),
        unit("c1", "20/4"),
        enemy("b1", "10/6", "light_cavalry"),
        enemy("c1", "20/6", "light_cavalry"),
    )
    asked = carried(table, charge("a1", "b1"), charge("c1", "c1"))
    (decision,) = GAME.awaiting(asked.state)
    view = GAME.view(asked.state, "north")
    offered = [one.value for one in GAME.options(view, "evade", "units", {})]
    assert offered == ["north-b1", "north-c1"]
    step = answer(asked.state, Evade(units=("north-b1",)), 3, 3)
    assert met(step) == ["c1 c1 front"]
    assert decision.interrupt


def test_only_who_was_asked_is_named() -> None:
    """Whoever may not evade is refused (5.evade.who)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6", "light_cavalry"), enemy("b2", "20/6"))
    asked = carried(table, charge("a1", "b1"))
    found = GAME.check(asked.state, "north", Evade(units=("north-b2",)))
    assert [one.code for one in found] == ["evade.whom"]


def test_who_stands_is_fought() -> None:
    """Nobody throws then."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6", "light_cavalry"))
    step = answer(carried(table, charge("a1", "b1")).state, Stand())
    assert met(step) == ["a1 b1 front"]
    assert "evade.stands" in codes(step)


@pytest.mark.parametrize(
    ("die", "end"),
    [(1, "13.25"), (2, "13.25"), (3, "12.25"), (4, "12.25"), (5, "11.25"), (6, "11.25")],
)
def test_a_die_lengthens_or_shortens_the_way(die: int, end: str) -> None:
    """1 UD more on 1 or 2, 1 UD less on 5 or 6 (5.evade.dice); a half turn first (5.evade.turn)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6.5", "light_cavalry"))
    step = evaded(table, die, 3)
    assert place(step, "b1", "north") == f"15/{end}/0"


@pytest.mark.parametrize(
    ("start", "at", "facing"),
    [("17/5.6/270", "left", "270"), ("13/5.6/90", "right", "90"), ("15/8/180", "rear", "180")],
)
def test_how_one_turns_hangs_on_where_the_charge_comes_from(
    start: str, at: str, facing: str
) -> None:
    """A quarter turn away from a flank, none from behind (5.evade.turn)."""
    table = lay(unit("a1", start), enemy("b1", "15/5", "light_cavalry"))
    step = evaded(table, 3, 3, order=charge("a1", "b1", at))
    assert place(step, "b1", "north").split("/")[2] == facing


def test_who_must_follow_goes_one_or_two_units_of_distance() -> None:
    """Foot 1 UD, mounted troops 2, if they cannot reach who evades (5.evade.pursuit)."""
    foe = enemy("b1", "15/5.5", "light_cavalry")
    assert place(evaded(lay(unit("a1", "15/4"), foe), 3, 3), "a1") == "15/5/0"
    horse = lay(unit("a1", "15/4", "heavy_cavalry"), foe)
    assert place(evaded(horse, 3, 3), "a1") == "15/6/0"


def test_a_bad_die_may_keep_one_from_following_so_far() -> None:
    """Nobody goes beyond their move with its die (5.evade.dice)."""
    slow = lay(unit("a1", "15/4"), enemy("b1", "16.2/6.2/225", "light_cavalry"))
    step = evaded(slow, 3, 6)
    moved = step.state.table.units["south-a1"].pose
    assert moved is not None
    assert moved.y <= 600


def test_who_is_reached_loses_a_point_and_fights_worse() -> None:
    """From behind, with -1 in the next melee (5.evade.reached)."""
    table = lay(unit("a1", "15/4", "light_chariots"), enemy("b1", "15/6", "heavy_cavalry"))
    step = evaded(table, 5, 1)
    assert met(step) == ["a1 b1 rear"]
    assert lost(step, "b1", "north") == 1
    assert step.state.table.units["north-b1"].caught


def test_light_troops_that_reach_cost_no_point() -> None:
    """The -1 in melee alone (5.evade.reached)."""
    table = lay(unit("a1", "15/4", "light_cavalry"), enemy("b1", "15/6", "light_cavalry"))
    step = evaded(table, 5, 1)
    assert lost(step, "b1", "north") == 0
    assert step.state.table.units["north-b1"].caught


def test_light_infantry_that_is_reached_is_destroyed_and_stops_the_charge() -> None:
    """It is eliminated, and the charge ends there (5.evade.caught)."""
    table = lay(unit("a1", "15/4", "heavy_cavalry"), enemy("b1", "15.2/6", "light_infantry"), *_FAR)
    step = carried(table, charge("a1", "b1"), dice=(5, 1))
    assert step.state.table.units["north-b1"].place is Place.ROUTED
    assert met(step) == []
    assert place(step, "a1") == "15/8/0"


def test_who_leaves_the_table_is_lost() -> None:
    """An evasion that leads over the edge is the last (5.leave)."""
    table = lay(unit("a1", "15/16"), enemy("b1", "15/18", "light_cavalry"), *_FAR)
    step = evaded(table, 3, 3)
    assert step.state.table.units["north-b1"].place is Place.LEFT


def test_who_evades_passes_friends_as_in_any_move() -> None:
    """Light infantry goes through its own, and does not end on them (5.through)."""
    line = enemy("w1", "15/7.5"), enemy("w2", "14/7.5"), enemy("w3", "16/7.5")
    table = lay(unit("a1", "15/4"), enemy("b1", "15/5.5", "light_infantry"), *line)
    step = carried(table, charge("a1", "b1"), dice=(3, 3))
    x, y, _ = place(step, "b1", "north").split("/")
    assert (x, float(y) > 8.24) == ("15", True)


def test_another_way_is_taken_where_straight_back_is_barred() -> None:
    """Up to 45 degrees aside, as little as will do (5.evade.turn; ADG-R75)."""
    table = lay(unit("a1", "15/4"), enemy("b1", "15/6", "heavy_cavalry"), enemy("w1", "15.4/8.5"))
    step = evaded(table, 3, 3)
    assert place(step, "b1", "north").split("/")[2] in ("345", "330", "315")


def test_zones_of_others_are_avoided_if_there_is_another_way() -> None:
    """An enemy's zone is entered only where nothing else is left (5.evade.zone)."""
    aside = unit("c1", "16.2/8.5/270")
    table = lay(unit("a1", "15/4"), aside, enemy("b1", "15/6", "heavy_cavalry"))
    step = evaded(table, 3, 3)
    assert place(step, "b1", "north").split("/")[2] != "0"


def test_a_group_that_evades_one_charge_throws_once_and_goes_together() -> None:
    """By group where it is one (5.evade.dice; ADG-R23)."""
    table = lay(
        unit("a1", "15/4"),
        unit("a2", "16/4"),
        enemy("b1", "15/6", "light_infantry"),
        enemy("b2", "16/6", "light_infantry"),
    )
    step = carried(table, charge("a1+a2", "b1"), dice=(3, 3))
    assert [place(step, name, "north") for name in ("b1", "b2")] == ["15/9.5/0", "16/9.5/0"]


def test_another_enemy_met_on_the_way_may_evade_in_turn() -> None:
    """The side is asked anew, and dice are thrown anew (5.evade.next)."""
    table = lay(
        unit("a1", "15/4", "heavy_cavalry", options=("impetuous",)),
        enemy("b1", "14.8/5", "light_infantry"),
        enemy("c1", "15.4/7", "light_cavalry"),
    )
    asked = carried(table, charge("a1", "b1"), dice=(3, 1))
    (decision,) = GAME.awaiting(asked.state)
    assert (decision.code, decision.key[-1]) == ("evade", "0")
    step = answer(asked.state, Evade(units=("north-c1",)), 3, 3)
    assert met(step) == []
    assert step.state.table.units["north-c1"].evaded
    stood = answer(asked.state, Stand())
    assert met(stood) == ["a1 c1 front"]


def test_another_enemy_who_cannot_evade_ends_the_pursuit() -> None:
    """It is fought (5.evade.next)."""
    table = lay(
        unit("a1", "15/4", "heavy_cavalry", options=("impetuous",)),
        enemy("b1", "15/5", "light_infantry"),
        enemy("c1", "15.2/7"),
    )
    step = carried(table, charge("a1", "b1"), dice=(3, 3))
    assert met(step) == ["a1 c1 front"]


def test_a_standing_order_says_who_dodges() -> None:
    """It answers beforehand, for those it names (5.evade)."""
    state = whole(lay(unit("a1", "15/4"), enemy("b1", "15/6", "light_cavalry")))
    state = GAME.apply(state, "north", Dodge(units=("north-b1",)), ScriptedDice()).state
    state = answer(state, charge("a1", "b1")).state
    state = answer(state, Done()).state
    (decision,) = GAME.awaiting(state)
    found = GAME.standing(GAME.view(state, "north"), decision)
    assert found == Evade(units=("north-b1",))


def test_nothing_is_asked_where_nobody_can_choose() -> None:
    """Who must, evades; who cannot, stands (5.evade)."""
    table = declared(lay(unit("a1", "15/4"), enemy("b1", "15/6")), charge("a1", "b1"))
    step = answer(whole(table), Done())
    assert not step.state.table.frames
