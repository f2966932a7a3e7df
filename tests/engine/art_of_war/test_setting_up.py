"""Setting up: armies, the field, battle plans, deployment, ambushes, flank marches (11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Literal

import pytest

from engine.api import Term
from engine.art_of_war.actions import Enter, Reveal
from engine.art_of_war.game import GAME
from engine.art_of_war.ground import Going, going_at, going_of, load_kinds, try_river
from engine.art_of_war.plane.contact import collide
from engine.art_of_war.plane.poses import Base, Pose
from engine.art_of_war.play import Play
from engine.art_of_war.rules.command.initiative import third, value_of
from engine.art_of_war.rules.setting_up import ambush, flank_march
from engine.art_of_war.rules.setting_up.deployment import ready_places
from engine.art_of_war.rules.setting_up.laying import against_layout
from engine.art_of_war.rules.setting_up.layout import camp_pose, is_in_zone
from engine.art_of_war.rules.setting_up.posts import posts_of
from engine.art_of_war.rules.setting_up.ready_made import formations
from engine.art_of_war.rules.setting_up.terrain import outline_in, throw_terrain
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import (
    NORTH,
    SEATS,
    SOUTH,
    Contact,
    Feature,
    General,
    Marker,
    Phase,
    Place,
    Secrets,
    State,
    Table,
)
from engine.art_of_war.survey import base_of, camp_base
from engine.dice import ScriptedDice, SeededDice
from engine.errors import IllegalAction
from tests.engine.art_of_war.beginning import new, ordered, planned, refused
from tests.engine.art_of_war.build import against, enemy, general, ground, lay, unit

# -- initiative ----------------------------------------------------------------------------------


def test_the_initiative_is_a_third_of_a_die_and_what_generals_are_worth() -> None:
    """1D3 and the values of all generals; a strategist 1 more; ties again (3.initiative)."""
    assert [third(die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    # Rome's generals add 1, Carthage's strategist 2 and 1.
    table = new().table
    assert (value_of(table, SOUTH), value_of(table, NORTH)) == (1, 3)


@pytest.mark.parametrize("tie", [(6, 1), (5, 2)])
def test_a_tie_for_the_initiative_is_thrown_again(tie: tuple[int, int]) -> None:
    """Rome's 3 and 1 against Carthage's 1 and 3; then 2 and 1 against as before (3.initiative)."""
    step = GAME.setup(Settings(), ScriptedDice(*tie, 4, 1))
    told = [one.code for one in step.events if one.code.startswith("initiative")]
    assert told == ["initiative.tie", "initiative"]
    assert step.state.table.initiative == NORTH


# -- armies of one's own -----------------------------------------------------------------------


def test_armies_are_mustered_in_secret_and_come_together() -> None:
    """Each side writes its army; when both are ready they are on the table (11)."""
    state = new(armies="own")
    assert state.table.phase is Phase.MUSTER
    state = ordered(state, SOUTH, "muster", army="rome")
    assert not GAME.view(state, NORTH).table.units
    typed = "a hi x4, b li x2, c heavy_cavalry x2"
    state = ordered(state, NORTH, "muster", army="own", lines=typed, leaders="competent abc")
    state = ordered(state, SOUTH, "ready")
    state = ordered(state, NORTH, "ready", 6, 1)
    assert state.table.phase is Phase.PLAN
    assert len([one for one in state.table.units.values() if one.side == NORTH]) == 8
    assert state.table.armies == {SOUTH: "rome", NORTH: ""}


def test_an_army_is_held_to_its_points() -> None:
    """What costs more than the table plays is refused (1.army.cost)."""
    state = new(armies="own", points=50)
    assert "army.points" in refused(state, SOUTH, "muster", army="rome")
    assert refused(state, SOUTH, "ready") == ("muster.none",)


# -- the field -------------------------------------------------------------------------------------


def test_terrain_is_placed_in_turn_from_the_winner_of_the_initiative() -> None:
    """One element and one element, two a side or four (11.terrain, 11.choice)."""
    step = GAME.setup(Settings(terrain="placed"), ScriptedDice(1, 1))
    state = step.state
    first = state.table.player
    second = NORTH if first == SOUTH else SOUTH
    assert state.table.phase is Phase.TERRAIN
    assert first == state.table.initiative
    state = ordered(state, first, "terrain", what="wood", sector="1")
    assert state.table.player == second
    assert refused(state, second, "terrain", what="marsh", sector="1") == ("terrain.sector",)
    state = ordered(state, second, "terrain", what="marsh", sector="2")
    assert refused(state, first, "enough") == ("terrain.number",)
    state = ordered(state, first, "terrain", what="wood", sector="3")
    state = ordered(state, second, "terrain", what="dunes", sector="4")
    state = ordered(state, first, "enough")
    # Who goes on after two places four.
    state = ordered(state, second, "terrain", what="town", sector="5")
    assert refused(state, second, "enough") == ("terrain.number",)
    state = ordered(state, second, "terrain", what="brush", sector="6")
    assert state.table.phase is Phase.PLAN
    assert len(state.table.features) == 6


@pytest.mark.parametrize(
    ("what", "die", "lies"), [("river", 2, 0), ("river", 3, 1), ("coast", 3, 0)]
)
def test_a_river_needs_three_and_a_coast_four(what: str, die: int, lies: int) -> None:
    """What fails is lost and counts as placed (11.terrain.river, 11.terrain.coast)."""
    state = GAME.setup(Settings(terrain="placed"), ScriptedDice(1, 1)).state
    state = ordered(state, state.table.player, "terrain", die, what=what, sector="1")
    assert len(state.table.features) == lies
    assert sum(state.table.laid.values()) == 1


def test_the_sea_is_as_wide_as_the_die_and_four() -> None:
    """A coast's die of 6 makes the sea 10 UD wide (10.coast)."""
    state = GAME.setup(Settings(terrain="placed"), ScriptedDice(1, 1)).state
    state = ordered(state, state.table.player, "terrain", 4, 6, what="coast", sector="3")
    (sea,) = state.table.features.values()
    west = min(x for x, _ in sea.corners)
    assert max(x for x, _ in sea.corners) == 3000
    assert abs(west - 2000) <= 50
    assert going_of(sea) is Going.DIFFICULT


