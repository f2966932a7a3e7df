"""What it takes to get to a hex, on the picture and in words, and counters beside the map."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice

import pytest

from engine.api import Cost, Term
from engine.kit.params import terms_of
from engine.war_of_the_pacific.actions import MODELS
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import BOX, DEAD, POOL
from engine.war_of_the_pacific.rules.land.movement_costs import box_road, exits_for
from engine.war_of_the_pacific.state import CHILE, March, Order, Phase, Secrets, Unit, View
from render.api import Choosing, Section, with_costs
from render.registry import painter
from render.room import Box
from render.themes import STANDARD
from render.war_of_the_pacific.boxes import lay_boxes
from render.war_of_the_pacific.changes import Changes
from render.war_of_the_pacific.choosing import Selection, aim_at, read_selection
from render.war_of_the_pacific.costs import Plate, labels_of, lay_costs, taken
from render.war_of_the_pacific.layout import lay_out
from render.war_of_the_pacific.overlay import draw_names
from render.war_of_the_pacific.piles import piles
from render.war_of_the_pacific.stage import Stage
from render.war_of_the_pacific.tiles import map_in
from tests.render.samples import names, opening
from tests.support.decoding import Lossless

PAINTER = Lossless("war_of_the_pacific")
BOARD = load_board()


def land() -> View:
    """Chile is to march."""
    return View(CHILE, replace(opening(), phase=Phase.LAND), Secrets())


def marching() -> View:
    """Two regiments have rolled five points at Antofagasta."""
    table, units = land().table, dict(land().table.units)
    for key in ("buin", "2line"):
        units[key] = replace(units[key], began="3123")
    march = March(1, CHILE, ("buin", "2line"), "3123", (5, 4))
    return View(CHILE, replace(table, units=units, frames=(march,)), Secrets())


def sailing() -> View:
    """Two stacks lie at Antofagasta under orders, one to go far and one near."""
    table = opening()
    units = {**table.units, "sc77": Unit("sc77", CHILE, "3123", 1, "chile")}
    orders = (
        Order(1, table.turn, "IV", ("cochrane", "ohiggins")),
        Order(2, table.turn, "I", ("chacabuco",)),
    )
    return View(CHILE, replace(table, units=units), Secrets(orders=orders))


QUESTIONS: dict[str, tuple[View, str, str, dict[str, str]]] = {
    "toward": (land(), "march", "toward", {"units": "buin,2line"}),
    "out of the box": (land(), "march", "toward", {"units": "cazadores"}),
    "onward": (marching(), "move", "to", {}),
    "far": (sailing(), "sail", "to", {"ships": "cochrane,ohiggins"}),
    "near": (sailing(), "sail", "to", {"ships": "chacabuco"}),
}


def asked(view: View, kind: str, field: str, filled: dict[str, str]) -> Choosing:
    """What the dialogue hands to the painter when a field is asked for."""
    offered, costs = with_costs(
        (GAME.values(view, kind, {field: one.value})[field], one.cost)
        for one in islice(GAME.options(view, kind, field, filled), 200)
    )
    meant = tuple(GAME.values(view, kind, filled).items())
    return Choosing(kind, meant, offered, field, costs=costs)


def laid(view: View, choosing: Choosing) -> tuple[Stage, Section, Selection, tuple[Plate, ...]]:
    """The plates where the painter lays them."""
    selection = read_selection(BOARD, view, choosing)
    section = aim_at(BOARD, selection)
    assert section is not None
    layout = lay_out(BOARD, section)
    image = map_in(BOARD, STANDARD, layout.window)
    stage = Stage(image, STANDARD, layout, view, Changes(), BOARD, dict(piles(view.table)))
    room = taken(stage, selection) if stage.scale >= 50 else draw_names(stage)
    return stage, section, selection, lay_costs(stage, selection, room)


def overlap(one: Box, two: Box) -> bool:
    """Whether two rectangles have more than an edge in common."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize("question", QUESTIONS)
