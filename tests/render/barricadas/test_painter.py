"""Pictures of ¡A las barricadas!: what they hold, what they hide, and that they are the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.api import Seat, Term
from engine.barricadas.game import GAME
from engine.barricadas.roster import load_roster
from engine.barricadas.scenario import WeatherRow
from engine.barricadas.settings import Settings
from engine.barricadas.state import (
    NATIONALIST,
    REPUBLICAN,
    SEATS,
    Counter,
    Phase,
    Reaction,
    State,
    View,
)
from engine.kit.states import Ending
from engine.kit.wording import seat_term
from render import map_cache
from render.api import ROSTER, WHOLE, Picture, Section, UnknownSectionError
from render.barricadas import alt, heading, works
from render.barricadas.alt import ALT_CODES
from render.barricadas.heading import head_height
from render.barricadas.layout import lay_out
from render.barricadas.marks import STRIPES
from render.barricadas.overlay import seats_of
from render.barricadas.painter import chart_for
from render.barricadas.piles import face_of, piles
from render.barricadas.symbols import SYMBOLS
from render.barricadas.words import used_terms
from render.painting import MOST_BYTES, MOST_BYTES_OF_PART
from render.registry import painter
from render.themes import STANDARD, Colour
from tests.render.barricadas.samples import (
    TOWNS,
    E,
    G,
    Q,
    battle,
    changed,
    falange,
    guns,
    infantry,
    names,
    planning,
    public,
    seen_by,
    setting_up,
    table,
    without,
)
from tests.support.decoding import Lossless, pixels
from tests.support.games_played import states_of
from tests.support.seldom import seldom

PAINTER, FILES = Lossless("barricadas"), painter("barricadas")
CLOSE = Section("around", "C806", 3)
SMALL = Section("whole", width=700)


def paint(view: View, section: Section = CLOSE) -> Picture:
    """Draw a view, with English words."""
    return PAINTER.paint(view, section, names=names)


def cell(picture: Picture, view: View, place: str, reach: float = 0.9) -> Image.Image:
    """The square about the middle of a hex on a close-up, *reach* units to each side."""
    layout = lay_out(chart_for(view.table), CLOSE)
    x, y = layout.window.at(*chart_for(view.table).centre(place))
    y += head_height(picture.width)
    half = reach * layout.scale
    return pixels(picture).crop(
        (round(x - half), round(y - half), round(x + half), round(y + half))
    )


def share(image: Image.Image, colour: Colour, reach: int = 24) -> float:
    """How much of a picture is nearly of one colour."""
    flat = Image.new("RGB", image.size, colour)
    bands = ImageChops.difference(image, flat).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[:reach]) / (image.size[0] * image.size[1])


def differs(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures of one size are not the same."""
    return ImageChops.difference(one, other).getbbox() is not None