def test_every_element_lies_wholly_in_its_sector() -> None:
    """Of every kind, size and spot (11.terrain.sectors)."""
    for kind in load_kinds().values():
        if kind.where != "sector":
            continue
        for sector in range(1, 7):
            west, south = (sector - 1) % 3 * 1000, (sector - 1) // 3 * 1000
            for size in ("small", "middle", "large"):
                for spot in ("middle", "southwest", "northeast"):
                    for x, y in outline_in(kind, sector, size, spot):
                        assert west <= x <= west + 1000, (kind.key, sector, size, spot)
                        assert south <= y <= south + 1000, (kind.key, sector, size, spot)


def lies_clear(features: Mapping[str, Feature]) -> bool:
    """Say whether no element lies over another, nor under a camp, but roads and streams."""
    kinds, camps = load_kinds(), [camp_base(camp_pose(seat, 1500)) for seat in SEATS]
    crossing = {key for key, one in kinds.items() if one.where == "road" or one.stream}
    barred = {key for key, one in kinds.items() if one.going == "impassable"}
    for one in features.values():
        if any(collide(camp, one.corners) for camp in camps):
            return False
        for two in features.values():
            both = {one.kind, two.kind}
            free = crossing & both and not barred & both
            if one is not two and not free and collide(one.corners, two.corners):
                return False
    return True


