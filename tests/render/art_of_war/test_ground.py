"""The ground: terrain lies where its outline says, always the same, and is measured by its rim."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageDraw

from engine.art_of_war.ground import load_kinds
from engine.art_of_war.state import Feature
from render import map_cache
from render.api import Section, UnknownSectionError
from render.art_of_war import tiles
from render.art_of_war.country import HILLS, corners_of
from render.art_of_war.land import draw_land
from render.art_of_war.layout import cut, lay_out, whole_of, zone_box, zone_names
from render.art_of_war.sheet import BOUNDS, around, holds, laid, to_edge
from render.art_of_war.tiles import ground_in, ready_grounds, whole_ground
from render.art_of_war.waters import course_of
from render.relief import Window
from render.themes import STANDARD
from tests.render.art_of_war.looking import differs, near, tone
from tests.render.art_of_war.samples import band, blob, terrain
from tests.support.geometry import noted

SCALE = 30.0
KINDS = {one.kind: one for one in terrain()}
EACH = pytest.mark.parametrize("feature", terrain(), ids=list(KINDS))


@cache
def land(*features: Feature) -> Image.Image:
    """The whole table bare of marks, small."""
    return draw_land(features, STANDARD, Window(*BOUNDS, SCALE))


def inside(feature: Feature, shrink: float = 0.0) -> Image.Image:
    """A mask of where a piece of terrain lies; *shrink* leaves out so much about its edge."""
    mask = Image.new("L", (900, 600), 0)
    corners = corners_of(feature)
    ImageDraw.Draw(mask).polygon([(x * SCALE, y * SCALE) for x, y in corners], fill=255)
    if shrink:
        for x in range(0, 900, 3):
            for y in range(0, 600, 3):
                spot = x / SCALE, y / SCALE
                if mask.getpixel((x, y)) and to_edge(corners, *spot) < shrink:
                    ImageDraw.Draw(mask).rectangle((x, y, x + 2, y + 2), fill=0)
    return mask


def apart(one: Image.Image, other: Image.Image, at: tuple[int, int]) -> int:
    """By how much two pictures differ at a pixel, all three colours together."""
    mine, theirs = one.getpixel(at), other.getpixel(at)
    assert isinstance(mine, tuple)
    assert isinstance(theirs, tuple)
    return sum(abs(a - b) for a, b in zip(mine, theirs, strict=True))


# -- where things lie ----------------------------------------------------------------------------


def test_every_kind_of_terrain_is_drawn() -> None:
    """Those of the game's own file, each in a way of its own."""
    assert KINDS.keys() == load_kinds().keys()
    plain = land()
    tones = {}
    for kind, feature in KINDS.items():
        image = land(feature)
        assert differs(image, plain), kind
        left, top, right, bottom = (round(value * SCALE) for value in around(corners_of(feature)))
        tones[kind] = tone(image.crop((left, top, right, bottom)))
    assert len(set(tones.values())) == len(tones)
    for one, other in combinations(("wood", "brush", "field", "marsh", "dunes", "town"), 2):
        apart = sum(abs(a - b) for a, b in zip(tones[one], tones[other], strict=True))
        assert apart > 12, (one, other)


@EACH
def test_terrain_lies_within_its_outline(feature: Feature) -> None:
    """Well outside it nothing is drawn: the rules measure by it. Of hills a shade goes beyond."""
    image, plain = land(feature), land()
    reach = 0.9 if feature.kind in HILLS else 0.45
    corners = corners_of(feature)
    for x in range(5, 900, 15):
        for y in range(5, 600, 15):
            spot = x / SCALE, y / SCALE
            if not holds(corners, *spot) and to_edge(corners, *spot) > reach:
                assert apart(image, plain, (x, y)) < 15, spot


@EACH
def test_all_of_terrain_looks_like_it(feature: Feature) -> None:
    """Inside its outline hardly a spot looks like the plain."""
    image, plain = land(feature), land()
    if feature.kind == "gentle_hill":
        image, plain = image.reduce(3), plain.reduce(3)
    mask = inside(feature, 0.25).resize(image.size)
    points = [
        (x, y)
        for x in range(0, image.width, 4)
        for y in range(0, image.height, 4)
        if mask.getpixel((x, y)) == 255
    ]
    alike = sum(apart(image, plain, one) < 6 for one in points)
    assert points
    assert alike < 0.1 * len(points)


def test_north_is_up() -> None:
    """What lies in the north-west of the table is drawn at the upper left."""
    image, plain = land(blob("f1", "wood", (4, 17), (4, 3))), land()
    assert differs(image.crop((60, 30, 180, 150)), plain.crop((60, 30, 180, 150)))
    assert not differs(image.crop((0, 300, 900, 600)), plain.crop((0, 300, 900, 600)))


def test_water_is_blue_and_woods_are_green() -> None:
    """By the theme's own inks."""
    for kind, ink in (("river", "water"), ("coast", "water"), ("wood", "leaf")):
        feature = KINDS[kind]
        left, top, right, bottom = (round(value * SCALE) for value in around(corners_of(feature)))
        assert near(land(feature).crop((left, top, right, bottom)), STANDARD.inks[ink]) > 0.15, kind


