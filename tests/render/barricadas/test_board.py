"""The printed ground: it agrees with the boards' files however these lie, always the same."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from statistics import mean

import pytest
from PIL import Image, ImageChops

from engine.barricadas.board import Ground, WayKind, load_boards
from engine.barricadas.ground import Sheet
from engine.barricadas.scenario import load_scenarios
from render import map_cache
from render.api import Section, UnknownSectionError
from render.barricadas.chart import draw_land
from render.barricadas.land import TALL, chart_of, contours, rivers, roads
from render.barricadas.layout import lay_out, zone_names, zones_on
from render.barricadas.tiles import ground_in, whole_ground
from render.relief import Window
from render.themes import STANDARD, Colour
from tests.support.geometry import noted

ALONE = chart_of((Sheet("C"),))
BESIDE = chart_of((Sheet("A"), Sheet("C", across=1)))
TURNED = chart_of((Sheet("C", turned=True),))


@cache
def land(place: str, reach: float = 0.8, scale: float = 30.0) -> Image.Image:
    """The middle of a hex of board A or C, bare."""
    x, y = BESIDE.centre(place)
    return draw_land(BESIDE, STANDARD, Window(x - reach, y - reach, x + reach, y + reach, scale))


def tone(image: Image.Image) -> tuple[float, float, float]:
    """The mean colour of a picture."""
    pixel = image.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return float(pixel[0]), float(pixel[1]), float(pixel[2])


def near(image: Image.Image, colour: Colour, reach: int = 24) -> float:
    """How much of a picture is nearly of one colour."""
    flat = Image.new("RGB", image.size, colour)
    bands = ImageChops.difference(image, flat).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[:reach]) / (image.size[0] * image.size[1])


def of_kind(ground: Ground, level: int | None = None) -> list[str]:
    """Hexes of a ground that no road leads through, a few of them."""
    on_roads = {one for pair in load_boards().roads for one in pair}
    return [
        one
        for one, each in BESIDE.battlefield.hexes.items()
        if each.terrain is ground and one not in on_roads and level in {None, each.level}
    ][:6]


# -- where things lie ----------------------------------------------------------------------------


def test_odd_columns_lie_half_a_hex_lower() -> None:
    """On every ground; hexes beside each other are as far apart as their middles say."""
    for chart in (ALONE, BESIDE, TURNED):
        for place, (column, _) in chart.battlefield.spots.items():
            x, y = chart.centre(place)
            left, top, right, bottom = chart.bounds
            assert left < x < right
            assert top < y < bottom
            for beyond in chart.battlefield.adjacent(place):
                bx, by = chart.centre(beyond)
                assert (bx - x) ** 2 + (by - y) ** 2 == pytest.approx(3)
            if column % 2:
                assert y % TALL == pytest.approx(0, abs=1e-6) or y % TALL > TALL - 1e-6


def test_boards_lie_beside_each_other_and_may_be_turned() -> None:
    """The east of A touches the west of C; a turned board has its first hex in the far corner."""
    assert BESIDE.size == (32, 20)
    assert BESIDE.centre("C101")[0] - BESIDE.centre("A1601")[0] == pytest.approx(1.5)
    assert TURNED.centre("C101")[0] > TURNED.centre("C1601")[0]
    assert TURNED.centre("C101")[1] > TURNED.centre("C120")[1]


def test_turned_boards_bear_the_numbers_that_are_printed_on_them() -> None:
    """A close-up of C101 shows its number, on the turned board beside that of C201 too."""
    for chart in (ALONE, TURNED):
        x, y = chart.centre("C202")
        with noted() as words:
            ground_in(chart, STANDARD, Window(x - 3, y - 3, x + 3, y + 3, 76.0))
        shown = {line.words for line in words.lines()}
        assert {"C101", "C201", "C202", "C302"} <= shown


def test_every_road_is_drawn_from_hex_to_hex() -> None:
    """All hexes of a road lie on its course, which leaves the ground where the road does."""
    boards = load_boards()
    for kind in WayKind:
        courses = roads(BESIDE, kind)
        spots = {(round(x, 6), round(y, 6)) for course in courses for x, y in course}
        for (one, _), found in boards.roads.items():
            if found is kind and one in BESIDE.battlefield.hexes:
                x, y = BESIDE.centre(one)
                assert (round(x, 6), round(y, 6)) in spots, one
    top = min(y for course in roads(BESIDE, WayKind.ROAD) for _, y in course)
    assert top < 0


def test_rivers_pass_their_hexes_and_no_others() -> None:
    """Every point of a river that is on the ground is the middle of one of its hexes."""
    wet = {
        BESIDE.centre(one)
        for one, each in BESIDE.battlefield.hexes.items()
        if each.terrain is Ground.MINOR_RIVER
    }
    left, top, right, bottom = BESIDE.bounds
    within = {
        point
        for course in rivers(BESIDE)
        for point in course
        if left < point[0] < right and top < point[1] < bottom
    }
    assert within == wet


def test_contours_part_the_levels() -> None:
    """There is one where a hex borders a lower one, and none about a level that is not there."""
    highest = max(one.level for one in BESIDE.battlefield.hexes.values())
    assert all(contours(BESIDE, level) for level in range(1, highest + 1))
    assert not contours(BESIDE, highest + 1)


# -- what it looks like ----------------------------------------------------------------------------


def test_hills_are_darker_the_higher_they_are() -> None:
    """By the tints of the levels, from the plain up."""
    light = [
        mean(sum(tone(land(one))) for one in of_kind(Ground.OPEN, level)) for level in (0, 1, 2, 3)
    ]
    assert light == sorted(light, reverse=True)
    assert min(a - b for a, b in pairwise(light)) > 8


def test_grounds_look_like_what_they_are() -> None:
    """Woods are green, the thinner the paler; water is blue, towns have roofs, rocks are grey."""
    inks = STANDARD.inks
    wood, light_wood, plain = (
        mean(near(land(one), inks["leaf"]) for one in of_kind(ground))
        for ground in (Ground.WOOD, Ground.LIGHT_WOOD, Ground.OPEN)
    )
    assert wood > 2 * light_wood > 20 * plain
    for one in of_kind(Ground.MINOR_RIVER):
        assert near(land(one), inks["water"]) > 0.04, one
    for ground in (Ground.BUILT_UP, Ground.SCATTERED_BUILDINGS):
        for one in of_kind(ground):
            assert near(land(one), inks["roof"], 12) > 0.005, one
    assert mean(near(land(one), inks["roof"], 12) for one in of_kind(Ground.OPEN)) < 0.002
    for one in of_kind(Ground.ROUGH):
        assert near(land(one), inks["rock"]) > 0.02, one
    kinds = [one for one in Ground if of_kind(one)]
    assert len({tone(land(of_kind(one)[0])) for one in kinds}) == len(kinds) >= 9


@pytest.mark.parametrize("place", ["C705", "C813"])
def test_roads_are_bright(place: str) -> None:
    """A hex with a road has a bright band that the same ground has not."""
    assert near(land(place), STANDARD.inks["road"], 20) > 0.08


# -- kept ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn_anew")
def test_it_is_drawn_the_same_again() -> None:
    """Drawn anew it is the same to the byte, whole and in tiles."""
    window = Window(6.0, 6.0, 14.0, 12.0, 76.0)
    layout = lay_out(ALONE, Section(width=500))
    first = ground_in(ALONE, STANDARD, window).tobytes(), whole_ground(ALONE, STANDARD, layout)
    map_cache.forget()
    again = ground_in(ALONE, STANDARD, window).tobytes(), whole_ground(ALONE, STANDARD, layout)
    assert first[0] == again[0]
    assert first[1] is not again[1]
    assert first[1].tobytes() == again[1].tobytes()


def test_other_grounds_are_kept_under_other_names() -> None:
    """A file is named after what tells a ground: its boards and how they lie."""
    assert len({repr(chart) for chart in (ALONE, BESIDE, TURNED)}) == 3
    assert repr(chart_of((Sheet("C"),))) == repr(ALONE)


# -- sections --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(load_scenarios()))
def test_zones_cover_the_ground(key: str) -> None:
    """All zones of a scenario's boards together show every hex, each as it is printed."""
    chart = chart_of(
        tuple(Sheet(one.board, one.across, one.down) for one in load_scenarios()[key].boards)
    )
    shown = {
        place for zone in zones_on(chart) for place in lay_out(chart, Section("zone", zone)).places
    }
    assert shown == set(chart.battlefield.hexes)
    assert set(zones_on(chart)) <= {zone for zone, _ in zone_names()}
    assert len(zone_names()) <= 24


def test_zones_of_boards_that_are_not_played_are_unknown() -> None:
    """Board A has no part in a game on board C; on a turned board the same hexes are shown."""
    with pytest.raises(UnknownSectionError):
        lay_out(ALONE, Section("zone", "a_north_west"))
    plain, turned = (lay_out(chart, Section("zone", "c_north_west")) for chart in (ALONE, TURNED))
    wanted = {f"C{column}{row:02d}" for column in range(1, 9) for row in range(1, 9)}
    assert wanted <= plain.places
    assert wanted <= turned.places
