"""Moves of units and groups: how far, turns, formations, what is difficult (5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.art_of_war.state import Contact, Table, Work
from tests.engine.art_of_war.build import (
    codes,
    do,
    enemy,
    general,
    ground,
    lay,
    place,
    pose,
    unit,
)
from tests.engine.art_of_war.moves import CHIEF, against, alone, instead, line, order

# -- the table of moves ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("troop", "paces"),
    [
        ("light_infantry", (3, 3, 3)),
        ("medium_infantry", (3, 3, 2)),
        ("heavy_infantry", (3, 2, 1)),
        ("light_cavalry", (5, 4, 2)),
        ("heavy_cavalry", (4, 3, 1)),
        ("cataphracts", (3, 2, 1)),
        ("light_chariots", (4, 2, 1)),
        ("heavy_chariots", (3, 1, 0)),
        ("elephants", (3, 3, 1)),
        ("war_wagons", (2, 1, 0)),
        ("artillery", (2, 1, 0)),
    ],
)
def test_each_type_goes_as_far_as_the_table_says(troop: str, paces: tuple[int, int, int]) -> None:
    """In open, rough and difficult ground; where there is no figure nobody goes (5.table)."""
    for kind, most in zip(("", "field", "wood"), paces, strict=True):
        land = [ground(kind, "10/2", "20/2", "20/18", "10/18")] if kind else []
        table = alone(troop, *land)
        if not most:
            assert against(table, "a1", "advance 0.1") == ["move.ground"]
            continue
        assert against(table, "a1", f"advance {most}") == []
        assert against(table, "a1", f"advance {most}.01") == ["move.far"]
        assert instead(table, "a1", f"advance {most}.01") == f"advance {most}"


def test_the_worst_ground_crossed_holds_for_all_of_a_move() -> None:
    """A hand's breadth of wood makes 1 UD of 3 for heavy infantry (5.terrain.worst)."""
    table = alone("heavy_infantry", ground("wood", "14/5.9", "16/5.9", "16/6", "14/6"))
    assert against(table, "a1", "advance 0.9") == []
    assert against(table, "a1", "advance 1.5") == ["move.far"]
    assert instead(table, "a1", "advance 3") == "advance 1"


def test_nobody_crosses_impassable_ground() -> None:
    """It has no figure in the table for anybody (5.table.none)."""
    table = alone("light_infantry", ground("crag", "14/7", "16/7", "16/8", "14/8"))
    assert against(table, "a1", "advance 3") == ["move.ground"]
    assert instead(table, "a1", "advance 3") == "advance 2.01"


def test_camels_and_elephants_find_their_ground_easier() -> None:
    """Dunes are rough for camels, brush open for elephants (10)."""
    dunes = ground("dunes", "14/4", "16/4", "16/9", "14/9")
    plain, camels = (
        alone("light_cavalry", dunes, options=options) for options in ((), ("camels",))
    )
    assert against(plain, "a1", "advance 2.1") == ["move.far"]
    assert against(camels, "a1", "advance 4") == []


def test_a_road_helps_a_column_that_stays_on_it() -> None:
    """1 UD more for a unit or file along it, not for a line, nor for who leaves it (5.road)."""
    road = ground("road", "14.75/1", "15.25/1", "15.25/19", "14.75/19")
    one = alone("heavy_infantry", road)
    assert against(one, "a1", "advance 4") == []
    assert against(one, "a1", "advance 4.01") == ["move.far"]
    assert against(one, "a1", "slide-right 1, advance 4") == ["move.far"]
    file = lay(unit("a1", "15/5"), unit("a2", "15/4.25"), CHIEF, road)
    assert against(file, "a1+a2", "advance 4") == []
    line = lay(unit("a1", "15/5"), unit("a2", "16/5"), CHIEF, road)
    assert against(line, "a1+a2", "advance 4") == ["move.far"]


def test_a_group_goes_at_the_pace_of_its_slowest() -> None:
    """Light infantry beside heavy cavalry makes 3 UD (5.group.pace)."""
    table = lay(unit("a1", "15/5", "heavy_cavalry"), unit("a2", "16/5", "light_infantry"), CHIEF)
    assert against(table, "a1+a2", "advance 3") == []
    assert against(table, "a1+a2", "advance 3.5") == ["move.far"]
    assert against(table, "a1", "advance 4") == []


def test_crossing_a_fortification_takes_of_the_move() -> None:
    """1 UD on foot, 2 mounted (8.works.cross)."""
    for troop, left in (("heavy_infantry", 2), ("heavy_cavalry", 2)):
        table = alone(troop)
        work = Work("south-work1", "south", pose("15/6"))
        table = Table(
            **{name: getattr(table, name) for name in table.__slots__} | {"works": {work.id: work}}
        )
        assert against(table, "a1", f"advance {left}") == []
        assert against(table, "a1", f"advance {left}.5") == ["move.far"]


