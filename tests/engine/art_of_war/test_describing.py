"""The table in words: whole, or one who or what is named; and what one has ordered in secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from engine.api import Param, Term
from engine.art_of_war.actions import Dodge
from engine.art_of_war.compass import PARTS, SECTORS, bearing_word, is_in
from engine.art_of_war.frames import Declared
from engine.art_of_war.game import GAME
from engine.art_of_war.rules.setting_up.terrain import sector_of
from engine.art_of_war.settings import Settings
from engine.art_of_war.state import (
    NORTH,
    SOUTH,
    Camp,
    Contact,
    Marker,
    Mustered,
    Phase,
    Place,
    Secrets,
    State,
    Unit,
    Work,
    Written,
)
from engine.kit.params import key_of, terms_of
from engine.kit.standing_orders import given
from render.art_of_war.layout import ZONES
from render.sections import zones_of
from tests.engine.art_of_war.build import enemy, general, ground, lay, pose, unit, whole

Told = Mapping[str, Param]


def away(name: str, where: Place, **values: Any) -> Unit:
    """A unit of the south that stands nowhere."""
    return replace(unit(name, "1/1", place=where, **values), pose=None)


def field(**values: Any) -> State:
    """A small battle: two lines that meet, an ambush of the north's, a wood, camps."""
    table = lay(
        unit("b1", "10/5", options=("impact",), lost=1),
        unit("b2", "11/5"),
        unit("c1", "15/8", moves=1, shot=True),
        away("c2", Place.MARCH, corps=2),
        away("d1", Place.ROUTED),
        enemy("b1", "10/5"),
        enemy("c1", "20/9", place=Place.AMBUSH, marker="north-m1"),
        enemy("d1", "15/11", "light_infantry", quality="elite"),
        general("b2", chief=True),
        general("8/4", corps=2),
        ground("wood", "19/8", "21/8", "21/10", "19/10"),
        ground("river", "0/6", "30/6", "30/7", "0/7", name="f2"),
        Camp("south-camp", SOUTH, pose("15/2"), fortified=True),
        Camp("north-camp", NORTH, pose("15/18/180"), taken=True),
        Contact("south-b1", "north-b1", "front"),
        markers={"north-m1": Marker("north-m1", NORTH, pose("20/9/180"))},
        works={"south-work1": Work("south-work1", SOUTH, pose("4/4"))},
        declared=(Declared(("south-c1",), "north-d1", "left"),),
        initiative=SOUTH,
        armies={SOUTH: "rome"},
    )
    ambushes = {NORTH: Secrets(ambushes={"north-m1": "north-c1"}), SOUTH: Secrets()}
    return State(replace(table, **values), ambushes)


def told(state: State, viewer: str | None, where: str = "") -> dict[str, list[Told]]:
    """What is said to a viewer: the parameters of each sentence, by its code."""
    found: dict[str, list[Told]] = {}
    for one in GAME.describe(GAME.view(state, viewer), where):
        found.setdefault(one.code, []).append(one.params)
    return found


def named(sentences: dict[str, list[Told]], *kinds: str) -> set[str]:
    """Who is named in sentences, by the kinds of terms."""
    values = [value for many in sentences.values() for one in many for value in one.values()]
    terms = [term for value in values for term in terms_of(value)]
    return {key for one in terms if one.kind in kinds for key in one.key.split("+")}


# -- the whole ---------------------------------------------------------------------------------


def test_the_whole_table_tells_how_the_battle_stands() -> None:
    """Turn, initiative, losses and what they are, melees, charges, points."""
    found = told(field(), SOUTH)
    assert found["describe.turns"] == [{"n": 1, "last": Settings().turns}]
    assert found["describe.initiative"] == [{"seat": Term("seat", SOUTH)}]
    assert found["describe.losses"][0] == {"seat": Term("seat", SOUTH), "n": 3, "most": 4}
    (south, north) = found["describe.losses.parts"]
    assert (south["disordered"], south["routed"], south["camps"]) == (1, 1, 0)
    assert (north["disordered"], north["routed"], north["camps"]) == (0, 0, 1)
    assert found["describe.melee.fresh"][0]["edge"] == Term("edge", "front")
    assert found["describe.declared"][0]["at"] == Term("edge", "left")
    assert found["describe.general.chief"] == [{"general": Term("general", "south-g1")}]
    assert found["describe.general.joined"][0]["unit"] == Term("unit", "south-b2")
    assert found["describe.general.at"][0]["at"] == "8/4"
    assert {one["n"] for one in found["describe.general.points"]} == {2}


