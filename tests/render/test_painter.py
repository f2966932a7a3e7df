"""Pictures: what they hold, what they hide, and that they are always the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.api import Term
from engine.war_of_the_pacific.board import load_board, load_points
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX, DEAD
from engine.war_of_the_pacific.state import ALLIES, CHILE, Order, Secrets, State, Table, View
from render import map_cache
from render.api import WHOLE, Picture, Section, UnknownSectionError
from render.painting import MOST_BYTES
from render.registry import painter
from render.themes import STANDARD, Colour
from render.war_of_the_pacific.alt import ALT_CODES
from render.war_of_the_pacific.layout import lay_out
from render.war_of_the_pacific.sheet import SCALE, WIDTH, leaf_of, sheet_of
from render.war_of_the_pacific.words import used_terms
from tests.render.samples import (
    midwar,
    names,
    naval_fight,
    opening,
    own_view,
    public,
    table,
)
from tests.support.decoding import Lossless, faded, pixels

PAINTER, FILES = Lossless("war_of_the_pacific"), painter("war_of_the_pacific")
BOARD = load_board()
SMALL = Section("whole", width=700)
LARGEST = 400_000


def paint(view: View, section: Section = SMALL, before: View | None = None) -> Picture:
    """Draw a view, with English words."""
    return PAINTER.paint(view, section, before=before, names=names)


def spot(section: Section, place: str) -> tuple[float, float]:
    """The middle of a hex within the map part of a picture."""
    if section == WHOLE:
        number = leaf_of(BOARD, place)
        assert number is not None
        return sheet_of(BOARD).leaves[number].spot(*BOARD.grid.centre(place))
    return lay_out(BOARD, section).window.at(*BOARD.grid.centre(place))


def share(image: Image.Image, box: tuple[float, float, float, float], colour: Colour) -> float:
    """How much of a box is nearly of one colour."""
    part = image.crop((round(box[0]), round(box[1]), round(box[2]), round(box[3])))
    flat = Image.new("RGB", part.size, colour)
    near = ImageChops.difference(part, flat).convert("L").point(lambda v: 255 if v < 24 else 0)
    return near.histogram()[255] / (part.size[0] * part.size[1])


@cache
def start() -> Table:
    """The opening, made once."""
    return opening()


# -- the file --------------------------------------------------------------------------------


def test_whole_map_is_large_and_its_file_small() -> None:
    """The whole map is a JPEG for a phone, upright, and looks as it was drawn."""
    before, after = midwar()

    picture = FILES.paint(public(after), WHOLE, before=public(before), names=names)

    decoded = Image.open(BytesIO(picture.data))
    assert (decoded.format, decoded.size) == ("JPEG", (picture.width, picture.height))
    assert picture.suffix == "jpg"
    assert picture.width == WIDTH < picture.height
    assert len(picture.data) <= MOST_BYTES
    assert faded(picture, paint(public(after), WHOLE, public(before))) < 4


@pytest.mark.parametrize("key", [key for key, _ in PAINTER.zones()])
def test_every_zone_is_drawn(key: str) -> None:
    """Each zone gives a picture of the width asked for, below two megabytes."""
    picture = FILES.paint(public(start()), Section("zone", key, width=420), names=names)

    assert picture.width == 420
    assert len(picture.data) <= LARGEST


def test_zones_fit_a_menu() -> None:
    """Zones have different keys, and with "the whole map" they fill one Discord menu at most."""
    keys = [key for key, _ in PAINTER.zones()]

    assert len(keys) == len(set(keys))
    assert len(keys) <= 24
    assert set(BOARD.areas) <= set(keys)
    assert {"iquique", "lima", "la_paz", "arica", "antofagasta"} <= set(keys)


def test_frames_begin_with_the_whole_map() -> None:
    """The sections offered are the whole map and every zone."""
    sections = PAINTER.sections(public(start()))

    assert sections[0] == WHOLE
    assert [section.where for section in sections[1:]] == [key for key, _ in PAINTER.zones()]


@pytest.mark.parametrize("where", ["2007", "Callao", "callao", " CALLAO ", BOX, "2415"])
def test_around_takes_hexes_and_names(where: str) -> None:
    """A picture around a place may be asked for by number, by name, or for the box."""
    assert paint(public(start()), Section("around", where, 2, 420)).width == 420


@pytest.mark.parametrize(
    "section",
    [
        Section("zone", "atlantis"),
        Section("zone", ""),
        Section("around", "9999"),
        Section("around", "x" * 5000),
        Section("around", "٢٠٠٧"),
    ],
)
def test_unknown_sections_are_refused(section: Section) -> None:
    """A place or zone that the map does not have is an error of its own kind, briefly told."""
    with pytest.raises(UnknownSectionError) as caught:
        paint(public(start()), section)

    assert len(str(caught.value)) < 80


# -- always the same -------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn_anew")
def test_same_view_same_bytes() -> None:
    """A view gives the same bytes again, also when the printed map is drawn anew."""
    view = public(start())
    first = paint(view).data

    again = paint(public(opening())).data
    map_cache.forget()
    anew = paint(view).data

    assert first == again == anew


def test_threads_do_not_disturb_each_other() -> None:
    """Pictures drawn at once by several threads are those drawn alone."""
    before, after = (public(one) for one in midwar())
    jobs = [(public(start()), None), (after, before), (after, None)] * 3
    alone = [paint(view, SMALL, earlier).data for view, earlier in jobs]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: paint(job[0], SMALL, job[1]).data, jobs))

    assert alone == together


# -- secrets ---------------------------------------------------------------------------------


def secrets(*areas: str) -> Secrets:
    """Orders for some areas, and a course."""
    orders = tuple(
        Order(number, 2, area, ("cochrane",)) for number, area in enumerate(areas, start=1)
    )
    return Secrets(orders=orders, numbered=len(orders), course=("3023",))


@pytest.mark.parametrize("viewer", [None, ALLIES])
def test_rival_secrets_change_no_byte(viewer: str | None) -> None:
    """Whatever Chile has ordered, the picture and its words are the same for all others."""
    of = naval_fight(start())
    silent = State(of, {CHILE: Secrets(), ALLIES: secrets("X")})
    plotting = State(of, {CHILE: secrets("IV", "VIII"), ALLIES: secrets("X")})

    for section in (SMALL, Section("zone", "antofagasta", width=420)):
        first = paint(GAME.view(silent, viewer), section)
        second = paint(GAME.view(plotting, viewer), section)
        assert (first.data, first.alt) == (second.data, second.alt)


def test_own_orders_are_shown_to_their_owner() -> None:
    """A seat's own picture shows its chits and the areas they name; its words name them too."""
    mine, all_see = paint(own_view(start()), WHOLE), paint(public(start()), WHOLE)

    changed = ImageChops.difference(pixels(mine), pixels(all_see))

    assert changed.getbbox() is not None
    assert [line.code for line in mine.alt].count("picture.order") == 2
    assert all(line.code != "picture.order" for line in all_see.alt)