# -- turns, slides, steps back --------------------------------------------------------------------


def test_a_slide_is_of_one_ud_and_once_a_move() -> None:
    """It takes nothing of the move; twice is too much (5.slide, 5.slide.once)."""
    table = alone()
    assert place(do(table, order("a1", "slide-right 1, advance 3")), "a1") == "16/8/0"
    assert against(table, "a1", "slide-left 1.01") == ["move.slide_most"]
    assert instead(table, "a1", "slide-left 1.5") == "slide-left 1"
    assert against(table, "a1", "slide-left 0.5, advance 1, slide-left 0.5") == ["move.slide_once"]


def test_a_pivot_turns_on_a_front_corner_and_is_measured() -> None:
    """A right angle takes the outer corner 1.42 UD (5.pivot, 5.measure)."""
    table = alone()
    assert place(do(table, order("a1", "pivot-left 90")), "a1") == "14.5/5.5/270"
    assert place(do(table, order("a1", "pivot-right 90")), "a1") == "15.5/5.5/90"
    assert against(table, "a1", "pivot-left 90, advance 1.58") == []
    assert against(table, "a1", "pivot-left 90, advance 1.59") == ["move.far"]


def test_turns_go_about_the_front_plate() -> None:
    """Heavy infantry has two plates of 0.375 UD, cavalry one of 0.75 (5.quarter, 5.half)."""
    assert place(do(alone(), order("a1", "quarter-right")), "a1") == "15.19/4.81/90"
    assert place(do(alone(), order("a1", "half")), "a1") == "15/4.62/180"
    horse = alone("heavy_cavalry")
    assert place(do(horse, order("a1", "quarter-left")), "a1") == "14.62/4.62/270"


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ("pivot-left 20, quarter-right", "move.turns"),
        ("half, quarter-left", "move.turns"),
        ("pivot-left 20, advance 1, pivot-left 20", "move.twice"),
        ("half, half", "move.twice"),
        ("quarter-left, quarter-right", "move.twice"),
    ],
)
def test_one_turn_or_pivot_a_move(parts: str, code: str) -> None:
    """One of them and a slide may go together (5.turns, 5.turns.alike)."""
    assert against(alone(), "a1", parts) == [code]
    assert against(alone(), "a1", "pivot-left 20, slide-left 1, advance 1") == []


def test_light_troops_turn_twice_for_one_ud() -> None:
    """A half and a quarter turn, and 2 UD of 3 are left (5.light.turns)."""
    table = alone("light_infantry")
    assert against(table, "a1", "half, quarter-left, advance 2") == []
    assert against(table, "a1", "half, quarter-left, advance 2.1") == ["move.far"]
    assert against(table, "a1", "pivot-left 10, quarter-left") == ["move.turns"]


def test_who_backs_and_how_far() -> None:
    """Light troops fall back for 1 UD of their move, others 1 UD at most (5.light.withdraw)."""
    assert against(alone(), "a1", "back 1") == []
    assert against(alone(), "a1", "back 1.1") == ["move.back_most"]
    assert against(alone(), "a1", "back 0.6, back 0.6") == ["move.back_most"]
    assert against(alone(), "a1", "back 1, advance 1") == ["move.back_alone"]
    light = alone("light_cavalry")
    assert place(do(light, order("a1", "back 4")), "a1") == "15/1/0"
    assert against(light, "a1", "back 4.1") == ["move.far"]


def test_nothing_is_no_part() -> None:
    """An advance by nothing is refused (5.measure)."""
    assert against(alone(), "a1", "advance 0") == ["move.nothing"]


# -- groups and formations ------------------------------------------------------------------------


def test_a_group_pivots_as_one_on_its_outer_base() -> None:
    """All bases keep contact; the far corner of three is measured (5.pivot, ADG-R18)."""
    step = do(line(), order("a1+a2+a3", "pivot-left 20"))
    assert place(step, "a1") == "13.97/6.17/340"
    assert place(step, "a3") == "15.85/6.85/340"
    assert against(line(), "a1+a2+a3", "pivot-left 20, advance 1.96") == []
    assert against(line(), "a1+a2+a3", "pivot-left 20, advance 1.97") == ["move.far"]
    assert instead(line(), "a1+a2+a3", "pivot-left 90") == "pivot-left 59"