def test_who_has_lost_nothing_reads_nothing_of_it() -> None:
    """Only that there are no losses."""
    found = told(whole(lay(unit("b1", "10/5"))), SOUTH)
    assert [one["n"] for one in found["describe.losses"]] == [0, 0]
    assert "describe.losses.parts" not in found


def test_a_battle_without_a_last_turn_names_none() -> None:
    """It is only told which turn it is."""
    found = told(field(settings=Settings(turns=0)), SOUTH)
    assert "describe.turns" not in found
    assert found["describe.turn"][0]["n"] == 1


def test_units_are_told_where_they_stand_heap_by_heap() -> None:
    """Those of one group that are alike and face one way are one sentence; others their own."""
    found = told(field(), SOUTH)
    heaps = {(key_of(one["seat"]), one["who"]): one for one in found["describe.group"]}
    assert heaps[SOUTH, ("B1 10/5",)]["what"] == (
        Term("troop", "heavy_infantry"),
        Term("option", "impact"),
    )
    assert heaps[NORTH, ("D1 15/11",)]["what"] == (
        Term("troop", "light_infantry"),
        Term("quality", "elite"),
    )
    alike = told(whole(lay(unit("b1", "10/5"), unit("b2", "11/5"), unit("b3", "12/5/45"))), None)
    assert [one["who"] for one in alike["describe.group"]] == [
        ("B1 10/5", "B2 11/5"),
        ("B3 12/5",),
    ]
    assert [one["facing"] for one in alike["describe.group"]] == [
        Term("facing", "north"),
        Term("facing", "north_east"),
    ]


def test_disorder_and_those_who_are_gone_are_listed() -> None:
    """With what cohesion is left; who is away their own side reads alone."""
    found = told(field(), SOUTH)
    (hurt,) = found["describe.disorder"]
    assert (hurt["who"], hurt["n"], hurt["full"]) == ((Term("group", "south-b1"),), 3, 4)
    assert found["describe.gone"][0]["who"] == (Term("group", "south-d1"),)
    assert found["describe.march"][0]["who"] == (Term("group", "south-c2"),)
    assert "describe.march" not in told(field(), NORTH)


def test_nobody_reads_who_the_enemy_hides() -> None:
    """Beneath a marker is whom its own side alone is told; the marker everybody sees (11)."""
    units = ("unit", "group", "target")
    assert "north-c1" in named(told(field(), NORTH), *units)
    for viewer in (SOUTH, None):
        found = told(field(), viewer)
        assert "north-c1" not in named(found, *units)
        assert found["describe.marker"] == [{"marker": Term("marker", "north-m1"), "at": "20/9"}]
        assert not told(field(), viewer, "m1").keys() - {"describe.marker", "describe.nearest"}
        assert "north-c1" not in named(told(field(), viewer, "north c1"), *units)
    assert "orders.ambush" in told(field(), NORTH, "m1")


def test_what_lies_on_the_table_is_told() -> None:
    """Camps as they are, fortifications, terrain with its sector and how hard it is."""
    found = told(field(), None)
    assert found["describe.camp.fortified"][0]["at"] == "15/2"
    assert found["describe.camp.taken"][0]["camp"] == Term("camp", "north-camp")
    assert found["describe.work"] == [{"work": Term("work", "south-work1"), "at": "4/4"}]
    assert found["describe.terrain"][0]["n"] == 3
    assert found["describe.terrain.across"][0]["feature"] == Term("feature", "f2")
    assert found["describe.terrain.untried"] == [{"feature": Term("feature", "f2")}]
    assert found["describe.terrain.going"][0]["going"] == Term("going", "difficult")


# -- what is named -----------------------------------------------------------------------------


def test_a_unit_is_told_with_all_that_bears_on_it() -> None:
    """What it is, where, its figures, its general, what it has done, who is near and where."""
    found = told(field(), SOUTH, "C1")
    who = Term("unit", "south-c1")
    assert found["describe.unit"][0]["what"] == (Term("troop", "heavy_infantry"),)
    assert found["describe.unit.at"] == [
        {"who": who, "at": "15/8", "facing": Term("facing", "north")}
    ]
    assert found["describe.unit.cohesion"] == [{"who": who, "n": 4, "full": 4}]
    assert found["describe.unit.pace"][0]["open"] == 3
    assert found["describe.unit.moves"] == [{"who": who, "n": 1}]
    assert found["describe.unit.deeds"][0]["deeds"] == (Term("deed", "shot"),)
    # North's D1 looks south from 15/11: from front to front it is 3 UD.
    assert found["describe.nearest"] == [
        {
            "who": who,
            "foe": Term("unit", "north-d1"),
            "ud": Fraction(3),
            "bearing": Term("facing", "north"),
        }
    ]
    assert found["describe.declared"]