@pytest.mark.parametrize(
    ("start", "end"), [(0, 20), pytest.param(20, 1020, marks=pytest.mark.long)]
)
def test_thrown_elements_lie_side_by_side(start: int, end: int) -> None:
    """One a sector at most, over no other and under no camp; eight at most (11.terrain.chance)."""
    for number in range(start, end):
        play = Play(new(terrain="open"), SeededDice(f"field {number}".encode()))
        throw_terrain(play)
        assert len(play.table.features) <= 8
        assert lies_clear(play.table.features)


@pytest.mark.parametrize(("start", "end"), [(0, 4), pytest.param(4, 204, marks=pytest.mark.long)])
def test_placed_elements_lie_side_by_side(start: int, end: int) -> None:
    """Whatever is placed of what is offered; the placing ends, and nobody is stuck (11.terrain)."""
    for number in range(start, end):
        dice, chance = SeededDice(f"placed {number}".encode()), Random(number)
        state = GAME.setup(Settings(terrain="placed"), dice).state
        while state.table.phase is Phase.TERRAIN:
            view = GAME.view(state, state.table.player)
            filled: dict[str, str] = {}
            for field in ("what", "sector", "size", "spot"):
                offered = list(GAME.options(view, "terrain", field, filled))
                filled[field] = chance.choice(offered).value
            action = GAME.parse(view, "terrain", filled)
            assert not GAME.check(state, state.table.player, action)
            state = GAME.apply(state, state.table.player, action, dice).state
        assert lies_clear(state.table.features)


def test_what_a_river_is_like_is_thrown_once() -> None:
    """Rough, difficult or impassable, when somebody first tries (10.river)."""
    river = ground("river", "14/0", "15/0", "15/20", "14/20")
    for die, going in ((1, Going.ROUGH), (2, Going.DIFFICULT), (3, Going.IMPASSABLE)):
        play = Play(State(lay(river), {seat: Secrets() for seat in SEATS}), ScriptedDice(die))
        assert going_of(river) is Going.DIFFICULT
        assert try_river(play, "f1") is going
        assert try_river(play, "f1") is going


@pytest.mark.parametrize(
    ("kind", "going"),
    [
        ("gentle_hill", Going.OPEN),
        ("steep_hill", Going.DIFFICULT),
        ("brush", Going.ROUGH),
        ("plantation", Going.ROUGH),
        ("field", Going.ROUGH),
        ("wood", Going.DIFFICULT),
        ("marsh", Going.DIFFICULT),
        ("dunes", Going.DIFFICULT),
        ("stream", Going.ROUGH),
        ("town", Going.DIFFICULT),
        ("crag", Going.IMPASSABLE),
        ("road", Going.OPEN),
    ],
)
def test_every_kind_of_ground_is_as_hard_as_the_text_says(kind: str, going: Going) -> None:
    """Open, rough, difficult, impassable (10); a base that stands partly in it stands in it."""
    table = lay(ground(kind, "10/5", "13/5", "13/8", "10/8"))
    assert going_at(table, Base(Pose(1000, 600, 0), 100, 50)) is going
    assert going_at(table, Base(Pose(800, 600, 0), 100, 50)) is Going.OPEN


def test_beasts_cross_what_eases_them() -> None:
    """Elephants and camels in brush, camels in dunes (10.brush.beasts, 10.dunes.camels)."""
    brush, dunes = ground("brush", "1/1", "2/1", "2/2"), ground("dunes", "1/1", "2/1", "2/2")
    assert going_of(brush, ("El",)) is Going.OPEN
    assert going_of(brush, ("camels",)) is Going.OPEN
    assert going_of(dunes, ("camels",)) is Going.ROUGH
    assert going_of(dunes, ("El",)) is Going.DIFFICULT


# -- deployment ------------------------------------------------------------------------------------