def test_courses_run_along_their_bands() -> None:
    """Ripples and ruts follow the middle of a band, however its corners are told."""
    bent = band("f1", "river", [(0, 8), (10, 7), (20, 9), (30, 8)], 1.0)
    assert course_of(corners_of(bent)) == [
        pytest.approx((x, 20 - y), abs=0.05) for x, y in ((0, 8), (10, 7), (20, 9), (30, 8))
    ]
    box = [laid(*one) for one in ((0, 100), (0, 200), (3000, 200), (3000, 100))]
    assert course_of(box) == [pytest.approx((0.0, 18.5)), pytest.approx((30.0, 18.5))]


# -- kept ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn_anew")
def test_it_is_drawn_the_same_again() -> None:
    """Drawn anew it is the same to the byte, whole and in tiles."""
    window = cut((6.0, 6.0, 14.0, 12.0), 900).window
    layout = whole_of(500)
    first = ground_in(terrain(), STANDARD, window).tobytes()
    whole = whole_ground(terrain(), STANDARD, layout)
    map_cache.forget()
    again = ground_in(terrain(), STANDARD, window).tobytes()
    anew = whole_ground(terrain(), STANDARD, layout)
    assert first == again
    assert whole is not anew
    assert whole.tobytes() == anew.tobytes()


def test_terrain_that_moves_is_drawn_anew() -> None:
    """A piece elsewhere, or of another kind, gives other pictures under the same id."""
    one = blob("f1", "wood", (10, 10), (4, 3))
    other = replace(one, kind="brush")
    moved = blob("f1", "wood", (11, 10), (4, 3))
    layout = whole_of(500)
    shown = [whole_ground((each,), STANDARD, layout) for each in (one, other, moved)]
    assert all(differs(a, b) for a, b in combinations(shown, 2))


def test_tiles_meet_without_a_seam() -> None:
    """A close-up across tiles is what is drawn in one piece."""
    scale = tiles.LEVELS[0]
    features = (blob("f1", "field", (6, 14), (6, 4)),)
    window = Window(380 / scale - 2, 4.0, 380 / scale + 2, 8.0, scale)
    left, top = round(window.left * scale) / scale, round(window.top * scale) / scale
    snapped = Window(left, top, left + 4, top + 4, scale)
    pieced = ground_in(features, STANDARD, snapped)
    whole = draw_land(features, STANDARD, snapped)
    seam = round(380 - left * scale)
    strip = (seam - 3, 0, seam + 3, pieced.height)
    # Relief is cut at a tile's edge by less than an eye sees.
    mine, theirs = tone(pieced.crop(strip)), tone(whole.crop(strip))
    assert max(abs(a - b) for a, b in zip(mine, theirs, strict=True)) < 6


def test_battles_that_stand_ready_are_drawn_beforehand() -> None:
    """Their ground is known before anybody plays."""
    grounds = list(ready_grounds())
    assert grounds
    assert all(feature.kind in load_kinds() for features in grounds for feature in features)


# -- sections --------------------------------------------------------------------------------------


def test_zones_lie_on_the_table() -> None:
    """Each has its part; the six sectors make up all of it."""
    boxes = {key: zone_box(key) for key, _ in zone_names()}
    assert len(boxes) == 11
    area = 0.0
    for key, box in boxes.items():
        assert box is not None
        left, top, right, bottom = box
        assert 0 <= left < right <= 30, key
        assert 0 <= top < bottom <= 20, key
        if key not in {"centre", "west", "east", "north_side", "south_side"}:
            area += (right - left) * (bottom - top)
    assert area == 600
    assert zone_box("north_west") == (0.0, 0.0, 10.0, 10.0)


def test_unknown_zones_are_refused() -> None:
    """Briefly, and places that nobody knows too."""
    for section in (Section("zone", "x" * 900), Section("around", "y" * 900)):
        with pytest.raises(UnknownSectionError) as caught:
            lay_out(section)
        assert len(str(caught.value)) < 80


@pytest.mark.parametrize("box", [(-5.0, -5.0, 3.0, 3.0), (28.0, 18.0, 40.0, 30.0)])
def test_close_ups_stay_on_the_table(box: tuple[float, float, float, float]) -> None:
    """One near an edge is moved until all of it shows the table."""
    window = cut(box, 800).window
    assert 0 <= window.left < window.right <= 30
    assert 0 <= window.top < window.bottom <= 20
    assert window.right - window.left == pytest.approx(min(30, box[2] - box[0]))


def test_the_rim_bears_the_distances() -> None:
    """Every UD in close-ups, every second on the whole table; counted from the south-west."""
    with noted() as words:
        layout = cut((8.0, 4.0, 17.0, 12.0), 1080)
        tiles.plain_rim(ground_in((), STANDARD, layout.window), STANDARD, layout)
        close = {line.words: line.box for line in words.whole()}
    assert {str(number) for number in range(8, 18)} <= close.keys()
    assert close["9"][0] < close["10"][0] or close["9"][1] > close["10"][1]
    with noted() as words:
        layout = whole_of(1080)
        tiles.plain_rim(whole_ground((), STANDARD, layout).copy(), STANDARD, layout)
        lines = [line for line in words.whole() if line.words == "18"]
    # 18 UD from the west stands at the foot, 18 from the south near the top of the left rim.
    assert sorted(line.box[1] > 600 for line in lines) == [False, True]