def test_a_unit_in_melee_is_told_of_its_enemy_not_of_the_nearest() -> None:
    """And who leads it, and fights in its front."""
    found = told(field(), SOUTH, "b1")
    assert "describe.melee.fresh" in found
    assert "describe.nearest" not in found
    led = told(field(), SOUTH, "b2")
    assert led["describe.unit.led"][0]["general"] == Term("general", "south-g1")


@pytest.mark.parametrize(("at", "code"), [("10/9", "hears"), ("10/10", "deaf")])
def test_a_unit_is_told_whether_it_hears_its_general(at: str, code: str) -> None:
    """From 4 UD on an ordinary general's orders cost more (3.distance)."""
    state = whole(lay(unit("a1", "10/5"), unit("a2", at), general("a1")))
    (sentence,) = told(state, SOUTH, "a2")[f"describe.unit.{code}"]
    # The base of a2 is 0.75 UD deep or so, and behind its front.
    assert sentence["reach"] == Fraction(4)
    assert told(state, SOUTH, "a").keys() >= {f"describe.unit.{code}"} or code == "hears"


def test_a_general_who_hides_is_told_with_whom() -> None:
    """Beneath a marker they are in ambush, which their own side alone reads (ADG-R96)."""
    state = field()
    hidden = general("c1", side=NORTH)
    generals = {"north-g1": replace(hidden, place=Place.AMBUSH, pose=pose("20/9.1"))}
    state = replace(state, table=replace(state.table, generals=generals))
    (sentence,) = told(state, NORTH, "g1")["describe.general.ambush"]
    assert key_of(sentence["unit"]) == "north-c1"
    assert not any(code.startswith("describe.general") for code in told(state, SOUTH))


def test_a_unit_that_is_elsewhere_is_told_where() -> None:
    """In ambush, on a flank march, not deployed, routed, gone off."""
    assert told(field(), NORTH, "c1")["describe.unit.ambush"][0]["at"] == "20/9"
    assert "describe.unit.march" in told(field(), SOUTH, "c2")
    assert "describe.unit.routed" in told(field(), SOUTH, "d1")
    for place in (Place.WAITING, Place.LEFT):
        state = whole(lay(away("b1", place)))
        assert f"describe.unit.{place.value}" in told(state, SOUTH, "b1")


@pytest.mark.parametrize(
    ("troop", "code"),
    [
        ("heavy_infantry", "pace"),
        ("war_wagons", "pace.rough"),
        ("artillery mobile", "pace.open"),
        ("artillery heavy", "pace.none"),
    ],
)
def test_ground_that_bars_troops_is_said(troop: str, code: str) -> None:
    """How far a move goes over each kind of ground, as far as it goes at all (5.table)."""
    kind, *options = troop.split()
    state = whole(lay(unit("b1", "10/5", kind, options=tuple(options))))
    assert f"describe.unit.{code}" in told(state, SOUTH, "b1")


def test_names_mean_ones_own_first() -> None:
    """A letter is a group, a side before a name says whose, in either language."""
    own = named(told(field(), SOUTH, "b1"), "unit")
    assert "south-b1" in own
    assert told(field(), NORTH, "b1")["describe.unit"][0]["who"] == Term("unit", "north-b1")
    for word in ("north b1", "norte b1", "north-b1"):
        assert told(field(), SOUTH, word)["describe.unit"][0]["who"] == Term("unit", "north-b1")
    both = told(field(), None, "b1")["describe.unit"]
    assert [one["who"] for one in both] == [Term("unit", "south-b1"), Term("unit", "north-b1")]
    group = told(field(), SOUTH, "b")
    assert [one["who"] for one in group["describe.group"]] == [("B1 10/5",), ("B2 11/5",)]
    assert "describe.disorder" in group


