"""The printed map: it agrees with the board, and nothing covers it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest
from PIL import Image, ImageChops

from engine.war_of_the_pacific.board import Terrain, load_board
from engine.war_of_the_pacific.places import aboard
from render.api import Section
from render.lettering import FONTS
from render.relief import Window
from render.room import Box, Room
from render.themes import STANDARD
from render.war_of_the_pacific import overlay, stacks
from render.war_of_the_pacific.changes import changes, way
from render.war_of_the_pacific.chart import draw_chart
from render.war_of_the_pacific.country import landscape
from render.war_of_the_pacific.furniture import ocean_window
from render.war_of_the_pacific.layout import land_zones, lay_out, map_bounds
from render.war_of_the_pacific.listing import listed
from render.war_of_the_pacific.painter import WarOfThePacificPainter
from render.war_of_the_pacific.piles import piles
from render.war_of_the_pacific.sheet import SCALE, WIDTH, leaf_of, places_of, sheet_of
from render.war_of_the_pacific.whole import listed_stacks
from tests.render.samples import midwar, names, opening, public, table

BOARD = load_board()


def test_all_land_and_all_coast_is_on_one_leaf() -> None:
    """The fold of the whole map leaves out open sea alone; the ocean's panel shows all of it."""
    sheet = sheet_of(BOARD)
    shown = [places_of(BOARD, number) for number in range(2)]
    land = {one.id for one in BOARD.hexes.values() if one.terrain is not Terrain.SEA}

    assert land <= shown[0] | shown[1]
    assert not shown[0] & shown[1]
    assert {one.hex for one in BOARD.city_keys.values()} <= shown[0] | shown[1]
    window = ocean_window(BOARD, sheet)
    for place in BOARD.hexes:
        x, y = window.at(*BOARD.grid.centre(place))
        assert 0 < x < sheet.ocean[2] - sheet.ocean[0]
        assert 0 < y < sheet.ocean[3] - sheet.ocean[1]


def test_panels_cover_nothing_that_is_shown() -> None:
    """The panels lie within the page, over each other nowhere, and over no hex of a leaf."""
    sheet = sheet_of(BOARD)
    for box in sheet.panels:
        left, top, right, bottom = box
        assert 0 <= left < right <= sheet.size[0]
        assert 0 <= top < bottom <= sheet.size[1]
        for a, b, c, d in sheet.panels:
            assert (a, b, c, d) == box or right <= a or c <= left or bottom <= b or d <= top
        for number, leaf in enumerate(sheet.leaves):
            for place in places_of(BOARD, number):
                x, y = leaf.spot(*BOARD.grid.centre(place))
                assert not (left < x < right and top < y < bottom), place


def test_counters_are_twice_as_large_on_a_phone() -> None:
    """At 390 pixels a counter of the whole map has 14 or more; it had seven and a half."""
    (slot,) = stacks.BOLD[1]

    assert slot.side * SCALE * 390 / WIDTH >= 15