def test_a_ready_made_battle_begins_with_two_messages() -> None:
    """Both close their plans, and what is written is laid in turn (11.deploy)."""
    state = planned(planned(new(), SOUTH), NORTH)
    table = state.table
    assert (table.phase, table.turn) == (Phase.MOVEMENT, 1)
    assert table.player == table.initiative
    assert all(one.on_table for one in table.units.values())
    assert all(one.on_table for one in table.generals.values())
    assert not GAME.faults(state)
    for one in table.units.values():
        assert is_in_zone(one.side, base_of(one), 500)


def test_what_was_not_written_is_asked_for_corps_by_corps() -> None:
    """The loser of the initiative lays first, then the other (11.deploy)."""
    state = new()
    for seat in SEATS:
        state = ordered(state, seat, "ready")
    loser = NORTH if state.table.initiative == SOUTH else SOUTH
    order = []
    for _ in range(6):
        player = state.table.player
        order.append(player)
        corps = 1 + sum(one == player for one in order[:-1])
        (decision,) = GAME.awaiting(state)
        assert "deploy" in decision.kinds
        state = ordered(state, player, "deploy", corps=str(corps), places=f"{corps}1")
    assert order == [loser, "south" if loser == NORTH else "north"] * 3
    assert state.table.phase is Phase.MOVEMENT


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ("e 5 4.5, f 7 5", "deploy.heavy"),
        ("e 5 4, f 3 5", "deploy.zone"),
        ("e 5 4, f 7 5.5", "deploy.zone"),
        ("e 5 4, f 5 4", "deploy.room"),
        ("e 5 4", "deploy.missing"),
        ("e 5 4, f 7 5, e 9 4", "deploy.twice"),
        ("e 5 4, f 7 5, a 9 4", "deploy.whom"),
        ("e 5 4, f 7 5, work1 9 4", "deploy.works"),
    ],
)
def test_a_deployment_is_held_to_its_zone(places: str, code: str) -> None:
    """5 UD deep, 4 for heavy troops, 4 from the sides; everybody once, with room (11.zone)."""
    assert code in refused(new(), SOUTH, "write", corps="2", places=places)


def test_the_edge_of_the_zone_belongs_to_it() -> None:
    """Cavalry in the corner of the zone, light infantry at its front (11.zone)."""
    assert refused(new(), SOUTH, "write", corps="2", places="e 5 4, f 9 5") == ()
    assert "deploy.zone" in refused(new(), SOUTH, "write", corps="2", places="e 4.99 4, f 9 5")


def test_corps_stand_in_the_order_of_the_plan() -> None:
    """Who was to be left of the centre is not laid right of it (11.plan)."""
    state = new()
    state = ordered(state, SOUTH, "plan", posts="centre, left, right")
    state = ordered(state, SOUTH, "ready")
    state = planned(state, NORTH)
    if state.table.player != SOUTH:
        pytest.fail("the north has written everything")
    state = ordered(state, SOUTH, "deploy", corps="1", places="11")
    assert refused(state, SOUTH, "deploy", corps="2", places="e 24 4, f 22 5") == ("deploy.order",)
    assert refused(state, SOUTH, "deploy", corps="2", places="e 5 4, f 7 5") == ()


def test_a_corps_without_room_as_one_is_offered_group_by_group() -> None:
    """Whoever has scattered others over the zone can still lay the last (11.deploy, ADG-R93)."""
    state = ordered(ordered(new(), "south", "ready"), "north", "ready")
    view = GAME.view(state, "north")
    units = dict(view.table.units)
    others = [one for one in units.values() if one.side == "north" and one.corps != 2]
    for n, one in enumerate(others[:9]):
        there = Pose(450 + 240 * n, 1600 + 100 * (n % 2), 1800)
        units[one.id] = replace(one, place=Place.TABLE, pose=there)
    view = replace(view, table=replace(view.table, units=units))
    posts = posts_of(view)
    blocks = formations(view.table, "north", 2, posts)
    assert all(against_layout(view.table, "north", 2, places) for places in blocks)
    (places,) = ready_places(view, 2)
    assert not against_layout(view.table, "north", 2, places)
    assert {one.who for one in places} == {"d", "e", "f"}


