"""An action being put together on the table: what is chosen, what may be, how far it reaches."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.text import LANGUAGES
from engine.api import Term, Way
from engine.art_of_war.actions import Done, Hiding, Manoeuvre, Part, Placing
from engine.art_of_war.plane.poses import Pose
from engine.art_of_war.ranks import load_ranks
from engine.art_of_war.state import NORTH, SOUTH, Contact, Phase, Place, Secrets, Table, View
from engine.art_of_war.survey import base_of
from render.api import Choosing, Picture, Section
from render.art_of_war.alt import ALT_CODES
from render.art_of_war.blocks import DETAILED
from render.art_of_war.choosing import FAR, aim_at, pose_at, read_selection
from render.art_of_war.moves import leaving
from render.art_of_war.muster import standing
from render.art_of_war.painter import layout_of
from render.art_of_war.reaches import ranges
from render.art_of_war.sheet import around, laid, middle
from render.choosing import WHOLE_WIDTH, WIDTH
from render.painting import key_height
from render.registry import painter
from render.themes import STANDARD
from tests.engine.art_of_war.build import answer, enemy, general, ground, lay, unit, whole
from tests.engine.art_of_war.charging import charge, declared
from tests.engine.art_of_war.charging import lay as lay_charge
from tests.render.art_of_war.looking import cell, differs, near
from tests.render.art_of_war.samples import field, in_line, names, public, said, seen_by
from tests.support.decoding import Lossless, pixels

PAINTER, FILES = Lossless("art_of_war"), painter("art_of_war")
LARGEST = 250_000


def mine(of: Table | None = None) -> View:
    """What the south sees."""
    return seen_by(SOUTH, of or in_line())


def drawn(view: View, meant: Choosing, section: Section | None = None) -> Picture:
    """Draw a choice where the painter aims."""
    aimed = section or PAINTER.aim(view, meant)
    assert aimed is not None
    return PAINTER.paint(view, aimed, choosing=meant, names=names)


def spot(
    picture: Picture, view: View, meant: Choosing, at: tuple[float, float], reach: float = 0.4
) -> Image.Image:
    """A part of a picture of a choice, below its key."""
    section = PAINTER.aim(view, meant)
    assert section is not None
    return cell(picture, view, section, at, reach, key_height(pixels(picture)))


ORDER = Choosing("move", (("who", "south-b1+south-b2"),), (), "parts")


# -- where to look ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "meant",
    [
        Choosing("done"),
        Choosing("stand"),
        Choosing("ready"),
        Choosing("nonsense", (("who", "south-b1"),), ("10/10",), "to"),
        Choosing("move", (("who", "napoleon"),), (), "parts"),
        Choosing("move", (), ("napoleon", "", "x" * 900), "who"),
        Choosing("move", (), ("calm", "pay"), "calm"),
    ],
)
def test_no_picture_where_it_tells_nothing(meant: Choosing) -> None:
    """Yes or no, and words without a meaning need no table."""
    assert PAINTER.aim(mine(), meant) is None


def test_aim_holds_everything_marked() -> None:
    """The section shows all that is chosen or may be, as close as it can."""
    near_ = PAINTER.aim(mine(), ORDER)
    assert near_ is not None
    assert (near_.kind, near_.width, near_.radius) == ("around", WIDTH, 4)
    meant = Choosing("charge", (("who", "south-e1"),), ("north-e1", "north-d3"), "target")
    section = PAINTER.aim(mine(), meant)
    assert section is not None
    layout = layout_of(mine(), section)
    assert all(layout.shows(point) for point in read_selection(mine(), meant).marked)
    everybody = tuple(key for key in in_line().units if key.startswith("south"))
    far = PAINTER.aim(mine(), Choosing("move", (), (*everybody, "0.5/19", "29/1"), "who"))
    assert far is not None
    assert (far.kind, far.width) == ("whole", WHOLE_WIDTH)
    assert FAR < 15


def test_a_whole_line_is_seen_with_its_symbols() -> None:
    """Orders along some twenty UD are drawn a little wider, so that blocks show who they are."""
    line = [unit(f"b{number}", f"{2 * number}/9") for number in range(2, 13)]
    view = mine(lay(*line, general("13/6", points=5, rank="brilliant")))
    meant = Choosing("move", (("who", "+".join(one.id for one in line)),))
    section = PAINTER.aim(view, meant)
    assert section is not None
    assert (section.kind, section.width) == ("around", WHOLE_WIDTH)
    assert layout_of(view, section).scale >= DETAILED


def test_small_pictures_for_phones() -> None:
    """A picture is a JPEG file of at most so many pixels and bytes."""
    section = PAINTER.aim(mine(), ORDER)
    assert section is not None
    picture = FILES.paint(mine(), section, choosing=ORDER, names=names)

    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)
    assert picture.width == WIDTH
    assert len(picture.data) < LARGEST


# -- what it means ---------------------------------------------------------------------------------


def test_groups_and_short_names_are_read() -> None:
    """Ids, names without their side, a group's letter; words of other kinds mean nobody."""
    for typed in ("south-b1+south-b2", "b1+b2"):
        assert read_selection(mine(), Choosing("move", (("who", typed),))).start == (
            "south-b1",
            "south-b2",
        )
    letter = read_selection(mine(), Choosing("move", (("who", "b"),))).start
    assert letter == tuple(f"south-b{number}" for number in (1, 2, 3, 4))
    assert read_selection(mine(), Choosing("rally", (("who", "b1"),))).start == ("south-b1",)
    assert not read_selection(public(in_line()), Choosing("move", (("who", "b"),))).start


