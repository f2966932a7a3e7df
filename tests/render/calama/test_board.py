"""The printed board: it agrees with the terrain table, and the same land is drawn always."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from engine.calama.board import Terrain, load_board
from engine.data.grid.squares import distance
from render.api import Section
from render.calama.chart import river_course
from render.calama.country import downhill
from render.calama.land import BEYOND, SIDE, centre, leaving, ways
from render.calama.layout import RIM, ZONES, Layout, lay_out
from render.calama.legend import figures_of
from render.calama.sheet import cut_land, printed_board
from render.calama.tints import box_of
from render.relief import Window
from render.sections import zones_of
from render.themes import STANDARD, Colour

BOARD = load_board()
WHOLE = lay_out(BOARD, Section(width=700))


def land(square: str, scale: float = 30.0) -> Image.Image:
    """One square of the bare land."""
    x, y = centre(square)
    return cut_land(BOARD, STANDARD, Window(x - 1, y - 1, x + 1, y + 1, scale))


def near(image: Image.Image, colour: Colour, reach: int = 40) -> float:
    """How much of a picture is nearly of one colour."""
    flat = Image.new("RGB", image.size, colour)
    bands = ImageChops.difference(image, flat).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[:reach]) / (image.size[0] * image.size[1])


def greenness(image: Image.Image) -> float:
    """By how much green outweighs red, on the average."""
    pixel = image.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
    assert isinstance(pixel, tuple)
    return float(pixel[1] - pixel[0])


# -- river, roads, town ------------------------------------------------------------------------


def test_the_loa_flows_through_its_squares_and_nowhere_else() -> None:
    """Every square of the river shows water, and no desert square that it does not touch does."""
    inks = STANDARD.inks
    loa = BOARD.landmarks["loa"].squares
    for wet_one in loa:
        image = land(wet_one)
        assert near(image, inks["water"]) + near(image, inks["deep"]) > 0.08, wet_one
    for one in BOARD.squares.values():
        far = min(distance(one.id, wet) for wet in (*loa, *BOARD.landmarks["ravine"].squares))
        if far > 1:
            assert near(land(one.id), inks["water"]) < 0.01, one.id


def test_the_river_leaves_the_board_at_both_ends() -> None:
    """The Loa comes in over the eastern edge and goes out over the western one."""
    course = river_course(BOARD.landmarks["loa"].squares)

    assert course[0][1] < centre("1-2")[1] - SIDE / 2
    assert course[-1][1] > centre("16-14")[1] + SIDE / 2


def test_every_road_square_has_a_way_through_it() -> None:
    """All squares of the classes road and town lie on some way; ways leave where exits are."""
    drawn = {mark.removeprefix(BEYOND) for way in ways(BOARD) for mark in way.squares}
    wanted = {
        one.id for one in BOARD.squares.values() if one.terrain in {Terrain.ROAD, Terrain.TOWN}
    }
    out = {
        mark.removeprefix(BEYOND) for way in ways(BOARD) for mark in way.squares if BEYOND in mark
    }

    assert wanted <= drawn
    assert set(BOARD.exits) <= out


def test_ways_go_from_square_to_square() -> None:
    """The squares of a way touch each other, and it leaves the board only at its edge."""
    for way in ways(BOARD):
        for a, b in pairwise(way.squares):
            assert distance(a.removeprefix(BEYOND), b.removeprefix(BEYOND)) <= 1, (a, b)


def test_roads_are_bright() -> None:
    """A road shows on its square as a bright band, which open desert has not."""
    road = STANDARD.inks["road"]

    assert near(land("4-8"), road, 20) > 0.1
    assert near(land("4-12"), road, 20) < 0.03


def test_the_town_has_red_roofs() -> None:
    """All four squares of Calama show roofs; no other square of the board does."""
    roof = STANDARD.inks["roof"]
    for one in BOARD.squares:
        found = near(land(one), roof, 12)
        assert (found > 0.01) == (one in BOARD.calama), (one, found)


# -- values ------------------------------------------------------------------------------------


def test_cover_grows_green() -> None:
    """Squares that protect more look greener, on the average: desert, +1, +2, +3."""
    grown = {Terrain.DESERT, Terrain.FIELD, Terrain.WOOD}
    means = []
    for modifier in (0, 1, 2, 3):
        shown = [
            greenness(land(one.id))
            for one in BOARD.squares.values()
            if one.terrain in grown and one.resistance == modifier
        ]
        means.append(sum(shown) / len(shown))

    assert means == sorted(means)
    assert means[0] + 15 < means[1] < means[2] < means[3]


@pytest.mark.parametrize(("terrain", "modifier"), [(Terrain.FIELD, 2), (Terrain.WOOD, 3)])
def test_dearer_squares_look_wilder(terrain: Terrain, modifier: int) -> None:
    """Of one cover, squares of extra cost have more dark leaves: hedges, thickets."""
    leaves = {}
    for cost in (0, 1):
        shown = [
            near(land(one.id), STANDARD.inks["leaf_dark"], 30)
            for one in BOARD.squares.values()
            if (one.terrain, one.resistance, one.cost) == (terrain, modifier, cost)
        ]
        leaves[cost] = sum(shown) / len(shown)

    assert leaves[1] > leaves[0] * 1.15


def test_slopes_fall_away_from_the_hill() -> None:
    """The strokes on the slopes of Topáter point outwards."""
    for one, dx in (("3-4", -1), ("3-7", 1)):
        angle = downhill(BOARD, one)
        assert abs(angle - (0.0 if dx > 0 else 3.1416)) < 0.8 or abs(angle + 3.1416) < 0.8, one


def test_the_legend_tells_the_figures_of_the_table() -> None:
    """The legend's figures are those of the squares of each class."""
    assert figures_of(BOARD, Terrain.DESERT) == "0 / 0"
    assert figures_of(BOARD, Terrain.FIELD) == "0, 1 / +1, +2"
    assert figures_of(BOARD, Terrain.WOOD) == "0, 1 / +3"
    assert figures_of(BOARD, Terrain.RIVER) == "0, 1 / –2"