def test_nobody_dismounts_without_reason() -> None:
    """Its list has to say so, or the enemy to have fortified (11.deploy.dismounted)."""
    state = new()
    places = "e 5 4, f 7 5"
    afoot = {"corps": "2", "places": places, "afoot": "e1"}
    assert refused(state, SOUTH, "write", **afoot) == ("deploy.afoot",)
    camp = replace(state.table.camps["north-camp"], fortified=True)
    table = replace(state.table, camps={**state.table.camps, camp.id: camp})
    state = State(table, state.secrets)
    state = ordered(state, SOUTH, "write", **afoot)
    state = ordered(state, SOUTH, "write", corps="1", places="11")
    state = ordered(state, SOUTH, "write", corps="3", places="31")
    state = planned(ordered(state, SOUTH, "ready"), NORTH)
    assert state.table.units["south.rome-e1"].troop == "heavy_spearmen"
    assert state.table.units["south.rome-e2"].troop == "heavy_cavalry"


def test_works_are_laid_as_many_as_were_bought() -> None:
    """A piece of fortification is named work1, work2 ... (8.works)."""
    state = new()
    table = replace(state.table, pieces={SOUTH: 1, NORTH: 0})
    state = State(table, state.secrets)
    state = ordered(state, SOUTH, "write", corps="2", places="e 5 4, f 7 5, work1 9 5")
    state = ordered(state, SOUTH, "write", corps="1", places="11")
    state = ordered(state, SOUTH, "write", corps="3", places="31")
    state = planned(ordered(state, SOUTH, "ready"), NORTH)
    assert state.table.works["south-work1"].pose == Pose(900, 500, 0)
    assert state.table.pieces[SOUTH] == 0


# -- ambushes -------------------------------------------------------------------------------------


def _wooded(initiative: Literal["south", "north"] = "south") -> State:
    """A battle with a wood in the west and a field in the middle, plans to be written."""
    state = new()
    wood = ground("wood", "6/3", "9/3", "9/8", "6/8")
    crops = ground("field", "14/3", "17/3", "17/8", "14/8", name="f2")
    table = replace(
        state.table,
        features={"f1": wood, "f2": crops},
        initiative=initiative,
    )
    return State(table, state.secrets)


@pytest.mark.parametrize(
    ("markers", "initiative", "code"),
    [
        ("i1 7/4", NORTH, None),
        ("- 7/4", NORTH, None),
        ("i1 7/6", NORTH, "hide.where"),
        ("i1 7/6", SOUTH, None),
        ("i1 12/4", SOUTH, "hide.open"),
        ("i1 15/4", SOUTH, "hide.cannot"),
        ("d1 15/4", SOUTH, None),
        ("d1 15/4", NORTH, "hide.where"),
        ("d1 15/4, d1 7/4", SOUTH, "hide.twice"),
    ],
)
def test_ambushes_lie_where_the_ground_hides_them(
    markers: str, initiative: Literal["south", "north"], code: str | None
) -> None:
    """In the side sectors of one's zone, or to the middle of the table (11.ambush, 10.hidden)."""
    found = refused(_wooded(initiative), SOUTH, "hide", markers=markers)
    assert found == (() if code is None else (code,))


def test_a_general_hides_two_a_strategist_three() -> None:
    """Rome's generals hide six, Carthage's seven (11.ambush.number)."""
    table = new().table
    assert ambush.allowed(table, SOUTH) == 6
    assert ambush.allowed(table, NORTH) == 7