def test_points_are_spots() -> None:
    """What is offered as "x/y" is marked there, with what it takes."""
    meant = Choosing("lead", (("general", "south-g2"),), ("south-e1", "16/6"), "to")
    found = read_selection(mine(), meant)

    assert found.offered == ("south-e1",)
    assert found.spots == ((laid(1600, 600), 0),)
    assert Term("point", "16/6") in found.possible
    chosen = Choosing("lead", (("general", "south-g2"), ("to", "16/6")))
    assert read_selection(mine(), chosen).goals == (laid(1600, 600),)


def test_who_is_ordered_shows_how_far_it_reaches() -> None:
    """Ahead as far as it moves and shoots; round their general as far as orders go."""
    view = mine(lay(unit("b1", "10/10", "archers"), general("10/6"), enemy("a1", "10/14")))
    found = read_selection(view, Choosing("move", (("who", "south-b1"),), (), "parts"))

    (reach,) = found.reaches
    assert reach.length == 300
    assert around(reach.area) == pytest.approx((9.5, 7.0, 10.5, 10.0))
    (shooting,) = found.ranges
    assert shooting.length == 400
    assert around(shooting.area) == pytest.approx((8.5, 6.0, 11.5, 10.0))
    (led,) = found.commands
    assert led.length == load_ranks()["ordinary"].distance
    assert around(led.area)[1] == pytest.approx(14 - 4, abs=0.3)
    (held,) = found.controls
    assert held.who == "north-a1"
    assert around(held.area) == pytest.approx((9.5, 6.0, 10.5, 7.0))


def test_zones_are_those_near_who_is_ordered() -> None:
    """Not those of enemies far off, nor of one's own, nor of troops that have none."""
    pieces = unit("b1", "10/10"), enemy("a1", "10/13"), enemy("b1", "28/13")
    light = enemy("c1", "11/13", "light_infantry")
    found = read_selection(mine(lay(*pieces, light)), Choosing("move", (("who", "south-b1"),)))
    assert [one.who for one in found.controls] == ["north-a1"]


def test_light_troops_are_led_farther() -> None:
    """Twice as far; of others that is not shown."""
    for troop, times in (("light_cavalry", 1), ("heavy_infantry", 0)):
        view = mine(lay(unit("b1", "10/10", troop), general("10/6")))
        found = read_selection(view, Choosing("move", (("who", "south-b1"),)))
        assert len(found.lights) == times
        if found.lights:
            assert found.lights[0].length == 2 * found.commands[0].length