def test_costs_are_those_of_the_rules(question: str) -> None:
    """What is said of a place is what going there takes: the preview of the action says the same.

    At sea it is the length of the course.
    """
    view, kind, field, filled = QUESTIONS[question]
    seen = 0
    for option in islice(GAME.options(view, kind, field, filled), 200):
        action = MODELS[kind](**GAME.values(view, kind, {**filled, field: option.value}))
        preview = GAME.preview(view, action)
        assert option.cost is not None, option
        assert option.label.params["n"] == option.cost.takes
        if kind == "sail":
            hexes = len(preview.ways[0].places) - 1 if preview.ways else 0
            assert option.cost == Cost(hexes), option
        else:
            said = preview.costs[0].params
            pool = said.get("left")
            left = None if pool is None else int(str(pool)) - option.cost.takes
            assert option.cost == Cost(int(str(said["n"])), left), option
            assert option.label.params.get("left") == left
        seen += 1
    assert seen > 5


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_hex_on_the_picture_says_what_it_takes(question: str) -> None:
    """Each offered hex has its own cost within it, large enough for a phone, on nothing written."""
    choosing = asked(*QUESTIONS[question])
    stage, section, selection, plates = laid(QUESTIONS[question][0], choosing)
    told = dict(zip(choosing.offered, choosing.costs, strict=True))
    shown = {place for place, _ in selection.costs if stage.shows(place, -0.5)}

    assert {plate.place for plate in plates} == shown
    assert len(shown) > 5
    for plate in plates:
        cost = told[plate.place]
        assert cost is not None
        left = "" if cost.left is None else f" ({cost.left})"
        assert plate.text == f"{cost.takes}{left}"
        assert plate.size * 390 / stage.image.width >= 9
        x, y = stage.spot(plate.place)
        across, down = (plate.box[0] + plate.box[2]) / 2, (plate.box[1] + plate.box[3]) / 2
        assert abs(across - x) < 0.9 * stage.scale
        assert abs(down - y) < 0.87 * stage.scale
        assert 0 <= plate.box[0] < plate.box[2] <= stage.image.width
        assert 0 <= plate.box[1] < plate.box[3] <= stage.image.height
        for label in labels_of(stage, plate.place):
            assert not overlap(plate.box, label), plate
    for one, two in combinations(plates, 2):
        assert not overlap(one.box, two.box), (one, two)
    alt = PAINTER.paint(QUESTIONS[question][0], section, choosing=choosing, names=names).alt
    said = {
        (term.key, line.params["n"], line.params.get("left"))
        for line in alt
        if line.code in {"picture.cost", "picture.cost_left", "picture.hexes"}
        for term in terms_of(line.params["what"])
    }
    off = {(term.key, cost) for term, cost in selection.leads if cost is not None}
    drawn = {(plate.place, plate.cost) for plate in plates}
    assert said == {(place, cost.takes, cost.left) for place, cost in drawn | off}
    assert off == {(place, cost) for place, cost in told.items() if place == BOX}
    assert any(line.code == "picture.hexes" for line in alt) == (choosing.kind == "sail")


def test_where_all_cannot_be_read_the_nearest_are_shown() -> None:
    """A march may lead across the continent: the picture is of where this turn's points lead."""
    view = QUESTIONS["toward"][0]
    _, section, _, plates = laid(view, asked(*QUESTIONS["toward"]))
    shown = {plate.place: plate.cost.takes for plate in plates}
    found = {
        option.value: option.cost.takes
        for option in GAME.options(view, "march", "toward", {"units": "buin,2line"})
        if option.cost is not None
    }

    assert section.kind == "around"
    assert {place for place, cost in found.items() if cost <= 7} <= set(shown)
    assert len(shown) < len(found)


def test_different_costs_are_different_pictures() -> None:
    """The plates are really on the picture."""
    view = QUESTIONS["onward"][0]
    choosing = asked(*QUESTIONS["onward"])
    section = PAINTER.aim(view, choosing)
    assert section is not None
    dearer = replace(choosing, costs=tuple(Cost(9, 9) for _ in choosing.costs))
    pictures = [
        PAINTER.paint(view, section, choosing=one, names=names).data
        for one in (choosing, dearer, replace(choosing, costs=()))
    ]

    assert len(set(pictures)) == 3