def test_a_marker_is_seen_but_not_who_is_beneath_it() -> None:
    """Its side alone knows, or that nobody is (11.ambush.markers)."""
    state = _wooded()
    state = ordered(state, SOUTH, "hide", markers="i1 7/4, - 8/4")
    state = planned(planned(state, SOUTH), NORTH)
    theirs = GAME.view(state, NORTH).table
    assert set(theirs.markers) == {"south-m1", "south-m2"}
    assert "south.rome-i1" not in theirs.units
    assert GAME.view(state, SOUTH).table.units["south.rome-i1"].place is Place.AMBUSH


def _hidden(beneath: str) -> State:
    """A table with a marker of the south's at 7/4, the north at its orders far away."""
    hidden = unit("i1", "7/4", "medium_infantry", place=Place.AMBUSH, marker="south-m1")
    marker = Marker("south-m1", SOUTH, Pose(700, 400, 0))
    pieces = (hidden, enemy("a1", "20/16"), enemy("a2", "7/5.01"), general("12/2"))
    table = lay(*pieces, markers={marker.id: marker}, player=NORTH, initiative=NORTH)
    secrets = {SOUTH: Secrets(ambushes={"south-m1": beneath}), NORTH: Secrets()}
    return State(table, secrets)


@pytest.mark.parametrize(("beneath", "code"), [("south-i1", "ambush.shown"), ("", "ambush.nobody")])
def test_an_enemy_within_a_ud_finds_out(beneath: str, code: str) -> None:
    """Who is beneath the marker stands on the table then, or nobody does (10.hidden)."""
    state = _hidden(beneath)
    play = Play(state, ScriptedDice())
    near = replace(play.unit("north-a2"), pose=Pose(700, 502, 1800))
    play.set(units={**play.table.units, near.id: near})
    ambush.find_out(play, NORTH)
    assert "south-m1" in play.table.markers
    play.change("north-a2", pose=Pose(700, 500, 1800))
    ambush.find_out(play, NORTH)
    assert [one.code for one in play.events] == [code]
    assert not play.table.markers
    assert play.unit("south-i1").on_table is bool(beneath)


def test_who_is_found_out_makes_room() -> None:
    """An enemy who ended a move on the marker keeps their place (ADG-R96)."""
    play = Play(_hidden("south-i1"), ScriptedDice())
    play.change("north-a2", pose=Pose(700, 350, 1800))
    ambush.find_out(play, NORTH)
    one = play.unit("south-i1")
    assert one.on_table
    assert not collide(base_of(one), base_of(play.unit("north-a2")))
    assert not GAME.faults(play.close(public=True).state)


def test_an_ambush_is_shown_in_ones_own_movement() -> None:
    """By an order; the unit may be given orders then (11.ambush.reveal)."""
    state = _hidden("south-i1")
    table = replace(state.table, player=SOUTH)
    step = GAME.apply(State(table, state.secrets), SOUTH, Reveal(marker="south-m1"), ScriptedDice())
    assert step.state.table.units["south-i1"].on_table
    with pytest.raises(IllegalAction):
        GAME.apply(State(table, state.secrets), SOUTH, Reveal(marker="north-m1"), ScriptedDice())


# -- flank marches ---------------------------------------------------------------------------------


def test_a_corps_on_a_flank_march_is_nowhere_to_be_seen() -> None:
    """One corps at most; nobody else knows (11.flank)."""
    state = new()
    assert refused(state, SOUTH, "plan", posts="flank_left, flank_right, centre") == (
        "plan.flanks",
    )
    state = planned(planned(state, SOUTH, "centre, flank_left, right"), NORTH)
    away = {"south.rome-e1", "south.rome-e2", "south.rome-f1", "south.rome-f2"}
    assert all(state.table.units[key].place is Place.MARCH for key in away)
    assert not away & set(GAME.view(state, NORTH).table.units)
    assert state.table.phase is Phase.MOVEMENT


