"""An action being put together on the board of Calama."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.api import Cost, Term
from engine.calama.actions import MODELS
from engine.calama.board import load_board
from engine.calama.game import GAME
from engine.calama.rules.movement.advance import reach
from engine.calama.rules.pieces.weapons import targets
from engine.calama.scenario import load_scenario
from engine.calama.state import BOLIVIA, CHILE, Phase, View
from render.api import Choosing, Picture, Section
from render.calama.alt import ALT_CODES
from render.calama.choosing import Selection, read_selection
from render.calama.layout import lay_out
from render.calama.words import used_terms
from render.choosing import WHOLE_WIDTH, WIDTH
from render.registry import painter
from render.themes import STANDARD
from tests.render.calama.samples import (
    army,
    battle,
    names,
    opening,
    piece,
    plan_of,
    seen_by,
    setting_up,
    table,
)
from tests.support.choosing import as_meant
from tests.support.decoding import Lossless, pixels
from tests.support.games_played import states_of

PAINTER, FILES = Lossless("calama"), painter("calama")
BOARD = load_board()
LARGEST = 150_000


def moving() -> View:
    """What Chile sees in its movement turn, the battle under way."""
    return seen_by(CHILE, replace(battle()[1], phase=Phase.MOVEMENT, pool=7))


def shooting() -> View:
    """What Chile sees in its combat turn."""
    return seen_by(CHILE, battle()[1])


def deploying(seat: str = CHILE) -> View:
    """What a seat sees as it begins to set up."""
    return seen_by(seat, setting_up())


def drawn(view: View, choosing: Choosing, section: Section | None = None) -> Picture:
    """Draw a choice where the painter aims."""
    meant = as_meant(GAME, view, choosing)
    aimed = section or PAINTER.aim(view, meant)
    assert aimed is not None
    return PAINTER.paint(view, aimed, choosing=meant, names=names)


def cell(picture: Picture, section: Section, place: str, reach_: float = 1.0) -> Image.Image:
    """A square of the board as it is on the picture, below the key."""
    layout = lay_out(BOARD, section)
    x, y = layout.at(place)
    y += max(24, round(picture.width * 0.055))
    half = reach_ * layout.scale
    box = (round(x - half), round(y - half), round(x + half), round(y + half))
    return pixels(picture).crop(box)


def light(image: Image.Image) -> float:
    """How light a picture is, 0 to 255."""
    return float(ImageStat.Stat(image.convert("L")).mean[0])


def violet(image: Image.Image) -> int:
    """How many pixels have the colour of one's own orders."""
    flat = Image.new("RGB", image.size, STANDARD.order)
    return sum(ImageChops.difference(image, flat).convert("L").histogram()[:24])


def aimed_at(view: View, choosing: Choosing) -> Section:
    """Where the painter aims; it must."""
    section = PAINTER.aim(view, as_meant(GAME, view, choosing))
    assert section is not None
    return section


def chosen(view: View, choosing: Choosing) -> Selection:
    """What a choice means on the board."""
    return read_selection(BOARD, view, as_meant(GAME, view, choosing))


# -- the picture ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("view", "choosing"),
    [
        (moving(), Choosing("advance", (("piece", "9-13"),), ("10-14",), "to")),
        (moving(), Choosing("advance", (), ("9-13", "6-7"), "piece")),
        (moving(), Choosing("march", (("moves", "9-13 10-14, 6-8 5-9"),))),
        (moving(), Choosing("charge", (("target", "8-8"),), ("8-9",), "pieces")),
        (moving(), Choosing("reinforce", (("type", "cavalry"),), ("1-8",), "at")),
        (shooting(), Choosing("fire", (("piece", "3-6"),), ("7-8",), "target")),
        (shooting(), Choosing("melee", (("target", "7-8"),))),
        (deploying(), Choosing("prepare", (("places", "north_column"),))),
        (deploying(BOLIVIA), Choosing("prepare", (("places", "1 9-6, 2 8-5 9-8"),))),
    ],
)
def test_choices_are_small_pictures_of_their_own(view: View, choosing: Choosing) -> None:
    """Every choice has a section, a small file, and looks unlike the same section without it."""
    section = aimed_at(view, choosing)

    picture = FILES.paint(view, section, choosing=as_meant(GAME, view, choosing), names=names)
    plain = FILES.paint(view, section, choosing=Choosing("done"), names=names)

    assert picture.suffix == "jpg"
    assert picture.width in {WIDTH, WHOLE_WIDTH}
    assert len(picture.data) <= LARGEST
    assert picture.data != plain.data
    assert {line.code for line in picture.alt} <= set(ALT_CODES)
    again = FILES.paint(view, section, choosing=as_meant(GAME, view, choosing), names=names)
    assert picture.data == again.data