@pytest.mark.parametrize(
    ("troop", "areas", "box"),
    [
        ("archers", 1, (8.5, 6.0, 11.5, 10.0)),
        ("light_cavalry", 1, (8.5, 9.0, 11.5, 11.75)),
        ("war_wagons", 2, (6.5, 9.0, 9.5, 13.0)),
        ("heavy_infantry", 0, ()),
    ],
)
def test_fields_of_shooting_are_as_the_rules_have_them(
    troop: str, areas: int, box: tuple[float, ...]
) -> None:
    """Before the front and a UD to each side; all round; over both sides; or none."""
    (one,) = standing(public(lay(unit("b1", "10/10", troop))))
    found = list(ranges(one))
    assert len(found) == areas
    if found:
        assert around(found[0].area) == pytest.approx(box, abs=0.02)


def test_a_charge_aims_at_those_offered() -> None:
    """A line to each while a target is asked for; one to it when it is chosen."""
    meant = Choosing("charge", (("who", "south-e1"),), ("north-e1", "north-d3"), "target")
    found = read_selection(mine(), meant)
    assert found.aims == (("south-e1", "north-e1"), ("south-e1", "north-d3"))
    chosen = Choosing("charge", (("who", "south-e1"), ("target", "north-e1"), ("at", "front")))
    assert read_selection(mine(), chosen).charges == (("south-e1", "north-e1"),)


def test_moves_are_shown_part_by_part() -> None:
    """Where each comes to stand, by the rules, and how much farther it may go from there."""
    parts = (
        Part(do=Manoeuvre.ADVANCE, by=Fraction(1)),
        Part(do=Manoeuvre.PIVOT_LEFT, by=Fraction(20)),
    )
    table = lay(unit("b1", "10/5"), unit("b2", "11/5"), general("10/2"))
    who = ("who", "south-b1+south-b2")
    asked = read_selection(mine(table), Choosing("move", (who, ("parts", parts[:1])), (), "parts"))
    assert [one.base.pose for one in asked.ghosts] == [Pose(1000, 600, 0), Pose(1100, 600, 0)]
    assert [len(way) for way in asked.ways] == [2, 2]
    assert {one.length for one in asked.reaches} == {200}
    assert around(asked.reaches[0].area) == pytest.approx((9.5, 12.0, 10.5, 14.0))
    done = read_selection(mine(table), Choosing("move", (who, ("parts", parts))))
    assert {one.base.pose.facing for one in done.ghosts} == {3400}
    assert [len(way) for way in done.ways] == [3, 3]
    assert not done.reaches


def test_rough_ground_shortens_what_is_shown() -> None:
    """A wood before heavy infantry: one UD, or as far as its edge."""
    wood = ground("wood", "8/6", "12/6", "12/9", "8/9")
    found = read_selection(
        mine(lay(unit("b1", "10/5"), wood, general("10/2"))),
        Choosing("move", (("who", "south-b1"),), (), "parts"),
    )
    (reach,) = found.reaches
    assert reach.length <= 101


def test_ways_of_previews_lead_to_ghosts() -> None:
    """Of orders that are not worked out here: poses and points, as the preview says."""
    ways = (
        Way(("south-b1",), ("13.5/7/0", "13.5/9/0", "14/9.5/45")),
        Way(("south-g1",), ("15/4.4", "15/6")),
    )
    found = read_selection(mine(), Choosing("pursue", (("units", ("south-b1",)),), ways=ways))

    assert [len(way) for way in found.ways] == [3, 2]
    assert [(one.who, one.base.pose) for one in found.ghosts] == [
        ("south-b1", Pose(1400, 950, 450))
    ]
    assert pose_at("12.5/4/270") == Pose(1250, 400, 2700)
    assert pose_at("12.5/4") is None
    assert pose_at("b2") is None
    assert pose_at("12.5/4/x") is None