# -- what is on it ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "place", "nation"),
    [
        ("buin", "3222", "chile"),
        ("colorados", "3715", "bolivia"),
        ("zepita", "2709", "peru"),
        ("huascar", "2513", "peru"),
        ("cochrane", "3020", "chile"),
    ],
)
def test_a_counter_lies_at_its_hex(unit: str, place: str, nation: str) -> None:
    """At the middle of a unit's hex the picture wears its nation's colours, elsewhere not."""
    livery = STANDARD.liveries[nation]
    x, y = spot(WHOLE, place)
    box = (x - 14, y - 14, x + 14, y + 14)

    there = pixels(paint(public(table({unit: place})), WHOLE))
    absent = pixels(paint(public(table({})), WHOLE))

    both = share(there, box, livery.fill) + share(there, box, livery.ink)
    assert both > 0.5
    assert share(absent, box, livery.fill) + share(absent, box, livery.ink) < 0.2


def test_a_move_changes_only_where_it_happened() -> None:
    """Without trails, moving a unit changes the picture at its two hexes and nowhere else."""
    first = pixels(paint(public(table({"buin": "3222"})), WHOLE))
    second = pixels(paint(public(table({"buin": "3322"})), WHOLE))

    box = ImageChops.difference(first, second).getbbox()

    assert box is not None
    (ax, ay), (bx, by) = spot(WHOLE, "3222"), spot(WHOLE, "3322")
    scale = 5 * SCALE  # numbers stand beside both hexes, and names beside those make room
    assert box[0] > min(ax, bx) - scale
    assert box[1] > min(ay, by) - scale
    assert box[2] < max(ax, bx) + scale
    assert box[3] < max(ay, by) + scale


def test_a_move_leaves_a_trail() -> None:
    """Given the view before, a voyage leaves marks on the water between its ends."""
    before, after = table({"cochrane": "3025"}), table({"cochrane": "3020"})
    x, y = spot(WHOLE, "3022")
    box = (x - 12, y - 30, x + 12, y + 30)

    still = pixels(paint(public(after), WHOLE)).crop(box)
    moved = pixels(paint(public(after), WHOLE, public(before))).crop(box)

    assert ImageChops.difference(still, moved).getbbox() is not None


def test_a_loss_is_crossed_out_where_it_happened() -> None:
    """A sunken ship is shown once more, crossed out in red, where it was last."""
    before = table({"union": "2513"})
    after = table({"union": DEAD})
    x, y = spot(WHOLE, "2513")
    box = (x, y - 20, x + 45, y + 25)

    lost = pixels(paint(public(after), WHOLE, public(before)))

    assert share(lost, box, STANDARD.battle) > 0.05