# -- sections ------------------------------------------------------------------------------------


def test_every_square_is_in_some_zone() -> None:
    """Wherever something happens there is a zone to zoom to, and zones hold what they name."""
    layouts = {zone.key: lay_out(BOARD, Section("zone", zone.key)) for zone in zones_of(ZONES)}

    assert frozenset().union(*(layout.places for layout in layouts.values())) == set(BOARD.squares)
    assert set(BOARD.calama) <= layouts["calama"].places
    assert set(BOARD.topater) <= layouts["topater"].places


@pytest.mark.parametrize("square", ["1-1", "1-16", "16-1", "16-16", "8-7"])
def test_frames_around_a_square_hold_it_and_keep_their_size(square: str) -> None:
    """A picture around a square at the edge reaches further the other way."""
    layout = lay_out(BOARD, Section("around", square, 4))

    assert square in layout.places
    assert len(layout.places) == 81


def test_squares_lie_side_by_side() -> None:
    """On the picture each square begins in the pixel after its neighbour's last."""
    for width in (400, 1000, 1280):
        layout = lay_out(BOARD, Section(width=width))
        for column in range(1, 16):
            left, right = box_of(layout, f"5-{column}"), box_of(layout, f"5-{column + 1}")
            assert left[2] + 1 == right[0]


def test_exits_point_outwards() -> None:
    """Beyond an exit there is no square."""
    for one in BOARD.exits:
        x, y = centre(one)
        dx, dy = leaving(one)
        beyond = (x + dx * SIDE, y + dy * SIDE)
        assert all(centre(other) != beyond for other in BOARD.squares)


def test_coordinates_stand_on_paper() -> None:
    """Round the squares runs a frame of paper with dark figures, on all four sides."""
    image = printed_board(BOARD, STANDARD, WHOLE).convert("RGB")
    width, height = image.size
    rim = round(RIM * WHOLE.scale) - 8
    for box in ((0, 0, width, rim), (0, height - rim, width, height), (0, 0, rim, height)):
        strip = image.crop(box)
        assert near(strip, STANDARD.paper, 12) > 0.6
        assert near(strip, STANDARD.paper_ink, 60) > 0.03


def test_exits_are_marked() -> None:
    """An arrow stands at each of the five exits, half on the frame."""
    image = printed_board(BOARD, STANDARD, WHOLE).convert("RGB")
    for one in BOARD.exits:
        x, y = WHOLE.at(one)
        dx, dy = leaving(one)
        spot = (round(x + dx * 0.8 * WHOLE.scale), round(y + dy * 0.8 * WHOLE.scale))
        box = (spot[0] - 3, spot[1] - 3, spot[0] + 4, spot[1] + 4)
        assert near(image.crop(box), STANDARD.highlight, 60) > 0.3, one


def test_close_ups_show_the_figures_of_squares() -> None:
    """A close-up writes extra cost and modifier at a square's foot; the whole board does not."""
    close = lay_out(BOARD, Section("zone", "calama"))

    def ink(layout: Layout, square: str) -> float:
        x, y = layout.at(square)
        box = (
            x - 0.5 * layout.scale,
            y + 0.66 * layout.scale,
            x + 0.5 * layout.scale,
            y + 0.94 * layout.scale,
        )
        image = printed_board(BOARD, STANDARD, layout).convert("RGB")
        return near(
            image.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3]))),
            STANDARD.label,
            60,
        )

    assert ink(close, "8-3") > 0.03
    assert ink(lay_out(BOARD, Section()), "8-3") < 0.01
