"""Pictures of Calama: what they hold, what they hide, and that they are always the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.api import Term, Text
from engine.calama.board import load_board
from engine.calama.game import GAME
from engine.calama.settings import Settings
from engine.calama.state import (
    BOLIVIA,
    CHILE,
    DEAD,
    GONE,
    SEATS,
    Attributes,
    Phase,
    Secrets,
    State,
    Table,
    View,
)
from render import map_cache
from render.api import ROSTER, WHOLE, Picture, Section, UnknownSectionError
from render.calama.alt import ALT_CODES
from render.calama.changes import changes
from render.calama.counters import pale
from render.calama.layout import lay_out
from render.calama.overlay import commanded
from render.calama.panels import HEAD
from render.calama.words import used_terms
from render.registry import painter
from render.themes import STANDARD, Colour
from tests.render.calama.samples import (
    battle,
    moved,
    names,
    opening,
    piece,
    plan_of,
    public,
    seen_by,
    setting_up,
    table,
)
from tests.support.decoding import Lossless, faded, pixels
from tests.support.games_played import states_of
from tests.support.seldom import seldom

PAINTER, FILES = Lossless("calama"), painter("calama")
BOARD = load_board()
SMALL = Section("whole", width=700)
LARGEST = 400_000


def paint(view: View, section: Section = SMALL, before: View | None = None) -> Picture:
    """Draw a view, with English words."""
    return PAINTER.paint(view, section, before=before, names=names)


def cell(picture: Picture, place: str, reach: float = 1.0, section: Section = SMALL) -> Image.Image:
    """A square of the board as it is on the picture, *reach* half sides to each side."""
    layout = lay_out(BOARD, section)
    x, y = layout.at(place)
    scale = layout.scale if layout.whole else picture.width / 34.6
    y += round((HEAD if layout.whole else 2.3) * scale)
    half = reach * layout.scale
    box = (round(x - half), round(y - half), round(x + half), round(y + half))
    return pixels(picture).crop(box)


def share(image: Image.Image, colour: Colour) -> float:
    """How much of a picture is nearly of one colour."""
    flat = Image.new("RGB", image.size, colour)
    near = ImageChops.difference(image, flat).convert("L").histogram()[:24]
    return sum(near) / (image.size[0] * image.size[1])


def differs(a: Image.Image, b: Image.Image) -> bool:
    """Whether two pictures differ anywhere."""
    return ImageChops.difference(a, b).getbbox() is not None


def changed_squares(first: View, second: View) -> set[str]:
    """The squares of the board in whose inner part two pictures differ."""
    one, two = paint(first), paint(second)
    return {
        square
        for square in BOARD.squares
        if differs(cell(one, square, 0.8), cell(two, square, 0.8))
    }


# -- the file ----------------------------------------------------------------------------------


def test_the_whole_board_is_large_and_its_file_small() -> None:
    """The whole board is a JPEG for a phone, of less than 400 kB."""
    before, after = battle()

    picture = FILES.paint(public(after), WHOLE, before=public(before), names=names)

    decoded = Image.open(BytesIO(picture.data))
    assert (decoded.format, decoded.size) == ("JPEG", (picture.width, picture.height))
    assert picture.suffix == "jpg"
    assert picture.width == 1080
    assert len(picture.data) <= LARGEST
    assert faded(picture, paint(public(after), WHOLE, public(before))) < 4


SECTIONS = list(PAINTER.sections(None))


@pytest.mark.parametrize("section", seldom(SECTIONS, SECTIONS[::3]))
def test_every_section_is_drawn(section: Section) -> None:
    """Each section offered gives a picture of the width asked for."""
    picture = FILES.paint(public(opening()), replace(section, width=420), names=names)

    assert picture.width == 420
    assert len(picture.data) <= LARGEST


def test_frames_begin_with_the_whole_board() -> None:
    """The sections offered are the whole board and every zone, and they fit a menu."""
    sections = PAINTER.sections(public(opening()))
    keys = [key for key, _ in PAINTER.zones()]

    assert sections[0] == WHOLE
    assert [section.where for section in sections[1:]] == keys
    assert len(set(keys)) == len(keys) <= 24


@pytest.mark.parametrize(
    ("where", "square"),
    [
        ("8-7", "8-7"),
        (" 08-07 ", "8-7"),
        ("Cobija", "16-11"),
        ("calama", "8-7"),
        ("topater", "4-6"),
    ],
)
def test_around_takes_squares_and_names(where: str, square: str) -> None:
    """A picture around a place may be asked for by its square, or by the name of an exit."""
    assert square in lay_out(BOARD, Section("around", where, 2)).places
    assert paint(public(opening()), Section("around", where, 2, 420)).width == 420


@pytest.mark.parametrize(
    "section",
    [
        Section("zone", "atlantis"),
        Section("zone", ""),
        Section("around", ""),
        Section("around", "17-1"),
        Section("around", "0-0"),
        Section("around", "x" * 5000),
    ],
)
def test_unknown_sections_are_refused(section: Section) -> None:
    """A place or zone that the board does not have is an error of its own kind, briefly told."""
    with pytest.raises(UnknownSectionError) as caught:
        paint(public(opening()), section)

    assert len(str(caught.value)) < 80


@pytest.mark.parametrize(("radius", "width"), [(-5, 1), (0, 400), (500, 10**6)])
def test_wild_sizes_are_tamed(radius: int, width: int) -> None:
    """Radius and width beyond all measure still give a picture."""
    picture = paint(public(opening()), Section("around", "8-7", radius, width))

    assert 320 <= picture.width <= 2400


# -- always the same -----------------------------------------------------------------------------


@pytest.mark.usefixtures("drawn_anew")
def test_same_view_same_bytes() -> None:
    """A view gives the same bytes again, also when the land is drawn anew."""
    view = public(opening())
    first = paint(view).data

    again = paint(public(opening())).data
    map_cache.forget()
    anew = paint(view).data

    assert first == again == anew


def test_threads_do_not_disturb_each_other() -> None:
    """Pictures drawn at once by several threads are those drawn alone."""
    before, after = (public(one) for one in battle())
    jobs = [(public(opening()), None), (after, before), (after, None)] * 3
    alone = [paint(view, SMALL, earlier).data for view, earlier in jobs]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: paint(job[0], SMALL, job[1]).data, jobs))

    assert alone == together


# -- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [None, BOLIVIA])
@pytest.mark.parametrize("scenario", ["standard", "points"])
def test_rival_secrets_change_no_byte(viewer: str | None, scenario: str) -> None:
    """Whatever Chile plans or aims at, picture and words are the same for all others."""
    of = replace(setting_up(), settings=Settings.model_validate({"scenario": scenario}))
    mine = Secrets(("calama", "escape", "officer"), plan_of(BOLIVIA, "fords"))
    silent = State(of, {CHILE: Secrets(), BOLIVIA: mine})
    planned = Secrets(("topater", "roads", "guns"), plan_of(CHILE, "south_column"))
    plotting = State(of, {CHILE: planned, BOLIVIA: mine})

    for section in (SMALL, Section("zone", "east", width=420)):
        first = paint(GAME.view(silent, viewer), section)
        second = paint(GAME.view(plotting, viewer), section)
        assert (first.data, first.alt) == (second.data, second.alt)


def test_own_plan_is_shown_to_its_owner() -> None:
    """A seat's own picture of the set-up shows its plan, in its words too; nobody else's does."""
    of = setting_up()
    mine = seen_by(CHILE, of, plan_of(CHILE, "north_column"))

    shown = changed_squares(mine, public(of))

    planned = {one.at for one in plan_of(CHILE, "north_column")}
    name_of_exit = {"1-7", "1-8", "1-9"}  # it makes room for the pieces
    assert planned <= shown <= planned | name_of_exit
    assert "picture.planned" in {line.code for line in paint(mine).alt}
    assert "picture.planned" not in {line.code for line in paint(public(of)).alt}


def test_objectives_values_are_their_owners() -> None:
    """What an open objective is worth stands on the picture of its owner alone."""
    of = opening()
    mine = paint(seen_by(CHILE, of)).alt
    theirs = paint(seen_by(BOLIVIA, of)).alt

    def worth(lines: tuple[object, ...]) -> list[object]:
        return [line for line in lines if getattr(line, "code", "") == "picture.objective"]

    assert len(worth(mine)) == len(worth(theirs)) == 3
    assert worth(mine) != worth(theirs)
    assert not worth(paint(public(of)).alt)
    rosters = (pixels(paint(view, ROSTER)) for view in (seen_by(CHILE, of), public(of)))
    assert differs(*rosters)


def test_whole_games_can_be_drawn() -> None:
    """All through random games every seat's board can be drawn; rival secrets change nothing."""
    for seed in ("pictures", "more pictures"):
        states = states_of(GAME, seed)
        before = None
        for state in states[:: max(1, len(states) // 12)]:
            view = GAME.view(state, None)
            section = Section("whole", width=420)
            picture = PAINTER.paint(view, section, before=before, names=names)
            hidden = GAME.view(GAME.scramble(state, None)[0], None)
            other = PAINTER.paint(hidden, section, before=before, names=names)
            assert (picture.data, picture.alt) == (other.data, other.alt)
            beside = [PAINTER.paint(one, ROSTER, names=names) for one in (view, hidden)]
            assert (beside[0].data, beside[0].alt) == (beside[1].data, beside[1].alt)
            for seat in GAME.seats:
                own = PAINTER.paint(GAME.view(state, seat), section, before=before, names=names)
                assert {line.code for line in own.alt} <= set(ALT_CODES)
            before = view


# -- what is on it -------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SEATS)
@pytest.mark.parametrize("place", ["8-7", "1-1", "16-16", "4-6"])
def test_a_piece_stands_on_its_square(side: str, place: str) -> None:
    """On a piece's square the picture wears its side's colours, elsewhere it is as without it."""
    fill = STANDARD.liveries[side].fill
    there = paint(public(table([piece(side, "cavalry", place)], phase=Phase.OVER)))
    absent = paint(public(table(phase=Phase.OVER)))

    both = [share(cell(one, place, 0.8), fill) for one in (there, absent)]
    assert both[0] > 0.4
    assert both[1] < 0.1


def test_types_look_different() -> None:
    """No two types share a picture, and neither do two values of Strength."""
    kinds = ("commander", "officer", "heavy_artillery", "light_artillery", "cavalry", "infantry")
    drawn = {
        cell(paint(public(table([piece(CHILE, key, "3-12")]))), "3-12").tobytes() for key in kinds
    }
    assert len(drawn) == 6

    of = table([piece(CHILE, "infantry", "3-12")])
    marks = {**of.attributes, CHILE: {**of.attributes[CHILE], "infantry": Attributes(2, 3, 5)}}
    stronger = replace(of, attributes=marks)
    assert changed_squares(public(of), public(stronger)) == {"3-12"}


def in_command_of() -> Table:
    """A commander with infantry beside them, and an enemy next to it."""
    return table(
        [
            piece(CHILE, "commander", "3-10"),
            piece(CHILE, "infantry", "4-10"),
            piece(BOLIVIA, "infantry", "5-10"),
            piece(BOLIVIA, "commander", "8-10"),
        ],
        phase=Phase.COMBAT,
    )


def test_badges_mark_their_piece() -> None:
    """Having fought, being charged and being out of command each change a piece's counter."""
    of = in_command_of()
    key = "chile-infantry-1"

    def put(**values: Any) -> View:
        changed = replace(of.pieces[key], **values)
        return public(replace(of, pieces={**of.pieces, key: changed}))

    assert changed_squares(public(of), put(fought=True)) == {"4-10"}
    assert changed_squares(public(of), put(charging="bolivia-infantry-1")) == {"4-10", "5-10"}
    lock = cell(paint(put(charging="bolivia-infantry-1")), "5-10")
    corner = lock.crop((0, 0, lock.size[0] // 2, lock.size[1] // 3))
    assert share(corner, STANDARD.battle) > 0.03
    far = paint(put(at="16-1"))
    washed = pale(STANDARD.liveries[CHILE])
    assert share(cell(far, "16-1", 0.7), washed) > 0.2
    assert share(cell(far, "3-10", 0.7), washed) < 0.1


def test_command_is_outlined_for_its_owner_alone() -> None:
    """In the combat phase a seat sees the edge of its own range of command; others do not."""
    of = in_command_of()
    squares = commanded(BOARD, of, CHILE)
    edge = cell(paint(seen_by(CHILE, of)), "9-5", 1.05)

    assert "9-5" in squares
    assert "10-5" not in squares
    assert differs(edge, cell(paint(public(of)), "9-5", 1.05))
    assert not differs(
        cell(paint(seen_by(BOLIVIA, of)), "9-4", 0.9), cell(paint(public(of)), "9-4", 0.9)
    )


def test_officers_extend_command() -> None:
    """An Officer within their Commander's range adds the squares within two of themselves."""
    chief = piece(CHILE, "commander", "3-3")
    near, far = piece(CHILE, "officer", "9-3"), piece(CHILE, "officer", "10-3")

    assert "11-3" in commanded(BOARD, table([chief, near]), CHILE)
    assert "11-3" not in commanded(BOARD, table([chief, far]), CHILE)
    assert not commanded(BOARD, table([near]), CHILE)


def test_zones_are_outlined_at_set_up_only() -> None:
    """The deployment zones are dashed on the board while both sides set up."""
    setup, later = paint(public(setting_up())), paint(public(table()))

    assert differs(cell(setup, "11-6", 1.1), cell(later, "11-6", 1.1))
    assert not differs(cell(setup, "13-3", 0.8), cell(later, "13-3", 0.8))


def test_held_exits_fly_a_flag() -> None:
    """An exit that a Chilean gun covers from afar is marked beside it."""
    chief = piece(CHILE, "commander", "12-10")
    covered = paint(public(table([chief, piece(CHILE, "heavy_artillery", "12-11")])))
    free = paint(public(table([chief])))

    assert differs(cell(covered, "16-11", 1.6), cell(free, "16-11", 1.6))


# -- what has changed ----------------------------------------------------------------------------


def test_a_move_leaves_a_trail() -> None:
    """Given the view before, a move leaves marks on its way."""
    before = table([piece(CHILE, "cavalry", "3-10")])
    after = moved(before, {"chile-cavalry-1": "6-10"})

    still = cell(paint(public(after)), "4-10")
    trail = cell(paint(public(after), SMALL, public(before)), "4-10")

    assert differs(still, trail)
    assert share(trail, STANDARD.liveries[CHILE].fill) > 0.02


def test_a_loss_is_crossed_out_where_it_happened() -> None:
    """The fallen is shown once more, crossed out in red, where it stood; small if one is there."""
    before = table([piece(BOLIVIA, "infantry", "5-10"), piece(CHILE, "infantry", "4-10")])
    after = moved(before, {"bolivia-infantry-1": DEAD})
    follows = moved(after, {"chile-infantry-1": "5-10"})

    for of, least in ((after, 0.1), (follows, 0.01)):
        shown = cell(paint(public(of), SMALL, public(before)), "5-10", 1.2)
        plain = cell(paint(public(of)), "5-10", 1.2)
        assert share(shown, STANDARD.battle) > share(plain, STANDARD.battle) + least


def test_changes_are_told_from_two_tables() -> None:
    """Moves, entries, losses, escapes, markers and fights."""
    before, after = battle()
    escaped = moved(after, {"bolivia-officer-2": GONE})

    found = changes(before, escaped)

    assert {(one.piece.id, one.start, one.end) for one in found.moves} == {
        ("chile-cavalry-1", "8-14", "9-13"),
        ("chile-light_artillery-r1", "", "1-9"),
    }
    assert [one.id for one in found.lost] == ["bolivia-infantry-3"]
    assert [one.id for one in found.left] == ["bolivia-officer-2"]
    assert [(one.origins, one.at) for one in found.fights] == [(("4-6",), "8-7"), (("6-7",), "8-7")]
    assert found.markers == ((BOLIVIA, "infantry", "strength", -1),)
    assert found.marker(BOLIVIA, "infantry", "strength") == -1
    assert found.marker(CHILE, "infantry", "strength") == 0


def test_nothing_changes_between_equals() -> None:
    """A table and itself, or no earlier table, give no changes."""
    of = opening()

    assert changes(None, of) == changes(of, of) == changes(opening(), of)
    assert not changes(None, of).moves


# -- panels --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"points": {CHILE: 23, BOLIVIA: 0}},
        {"orders_left": {CHILE: 1, BOLIVIA: 3}},
        {"pool": 3},
        {"scored": {"topater": 6}},
        {"lost": ("calama",)},
        {"player": BOLIVIA},
        {"round": 12},
    ],
)
def test_panels_tell_the_score(values: dict[str, Any]) -> None:
    """Points, orders, pool, objectives, player and round each change map or roster, and words."""
    of = opening()
    other = replace(of, **values)
    first, second = paint(public(of)), paint(public(other))

    beside = (pixels(paint(public(one), ROSTER)) for one in (of, other))
    assert differs(pixels(first), pixels(second)) or differs(*beside)
    assert first.alt != second.alt


def test_markers_stand_out_when_they_moved() -> None:
    """A marker that is not where it began has a ground of its own."""
    of = opening()
    better = {**of.attributes, CHILE: {**of.attributes[CHILE], "cavalry": Attributes(3, 4, 4)}}
    plain, raised = (
        pixels(paint(public(one), ROSTER)) for one in (of, replace(of, attributes=better))
    )

    assert share(raised, STANDARD.highlight) > share(plain, STANDARD.highlight)


# -- its words -----------------------------------------------------------------------------------


def army_squares(alt: tuple[Text, ...]) -> set[str]:
    """The squares of all pieces that some words name."""
    found = set()
    for line in alt:
        squares = line.params.get("squares") if line.code == "picture.army" else ()
        assert isinstance(squares, tuple)
        found |= {term.key for term in squares if isinstance(term, Term)}
    return found


def test_alt_text_tells_everything_in_order() -> None:
    """The words begin with round and points, use known codes only, and tell what is drawn."""
    before, after = battle()

    alt = paint(public(after), SMALL, public(before)).alt
    codes = [line.code for line in alt]

    assert codes[:3] == ["picture.heading", "picture.points", "picture.points"]
    assert set(codes) <= set(ALT_CODES)
    assert {
        "picture.hit",
        "picture.missed",
        "picture.lost",
        "picture.moved",
        "picture.entered",
        "picture.marker",
        "picture.charge",
        "picture.army",
        "picture.fought",
        "picture.idle",
        "picture.scored",
        "picture.hopeless",
        "picture.type",
        "picture.reserve",
    } <= set(codes)
    named = army_squares(alt)
    assert named == {one.at for one in after.pieces.values() if one.on_board}


def test_close_ups_name_what_they_show() -> None:
    """The words of a close-up name no piece outside it."""
    alt = paint(public(opening()), Section("zone", "topater", width=420)).alt
    shown = lay_out(BOARD, Section("zone", "topater")).places

    squares = army_squares(alt)
    assert squares
    assert squares <= shown


def test_pictures_ask_only_for_known_words() -> None:
    """Every term asked for is one that the game's data or the catalogues must hold; none idle."""
    asked: set[Term] = set()

    def listen(term: Term) -> str:
        asked.add(term)
        return names(term)

    before, after = battle()
    over = replace(after, phase=Phase.OVER)
    for view in (public(after), public(setting_up()), seen_by(CHILE, opening()), public(over)):
        for section in (SMALL, Section("zone", "calama", width=420)):
            PAINTER.paint(view, section, before=public(before), names=listen)

    of_data = {"type", "exit", "objective"}
    assert {term for term in asked if term.kind not in of_data} <= set(used_terms())


def test_words_of_any_length_fit() -> None:
    """A language with very long or very short words breaks nothing."""
    for word in ("", "W" * 300, "ñ", "漢字"):

        def say(_: Term, word: str = word) -> str:
            return word

        PAINTER.paint(public(opening()), SMALL, names=say)
        PAINTER.paint(public(opening()), Section("zone", "calama", width=420), names=say)
