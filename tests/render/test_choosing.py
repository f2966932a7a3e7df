"""An action being put together on the map of War of the Pacific."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import islice

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.api import Term, Way
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX
from engine.war_of_the_pacific.state import ALLIES, CHILE, March, Secrets, State, View
from render import map_cache
from render.api import Choosing, Picture, Section
from render.choosing import WHOLE_WIDTH, WIDTH
from render.registry import painter
from render.themes import STANDARD, Colour
from render.war_of_the_pacific.alt import ALT_CODES
from render.war_of_the_pacific.chart import area_heart
from render.war_of_the_pacific.layout import lay_out
from render.war_of_the_pacific.words import used_terms
from tests.render.samples import names, opening, own_view
from tests.support.choosing import as_meant
from tests.support.decoding import Lossless, pixels
from tests.support.games_played import states_of

PAINTER, FILES = Lossless("war_of_the_pacific"), painter("war_of_the_pacific")
BOARD = load_board()
LARGEST = 200_000
MARCH = Choosing("march", (("units", "buin,2line"),), ("3122", "3222", "3223"), "toward")


def mine() -> View:
    """What Chile sees at the opening, without orders."""
    return replace(own_view(opening()), own=Secrets())


def drawn(view: View, choosing: Choosing, section: Section | None = None) -> Picture:
    """Draw a choice where the painter aims."""
    meant = as_meant(GAME, view, choosing)
    aimed = section or PAINTER.aim(view, meant)
    assert aimed is not None
    return PAINTER.paint(view, aimed, choosing=meant, names=names)


def around(picture: Picture, section: Section, place: str, reach: float = 0.5) -> Image.Image:
    """The square about the middle of a hex, *reach* units to each side."""
    window = lay_out(BOARD, section).window
    x, y = window.at(*BOARD.grid.centre(place))
    # The key lies above the map.
    y += max(24, round(picture.width * 0.055))
    half = reach * window.scale
    box = (round(x - half), round(y - half), round(x + half), round(y + half))
    return pixels(picture).crop(box)


def light(image: Image.Image) -> float:
    """How light a picture is, 0 to 255."""
    return float(ImageStat.Stat(image.convert("L")).mean[0])


def inked(
    picture: Picture, section: Section, place: str, reach: float = 1.0, ink: Colour = STANDARD.label
) -> int:
    """How many pixels about a hex have a colour."""
    image = around(picture, section, place, reach)
    flat = Image.new("RGB", image.size, ink)
    return sum(ImageChops.difference(image, flat).convert("L").histogram()[:24])


def violet(picture: Picture, section: Section, place: str, reach: float = 1.0) -> int:
    """How many pixels about a hex have the colour of one's own orders."""
    return inked(picture, section, place, reach, STANDARD.order)


def aimed_at(view: View, choosing: Choosing) -> Section:
    """Where the painter aims; it must."""
    section = PAINTER.aim(view, as_meant(GAME, view, choosing))
    assert section is not None
    return section


# -- where to look ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choosing",
    [
        Choosing("allot", (("lima", "2"),), ("0", "1"), "callao"),
        Choosing("run", (), ("true", "false"), "attempt"),
        Choosing("done"),
        Choosing("recruit", (), ("lima-reg",), "unit"),
        Choosing("nonsense", (("units", "buin"),), ("3123",), "to"),
        Choosing("march", (("units", "napoleon, 9999, ,"),), ("", "x" * 900), "toward"),
        Choosing("march", (("boots", "3123"),), ("3123",), "boots"),
    ],
)
def test_no_picture_where_it_tells_nothing(choosing: Choosing) -> None:
    """Numbers, yes or no, the rival's units off the map and words without a meaning need no map."""
    assert PAINTER.aim(mine(), as_meant(GAME, mine(), choosing)) is None


def test_aim_holds_everything_marked() -> None:
    """The section shows all that is chosen or may be, as close as it can."""
    near = aimed_at(mine(), MARCH)
    far = aimed_at(mine(), Choosing("sail", (("ships", "huascar"),), ("2220", "2815"), "to"))
    whole = aimed_at(
        mine(), Choosing("order", (("ships", "cochrane"),), tuple(BOARD.areas), "area")
    )

    assert near.kind == far.kind == "around"
    assert {"3123", "3122", "3222", "3223"} <= lay_out(BOARD, near).places
    assert {"2007", "2220", "2815"} <= lay_out(BOARD, far).places
    assert near.radius < far.radius
    assert (whole.kind, whole.width) == ("whole", WHOLE_WIDTH)
    boxed = Choosing("embark", (), ("cazadores",), "units")
    assert aimed_at(mine(), boxed).where == BOX