def test_a_reduced_unit_and_a_damaged_ship_look_it() -> None:
    """A lost step changes a counter visibly."""
    places = {"buin": "3222", "cochrane": "3020"}
    sound = pixels(paint(public(table(places)), WHOLE))
    hurt = pixels(paint(public(table(places, reduced=("buin", "cochrane"))), WHOLE))

    for place in places.values():
        x, y = spot(WHOLE, place)
        box = (x - 20, y - 20, x + 20, y + 20)
        changed = ImageChops.difference(sound.crop(box), hurt.crop(box)).convert("L")
        assert sum(changed.point(lambda v: v > 24).histogram()[1:]) > 20


def test_port_and_open_sea_look_different() -> None:
    """A ship in port is drawn otherwise than the same ship at sea off the port."""
    at_sea = paint(public(table({"huascar": "2007"})), WHOLE)
    docked = paint(public(table({"huascar": "2007"}, port=("huascar",))), WHOLE)

    assert at_sea.data != docked.data


def test_a_campaign_of_other_points_shows_its_own() -> None:
    """What a city is worth to this table stands on its map, whole and close, and nowhere else."""
    now = replace(table({}), worth=load_points())
    other = replace(now, worth={**load_points(), "2008": 9})
    for section in (WHOLE, Section("around", "2008", 2)):
        printed, own = (pixels(paint(public(one), section)) for one in (now, other))
        box = ImageChops.difference(printed, own).getbbox()
        assert box is not None
        scale = SCALE if section == WHOLE else lay_out(BOARD, section).window.scale
        assert box[2] - box[0] < scale
        assert box[3] - box[1] < scale


def test_captured_cities_fly_a_flag() -> None:
    """A city in enemy hands is marked; in its own nation's hands it is not."""
    plain = table({})
    taken = replace(plain, control={**plain.control, "3116": CHILE})
    x, y = spot(WHOLE, "3116")
    box = (x - 40, y - 40, x, y)

    first, second = (pixels(paint(public(one), WHOLE)).crop(box) for one in (plain, taken))

    assert ImageChops.difference(first, second).getbbox() is not None


@pytest.mark.parametrize("width", [None, 390])
def test_crowded_tables_are_drawn(width: int | None) -> None:
    """All units of the game in one hex, both sides', ashore and afloat, still make a picture."""
    base = start()
    units = {key: replace(unit, at="3116") for key, unit in base.units.items()}
    boxed = {key: replace(unit, at=BOX) for key, unit in base.units.items()}
    dead = {key: replace(unit, at=DEAD, steps=0) for key, unit in base.units.items()}

    for crowd in (units, boxed, dead):
        view = public(replace(base, units=crowd, turn=12))
        for section in (Section(width=width), Section("zone", "arica", width=width)):
            assert len(FILES.paint(view, section, names=names).data) <= LARGEST


def test_close_ups_list_every_counter_of_a_stack() -> None:
    """A close-up is taller the more counters its stacks hold: the roll beneath shows each."""
    section = Section("zone", "lima", width=700)
    one = paint(public(table({"zepita": "2008"})), section)
    many = paint(public(start()), section)

    assert one.height == lay_out(BOARD, section).window.size[1] + 35
    assert many.height > one.height + 60


# -- its words -------------------------------------------------------------------------------


def test_alt_text_uses_known_codes_and_names_the_fight() -> None:
    """The words begin with turn and points, use known codes only, and name a battle."""
    before, after = midwar()

    alt = paint(public(naval_fight(after)), SMALL, public(before)).alt

    assert [line.code for line in alt[:3]] == [
        "picture.heading",
        "picture.points",
        "picture.fight",
    ]
    assert {line.code for line in alt} <= set(ALT_CODES)
    assert alt[2].params["place"] == Term("place", "2815")
    assert {"picture.captured", "picture.lost", "picture.moved", "picture.holds"} <= {
        line.code for line in alt
    }


def test_pictures_ask_only_for_known_words() -> None:
    """Every term that any picture asks for is one that a test of the catalogues can check."""
    asked: set[Term] = set()

    def listen(term: Term) -> str:
        asked.add(term)
        return names(term)

    before, after = midwar()
    for section in (SMALL, Section("zone", "I", width=420), Section("zone", "arica", width=420)):
        PAINTER.paint(public(after), section, before=public(before), names=listen)

    assert {term for term in asked if term.kind != "place"} <= set(used_terms())


def test_words_of_any_length_fit() -> None:
    """A language with very long or very short words breaks nothing."""
    for word in ("", "W" * 300, "ñ", "漢字"):

        def say(_: Term, word: str = word) -> str:
            return word

        PAINTER.paint(public(start()), SMALL, names=say)