def test_charges_are_shown_where_they_end() -> None:
    """In contact, lined up as the rules line them up; nothing where they cannot get there."""
    pieces = unit("b1", "10/5"), general("10/2")
    order = (("who", "south-b1"), ("target", "north-a1"), ("at", "any"))
    view = mine(lay(*pieces, enemy("a1", "10.3/7")))
    found = read_selection(view, Choosing("charge", order))
    (one,) = found.ghosts
    assert one.base.pose == Pose(1030, 700, 0)
    assert found.charges == (("south-b1", "north-a1"),)
    far = read_selection(mine(lay(*pieces, enemy("a1", "10/18"))), Choosing("charge", order))
    assert not far.ghosts
    assert far.charges == (("south-b1", "north-a1"),)


def test_who_breaks_off_is_shown_where_it_falls_back_to() -> None:
    """Straight back, as far as is chosen."""
    table = lay(
        unit("b1", "10/10", "light_cavalry"),
        enemy("a1", "10/10"),
        Contact("south-b1", "north-a1"),
        general("10/6"),
    )
    meant = Choosing("breakoff", (("who", "south-b1"), ("back", Fraction(2))))
    found = read_selection(mine(table), meant)
    assert [one.base.pose for one in found.ghosts] == [Pose(1000, 800, 0)]


def test_who_holds_their_fire_shows_at_whom_they_would_shoot() -> None:
    """By range, arc, sight and priority."""
    table = lay(
        unit("b1", "10/10", "archers"),
        enemy("a1", "10/13"),
        enemy("a2", "11/12.5"),
        general("10/6"),
    )
    found = read_selection(mine(table), Choosing("withhold", (("units", ("south-b1",)),)))
    assert found.aims == (("south-b1", "north-a1"),)
    assert len(found.ranges) == 1


def test_blocked_zones_hold_nobody() -> None:
    """Where a friend stands between, that zone is not shown."""
    pieces = unit("b1", "10/10"), enemy("a1", "10/13"), general("10/6")
    between = unit("c1", "10/12.5", "light_infantry")
    meant = Choosing("move", (("who", "south-b1"),))
    assert read_selection(mine(lay(*pieces)), meant).controls
    assert not read_selection(mine(lay(*pieces, between)), meant).controls


def test_a_deployment_is_shown_where_it_would_stand() -> None:
    """Every unit of the corps and its general, within the zone of deployment."""
    waiting = {
        key: replace(one, place=Place.WAITING, pose=None)
        for key, one in in_line().units.items()
        if one.side == SOUTH
    }
    leaders = {
        key: replace(one, place=Place.WAITING, pose=None, unit="", included=False)
        for key, one in in_line().generals.items()
    }
    of = lay(phase=Phase.DEPLOYMENT, turn=0, units=waiting, generals=leaders)
    places = (
        Placing(who="a", x=Fraction(10), y=Fraction(4), files=2),
        Placing(who="b", x=Fraction(14), y=Fraction(4)),
    )
    meant = Choosing("deploy", (("corps", 1), ("places", places)))
    found = read_selection(seen_by(SOUTH, of), meant)
    assert {one.who for one in found.ghosts} == {
        *(f"south-{letter}{number}" for letter in "ab" for number in (1, 2, 3, 4)),
        "south-g1",
    }
    (zone,) = found.zones
    assert around(zone) == (4.0, 15.0, 26.0, 20.0)
    picture = drawn(seen_by(SOUTH, of), meant)
    assert "picture.ghost" in {line.code for line in picture.alt}
    assert PAINTER.aim(seen_by(SOUTH, of), meant) == Section("zone", "south_side")
    beyond = Choosing("hide", (("markers", (Hiding(who="-", at="1/9"),)),))
    assert PAINTER.aim(seen_by(SOUTH, of), replace(meant, beside=(beyond,))) != Section(
        "zone", "south_side"
    )


def test_who_is_not_on_the_table_yet_has_their_symbol() -> None:
    """Of two groups that would stand alike, pictures differ: a name alone would tell nobody."""
    of = {
        troop: lay(
            unit("a1", "0/0", troop, place=Place.WAITING),
            general("15/1", place=Place.WAITING),
            phase=Phase.DEPLOYMENT,
            turn=0,
        )
        for troop in ("heavy_cavalry", "heavy_spearmen")
    }
    meant = Choosing(
        "deploy", (("corps", 1), ("places", (Placing(who="a", x=Fraction(10), y=Fraction(4)),)))
    )
    shown = [
        spot(drawn(view, meant), view, meant, (10, 3.6), 0.3) for view in map(mine, of.values())
    ]
    assert differs(*shown)