def test_a_question_about_somebody_in_the_box_shows_it() -> None:
    """As about a place on the map: what is asked about is to be seen (a repair that can wait)."""
    abtao = Term("unit", "abtao")
    asked = Choosing("repair", about=(abtao,))
    section = PAINTER.aim(mine(), asked)
    assert section is not None
    assert section.where == BOX
    told = PAINTER.paint(mine(), section, choosing=asked, names=names).alt
    assert abtao in told[0].params.values() or (abtao,) in told[0].params.values()
    ashore = PAINTER.aim(mine(), Choosing("repair", about=(abtao, Term("place", "3123"))))
    assert ashore is not None
    assert "3123" in lay_out(BOARD, ashore).places


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("units", "Buin, 2nd of the line"), ("units", "buin,2line")),
        (("units", "BUIN , 2LINE"), ("units", "buin,2line")),
        (("units", "buin, napoleon, 2line"), ("units", "buin,2line")),
    ],
)
def test_values_are_as_typed(typed: tuple[str, str], meant: tuple[str, str]) -> None:
    """Names count like ids, and what is not understood is passed over."""
    by_name = drawn(mine(), replace(MARCH, filled=(typed,)))
    by_id = drawn(mine(), replace(MARCH, filled=(meant,)))

    assert by_name.data == by_id.data


# -- what is on it ---------------------------------------------------------------------------


def test_small_pictures_for_phones() -> None:
    """A picture is a JPEG file of at most so many pixels and bytes."""
    section = aimed_at(mine(), MARCH)
    picture = FILES.paint(mine(), section, choosing=MARCH, names=names)

    assert picture.suffix == "jpg"
    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)
    assert picture.width == WIDTH
    assert len(picture.data) < LARGEST


def test_what_may_be_chosen_lies_in_the_light() -> None:
    """Hexes that are offered are lighter than the same hexes where they are not."""
    section = aimed_at(mine(), MARCH)
    shown = drawn(mine(), MARCH)
    none = drawn(mine(), replace(MARCH, offered=()), section)

    for place in MARCH.offered:
        lit, dark = (light(around(one, section, place)) for one in (shown, none))
        assert lit > dark + 25, place
    other = [light(around(one, section, "3224")) for one in (shown, none)]
    assert other[0] == pytest.approx(other[1], abs=2)


def test_what_is_chosen_is_ringed_in_its_own_colour() -> None:
    """The colour of one's own orders surrounds what is chosen, and leads to where it goes."""
    section = Section("around", "3123", 4, WIDTH)
    plain = drawn(mine(), replace(MARCH, filled=()), section)
    ringed = drawn(mine(), MARCH, section)
    sent = drawn(mine(), Choosing("march", (*MARCH.filled, ("toward", "3121"))), section)

    assert violet(plain, section, "3123") < 20
    assert violet(ringed, section, "3123") > 200
    assert violet(sent, section, "3122", 0.4) > violet(ringed, section, "3122", 0.4) + 40
    assert violet(sent, section, "3121") > 200


def test_the_way_that_will_be_gone_is_drawn() -> None:
    """Round by 3222 or straight: what the preview says, and from the box as far as it is on it."""
    section = Section("around", "3123", 4, WIDTH)
    sent = Choosing("march", (*MARCH.filled, ("toward", "3121")))
    straight, around_it = (
        drawn(mine(), replace(sent, ways=(Way(("buin",), places),)), section)
        for places in (("3123", "3122", "3121"), ("3123", "3223", "3222", "3121"))
    )
    boxed = drawn(
        mine(), replace(sent, ways=(Way(("buin",), (BOX, "3223", "3222", "3221")),)), section
    )

    assert violet(straight, section, "3122", 0.4) > violet(around_it, section, "3122", 0.4) + 40
    assert violet(around_it, section, "3222", 0.4) > violet(straight, section, "3222", 0.4) + 40
    assert violet(boxed, section, "3222", 0.4) > violet(straight, section, "3222", 0.4) + 40


@pytest.mark.usefixtures("drawn_anew")
def test_different_choices_are_different_pictures() -> None:
    """Whatever differs in a choice shows; equal ones are equal to the byte, also drawn anew."""
    choices = [
        MARCH,
        replace(MARCH, offered=("3122",)),
        replace(MARCH, filled=(("units", "3line"),)),
        Choosing("march", (*MARCH.filled, ("toward", "3222"))),
    ]
    section = aimed_at(mine(), MARCH)
    data = [drawn(mine(), choice, section).data for choice in choices]
    map_cache.forget()

    assert len(set(data)) == len(choices)
    assert [drawn(mine(), choice, section).data for choice in choices] == data


