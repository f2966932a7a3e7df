"""The board: what the rulebook fixes, and that one gets about on it as it says."""

from collections import deque
from itertools import pairwise
from math import cos, hypot, radians, sqrt

import pytest

from engine.data.files import load_toml
from engine.war_of_the_pacific.board import Board, Terrain, load_board
from engine.war_of_the_pacific.datacheck_map import AREA_PATH, ROMAN
from engine.war_of_the_pacific.mapfiles import MapFile, SideKind
from engine.war_of_the_pacific.places import BOX
from tests.engine.war_of_the_pacific.test_data import FOLDER

BOARD = load_board()


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("lima", "2008"),
        ("callao", "2007"),
        ("la-paz", "3513"),
        ("oruro", "3616"),
        ("arica", "3116"),
        ("antofagasta", "3123"),
    ],
)
def test_cities_stand_where_the_rules_say(key: str, place: str) -> None:
    """Six cities have their hexes in the texts."""
    assert BOARD.city_keys[key].hex == place
    assert BOARD.cities[place].key == key


def test_map_is_about_as_large_as_the_printed_one() -> None:
    """Some 600 hexes from Trujillo to Copiapó, a third of them land."""
    land = [one for one in BOARD.hexes if BOARD.is_land(one)]

    assert 550 <= len(BOARD.hexes) <= 750
    assert 180 <= len(land) <= 260
    assert {one.terrain for one in BOARD.hexes.values()} == set(Terrain)


def test_cities_lie_near_their_real_places() -> None:
    """On average less than half a hex from where they really are, none more than one hex."""
    fit = load_toml(FOLDER / "map.toml", MapFile).fit
    off = []
    for city in BOARD.cities.values():
        x, y = BOARD.grid.centre(city.hex)
        east = (city.lon + 72) * 111.32 * cos(radians(17.5))
        column = (east - fit["km_column_0"]) / fit["km_per_column"]
        row = ((-17.5 - city.lat) * 111.2 - fit["km_row_0"]) / fit["km_per_row"]
        off.append(hypot(1.5 * column - x, sqrt(3) * row - y) / sqrt(3))

    assert sum(off) / len(off) < 0.5
    assert max(off) < 1


def test_every_port_is_on_the_water_and_every_city_on_land() -> None:
    """Ports are coastal land; no city stands in the sea."""
    for city in BOARD.cities.values():
        assert BOARD.is_land(city.hex)
        assert not city.port or BOARD.is_navigable(city.hex)
    assert BOARD.is_port(BOX)
    assert BOARD.is_port("2007")
    assert not BOARD.is_port("2008")
    assert [city.key for city in BOARD.ports("peru")][:2] == ["trujillo", "chimbote"]


def test_thirteen_areas_from_the_box_northward() -> None:
    """I adjoins the box, and further north means a higher number along the coast."""
    assert tuple(BOARD.areas) == ROMAN
    assert BOARD.area_of(BOX) == "I"
    coast = [area for area in BOARD.areas.values() if area.water == "inshore"]
    mean_rows = [sum(int(one[2:]) for one in area.hexes) / len(area.hexes) for area in coast]
    assert mean_rows == sorted(mean_rows, reverse=True)


def test_example_of_7_5_sails() -> None:
    """From Callao by X, XI, VIII, VII into VI and on to III, each area touching the next."""
    assert BOARD.area_of("2007") == "X"
    for a, b in pairwise((*AREA_PATH, "IV", "III")):
        assert b in BOARD.areas[a].neighbours
        assert a in BOARD.areas[b].neighbours
    assert "VIII" not in BOARD.areas["X"].neighbours
    assert BOARD.area_of("2415") == BOARD.area_of("2514") == BOARD.area_of("2513") == "VI"
    assert BOARD.sea_distance("2415", "2513") == 2  # WP-R28


def test_example_of_7_5_cannot_hug_the_coast_out_of_reach() -> None:
    """No way through VI from VII to IV stays more than two hexes from 2415."""
    far = {one for one in BOARD.areas["VI"].hexes if BOARD.grid.distance("2415", one) > 2}
    start = BOARD.areas["VII"].hexes
    seen, queue = set(start), deque(start)
    while queue:
        for near in BOARD.sea_exits(queue.popleft()):
            if near not in seen and near in far:
                seen.add(near)
                queue.append(near)
    out = {near for one in seen - start for near in BOARD.sea_exits(one)}

    assert not out & BOARD.areas["IV"].hexes


def test_box_is_entered_by_two_hexes_for_one_point() -> None:
    """3130 and 3231 lead to the box by land (8.6), unless the edition has no such way (WP-E8)."""
    assert BOARD.land_exits(BOX) == (("3130", 1), ("3231", 1))
    assert BOARD.land_cost("3130", BOX) == BOARD.land_cost("3231", BOX) == 1
    assert BOARD.land_exits(BOX, box_by_land=False) == ()
    assert BOARD.land_cost("3130", BOX, box_by_land=False) is None
    others = [one for one in BOARD.hexes if BOX in dict(BOARD.land_exits(one))]
    assert others == ["3130", "3231"]