def _marching() -> Play:
    """The south's corps 2 marches round the left, which is the west."""
    away: dict[str, Any] = {"place": Place.MARCH, "pose": None, "corps": 2}
    pieces = (
        replace(unit("e1", "1/1", "heavy_cavalry"), **away),
        replace(unit("e2", "1/1", "heavy_cavalry"), **away),
        unit("a1", "15/4"),
        enemy("a1", "15/16"),
    )
    table = lay(*pieces, initiative=SOUTH)
    leader = General("south-g2", SOUTH, 2, place=Place.MARCH)
    table = replace(table, generals={leader.id: leader})
    secrets = {SOUTH: Secrets(posts=("centre", "flank_left")), NORTH: Secrets()}
    return Play(State(table, secrets), ScriptedDice(5, 6))


def test_a_flank_march_comes_on_a_turn_after_its_six() -> None:
    """The 6 is told, with the edge; the point is said, and the next turn they stand there."""
    play = _marching()
    flank_march.throw(play, SOUTH)
    assert [(one.code, one.reaches(NORTH)) for one in play.events] == [("flank.waits", False)]
    flank_march.come_on(play, SOUTH)
    assert play.unit("south-e1").place is Place.MARCH
    flank_march.throw(play, SOUTH)
    assert play.events[-1].code == "flank.announced"
    assert play.events[-1].params["edge"] == Term("facing", "west")
    state = play.close(public=True).state
    step = GAME.apply(state, SOUTH, Enter(corps=2, at=Fraction(6)), ScriptedDice())
    then = Play(step.state, ScriptedDice())
    flank_march.come_on(then, SOUTH)
    for key in ("south-e1", "south-e2"):
        one = then.unit(key)
        assert one.on_table
        assert one.pose is not None
        assert (one.pose.x, one.pose.facing) == (75, 900)
        assert abs(one.pose.y - 600) <= 50
    assert then.general("south-g2").on_table
    assert not then.table.coming


def test_only_who_was_announced_says_where_it_comes_on() -> None:
    """Nobody else has a point to say (11.flank.point)."""
    table = lay(unit("a1", "15/4"), enemy("a1", "15/16"), initiative=SOUTH)
    assert against(table, Enter(corps=2, at=Fraction(6))) == ["enter.corps"]


def test_camps_lie_at_their_edges() -> None:
    """As the table of bases has it; none is fortified that was not bought so (1.bases, 8.camp)."""
    table: Table = new().table
    assert not any(one.fortified for one in table.camps.values())
    assert table.camps["south-camp"].pose.y == 200
    assert table.camps["north-camp"].pose.y == 1800


# -- read as people type -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("rome", "rome"),
        ("Roma", "rome"),
        ("Rome, 202 BC", "rome"),
        ("cartago", "carthage"),
        ("own", "own"),
        ("propio", "own"),
        ("atlantis", "atlantis"),
    ],
)
def test_armies_are_named_in_either_language(typed: str, key: str) -> None:
    """By key or name; what is none is left for the rules to refuse."""
    action = GAME.parse(GAME.view(new(armies="own"), SOUTH), "muster", {"army": typed})
    assert action.model_dump()["army"] == key


# -- asked in any order --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "state",
    [
        new(),
        new(terrain="placed"),
        new(armies="own"),
        planned(planned(new(), SOUTH), NORTH),
        State(
            lay(
                unit("a1", "15/9"),
                enemy("a1", "15/9"),
                unit("b1", "17/9", lost=1),
                enemy("b1", "17/12"),
                general("15/7", points=5),
                Contact("south-a1", "north-a1"),
            ),
            {seat: Secrets() for seat in SEATS},
        ),
    ],
    ids=["plan", "terrain", "muster", "deployed", "fight"],
)
def test_any_field_may_be_asked_first(state: State) -> None:
    """Who types a later field before the earlier ones is offered something or nothing."""
    for seat in SEATS:
        view = GAME.view(state, seat)
        for kind in GAME.kinds(view):
            for field in GAME.actions[kind].model_fields:
                assert len(list(islice(GAME.options(view, kind, field, {}), 3))) <= 3