def test_a_group_that_turns_closes_up() -> None:
    """A line becomes a file behind the base on that side (5.quarter, ADG-R18)."""
    step = do(line(), order("a1+a2+a3", "quarter-right"))
    assert [place(step, name) for name in ("a3", "a2", "a1")] == [
        "16.19/5.81/90",
        "15.44/5.81/90",
        "14.69/5.81/90",
    ]
    back = do(line(), order("a1+a2+a3", "half"))
    assert [place(back, name) for name in ("a1", "a2", "a3")] == [
        "14/5.62/180",
        "15/5.62/180",
        "16/5.62/180",
    ]


def test_a_line_contracts_to_a_column_and_a_column_extends() -> None:
    """The named side keeps its place; the farthest base is measured (5.extend, 5.contract)."""
    step = do(line(), order("a1+a2+a3", "contract-left 1"))
    assert [place(step, name) for name in ("a1", "a2", "a3")] == ["14/6/0", "14/5.25/0", "14/4.5/0"]
    column = lay(*(unit(f"a{n + 1}", f"14/{6 - 0.75 * n}") for n in range(3)), CHIEF)
    then = do(column, order("a1+a2+a3", "extend-right 3"))
    assert [place(then, name) for name in ("a1", "a2", "a3")] == ["14/6/0", "15/6/0", "16/6/0"]
    assert against(line(), "a1+a2+a3", "contract-right 3") == ["move.formation"]
    assert against(line(), "a1+a2+a3", "extend-right 4") == ["move.front"]
    assert against(line(count=4), "a1+a2+a3+a4", "contract-left 1") == ["move.far"]
    twice = "contract-left 2, contract-left 1"
    assert against(line(), "a1+a2+a3", twice) == ["move.twice"]
    assert against(line(), "a1+a2+a3", "contract-left 2, extend-left 3") == ["move.form_once"]


def test_who_can_be_a_group() -> None:
    """Six at most, of one corps, of kinds that fit, all in contact (1.groups)."""
    seven = lay(*(unit(f"a{n}", f"{10 + n}/5") for n in range(1, 8)), CHIEF)
    assert against(seven, "a1+a2+a3+a4+a5+a6+a7", "advance 1") == ["group.size"]
    assert against(seven, "a1+a2+a3+a4+a5+a6", "advance 1") == []
    assert against(seven, "a1+a3", "advance 1") == ["group.apart"]
    other = lay(unit("a1", "14/5"), unit("b1", "15/5", corps=2), CHIEF)
    assert against(other, "a1+b1", "advance 1") == ["group.corps"]
    pairs = {
        ("heavy_infantry", "heavy_cavalry"): ["group.unlike"],
        ("light_infantry", "heavy_cavalry"): [],
        ("elephants", "heavy_cavalry"): ["group.unlike"],
        ("elephants", "heavy_infantry"): [],
        ("artillery", "heavy_infantry"): ["group.unlike"],
    }
    for (one, two), codes_ in pairs.items():
        table = lay(unit("a1", "14/5", one), unit("a2", "15/5", two), CHIEF)
        assert against(table, "a1+a2", "advance 1") == codes_, (one, two)


def test_a_group_stays_one_to_the_end() -> None:
    """Facing apart they would drift apart (5.group.whole)."""
    table = lay(unit("a1", "14/5"), unit("a2", "15/5/90", "light_infantry"), CHIEF)
    assert against(table, "a1+a2", "advance 2") == ["move.apart"]


# -- hard to manoeuvre, difficult manoeuvres ------------------------------------------------------

CLUMSY = (
    ("levy", ()),
    ("elephants", ()),
    ("war_wagons", ()),
    ("artillery", ()),
    ("scythed_chariots", ()),
    ("heavy_infantry", ("impetuous",)),
)


@pytest.mark.parametrize(("troop", "options"), CLUMSY)
def test_turns_are_difficult_for_the_clumsy(troop: str, options: tuple[str, ...]) -> None:
    """A straight advance with or without a slide is not (5.clumsy)."""
    table = alone(troop, options=options)
    for parts in ("quarter-left", "half", "pivot-right 10", "back 0.5"):
        assert against(table, "a1", parts) == ["move.difficult"], parts
        assert against(alone(), "a1", parts) == [], parts
    assert against(table, "a1", "slide-left 0.5, advance 1") == []


def test_a_difficult_manoeuvre_is_paid_for_or_disorders() -> None:
    """Two points in all, or a point of cohesion (5.difficult, 5.difficult.points; ADG-R6)."""
    table = lay(unit("a1", "15/5", "elephants"), general("15/3", points=3))
    paid = do(table, order("a1", "half", "pay")).state.table
    assert (paid.generals["south-g1"].points, paid.units["south-a1"].lost) == (1, 0)
    taken = do(table, order("a1", "half", "disorder"))
    assert (taken.state.table.generals["south-g1"].points, codes(taken)) == (
        2,
        ["move.made", "cohesion.lost"],
    )
    assert taken.state.table.units["south-a1"].lost == 1
    poor = lay(unit("a1", "15/5", "elephants"), general("15/3", points=1))
    assert against(poor, "a1", "half", "pay") == ["points.few"]