def test_generals_camps_and_pieces_are_told_by_name() -> None:
    """With their reach, and how far away the nearest enemy is."""
    leader = told(field(), SOUTH, "g2")
    assert leader["describe.general.reach"][0]["ud"] == Fraction(4)
    assert leader["describe.nearest"][0]["foe"] == Term("unit", "north-b1")
    assert told(field(), SOUTH, "camp")["describe.nearest"][0]["who"] == Term("camp", "south-camp")
    assert set(told(field(), SOUTH, "north camp")) == {"describe.camp.taken"}
    assert set(told(field(), SOUTH, "work1")) == {"describe.work"}
    lost = whole(lay(unit("b1", "1/1"), general("2/2", place=Place.ROUTED)))
    assert "describe.general.lost" in told(lost, SOUTH, "g1")


def test_terrain_is_told_with_its_size_and_what_it_does() -> None:
    """And with who stands in it."""
    found = told(field(), NORTH, "f1")
    assert found["describe.terrain.size"][0]["across"] == Fraction(2)
    assert Term("ground", "hides") in terms_of(found["describe.terrain.does"][0]["does"])
    assert "describe.terrain.in" not in found, "who is in ambush does not stand there yet"
    inside = whole(lay(unit("b1", "10/5"), ground("wood", "9/4", "11/4", "11/6", "9/6")))
    assert told(inside, None, "f1")["describe.terrain.in"][0]["n"] == 1


def test_a_general_is_told_with_all_that_bears_on_the_corps() -> None:
    """Allies, who stands aside, who fights, and points only in the own turn."""
    table = lay(
        unit("b1", "10/5"),
        unit("c1", "14/5", corps=2),
        enemy("b1", "10/5"),
        Contact("south-b1", "north-b1", "front"),
        general("b1", fights=True),
        general("c1", corps=2, ally=True, hesitating=True),
        general("10/7", side=NORTH),
    )
    found = told(whole(table), SOUTH)
    first, ally = Term("general", "south-g1"), Term("general", "south-g2")
    assert found["describe.general.fights"] == [
        {"general": first, "unit": Term("unit", "south-b1")}
    ]
    assert found["describe.general.ally"] == [{"general": ally}]
    assert found["describe.general.aside"] == [{"general": ally}]
    assert [one["general"] for one in found["describe.general.points"]] == [first]


def test_a_unit_is_told_in_whose_zone_it_stands() -> None:
    """Elsewhere nothing is said of zones (5.zone)."""
    state = whole(lay(unit("b1", "10/5"), unit("c1", "14/5"), enemy("b1", "10/5.8")))
    (held,) = told(state, SOUTH, "b1")["describe.unit.zone"]
    assert held["foes"] == (Term("unit", "north-b1"),)
    assert "describe.unit.zone" not in told(state, SOUTH, "c1")


def test_a_group_is_told_how_far_away_the_nearest_enemy_is() -> None:
    """Of all its units it is measured from the nearest."""
    state = whole(lay(unit("b1", "10/5"), unit("b2", "11/5"), enemy("c1", "13/5/270")))
    (near,) = told(state, SOUTH, "b")["describe.nearest"]
    assert near["who"] == Term("unit", "south-b2")
    assert near["bearing"] == Term("facing", "east")


@pytest.mark.parametrize(
    ("troop", "options", "traits"),
    [
        ("heavy_infantry", (), ()),
        ("heavy_infantry", ("impetuous",), ("impetuous",)),
        ("levy", (), ("clumsy",)),
        ("light_infantry", (), ("evades", "zoneless")),
    ],
)
def test_what_sets_troops_apart_is_said(
    troop: str, options: tuple[str, ...], traits: tuple[str, ...]
) -> None:
    """Whoever is impetuous is hard to manoeuvre too, which need not be said (5.clumsy)."""
    state = whole(lay(unit("b1", "10/5", troop, options=options)))
    found = told(state, SOUTH, "b1").get("describe.unit.traits", [{"traits": ()}])
    assert found[0]["traits"] == tuple(Term("trait", one) for one in traits)


@pytest.mark.parametrize(
    ("kind", "does"),
    [
        ("gentle_hill", ("blocks", "high", "hides")),
        ("wood", ("blocks", "cover", "hides")),
        ("road", ()),
    ],
)
def test_each_kind_of_terrain_says_what_it_does(kind: str, does: tuple[str, ...]) -> None:
    """Who is on a hill stands higher, who is in a wood is covered (10)."""
    state = whole(lay(ground(kind, "9/4", "11/4", "11/6", "9/6")))
    found = told(state, None, "f1").get("describe.terrain.does", [{"does": ()}])
    assert found[0]["does"] == tuple(Term("ground", one) for one in does)