def test_what_may_be_chosen_lies_in_the_light() -> None:
    """Squares offered are as bright as ever, those around them darker."""
    view = moving()
    choosing = Choosing("reinforce", (("type", "cavalry"),), ("1-8",), "at")
    section = aimed_at(view, choosing)
    picture = drawn(view, choosing, section)
    plain = PAINTER.paint(view, section, choosing=Choosing("done"), names=names)

    assert (
        light(cell(picture, section, "3-10", 0.7)) < light(cell(plain, section, "3-10", 0.7)) * 0.8
    )
    assert light(cell(picture, section, "1-8", 0.6)) > light(cell(plain, section, "1-8", 0.6)) * 0.9


def test_the_chosen_piece_is_ringed() -> None:
    """A ring in the colour of one's own orders stands round the piece that is to act."""
    view = moving()
    choosing = Choosing("advance", (("piece", "9-13"),), (), "to")
    section = aimed_at(view, choosing)
    picture = drawn(view, choosing, section)

    assert violet(cell(picture, section, "9-13")) > 200
    assert violet(cell(picture, section, "10-12")) == 0


# -- what it means -------------------------------------------------------------------------------


def test_an_advance_shows_where_the_piece_comes_and_for_how_much() -> None:
    """The squares within reach and their points are the rules' own; a chosen one ends it."""
    view = moving()
    mover = next(one for one in view.table.pieces.values() if one.at == "9-13")
    ways = {at: way.points for at, way in reach(view.table, mover).items()}

    asked = chosen(view, Choosing("advance", (("piece", "9-13"),), ("10-14",), "to"))
    ready = chosen(view, Choosing("advance", (("piece", "9-13"), ("to", "10-14"))))

    assert ways
    assert asked.costs == ways
    assert asked.start == ("9-13",)
    assert asked.offered == ("10-14",)
    assert (ready.costs, ready.moves) == ({}, (("9-13", "10-14"),))


def test_a_door_says_what_the_reserve_takes_there() -> None:
    """Where reserves may come in, the picture and its words say the points that the rules take."""
    view = moving()
    offered = ("1-8", "8-1")
    asked = Choosing("reinforce", (), offered, "at", costs=(Cost(3), Cost(1)))
    section = Section("whole", width=WHOLE_WIDTH)
    plain, told, other = (
        PAINTER.paint(view, section, choosing=one, names=names)
        for one in (
            replace(asked, costs=()),
            asked,
            replace(asked, costs=(Cost(2), Cost(1))),
        )
    )
    lines = {
        (line.params["n"], line.params["what"]) for line in told.alt if line.code == "picture.cost"
    }

    assert chosen(view, asked).costs == {"1-8": 3, "8-1": 1}
    assert len({plain.data, told.data, other.data}) == 3
    assert lines == {(3, (Term("square", "1-8"),)), (1, (Term("square", "8-1"),))}


def test_costs_offered_are_those_of_the_rules() -> None:
    """What an option says of a square is what its label says, and what the advance takes."""
    view = moving()
    mover = next(one for one in view.table.pieces.values() if one.at == "9-13")
    found = {one.value: one.cost for one in GAME.options(view, "advance", "to", {"piece": "9-13"})}

    assert found == {at: Cost(way.points) for at, way in reach(view.table, mover).items()}


def test_pieces_are_named_by_square_or_name() -> None:
    """A square, a name in either language and the piece's own key are one and the same."""
    view = moving()
    found = {
        chosen(view, Choosing("advance", (("piece", text),))).start
        for text in ("9-13", "cavalry 1", "chile-cavalry-1", "Caballería 1")
    }

    assert found == {("9-13",)}