def test_labels_of_the_whole_map_lie_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name, number, coin or flag lies on another, or beneath a panel."""
    rooms: list[Ledger] = []

    class Ledger(Room):
        def __init__(self, size: tuple[int, int]) -> None:
            super().__init__(size)
            self.taken: list[Box] = []
            self.found: list[Box] = []
            rooms.append(self)

        def take(self, box: Box, weight: int = 1) -> None:
            super().take(box, weight)
            self.taken.append(box)

        def best(self, boxes: Iterable[Box]) -> Box:
            self.found.append(super().best(boxes))
            return self.found[-1]

    monkeypatch.setattr(overlay, "Room", Ledger)
    for one in (opening(), midwar()[1]):
        WarOfThePacificPainter().draw_table(public(one), Section("whole"), None, names)

    assert len(rooms) == 4
    panels = len(sheet_of(BOARD).panels)
    for ledger in rooms:
        for number, (left, top, right, bottom) in enumerate(ledger.found):
            for a, b, c, d in (*ledger.taken[:panels], *ledger.found[:number]):
                wide, high = min(right, c) - max(left, a), min(bottom, d) - max(top, b)
                assert wide <= 4 or high <= 4, (left, top, right, bottom)


def test_what_a_ship_carries_is_listed_with_it_and_lone_ships_far_out_are_listed() -> None:
    """Cargo stands in brackets behind its ship alone; a ship that no leaf shows has its line."""
    far = next(
        one
        for one in sorted(BOARD.hexes)
        if BOARD.hexes[one].terrain is Terrain.SEA and leaf_of(BOARD, one) is None
    )
    one = table({"rimac": "3123", "buin": aboard("rimac"), "2line": aboard("rimac"), "union": far})
    view = public(one)

    stacks_listed = listed_stacks(BOARD, view, piles(view.table))
    lines = [listed([stack], [""], WIDTH, names).columns[0][0].lines for stack in stacks_listed]

    (carrier,) = (line for line in lines if "R\u00edmac" in line[0])
    assert re.fullmatch(r"R\u00edmac \S+ \[[^,\]]+, [^,\]]+\]", carrier[0])
    assert far in {stack.place for stack in stacks_listed}


def test_coast_runs_where_the_board_says() -> None:
    """Every land hex has land at its middle and every sea hex water; coasts have both."""
    bounds = map_bounds(BOARD)
    window = Window(*bounds, 12.0)
    mask, _ = landscape(BOARD).coast(window)
    for one in BOARD.hexes.values():
        x, y = window.at(*BOARD.grid.centre(one.id))
        found = mask.getpixel((round(x), round(y)))
        assert isinstance(found, int | float)
        assert (found > 127) == (one.terrain is not Terrain.SEA), one.id


def test_coast_is_the_same_at_every_scale() -> None:
    """A place is land or water alike in the whole map and in a close-up."""
    country = landscape(BOARD)
    x, y = BOARD.grid.centre("3116")
    far = Window(x - 4, y - 4, x + 4, y + 4, 20.0)
    near = Window(x - 4, y - 4, x + 4, y + 4, 60.0)

    first = country.coast(far)[0]
    second = country.coast(near)[0].resize(first.size, Image.Resampling.BOX)

    cut = [0] * 128 + [255] * 128
    differing = ImageChops.difference(first.point(cut), second.point(cut)).histogram()[255]
    assert differing < 0.01 * first.size[0] * first.size[1]


def test_terrains_are_told_apart_by_colour() -> None:
    """The middles of desert, rough, mountain and salt hexes are, on the whole, their colours."""
    window = Window(*map_bounds(BOARD), 14.0)
    image = draw_chart(BOARD, STANDARD, window)
    for terrain in (Terrain.DESERT, Terrain.ROUGH, Terrain.MOUNTAIN, Terrain.SALT_DESERT):
        total, count = [0.0, 0.0, 0.0], 0
        for one in BOARD.hexes.values():
            if one.terrain is terrain and one.city is None:
                x, y = window.at(*BOARD.grid.centre(one.id))
                patch = image.crop((round(x) - 4, round(y) - 3, round(x) + 5, round(y) + 6))
                pixel = patch.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
                assert isinstance(pixel, tuple)
                total = [a + b for a, b in zip(total, pixel, strict=True)]
                count += 1
        mean = [value / count for value in total]
        nearest = min(
            STANDARD.grounds,
            key=lambda key: sum(
                (a - b) ** 2 for a, b in zip(mean, STANDARD.grounds[key].colour, strict=True)
            ),
        )
        assert nearest == terrain.value


def test_zones_hold_what_they_are_named_after() -> None:
    """A zone named after a city shows that city."""
    keys = {city.key.replace("-", "_"): city.hex for city in BOARD.city_keys.values()}
    for zone in land_zones():
        assert zone.key in keys
        assert keys[zone.key] in lay_out(BOARD, Section("zone", zone.key)).places


def test_every_hex_is_in_some_zone() -> None:
    """Wherever something happens, there is a zone to zoom to."""
    shown: set[str] = set()
    for zone in (*(zone.key for zone in land_zones()), *BOARD.areas):
        shown |= lay_out(BOARD, Section("zone", zone)).places

    assert set(BOARD.hexes) - shown == set()


def test_fonts_keep_their_licences() -> None:
    """Each font lies beside a licence, and the list names it."""
    listed = (FONTS / "README.md").read_text(encoding="utf-8")
    for path in FONTS.glob("*.otf"):
        assert path.name in listed
    for licence in ("OFL-Cabin.txt", "OFL-EBGaramond.txt"):
        assert "SIL OPEN FONT LICENSE" in (FONTS / licence).read_text(encoding="utf-8")


def test_changes_are_told_from_two_tables() -> None:
    """Moves, losses, lost steps and captures between two tables are all found."""
    before, after = midwar()

    found = changes(before, after)

    moved = {(move.start, move.end): move.units for move in found.moves}
    assert moved["3018", "3117"] == ("2line", "buin", "itata", "rimac")
    assert moved["3016", "3115"] == ("3line", "cazadores")
    assert {unit.id for unit in (found.lost or {})["2815"]} == {"union"}
    assert found.captured == {"3117": "chile", "3014": "chile"}
    assert (found.steps or {})["2815"] == 2


def test_nothing_changes_between_equals() -> None:
    """A table and itself, or no earlier table, give no changes."""
    one = table({"buin": "3222"})

    assert not changes(None, one).moves
    assert not changes(one, one).moves
    assert not changes(table({"buin": "3222"}), one).moves


def test_trails_of_ships_keep_to_the_water() -> None:
    """The way drawn for a voyage joins its ends by places where ships can be."""
    places = way(BOARD, "3123", "2007", True)

    assert (places[0], places[-1]) == ("3123", "2007")
    assert all(BOARD.is_navigable(place) for place in places)
    assert sum(BOARD.hexes[place].terrain is Terrain.SEA for place in places) >= len(places) - 4
