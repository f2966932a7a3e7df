"""What the computer sees in a position: how it draws up, keeps a line, and what else it finds."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from engine.api import Action
from engine.art_of_war.actions import (
    NOBODY,
    BreakOff,
    Charge,
    Enter,
    Hide,
    Manoeuvre,
    Move,
    Muster,
    Plan,
    Ready,
    Reveal,
)
from engine.art_of_war.game import GAME
from engine.art_of_war.ids import letter_of
from engine.art_of_war.opponent.deploying import drawn_up
from engine.art_of_war.plane.poses import Base
from engine.art_of_war.rules.setting_up.laying import against_layout
from engine.art_of_war.rules.setting_up.layout import bases_in, forward, seen_by
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import (
    NORTH,
    SEATS,
    SOUTH,
    Contact,
    Marker,
    Phase,
    Place,
    Secrets,
    State,
)
from engine.art_of_war.survey import is_light, is_mounted
from engine.art_of_war.troops import UD
from engine.dice import ScriptedDice, SeededDice
from engine.kit.records import changed
from tests.engine import opponents
from tests.engine.art_of_war.build import enemy, general, ground, lay, pose, unit, whole

chosen = partial(opponents.chosen, GAME)

every_seat = pytest.mark.parametrize("seat", SEATS)

FAR = tuple(enemy(f"y{n}", f"{2 * n}/19.5") for n in range(1, 7))
"""So many that no loss beats their army."""


def ordered(*pieces: Any, **values: Any) -> Action:
    """What the computer does on a table made by hand."""
    return chosen(whole(lay(*pieces, *FAR, **values)), SOUTH)


def begun() -> State:
    """The ready-made battle before anybody has planned."""
    state: State = GAME.setup(Settings(), SeededDice(b"drawn")).state
    return state


def mustered(army: str) -> State:
    """Two armies of a kind that their sides have chosen, before anybody has planned."""
    dice = SeededDice(b"muster")
    state: State = GAME.setup(Settings(armies="own"), dice).state
    for seat in SEATS:
        for action in (Muster(army=army), Ready()):
            state = GAME.apply(state, seat, action, dice).state
    assert state.table.phase is Phase.PLAN
    return state


# -- drawn up --------------------------------------------------------------------------------------


def drawn(state: State, seat: str, *posts: str) -> dict[str, Base]:
    """Where everybody of an army stands, by id; each corps may be laid so."""
    found: dict[str, Base] = {}
    line = drawn_up(state.table, seat, posts)
    assert line is not None
    for corps, places in line.items():
        assert against_layout(state.table, seat, corps, places) == []
        found |= bases_in(state.table, seat, corps, places)
    return found


@every_seat
def test_the_line_has_no_gap(seat: str) -> None:
    """All foot of the line stand as far up, each beside the next; who is light is behind."""
    state = begun()
    bases = drawn(state, seat, "centre", "left", "right")
    spots = {key: seen_by(seat, one.pose.x, one.pose.y) for key, one in bases.items()}
    units = state.table.units
    line = sorted(
        spots[key] for key in bases if not is_mounted(units[key]) and not is_light(units[key])
    )
    assert {up for _, up in line} == {4 * UD}
    steps = [two[0] - one[0] for one, two in pairwise(line)]
    assert min(steps) == UD
    # Where steps are wider, horse or elephants stand between, or one corps ends.
    filled = sorted(spot for key, spot in spots.items() if spot[1] == 4 * UD)
    gaps = [two[0] - one[0] for one, two in pairwise(filled)]
    assert max(gaps) <= UD + UD // 4
    assert {one.pose.facing for one in bases.values()} == {forward(seat)}


def test_horse_stands_outside_the_foot() -> None:
    """Of the corps on a wing, whichever wing that is."""
    state = begun()
    for posts, side in ((("centre", "left", "right"), -1), (("centre", "right", "left"), 1)):
        bases = drawn(state, SOUTH, *posts)
        horse = [base.pose.x for key, base in bases.items() if letter_of(key) == "e"]
        others = [base.pose.x for key, base in bases.items() if state.table.units[key].corps == 1]
        assert all(side * one > side * two for one in horse for two in others)


def test_horse_of_the_centre_is_a_reserve() -> None:
    """It stands behind the foot of its corps, with room between them."""
    state = mustered("macedon")
    bases = drawn(state, SOUTH, "left", "right", "centre")
    horse = [base.pose.y for key, base in bases.items() if letter_of(key) == "i"]
    foot = [base.pose.y - base.depth for key, base in bases.items() if letter_of(key) == "k"]
    assert max(horse) < min(foot)


def test_a_phalanx_stands_deep() -> None:
    """Two behind two, which is worth more than four abreast."""
    bases = drawn(mustered("macedon"), SOUTH, "left", "centre", "right")
    files = {base.pose.x for key, base in bases.items() if letter_of(key) == "e"}
    assert len(files) == 2


# -- the plan --------------------------------------------------------------------------------------


def plans(state: State, seat: str, number: int = 60) -> list[Plan]:
    """Plans of so many minds."""
    found = [chosen(state, seat, f"plan {n}") for n in range(number)]
    assert all(isinstance(one, Plan) for one in found)
    return [one for one in found if isinstance(one, Plan)]


def test_only_a_small_swift_corps_goes_round_a_flank() -> None:
    """Of the Romans Laelius with horse and light foot; of the others nobody is fit for it."""
    away = [one.posts for one in plans(begun(), SOUTH) if "flank_left" in one.posts]
    assert 0 < len(away) < 20
    assert {posts.index("flank_left") for posts in away} == {1}
    assert not any("flank" in "".join(one.posts) for one in plans(begun(), NORTH))


def test_a_flank_march_comes_on_behind_the_enemy() -> None:
    """Two UD behind their line, once it is announced; then nothing more is said of it."""
    table = lay(
        unit("a1", "15/8"),
        unit("h1", "1/1", "light_cavalry", corps=2, place=Place.MARCH),
        general("a1"),
        general("1/1", corps=2, place=Place.MARCH),
        *(enemy(f"b{n}", f"{13 + n}/10") for n in (1, 2, 3)),
        coming={"south-g2": 1000},
    )
    first = chosen(whole(table), SOUTH)
    assert first == Enter(corps=2, at=Fraction(12))
    after = GAME.apply(whole(table), SOUTH, first, ScriptedDice()).state
    assert not isinstance(chosen(after, SOUTH), Enter)


def test_markers_are_laid_that_may_hide_light_foot() -> None:
    """All ground is used that is fit for it, most of it for nobody, and never for the line."""
    state = begun()
    seat = state.table.initiative
    assert seat == NORTH
    plan = chosen(state, seat)
    state = GAME.apply(state, seat, plan, SeededDice(b"plan")).state
    found = [chosen(state, seat, f"hide {n}") for n in range(12)]
    hidden = {one.who for each in found if isinstance(each, Hide) for one in each.markers}
    assert len({type(one) for one in found}) == 1
    assert hidden == {NOBODY, "f1"}


def ambushed(foe: str) -> Action:
    """What is done about a marker with light foot beneath it, an enemy being somewhere."""
    hidden = unit("d1", "15/8", "light_infantry", place=Place.AMBUSH, marker="south-m1")
    pieces: tuple[Any, ...] = (unit("a1", "5/4"), general("a1"), hidden, enemy("b1", foe), *FAR)
    table = lay(*pieces, markers={"south-m1": Marker("south-m1", SOUTH, pose("15/8"))})
    secrets = {SOUTH: Secrets(ambushes={"south-m1": "south-d1"}), NORTH: Secrets()}
    return chosen(State(table, secrets), SOUTH)


def test_an_ambush_is_sprung_when_an_enemy_is_near() -> None:
    """And not before."""
    assert ambushed("15/11.5") == Reveal(marker="south-m1")
    assert not isinstance(ambushed("15/13"), Reveal)


# -- the line --------------------------------------------------------------------------------------


def test_groups_side_by_side_are_told_as_one() -> None:
    """One order for all who touch and can form a group, whatever letters they have."""
    action = ordered(
        *(unit(f"a{n}", f"{10 + n}/4") for n in (1, 2, 3)),
        *(unit(f"b{n}", f"{13 + n}/4", "heavy_spearmen") for n in (1, 2)),
        general("a1"),
        enemy("b1", "13/14"),
    )
    assert isinstance(action, Move)
    assert action.who.count("+") == 4


def test_the_line_does_not_wheel_while_no_enemy_is_near() -> None:
    """It goes straight on, though who it goes for stands aside."""
    line = tuple(unit(f"a{n}", f"{10 + n}/4") for n in (1, 2, 3))
    action = ordered(*line, general("a1"), enemy("b1", "17/12"))
    assert isinstance(action, Move)
    assert [part.do for part in action.parts] == [Manoeuvre.ADVANCE]


@pytest.mark.parametrize(("moved", "goes"), [(0, "south-b1+south-b2"), (2, "")])
def test_a_body_in_front_waits_for_the_rest_of_the_line(moved: int, goes: str) -> None:
    """Whoever is behind comes up first; where they have moved all they can, nobody goes on."""
    action = ordered(
        *(unit(f"a{n}", f"{5 + n}/8") for n in (1, 2)),
        *(unit(f"b{n}", f"{9 + n}/4", moves=moved) for n in (1, 2)),
        general("a1", points=2),
        enemy("b1", "9/18"),
    )
    assert (action.who if isinstance(action, Move) else "") == goes


def test_who_stands_idle_behind_others_comes_up_beside_them() -> None:
    """Before the enemy is met, and not those of a deep phalanx."""
    spots = ("15/6", "16/6", "15/5.25", "16/5.25")
    foes = tuple(enemy(f"b{n}", f"{13 + n}/9") for n in range(1, 5))
    line = tuple(unit(f"a{n}", at) for n, at in enumerate(spots, start=1))
    action = ordered(*line, general("a1"), *foes)
    assert isinstance(action, Move)
    assert action.parts[0].do in (Manoeuvre.EXTEND_LEFT, Manoeuvre.EXTEND_RIGHT)
    assert action.parts[0].by == 4

    spots = ("15/6", "16/6", "15/4.5", "16/4.5")
    deep = tuple(unit(f"a{n}", at, "phalanx") for n, at in enumerate(spots, start=1))
    away = (changed(one, pose=pose(f"{13 + n}/10.8/180")) for n, one in enumerate(foes, start=1))
    action = ordered(*deep, general("a1"), *away)
    assert isinstance(action, Move)
    assert [part.do for part in action.parts] == [Manoeuvre.ADVANCE]


@pytest.mark.parametrize(
    ("crag", "do"),
    [
        (("11/5", "13/5", "13/8", "11/8"), Manoeuvre.CONTRACT_RIGHT),
        (("16/5", "18/5", "18/8", "16/8"), Manoeuvre.CONTRACT_LEFT),
    ],
)
def test_a_line_that_has_no_way_on_takes_a_narrower_front(
    crag: tuple[str, ...], do: Manoeuvre
) -> None:
    """On the side where there is one."""
    line = tuple(unit(f"a{n}", f"{12 + n}/4.8") for n in range(1, 5))
    action = ordered(*line, general("a1"), enemy("b1", "15/15"), ground("crag", *crag))
    assert isinstance(action, Move)
    assert [(part.do, part.by) for part in action.parts] == [(do, Fraction(3))]


def test_who_has_no_way_on_to_one_enemy_goes_for_another() -> None:
    """Friends fight the nearest of them, right before two who come second."""
    action = ordered(
        unit("a1", "15/8.2"),
        unit("a2", "16/8.2"),
        general("a1"),
        *(unit(f"c{n}", f"{12.5 + n}/9") for n in range(1, 5)),
        *(enemy(f"b{n}", f"{12.5 + n}/9") for n in range(1, 5)),
        *(Contact(f"south-c{n}", f"north-b{n}", fresh=False, rounds=1) for n in range(1, 5)),
        enemy("b5", "20/12"),
    )
    assert isinstance(action, Move)
    assert action.who == "south-a1+south-a2"
    assert action.parts[0].do in (Manoeuvre.SLIDE_RIGHT, Manoeuvre.PIVOT_RIGHT)


def test_whom_the_ground_keeps_is_left_behind() -> None:
    """Those beside them go on, as one."""
    river = ground("river", "13/0", "14/0", "14/20", "13/20")
    river = changed(river, going="impassable")
    line = tuple(unit(f"a{n}", f"{12.5 + n}/4") for n in range(1, 5))
    action = ordered(*line, general("a2"), enemy("b1", "16/15"), river)
    assert isinstance(action, Move)
    assert action.who == "south-a2+south-a3+south-a4"
    assert [part.do for part in action.parts] == [Manoeuvre.ADVANCE]


@pytest.mark.parametrize(("going", "turns"), [("impassable", True), ("rough", False)])
def test_nobody_waits_at_a_river_that_nobody_crosses(going: str, turns: bool) -> None:
    """Who can be come at is gone for, and not who is nearer on the other side."""
    river = changed(ground("river", "14/0", "14.5/0", "14.5/20", "14/20"), going=going)
    action = ordered(unit("a1", "12/8/90"), general("a1"), enemy("b1", "18/8"), river)
    assert isinstance(action, Move)
    assert (action.parts[0].do is not Manoeuvre.ADVANCE) is turns


# -- fights ----------------------------------------------------------------------------------------


def test_horse_charges_a_flank_from_two_moves_away() -> None:
    """And rather that than the front."""
    pieces: tuple[Any, ...] = (
        unit("a1", "9.5/7.2/90", "heavy_cavalry"),
        unit("a2", "12/2"),
        general("a1"),
        *(enemy(f"b{n}", f"{15 + n}/6.5") for n in (1, 2, 3)),
    )
    action = ordered(*pieces)
    assert isinstance(action, Charge)
    after = GAME.apply(whole(lay(*pieces, *FAR)), SOUTH, action, ScriptedDice()).state
    (charge,) = after.table.declared
    assert (charge.target, charge.at, charge.moves) == ("north-b1", "right", 2)


@pytest.mark.parametrize(
    "foes",
    [("14/9.6", "15/9.6", "16/9.6"), ("14.01/9.74/188", "15/9.6/188", "15.99/9.46/188")],
)
def test_a_line_is_charged_though_it_stands_askew(foes: tuple[str, ...]) -> None:
    """By whoever is a match for it, all of a group at once."""
    line = (unit(f"a{n}", f"{13 + n}/8", options=("impact",)) for n in (1, 2, 3))
    levies = (enemy(f"b{n}", at, "levy") for n, at in enumerate(foes, start=1))
    action = ordered(*line, general("a2"), *levies)
    assert isinstance(action, Charge)
    assert action.who == "south-a1+south-a2+south-a3"


@pytest.mark.parametrize(("troop", "leaves"), [("light_cavalry", True), ("heavy_cavalry", False)])
def test_who_can_only_lose_leaves_a_melee(troop: str, leaves: bool) -> None:
    """Light horse does from heavy foot; heavy horse that has half a chance stays."""
    contact = Contact("north-b1", "south-a1", fresh=False, rounds=1)
    mine = (unit("a1", "15/6", troop), unit("a2", "12/2"), general("a2"))
    action = ordered(*mine, enemy("b1", "15/6", "heavy_infantry"), contact)
    assert isinstance(action, BreakOff) is leaves
    if isinstance(action, BreakOff):
        assert (action.who, action.back) == ("south-a1", Fraction(5))