def test_fire_shows_range_and_targets() -> None:
    """The squares covered are those of the weapon and its line of sight; targets have a line."""
    guns = piece(CHILE, "light_artillery", "5-5")
    of = table(
        [
            guns,
            piece(CHILE, "commander", "4-5"),
            piece(CHILE, "infantry", "6-5"),
            piece(BOLIVIA, "infantry", "5-7"),
            piece(BOLIVIA, "infantry", "7-5", 2),
        ],
        phase=Phase.COMBAT,
    )
    found = chosen(seen_by(CHILE, of), Choosing("fire", (("piece", "5-5"),), ("5-7",), "target"))
    aimed = chosen(seen_by(CHILE, of), Choosing("fire", (("piece", "5-5"), ("target", "5-7"))))

    assert [one.at for one in targets(of, guns)] == ["5-7"]
    assert found.shots == (("5-5", "5-7"),)
    assert {"5-6", "5-7", "2-2", "8-8"} <= found.covered
    assert not {"5-8", "7-5", "7-6", "5-5"} & found.covered
    assert found.leading
    assert aimed.goals == ("5-7",)


def test_charges_run_from_each_charger() -> None:
    """A charge being declared, and one being fought, show every charger's arrow."""
    declared = chosen(moving(), Choosing("charge", (("target", "8-9"), ("pieces", "7-9, 7-10"))))
    fought = chosen(shooting(), Choosing("melee", (("target", "7-8"),)))

    assert declared.charges == (("7-9", "8-9"), ("7-10", "8-9"))
    assert fought.charges == (("7-9", "7-8"),)


def test_marches_go_on_from_where_a_piece_is() -> None:
    """A piece named twice in a march makes its second move from the end of its first."""
    found = chosen(moving(), Choosing("march", (("moves", "9-13 10-14, 10-14 11-14, 6-8 5-9"),)))

    assert found.moves == (("9-13", "10-14"), ("10-14", "11-14"), ("6-8", "5-9"))


@pytest.mark.parametrize("seat", [CHILE, BOLIVIA])
def test_a_deployment_is_drawn_before_it_is_given(seat: str) -> None:
    """A ready formation, by its key or written out, stands on the board at once."""
    key = next(iter(load_scenario().formations[seat]))
    text = ", ".join(f"{one.type} {one.at}" for one in plan_of(seat, key))
    view = deploying(seat)
    plans = []
    for value in (key, text):
        found = chosen(view, Choosing("prepare", (("places", value),)))
        assert found.view.own is not None
        plans.append(found.view.own.plan)
        assert found.zone == BOARD.zones[seat]

    assert plans[0] == plans[1] == plan_of(seat, key)
    choosing = Choosing("prepare", (("places", key),))
    section = aimed_at(view, choosing)
    picture = drawn(view, choosing, section)
    empty = drawn(view, Choosing("prepare", (), (), "places"), section)
    for one in army(seat, key):
        there, absent = (cell(shown, section, one.at, 0.6) for shown in (picture, empty))
        assert ImageChops.difference(there, absent).convert("L").getbbox() is not None
        assert abs(light(there) - light(absent)) > 10


def test_a_plan_may_name_a_square_twice() -> None:
    """A text that puts two pieces on one square, or half of it nonsense, breaks nothing."""
    view = deploying()
    for text in ("1 2-10, 2 2-10", "1 2-10 zebra", "7 1-1", "2-10", ",,,", "x" * 4000, "1 99-99"):
        choosing = Choosing("prepare", (("objectives", "roads"), ("places", text)), (), "")
        assert drawn(view, choosing).data


def test_moving_a_piece_of_the_plan() -> None:
    """While a planned piece is moved, both squares are ringed."""
    view = seen_by(CHILE, setting_up(), plan_of(CHILE, "north_column"))

    found = chosen(view, Choosing("place", (("piece", "2-10"), ("to", "1-15"))))

    assert found.ringed == ("2-10", "1-15")
    assert found.moves == (("2-10", "1-15"),)


# -- the section -----------------------------------------------------------------------------------


def test_numbers_and_markers_have_no_picture() -> None:
    """What cannot be seen on a map is not drawn."""
    view = moving()
    for choosing in (
        Choosing("order", (("type", "cavalry"),), ("movement",), "gives"),
        Choosing("reinforce", (), ("cavalry",), "type"),
        Choosing("done"),
        Choosing("no_such_kind", (("piece", "9-13"),)),
    ):
        assert PAINTER.aim(view, as_meant(GAME, view, choosing)) is None