def test_terrain_is_shown_where_it_would_lie() -> None:
    """In its sector, as large as is chosen; the sector is marked."""
    of = lay(phase=Phase.TERRAIN, turn=0)
    sizes = {}
    for size in ("small", "large"):
        filled = (("what", "wood"), ("sector", 6), ("size", size), ("spot", "southwest"))
        found = read_selection(mine(of), Choosing("terrain", filled))
        (feature,) = found.terrain
        left, top, right, bottom = around([laid(*one) for one in feature.corners])
        assert 20 <= left < right <= 30
        assert 0 <= top < bottom <= 10
        sizes[size] = right - left
        assert around(found.zones[0]) == (20.0, 0.0, 30.0, 10.0)
        picture = drawn(mine(of), Choosing("terrain", filled))
        assert near(pixels(picture), STANDARD.inks["leaf"]) > 0.005
        assert "picture.placing" in {line.code for line in picture.alt}
    assert sizes["large"] > sizes["small"]
    for sector in (0, 7, "x"):
        chosen = Choosing("terrain", (("what", "wood"), ("sector", sector)))
        assert not read_selection(mine(of), chosen).terrain


def test_hidings_are_marked_where_they_are_written() -> None:
    """At the points that are typed."""
    of = lay(phase=Phase.PLAN, turn=0)
    hidden = (Hiding(who="-", at="6/4.5"), Hiding(who="d1", at="24/3"))
    found = read_selection(mine(of), Choosing("hide", (("markers", hidden),)))
    assert found.goals == (laid(600, 450), laid(2400, 300))


@pytest.mark.parametrize(("post", "x"), [("flank_left", 0.0), ("flank_right", 30.0)])
def test_a_flank_march_comes_on_at_its_edge(post: Any, x: float) -> None:
    """To the left or right as its own side sees it."""
    secrets = Secrets(posts=("centre", post))
    view = seen_by(SOUTH, in_line(), south=secrets)
    meant = Choosing("enter", (("corps", 2), ("at", Fraction(7))))
    assert read_selection(view, meant).goals == ((x, 13.0),)
    north = seen_by(NORTH, in_line(), north=secrets)
    assert read_selection(north, meant).goals == ((30.0 - x, 13.0),)


# -- what it looks like ----------------------------------------------------------------------------


def test_chosen_and_possible_are_ringed() -> None:
    """In the colour of orders, and bright; others are as they were."""
    view = mine()
    meant = Choosing("move", (), ("south-b1", "south-b3"), "who")
    picture = drawn(view, meant)
    bright, order = STANDARD.highlight, STANDARD.order
    assert near(spot(picture, view, meant, (13.5, 6.6), 0.6), bright) > 0.05
    chosen = Choosing("move", (("who", "south-b1"),))
    ringed = drawn(view, chosen)
    assert near(spot(ringed, view, chosen, (13.5, 6.6), 0.6), order) > 0.05
    assert near(spot(ringed, view, chosen, (12.0, 6.6), 0.4), order) < 0.02


def test_ghosts_and_charges_are_drawn() -> None:
    """A base where nobody stands yet, and swords where a charge goes."""
    view = mine(lay(unit("b1", "10/9"), enemy("a1", "10/13"), turn=1))
    ways = (Way(("south-b1",), ("10/9/0", "10/11/0")),)
    plain = Choosing("move", (("who", "south-b1"),))
    moved = replace(plain, ways=ways)
    section = PAINTER.aim(view, moved)
    assert section is not None
    one, other = drawn(view, plain, section), drawn(view, moved, section)
    head = key_height(pixels(one))
    spots = [cell(each, view, section, (10, 10.6), 0.4, head) for each in (one, other)]
    assert differs(*spots)
    assert near(spots[1], STANDARD.order, 60) > near(spots[0], STANDARD.order, 60) + 0.05
    charge = Choosing("charge", (("who", "south-b1"), ("target", "north-a1")))
    assert near(pixels(drawn(view, charge)), STANDARD.order) > 0.005