def test_the_disordered_make_no_difficult_manoeuvre_unless_it_is_paid() -> None:
    """Whoever has lost cohesion cannot take more disorder for it (5.difficult.disordered)."""
    table = alone("elephants", lost=1)
    assert against(table, "a1", "half", "disorder") == ["move.disordered"]
    assert against(table, "a1", "half", "pay") == []


def test_every_unit_of_a_group_is_disordered_by_its_manoeuvre() -> None:
    """A unit or group is disordered (5.difficult)."""
    table = lay(unit("a1", "14/5", "elephants"), unit("a2", "15/5", "heavy_infantry"), CHIEF)
    units = do(table, order("a1+a2", "pivot-left 10", "disorder")).state.table.units
    assert [one.lost for one in units.values()] == [1, 1]


def _overlapping(troop: str) -> Table:
    return lay(
        unit("b1", "15/8"),
        enemy("z1", "15/8"),
        Contact("south-b1", "north-z1"),
        unit("a1", "16.03/7.83/340", troop),
        CHIEF,
    )


def test_a_turn_that_ends_in_overlap_is_not_difficult() -> None:
    """Levies may pivot into a place where they overlap (5.clumsy.contact, 5.difficult.contact)."""
    table = _overlapping("levy")
    ends = do(table, order("a1", "pivot-right 20")).state.table.units["south-a1"]
    assert ends.lost == 0
    assert ends.pose is not None
    away = _overlapping("levy")
    assert against(away, "a1", "half") == ["move.difficult"]


@pytest.mark.parametrize(
    ("troop", "found"),
    [
        ("heavy_infantry", []),
        ("artillery", ["move.enemy"]),
        ("war_wagons", ["move.enemy"]),
        ("elephants", ["move.enemy"]),
    ],
)
def test_only_who_overlaps_moves_up_beside_a_friend_who_fights(
    troop: str, found: list[str]
) -> None:
    """Engines and elephants never overlap, so that touching an enemy bars their way (8.not)."""
    table = lay(
        unit("b1", "15/8"),
        enemy("z1", "15/8"),
        Contact("south-b1", "north-z1"),
        unit("a1", "16/7.5", troop),
        CHIEF,
    )
    assert against(table, "a1", "advance 0.5") == found


def test_who_cannot_end_upon_a_friend_is_told_how_far_it_gets_before_them() -> None:
    """The whole move counts, not what the refused part would leave of it (5.through.end)."""
    table = lay(unit("a1", "15/4", "light_infantry"), unit("a2", "15/6"), CHIEF)
    assert instead(table, "a1", "advance 2") == "advance 1.26"
    assert against(table, "a1", "advance 3") == []


# -- second and third moves -----------------------------------------------------------------------


def test_a_second_move_comes_near_the_enemy() -> None:
    """Within 2 UD at some moment of it, the beginning counting (5.again)."""
    table = lay(unit("a1", "15/5", "light_infantry", moves=1), CHIEF, enemy("z1", "15/9.5", "levy"))
    assert against(table, "a1", "advance 2") == ["again.far"]
    assert against(table, "a1", "advance 2.5") == []
    close = lay(unit("a1", "15/5", "light_infantry", moves=1), CHIEF, enemy("z1", "15/7", "levy"))
    assert against(close, "a1", "back 1") == []


def _led(troop: str, moves: int, **values: Any) -> Table:
    one = unit("a1", "15/5", troop, moves=moves, **values)
    return lay(one, general("a1", points=3), enemy("z1", "15/7.5", "levy"))


def test_a_third_move_needs_a_general_along() -> None:
    """Two a turn, a third with a general who has joined them (5.most, 5.again.general)."""
    without = lay(unit("a1", "15/5", moves=2), CHIEF, enemy("z1", "15/7", "levy"))
    assert against(without, "a1", "advance 0.5") == ["again.general"]
    assert against(_led("light_infantry", 2), "a1", "advance 0.5") == []
    assert against(_led("light_infantry", 3), "a1", "advance 0.5") == ["again.most"]


def test_a_third_move_disorders_all_but_light_troops() -> None:
    """Unless it is paid for; clumsy troops make none (5.again.third, 5.again.clumsy)."""
    assert against(_led("heavy_infantry", 2), "a1", "advance 0.5") == ["move.difficult"]
    step = do(_led("heavy_infantry", 2), order("a1", "advance 0.5", "disorder"))
    assert step.state.table.units["south-a1"].lost == 1
    assert against(_led("levy", 2), "a1", "advance 0.5", "pay") == ["again.clumsy"]