def test_box_adjoins_all_of_area_one_and_nothing_sails_through_it() -> None:
    """Every hex of Area I is one step from the box; voyages inside Area I do not use it."""
    assert set(BOARD.sea_exits(BOX)) == BOARD.areas["I"].hexes
    assert all(BOX in BOARD.sea_exits(one) for one in BOARD.areas["I"].hexes)
    one, other = "2525", "3030"
    assert BOARD.area_of(one) == BOARD.area_of(other) == "I"
    assert BOARD.sea_distance(one, other) == BOARD.grid.distance(one, other)
    assert BOX not in BOARD.sea_path(one, other)
    assert BOX not in BOARD.sea_steps_toward(one, other)
    assert BOARD.sea_path(one, BOX) == (BOX,)
    assert BOARD.sea_path(BOX, one) == (one,)
    assert BOARD.sea_distance(BOX, BOX) == 0


@pytest.mark.parametrize(
    ("a", "b", "cost"),
    [
        ("3116", "3217", 4),  # mountain
        ("3116", "3016", 3),  # desert
        ("3220", "3219", 2),  # salt desert
        ("3414", "3415", 2),  # rough
        ("3116", "3117", 5),  # desert across the Camarones
        ("3116", "3115", 1),  # railway, and the river beside it costs nothing
        ("2913", "3013", 1),  # railway into the mountains
        ("3013", "3113", 4),  # the same mountains without
        ("2007", "2008", 1),  # railway across the Rímac
        ("3219", "3119", 3),  # a railway hex, but not joined
        ("3213", "3312", None),  # across Lake Titicaca
        ("3116", "3017", None),  # into the sea
        ("3116", "3114", None),  # not adjacent
    ],
)
def test_land_costs(a: str, b: str, cost: int | None) -> None:
    """Terrain, river and railway make the cost of a step (8.6)."""
    assert BOARD.land_cost(a, b) == cost


def test_water_of_3515_is_a_river() -> None:
    """It can be crossed, for more (8.6)."""
    near = [one for one in BOARD.neighbours("3515") if BOARD.river("3515", one)]

    assert near
    assert not any(BOARD.impassable("3515", one) for one in BOARD.neighbours("3515"))
    assert all(BOARD.land_cost("3515", one) for one in near)


def test_closed_sides_keep_ships_out() -> None:
    """Ships do not pass a side of kind land, and nothing sails over dry land."""
    assert "2613" not in BOARD.sea_exits("2512")
    assert "2210" not in BOARD.sea_exits("2110")
    assert not BOARD.is_navigable("2210")
    assert BOARD.sea_exits("3513") == ()
    assert BOARD.sea_exits("9999") == ()
    assert BOARD.sea_distance("2007", "3513") is None
    assert BOARD.sea_steps_toward("2007", "3513") == ()
    assert BOARD.sea_steps_toward("3513", "2007") == ()
    with pytest.raises(ValueError, match="no way by sea"):
        BOARD.sea_path("2007", "3513")


def test_sea_paths_are_shortest_and_always_the_same() -> None:
    """A path is as long as the distance says, one legal step at a time."""
    for port in BOARD.ports():
        path = BOARD.sea_path("2007", port.hex)
        assert len(path) == BOARD.sea_distance("2007", port.hex)
        assert path == BOARD.sea_path("2007", port.hex)
        for here, there in pairwise(("2007", *path)):
            assert there in BOARD.sea_exits(here)
            assert there in BOARD.sea_steps_toward(here, port.hex)
    assert BOARD.sea_steps_toward("2007", "2007") == ()


def test_exits_are_mutual() -> None:
    """What can be left toward a place can be entered from there."""
    for one in (*BOARD.hexes, BOX):
        for near in BOARD.sea_exits(one):
            assert one in BOARD.sea_exits(near)
        for near, cost in BOARD.land_exits(one):
            assert cost > 0
            assert BOARD.land_cost(near, one) is not None


def test_unknown_places_are_nothing() -> None:
    """A hex that is not on the map is neither land nor sea, and has no exits."""
    assert not BOARD.is_land("2099")
    assert not BOARD.is_navigable("2099")
    assert BOARD.area_of("2099") is None
    assert BOARD.land_exits("2099") == ()


def test_sides_are_told_apart() -> None:
    """A river is no impassable side, and each kind lists its sides."""
    assert BOARD.river("2007", "2008")
    assert BOARD.rail("2008", "2007")
    assert BOARD.has_rail("2107")
    assert not BOARD.has_rail("2106")
    assert frozenset(("2007", "2008")) in BOARD.sides(SideKind.RIVER)
    assert frozenset(("2007", "2008")) in BOARD.rails()
    assert not BOARD.sides(SideKind.RIVER) & BOARD.sides(SideKind.IMPASSABLE)


def test_board_is_built_once() -> None:
    """Everybody shares one board."""
    assert load_board() is load_board()
    assert isinstance(hash(load_board()), int)
    assert load_board() == BOARD
    assert object() != BOARD
    assert isinstance(BOARD, Board)