def test_counters_in_question_are_listed_beneath() -> None:
    """Where pieces are chosen, those that may be are laid out beneath the map, and no others."""
    few = drawn(mine(), Choosing("march", (), ("buin",), "units"))
    many = drawn(mine(), Choosing("march", (), ("buin,2line,3line,4line",), "units"))
    spread = tuple(unit for unit in opening().units if opening().units[unit].side == ALLIES)
    everywhere = drawn(mine(), Choosing("march", (), spread, "units"), Section(width=WIDTH))
    map_only = lay_out(BOARD, Section(width=WIDTH)).window.size[1]

    assert few.height == many.height
    assert few.data != many.data
    assert everywhere.height < map_only + 60


def test_what_the_menu_names_is_written_large() -> None:
    """Areas, and hexes without a city, bear what the menu calls them in dark letters."""
    section = Section("around", "2822", 6, WIDTH)
    heart = area_heart(BOARD, "III")
    areas = drawn(mine(), Choosing("order", (), ("II", "III"), "area"), section)
    hexes = drawn(mine(), Choosing("sail", (), ("2722", "3023"), "to"), section)
    units = drawn(mine(), Choosing("sail", (), ("cochrane",), "ships"), section)

    assert inked(areas, section, heart, 0.6) > inked(hexes, section, heart, 0.6) + 50
    one, other = (around(picture, section, "3023", 0.85) for picture in (hexes, units))
    assert sum(ImageChops.difference(one, other).convert("L").histogram()[80:]) > 40


def test_march_under_way_is_where_it_begins() -> None:
    """The next hex of a march is chosen from where the march is, which is ringed."""
    table = replace(opening(), frames=(March(1, CHILE, ("buin",), "3123", (3, 4)),))
    view = View(CHILE, table, Secrets())
    there = Choosing("move", (), ("3122", "3223"), "to")
    section = aimed_at(view, there)

    assert violet(drawn(view, there), section, "3123") > 200
    assert violet(drawn(mine(), there, section), section, "3123") < 20
    assert PAINTER.aim(view, Choosing("stop")) is None


# -- secrets and words -----------------------------------------------------------------------


def test_rival_secrets_change_nothing() -> None:
    """What the rival has ordered changes neither where the painter aims nor what it draws."""
    silent = State(opening(), {CHILE: Secrets(), ALLIES: Secrets()})
    (plotting,) = GAME.scramble(silent, CHILE)
    assert plotting != silent

    first, second = (GAME.view(state, CHILE) for state in (silent, plotting))
    assert aimed_at(first, MARCH) == aimed_at(second, MARCH)
    assert drawn(first, MARCH) == drawn(second, MARCH)


def test_words_say_what_is_chosen_first() -> None:
    """The words begin with what is chosen and what may be, by name, and use known codes."""
    alt = drawn(mine(), MARCH).alt

    assert [line.code for line in alt[:2]] == ["picture.chosen", "picture.possible"]
    assert alt[0].params["what"] == (Term("unit", "buin"), Term("unit", "2line"))
    assert alt[1].params == {"n": 3, "what": tuple(Term("place", one) for one in MARCH.offered)}
    assert {line.code for line in alt} <= set(ALT_CODES)


def test_every_question_of_whole_games_can_be_shown() -> None:
    """Whatever a seat is asked in random games, field by field, the painter copes with it."""
    asked: set[Term] = set()
    seen: dict[tuple[str, str], int] = {}

    def listen(term: Term) -> str:
        asked.add(term)
        return names(term)

    def ask(view: View, choosing: Choosing) -> None:
        key = (choosing.kind, choosing.field)
        choosing = as_meant(GAME, view, choosing)
        section = PAINTER.aim(view, choosing)
        if section is None or seen.get(key, 0) >= 2:
            return
        seen[key] = seen.get(key, 0) + 1
        small = replace(section, width=420)
        picture = FILES.paint(view, small, choosing=choosing, names=listen)
        assert len(picture.data) < LARGEST

    def fill(view: View, kind: str) -> None:
        filled: dict[str, str] = {}
        for field, info in MODELS[kind].model_fields.items():
            options = islice(GAME.options(view, kind, field, filled), 200)
            values = tuple(option.value for option in options)
            ask(view, Choosing(kind, tuple(filled.items()), values, field))
            if info.is_required():
                if not values:
                    return
                filled[field] = values[0]
        ask(view, Choosing(kind, tuple(filled.items())))

    for state in states_of(GAME, "pictures")[::5]:
        for seat in GAME.seats:
            view = GAME.view(state, seat)
            for kind in GAME.kinds(view):
                fill(view, kind)

    assert {("deploy", "to"), ("order", "area"), ("sail", "to"), ("move", ""), ("move", "to")} <= {
        *seen
    }
    assert {term for term in asked if term.kind not in {"place", "area", "unit"}} <= set(
        used_terms()
    )