# -- places ------------------------------------------------------------------------------------


def test_parts_of_the_table_are_those_of_the_maps() -> None:
    """The words say of a part what its picture shows, and sectors have their numbers."""
    zones = {one.key: (one.columns, one.rows) for one in zones_of(ZONES)}
    assert {key: tuple(map(tuple, sides)) for key, sides in PARTS.items()} == {
        key: tuple(map(tuple, sides)) for key, sides in zones.items()
    }
    for number, part in enumerate(SECTORS, start=1):
        (west, east), (south, north) = PARTS[part]
        corner = f"{west + 2}/{south + 2}", f"{east - 2}/{south + 2}"
        piece = ground("wood", *corner, f"{east - 2}/{north - 2}", f"{west + 2}/{north - 2}")
        assert sector_of(piece) == number
    assert is_in("south_west", 1000, 1000)
    assert not is_in("south_west", 1001, 1000)


@pytest.mark.parametrize("where", ["5", "north", "North"])
def test_a_part_of_the_table_tells_who_is_in_it(where: str) -> None:
    """By its number or its name; nobody else is told of."""
    found = told(field(), None, where)
    assert found["describe.part"] == [{"zone": Term("zone", "north")}]
    assert [one["who"] for one in found["describe.group"]] == [("D1 15/11",)]
    assert named(found, "camp") == {"north-camp"}


def test_a_part_with_a_melee_tells_both_who_fight() -> None:
    """Whoever of the two stands in it."""
    found = told(field(), None, "south-west")
    assert named(found, "target") == {"north-b1"}
    assert "describe.work" in found


def test_a_point_tells_who_is_near_and_in_which_direction() -> None:
    """The nearest first, within 3 UD; and what the ground is."""
    found = told(field(), SOUTH, "12/4.5")
    assert found["describe.point"] == [{"at": "12/4.5"}]
    first = found["describe.point.near"][0]
    assert first == {
        "who": Term("unit", "south-b2"),
        "ud": Fraction(1, 2),
        "bearing": Term("facing", "west"),
    }
    assert "south-c1" not in named(found, "unit")
    assert told(field(), SOUTH, "11/4.5")["describe.point.on"] == [
        {"at": "11/4.5", "who": Term("unit", "south-b2")}
    ]
    assert told(field(), SOUTH, "20/9")["describe.point.in"][0]["terrain"] == (
        Term("terrain", "wood"),
    )
    assert "describe.turns" in told(field(), SOUTH, "31/4"), "off the table is no place"


@pytest.mark.parametrize(
    ("way", "bearing"),
    [
        ((0, 100), "north"),
        ((41, 100), "north"),
        ((42, 100), "north_east"),
        ((100, 42), "north_east"),
        ((100, 41), "east"),
        ((100, -100), "south_east"),
        ((0, -1), "south"),
        ((-50, -50), "south_west"),
        ((-1, 0), "west"),
        ((-60, 60), "north_west"),
        ((0, 0), "north"),
    ],
)
def test_bearings_are_the_nearest_of_eight(way: tuple[int, int], bearing: str) -> None:
    """A sixteenth of a circle to either side is still the same word."""
    assert bearing_word(*way) == Term("facing", bearing)


def test_what_names_nobody_is_the_whole() -> None:
    """As where nothing is named."""
    view = GAME.view(field(), SOUTH)
    assert GAME.describe(view, "nobody") == GAME.describe(view)
    assert GAME.describe(view, "7") == GAME.describe(view)


# -- what one has ordered in secret ------------------------------------------------------------


POSTS = ("left", "flank_left")


def planning(phase: Phase = Phase.PLAN, **secrets: Any) -> State:
    """A battle before its first turn, of which the south has planned something."""
    table = lay(
        away("b1", Place.WAITING),
        away("c1", Place.MARCH, corps=2),
        general("8/4", corps=2, place=Place.MARCH),
        phase=phase,
        turn=0,
    )
    return State(table, {SOUTH: Secrets(**secrets), NORTH: Secrets()})


def ordered(state: State, viewer: str | None = SOUTH) -> dict[str, list[Told]]:
    """What is said to a viewer of their secret orders, by code."""
    found: dict[str, list[Told]] = {}
    for one in GAME.orders(GAME.view(state, viewer)):
        found.setdefault(one.code, []).append(one.params)
    return found