@cache
def big() -> tuple[State, ...]:
    """Some states of a random game of the larger scenario."""
    states = states_of(GAME, "words", Settings(scenario="full"))
    return tuple(states[:: max(1, len(states) // 12)])


# -- the file --------------------------------------------------------------------------------------


def test_whole_maps_are_for_a_phone() -> None:
    """JPEG files, not too large; the larger ground too."""
    for view in (public(battle()), GAME.view(big()[6], None)):
        picture = FILES.paint(view, WHOLE, names=names)
        decoded = Image.open(BytesIO(picture.data))
        assert (decoded.format, decoded.size) == ("JPEG", (picture.width, picture.height))
        assert picture.width == 1080
        assert len(picture.data) <= MOST_BYTES


ZONES = [key for key, _ in PAINTER.zones()]
SIZES = [(radius, width) for radius in (-5, 0, 1, 900) for width in (1, 390, 90_000)]


@pytest.mark.parametrize("key", seldom(ZONES, ZONES[::3]))
def test_every_zone_is_drawn(key: str) -> None:
    """Each zone of both boards gives a picture of the width asked for."""
    picture = FILES.paint(GAME.view(big()[6], None), Section("zone", key, width=420), names=names)

    assert picture.width == 420
    assert len(picture.data) <= MOST_BYTES_OF_PART


def test_sections_are_those_of_the_boards_on_the_table() -> None:
    """The whole ground first; no zone of a board that is not played."""
    sections = PAINTER.sections(public(battle()))

    assert sections[0] == WHOLE
    assert {one.where[0] for one in sections[1:]} == {"c"}
    assert {one.where[0] for one in PAINTER.sections(GAME.view(big()[0], None))[1:]} == {"a", "c"}


@pytest.mark.parametrize("where", ["C806", "c806", " c806 "])
def test_around_takes_hexes_as_they_are_typed(where: str) -> None:
    """In either case."""
    assert paint(public(battle()), Section("around", where, 2, 420)).width == 420


@pytest.mark.parametrize(
    "section",
    [
        Section("zone", "atlantis"),
        Section("zone", ""),
        Section("zone", "a_west"),
        Section("around", "A101"),
        Section("around", "x" * 5000),
        Section("around", "٢٠٠٧"),
    ],
)
def test_unknown_sections_are_refused(section: Section) -> None:
    """A zone or hex that the ground does not have is an error of its own kind, briefly told."""
    with pytest.raises(UnknownSectionError) as caught:
        paint(public(battle()), section)

    assert len(str(caught.value)) < 80


@pytest.mark.parametrize(("radius", "width"), seldom(SIZES, SIZES[::4]))
def test_any_radius_and_width(radius: int, width: int) -> None:
    """Beyond all measure they still give a picture."""
    picture = paint(public(battle()), Section("around", "C101", radius, width))

    assert 320 <= picture.width <= 2400


# -- always the same -------------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn_anew")
def test_same_view_same_bytes() -> None:
    """A view gives the same bytes again, also when the ground is drawn anew."""
    first = paint(public(battle()), SMALL).data
    map_cache.forget()

    assert paint(public(battle()), SMALL).data == first


def test_threads_do_not_disturb_each_other() -> None:
    """Pictures drawn at once by several threads are those drawn alone."""
    jobs = [(seen_by(seat, battle()), section) for seat in SEATS for section in (CLOSE, SMALL)] * 2
    alone = [paint(*job).data for job in jobs]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: paint(*job).data, jobs))

    assert alone == together


# -- secrets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, *SEATS])
def test_who_hides_changes_no_byte_for_others(viewer: Seat | None) -> None:
    """Whoever hides under a marker, how many and in what state: picture and words are the same."""
    first = paint(seen_by(viewer, battle()))
    other = changed(battle(), f"{E}3", hits=2, reaction=Reaction.NOW, finished=True)
    more = replace(other, counters={**other.counters, f"{E}9": falange(9, "C808", unseen=True)})
    second = paint(seen_by(viewer, more))

    same = (first.data, first.alt) == (second.data, second.alt)
    assert same == (viewer != NATIONALIST)


def test_scrambled_secrets_change_no_byte() -> None:
    """All through a game whatever a viewer may not know leaves no trace on their map."""
    for state in big():
        for viewer in (None, *SEATS):
            section = Section("whole", width=420)
            mine = paint(GAME.view(state, viewer), section)
            twin = paint(GAME.view(GAME.scramble(state, viewer)[0], viewer), section)
            assert (mine.data, mine.alt) == (twin.data, twin.alt)
            assert {line.code for line in mine.alt} <= set(ALT_CODES)


def test_hidden_counters_are_markers_for_others_and_marked_for_their_owner() -> None:
    """An enemy's marker tells nothing; its owner sees the counter, marked as not recognised."""
    of = table(guns(1, "C806", unseen=True))
    face = next(iter(piles(seen_by(NATIONALIST, of))["C806"].faces))

    assert "unseen" in face.badges
    assert piles(seen_by(REPUBLICAN, of))["C806"].items == (NATIONALIST,)
    assert piles(public(of))["C806"].items == ("both",)
    shown = [cell(paint(seen_by(one, of)), seen_by(one, of), "C806") for one in (*SEATS, None)]
    assert all(differs(a, b) for a, b in zip(shown, [*shown[1:], shown[0]], strict=True))
    # Whose the marker is its colour says to the enemy, to everybody nothing does.
    fill = STANDARD.liveries[NATIONALIST].fill
    assert share(shown[0], fill) > 0.1
    assert share(shown[2], fill) < 0.02


def test_own_plan_is_shown_to_its_owner() -> None:
    """While both deploy a side sees its own plan; nobody else does, nor who is still to come."""
    mine, theirs = paint(planning(), SMALL), paint(public(setting_up()), SMALL)

    assert differs(pixels(mine).crop((0, 0, 700, 400)), pixels(theirs).crop((0, 0, 700, 400)))
    planned = [line for line in mine.alt if line.code == "picture.planned"]
    assert [line.params["hex"] for line in planned] == [Term("hex", "C502"), Term("hex", "C702")]
    assert "picture.planned" not in {line.code for line in theirs.alt}


# -- what is on it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SEATS)
def test_a_counter_stands_in_its_hex(side: Seat) -> None:
    """In a counter's hex the picture wears its side's colours, elsewhere it is as without it."""
    one = infantry(1, "C806") if side == REPUBLICAN else falange(1, "C806")
    view, none = public(table(one)), public(table())
    fill = STANDARD.liveries[side].fill

    assert share(cell(paint(view), view, "C806", 0.5), fill) > 0.3
    assert share(cell(paint(none), none, "C806", 0.5), fill) < 0.02
    assert not differs(cell(paint(view), view, "C804", 0.8), cell(paint(none), none, "C804", 0.8))


def test_every_counter_of_a_stack_can_be_told_apart() -> None:
    """Up to six lie side by side, none on another; more are counted, and listed beneath."""
    for count in range(1, 7):
        side, seats = seats_of(count)
        assert len(seats) >= count
        for one in range(count):
            for two in range(one):
                (ax, ay), (bx, by) = seats[one], seats[two]
                assert max(abs(ax - bx), abs(ay - by)) >= side, count
    heap = [infantry(number, "C806") for number in range(9)]
    few, many = (paint(public(table(*heap[:n]))) for n in (4, 9))
    assert many.height > few.height + 80


@pytest.mark.parametrize(
    "values",
    [
        {"hits": 1},
        {"hits": 2},
        {"finished": True},
        {"reaction": Reaction.NOW},
        {"reaction": Reaction.KEPT},
        {"out": True},
        {"routed": True},
        {"moved": True},
        {"moved": True, "doubled": 3},
        {"unseen": True},
        {"afoot": True},
    ],
)
def test_every_state_looks_like_nothing_else(values: dict[str, Any]) -> None:
    """What is marked on a counter changes how it looks, and only it, for who may know."""
    plain = seen_by(REPUBLICAN, table(infantry(1, "C806"), infantry(2, "C805")))
    bearing = seen_by(REPUBLICAN, table(infantry(1, "C806", **values), infantry(2, "C805")))
    first, second = paint(plain), paint(bearing)

    assert differs(cell(first, plain, "C806"), cell(second, bearing, "C806"))
    assert not differs(cell(first, plain, "C805", 0.6), cell(second, bearing, "C805", 0.6))


def test_the_reduced_side_has_a_red_band() -> None:
    """Two steps lost show as a band across the counter, one as a burst on its head."""
    band = STANDARD.liveries[REPUBLICAN].band
    fresh, hit, reduced = (
        share(cell(paint(view), view, "C806", 0.5), band)
        for view in (public(table(infantry(1, "C806", hits=hits))) for hits in range(3))
    )
    assert reduced > fresh + 0.04
    assert hit < reduced - 0.03


def test_every_type_has_its_symbol_stripe_and_squares() -> None:
    """Every counter of the roster can be drawn, with a square a weapon, coloured by munition."""
    of = table()
    for key, printed in load_roster().types.items():
        face = face_of(of, Counter(f"{printed.side}-x1", printed.side, key))
        assert face.symbol in SYMBOLS
        assert face.faction in STRIPES
        assert [one.munition for one in face.figures] == [one.value for one in printed.weapons]
    assert load_roster().factions.keys() <= set(STRIPES)
    assert len(set(STRIPES.values())) >= len(load_roster().factions)
    inks = STANDARD.inks
    assert len({inks["ap"], inks["at"], inks["art"]}) == 3


def test_figures_are_those_of_the_moment() -> None:
    """A hit takes from the fire factor that a counter shows (8.4)."""
    of = table()
    factors = [face_of(of, infantry(1, "C806", hits=hits)).figures[0].factor for hits in range(3)]

    assert factors == [5, 4, 3]


def test_towns_fly_their_holders_flag() -> None:
    """In other hands a town looks otherwise, and the score with it."""
    ours, theirs = (public(table(held={**battle().held, "C808": side})) for side in SEATS)

    assert differs(cell(paint(ours), ours, "C808"), cell(paint(theirs), theirs, "C808"))
    assert differs(
        pixels(paint(ours)).crop((700, 0, 1080, 100)),
        pixels(paint(theirs)).crop((700, 0, 1080, 100)),
    )


def test_positions_show_beneath_their_counters() -> None:
    """Sandbags lie in the hex of a position, those of an own plan too."""
    plain, dug = public(table()), public(table(positions=("C806",)))

    assert differs(cell(paint(plain), plain, "C806"), cell(paint(dug), dug, "C806"))
    assert "describe.positions" in {line.code for line in paint(dug).alt}


def test_obstacles_and_weather_of_a_scenario_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wire, blocks and mines in their hexes, night over all; the words say so too."""
    view = public(table())
    plain = paint(view)
    laid = {"C806": ("wire",), "C805": ("mines",), "C804": ("road_block",)}
    for module in (works, alt):
        monkeypatch.setattr(module, "obstacles_laid", lambda _: laid)
    blocked = paint(view)
    for place in laid:
        assert differs(cell(plain, view, place, 0.8), cell(blocked, view, place, 0.8)), place
    said = {line.code for line in blocked.alt}
    assert "describe.obstacles" in said
    night = WeatherRow(kind="night", first=1, last=9, seen=-4)
    for module in (works, alt, heading):
        monkeypatch.setattr(module, "weather_of", lambda _: night)
    dark = paint(view)
    light = [one.convert("L").resize((1, 1)).getpixel((0, 0)) for one in map(pixels, (plain, dark))]
    assert isinstance(light[0], int)
    assert isinstance(light[1], int)
    assert light[1] < light[0] - 20
    assert "describe.weather" in {line.code for line in dark.alt}


def test_small_maps_show_stacks_as_one_with_their_number() -> None:
    """On the larger ground a stack is one counter; the roster lists all of its counters."""
    of = replace(table(infantry(1, "C806")), settings=Settings(scenario="full"))
    more = [infantry(number, "C806") for number in (1, 2, 3)]
    stack = replace(table(*more), settings=Settings(scenario="full"))
    with pytest.raises(UnknownSectionError):
        paint(public(replace(table(), settings=Settings(scenario="full"))), ROSTER)
    assert differs(*(pixels(paint(public(one), ROSTER)) for one in (of, stack)))
    ends = [pixels(paint(public(one), WHOLE)) for one in (of, stack)]
    assert differs(*(one.crop((0, 0, 1080, 900)) for one in ends))


@pytest.mark.parametrize("width", [None, 390])
def test_crowded_hexes_are_drawn(width: int | None) -> None:
    """Everybody in one hex still makes a picture."""
    crowd = [replace(one, at="C806", unseen=False) for one in battle().counters.values()]
    for section in (Section(width=width), replace(CLOSE, width=width)):
        assert FILES.paint(public(table(*crowd)), section, names=names).data


# -- its words -------------------------------------------------------------------------------------


def test_words_tell_everything_in_order() -> None:
    """They begin with turn and towns, use known codes only, and name every counter in sight."""
    view = public(battle())
    said = paint(view, WHOLE).alt

    assert [line.code for line in said[:4]] == [
        "picture.heading",
        "picture.towns",
        "picture.towns",
        "describe.wanted",
    ]
    assert {line.code for line in said} <= set(ALT_CODES)
    named = {
        term
        for line in said
        if line.code == "describe.stack"
        for term in line.params.values()
        if isinstance(term, tuple)
    }
    keys = {one.key for each in named for one in each if isinstance(one, Term)}
    assert keys >= view.table.counters.keys()
    assert not {f"{Q}1", f"{E}3"} & set(view.table.counters)


def test_once_it_is_over_the_towns_that_counted_are_told() -> None:
    """One that the attacker holds with nobody near counts for nobody, and did not win (2.3)."""
    held = dict.fromkeys(TOWNS, NATIONALIST) | dict.fromkeys(TOWNS[:2], REPUBLICAN)
    over = {"phase": Phase.OVER, "ending": Ending(NATIONALIST, "held", "2.3.victory")}

    def told(where: str, *more: Counter, **values: Any) -> object:
        laid = table(infantry(1, where), *more, held=held, **values)
        said = paint(public(laid), WHOLE).alt
        seat = seat_term(REPUBLICAN)
        (found,) = (one for one in said if "town" in one.code and one.params.get("seat") == seat)
        return found.params["n"]

    assert told("C101") == 2
    assert told(TOWNS[0], **over) == 2
    assert told("C101", **over) == 0
    # Whose marker it is nobody sees: it may be what makes the town count.
    assert told("C101", infantry(2, TOWNS[0], unseen=True), **over) == 2


def test_close_ups_name_what_they_show() -> None:
    """The words of a close-up name no stack outside it."""
    view = public(battle())
    shown = lay_out(chart_for(view.table), Section("around", "C704", 1)).places
    said = paint(view, Section("around", "C704", 1)).alt
    places = {line.params["hex"] for line in said if line.code == "describe.stack"}

    assert places
    assert places <= {Term("hex", one) for one in shown}
    assert Term("hex", "C909") not in places


def test_pictures_ask_only_for_known_words() -> None:
    """Every term asked for is one that the game's data or the catalogues must hold."""
    asked: set[Term] = set()

    def listen(term: Term) -> str:
        asked.add(term)
        return names(term)

    for view in (public(battle()), planning(), public(setting_up())):
        for section in (SMALL, CLOSE):
            PAINTER.paint(view, section, names=listen)

    assert {term for term in asked if term.kind not in {"hex", "scenario"}} <= set(used_terms())


def test_words_of_any_length_fit() -> None:
    """A language with very long or very short words breaks nothing."""
    for word in ("", "W" * 300, "ñ", "漢字"):

        def say(_: Term, word: str = word) -> str:
            return word

        PAINTER.paint(public(battle()), SMALL, names=say)
        PAINTER.paint(planning(), CLOSE, names=say)


def test_who_is_gone_is_drawn_nowhere() -> None:
    """Neither the eliminated nor those who have not come yet."""
    of = changed(without(battle(), f"{G}2"), f"{G}1", at="dead")
    faces = [face for pile in piles(public(of)).values() for face in pile.faces]

    assert {one.name for one in faces} >= {"G", "G3", "E1"}
    assert not {"G1", "G2"} & {one.name for one in faces}