def test_the_frame_holds_everything_marked() -> None:
    """Near and far choices are framed whole; far ones on the whole board."""
    view = moving()
    near = Choosing("advance", (("piece", "9-13"),), (), "to")
    far = Choosing("advance", (("piece", "9-13"),), ("1-1", "16-16"), "to")
    places = lay_out(BOARD, aimed_at(view, near)).places

    assert chosen(view, near).lit <= places
    assert len(places) < 100
    assert aimed_at(view, far) == Section("whole", width=WHOLE_WIDTH)


@pytest.mark.parametrize(
    "value", ["", "zebra", "17-17", "9-13 ", "x" * 3000, "8-7, 8-7", "8-7 8-8"]
)
def test_values_that_mean_nothing_are_passed_over(value: str) -> None:
    """Whatever was typed in any field of any kind gives a picture or none, never a fault."""
    for view in (moving(), shooting(), deploying()):
        for kind, model in MODELS.items():
            for field in model.model_fields:
                for choosing in (
                    Choosing(kind, ((field, value),), (), ""),
                    Choosing(kind, (), (value,), field),
                ):
                    section = PAINTER.aim(view, as_meant(GAME, view, choosing))
                    assert section is None or lay_out(BOARD, section).places


def test_the_public_chooses_nothing() -> None:
    """Without a viewer there is nothing to show."""
    view = View(None, opening(), None)

    pinned = Choosing("advance", (("piece", "3-9"),), (), "to")
    assert PAINTER.aim(view, as_meant(GAME, view, pinned)) is None


# -- words ---------------------------------------------------------------------------------------


def test_its_words_name_what_is_chosen() -> None:
    """The words of a choice begin with what is chosen and what may be, and tell the plan."""
    view = moving()
    picture = drawn(view, Choosing("advance", (("piece", "9-13"),), ("10-14", "10-15"), "to"))
    plan = drawn(deploying(), Choosing("prepare", (("places", "north_column"),)))

    first, second = picture.alt[:2]
    assert first.code == "picture.chosen"
    assert first.params["what"] == (Term("piece", "chile-cavalry-1"),)
    assert second.code == "picture.possible"
    assert second.params["what"] == (Term("square", "10-14"), Term("square", "10-15"))
    assert "picture.planned" in {line.code for line in plan.alt}


def test_the_key_asks_only_for_known_words() -> None:
    """Every word of the key is one that the catalogues must hold, and each of them is used."""
    asked: set[Term] = set()

    def listen(term: Term) -> str:
        asked.add(term)
        return names(term)

    for view, choosing in (
        (moving(), Choosing("advance", (("piece", "9-13"),), ("10-14",), "to")),
        (shooting(), Choosing("fire", (("piece", "3-6"),), ("7-8",), "target")),
        (deploying(), Choosing("prepare", (("places", "north_column"),))),
    ):
        meant = as_meant(GAME, view, choosing)
        PAINTER.paint(view, aimed_at(view, choosing), choosing=meant, names=listen)

    keys = {term.key for term in asked if term.kind == "map"}
    assert {"chosen", "possible", "pool", "range", "command", "zone"} <= keys
    assert {term for term in asked if term.kind != "exit"} <= set(used_terms())


def test_every_question_of_a_game_can_be_drawn() -> None:
    """All through a random game, whatever may be chosen next is drawn, or is nothing to draw."""
    states = states_of(GAME, "pictures")
    asked = 0
    for state in states[:: max(1, len(states) // 25)]:
        for seat in GAME.seats:
            view = GAME.view(state, seat)
            for kind in GAME.kinds(view):
                filled: dict[str, str] = {}
                for field, info in MODELS[kind].model_fields.items():
                    if not info.is_required():
                        continue
                    options = [
                        one.value for one in islice(GAME.options(view, kind, field, filled), 25)
                    ]
                    choosing = Choosing(kind, tuple(filled.items()), tuple(options), field)
                    choosing = as_meant(GAME, view, choosing)
                    section = PAINTER.aim(view, choosing)
                    if section is not None:
                        section = replace(section, width=360)
                        assert PAINTER.paint(view, section, choosing=choosing, names=names).data
                        asked += 1
                    if not options:
                        break
                    filled[field] = options[0]
    assert asked > 30