def test_a_battle_plan_is_listed_line_by_line() -> None:
    """Posts, written deployments, ambushes, standing orders; before the battle on the map too."""
    state = planning(
        posts=POSTS,
        written=(Written(1, ("b 8 3.5 3", "g1 8 2"), ("south-b1",)),),
        ambushes={"20/4": "south-b1", "6/4": ""},
        standing=given({}, Dodge(units=("south-b1",))),
    )
    found = ordered(state)
    assert [one["post"] for one in found["orders.post"]] == [
        Term("post", "left"),
        Term("post", "flank_left"),
    ]
    assert [one["place"] for one in found["orders.write"]] == [
        Term("placing", "b 8 3.5 3"),
        Term("placing", "g1 8 2"),
    ]
    assert found["orders.afoot"][0]["who"] == (Term("unit", "south-b1"),)
    assert found["orders.hide"] == [{"at": "20/4", "who": (Term("unit", "south-b1"),), "n": 1}]
    assert found["orders.hide.nobody"][0]["at"] == "6/4"
    assert found["orders.march"][0]["n"] == 1
    assert found["standing.dodge"]
    shown = told(state, SOUTH)
    assert found.keys() - shown.keys() == {"standing.dodge"}
    for viewer in (NORTH, None):
        assert not ordered(state, viewer)
        assert not shown.keys() & told(state, viewer).keys() & {*found}


def test_posts_are_no_secret_order_once_the_corps_stand() -> None:
    """A corps that is still away is told of, and where it comes on once that is said."""
    state = planning(Phase.MOVEMENT, posts=POSTS)
    found = ordered(state)
    assert "orders.post" not in found
    assert found["orders.march"][0]["post"] == Term("post", "flank_left")
    coming = replace(state, table=replace(state.table, coming={"south-g2": 1250}))
    assert ordered(coming)["orders.march.coming"][0]["at"] == "12.5"


def test_a_muster_is_listed_while_it_is_written() -> None:
    """A ready-made army by its name, one's own line by line, both with what they cost."""
    lines = ("b heavy_infantry impact elite x4", "c light_infantry bow x2")
    own = Mustered("own", lines, ("competent bc",), fortified=True, works=2)
    found = ordered(planning(Phase.MUSTER, posts=POSTS, muster=own))
    assert [one["line"] for one in found["orders.muster.line"]] == [
        Term("lines", line) for line in lines
    ]
    assert found["orders.muster.leader"] == [{"leader": Term("leaders", "competent bc")}]
    assert found["orders.muster"][0]["n"] == 39
    assert {"orders.muster.camp", "orders.muster.works"} <= found.keys()
    assert "orders.muster" not in ordered(planning(Phase.MUSTER, posts=POSTS))
    assert not {one for one in ordered(planning(posts=POSTS, muster=own)) if "muster" in one}
    ready = ordered(planning(Phase.MUSTER, posts=POSTS, muster=Mustered("rome")))
    assert [one["army"] for one in ready["orders.muster"]] == [Term("army", "rome")]
    assert not {"orders.muster.line", "orders.muster.leader"} & ready.keys()


def test_what_is_beneath_a_marker_is_told_to_whom_it_belongs() -> None:
    """Once it lies it is called by its name."""
    found = ordered(field(), NORTH)
    assert found["orders.ambush"] == [
        {
            "marker": Term("marker", "north-m1"),
            "at": "20/9",
            "who": (Term("unit", "north-c1"),),
            "n": 1,
        }
    ]
    empty = field()
    nobody = replace(empty, secrets={**empty.secrets, NORTH: Secrets(ambushes={"north-m1": ""})})
    assert "orders.ambush.nobody" in ordered(nobody, NORTH)
    assert "orders.ambush" not in ordered(field(), SOUTH)
    assert not ordered(field(), None)


def test_a_name_is_a_units_before_it_is_that_of_terrain() -> None:
    """Group F has an F1, and so has the ground: a word before it says that the ground is meant."""
    wood = ground("wood", "5/5", "9/5", "9/9", "5/9", name="f1")
    both, alone = whole(lay(unit("f1", "20/5"), wood)), whole(lay(wood))
    assert "describe.unit" in told(both, SOUTH, "f1")
    for typed in ("terrain f1", "terreno f1"):
        assert told(both, SOUTH, typed) == told(alone, SOUTH, "f1")
    assert told(both, SOUTH, "terrain f2") == told(both, SOUTH)