def test_what_is_planned_besides_is_shown_with_it() -> None:
    """Both are ringed."""
    view = mine()
    beside = Choosing("move", (("who", "south-a1"),))
    meant = Choosing("move", (("who", "south-b1"),), beside=(beside,))
    said_ = [line for line in drawn(view, meant).alt if line.code == "picture.chosen"]
    assert said_[0].params["what"] == (Term("unit", "south-b1"), Term("unit", "south-a1"))


def charged() -> View:
    """What the north sees that is charged by two, and may evade with either of two."""
    horse = [unit(f"b{n}", f"{11 + n}/5", "heavy_cavalry") for n in (1, 2)]
    light = [enemy(f"e{n}", f"{11 + n}/8.5", "light_cavalry") for n in (1, 2)]
    table = declared(lay_charge(*horse, *light), charge("b1+b2", "e1"))
    return seen_by(NORTH, answer(whole(table), Done()).state.table)


def test_who_may_evade_sees_who_charges() -> None:
    """Those who charge are on the picture, though nobody has marked them."""
    view = charged()
    for meant in (
        Choosing("evade", (), (("north-e1",), ("north-e2",)), "units"),
        Choosing("evade", (("units", ("north-e2",)),)),
    ):
        aimed = PAINTER.aim(view, meant)
        assert aimed is not None
        box = layout_of(view, aimed).box
        for key in ("south-b1", "south-b2"):
            pose = view.table.units[key].pose
            assert pose is not None
            x, y = laid(pose.x, pose.y)
            assert box[0] < x < box[2]
            assert box[1] < y < box[3]


def test_who_evades_sees_where_they_would_come() -> None:
    """A full move away from who charges, unless the die says otherwise: in words too."""
    view = charged()
    meant = Choosing("evade", (("units", ("north-e1",)),))
    (flight,) = read_selection(view, meant).ghosts
    assert flight.base.pose == Pose(1200, 1425, 0)
    told = [line for line in drawn(view, meant).alt if line.code == "picture.flight"]
    assert [line.params["who"] for line in told] == [Term("unit", "north-e1")]


def test_every_kind_of_choice_says_known_sentences_in_both_languages() -> None:
    """What a picture of a choice says has a text, and no other code than the known ones."""
    view = mine(replace(in_line(), features={one.id: one for one in field()}))
    for meant in (
        ORDER,
        Choosing("charge", (("who", "south-e1"),), ("north-e1",), "target"),
        Choosing("lead", (("general", "south-g2"),), ("16/6",), "to"),
        Choosing("withhold", (("units", ("south-d1", "south-j1")),)),
        Choosing("evade", (), (("south-d1",), ("south-d2",)), "units"),
    ):
        picture = drawn(view, meant)
        assert {line.code for line in picture.alt} <= set(ALT_CODES)
        for language in LANGUAGES:
            aimed = PAINTER.aim(view, meant)
            assert aimed is not None
            assert PAINTER.paint(view, aimed, choosing=meant, names=partial(said, language)).data


def test_ways_begin_at_the_edge_of_who_goes() -> None:
    """Nothing is drawn over a face; a way within a base stays as it is."""
    base = base_of(unit("a1", "10/10"))
    out = leaving(base, (middle(base), (10.0, 8.0)))
    assert out[0][1] == pytest.approx(10.0, abs=0.15)
    assert out[1:] == ((10.0, 8.0),)
    round_ = leaving(base, (middle(base), (10.1, 10.2), (12.0, 10.2)))
    assert round_[0][0] == pytest.approx(10.5, abs=0.15)
    assert len(round_) == 2
    within_ = (middle(base), (10.1, 10.2))
    assert leaving(base, within_) == within_


def test_aim_at_nothing_is_nothing() -> None:
    """A selection without a mark has no section."""
    assert aim_at(read_selection(mine(), Choosing("done"))) is None