# -- beside the map --------------------------------------------------------------------------


def boxed() -> View:
    """Who stands at Antofagasta has marched; those in the box have not."""
    view = land()
    units = {
        key: replace(unit, spent=True) if unit.at == "3123" else unit
        for key, unit in view.table.units.items()
    }
    return replace(view, table=replace(view.table, units=units))


def test_what_stands_in_the_box_is_seen_on_a_picture_of_it() -> None:
    """All of the viewer's counters are there by name, what may be chosen told from the others."""
    choosing = asked(boxed(), "march", "units", {})
    selection = read_selection(BOARD, boxed(), choosing)
    picture = PAINTER.paint(
        boxed(), Section("around", BOX, width=800), choosing=choosing, names=names
    )
    (box,) = lay_boxes(boxed(), selection, 800).boxes
    states = {unit.id: card.state for card in box.cards for unit in card.units}
    there = {one.id for one in boxed().table.units.values() if (one.at, one.side) == (BOX, CHILE)}
    may = {
        unit
        for option in GAME.options(boxed(), "march", "units", {})
        for unit in option.value.split(",")
    }

    assert aim_at(BOARD, selection) == Section("around", BOX, width=800)
    assert set(states) == there
    assert {unit for unit, state in states.items() if state == "possible"} == may
    assert may < there
    assert all(card.size * 390 / 800 >= 9 for card in box.cards)
    for one, two in combinations(box.cards, 2):
        assert abs(one.x - two.x) >= one.side or abs(one.y - two.y) >= one.side + 2 * one.size
    # Wherever the box leads, it is said, with what the rules let it take.
    road = box_road(boxed().table.settings)
    exits = exits_for(CHILE, BOX, road=road)
    assert selection.leads == tuple((Term("place", at), Cost(cost)) for at, cost in exits)
    (leads,) = [line for line in picture.alt if line.code == "picture.leads"]
    assert leads.params["what"] == tuple(Term("place", at) for at, _ in exits)


def test_what_is_chosen_in_the_box_is_marked() -> None:
    """Chosen, possible and neither are three states, also where counters are alike."""
    choosing = Choosing("march", (("units", ("sc1", "sc2")),), (("cazadores",),), "units")
    selection = read_selection(BOARD, boxed(), choosing)
    (box,) = lay_boxes(boxed(), selection, 800).boxes
    states = {unit.id: card.state for card in box.cards for unit in card.units}

    assert {key: states[key] for key in ("sc1", "sc2", "sc3", "cazadores", "granaderos")} == {
        "sc1": "chosen",
        "sc2": "chosen",
        "sc3": "",
        "cazadores": "possible",
        "granaderos": "",
    }


@pytest.mark.parametrize(
    ("place", "kind"), [(POOL, "recruit"), (DEAD, "rebuild"), ("t4", "deploy")]
)
def test_what_waits_beside_the_map_is_seen(place: str, kind: str) -> None:
    """Recruit pool, dead pile and turn track: who may be chosen there, and nobody else."""
    field = "units" if kind == "deploy" else "unit"
    table = opening()
    units = {**table.units, "santiago": replace(table.units["santiago"], at=place)}
    view = View(CHILE, replace(table, units=units), Secrets())
    value = ("santiago",) if kind == "deploy" else "santiago"
    choosing = Choosing(kind, (), (value,), field)
    selection = read_selection(BOARD, view, choosing)
    section = PAINTER.aim(view, choosing)
    assert section is not None
    asked_of: list[Term] = []

    def listen(term: Term) -> str:
        asked_of.append(term)
        return names(term)

    painter("war_of_the_pacific").paint(view, section, choosing=choosing, names=listen)
    (box,) = lay_boxes(view, selection, 800).boxes

    assert box.place == place
    assert [unit.id for card in box.cards for unit in card.units] == ["santiago"]
    assert Term("unit", "santiago") in asked_of
