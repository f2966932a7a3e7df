"""What an order of War of the Pacific comes to before it is given, as values."""

from __future__ import annotations

from itertools import pairwise

from engine.api import Action, Preview, Term, Text
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import Attack, Done, MarchUnits, Move, Sail, WriteOrder
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import ALLIES, CHILE, State
from tests.engine.war_of_the_pacific.build import lay

DICE = Text("final.dice")
SAIL = Sail(ships=("cochrane",), to="2814")


def march() -> State:
    """Two regiments of Chile in Pisagua, and one of Peru far off."""
    return lay(place={"buin": "3123", "2line": "3123", "verdes": "2109"})


def fleets(**columns: int) -> State:
    """A Chilean ironclad in the box, ordered to Naval Area VI."""
    return lay(
        place={"cochrane": "box port", "huascar": "2007 port"},
        columns={"box": 1, **columns},
        orders={CHILE: {"VI": ["cochrane"]}},
        phase="naval_movement",
    )


def preview(state: State, action: Action) -> Preview:
    """What an order that is allowed comes to."""
    assert GAME.check(state, state.table.player, action) == (), action
    return GAME.preview(GAME.view(state, state.table.player), action)


def test_a_march_toward_a_place_shows_the_whole_way() -> None:
    """Hex by hex, with what it takes; how far the dice lead is not known yet."""
    found = preview(march(), MarchUnits(units=("buin", "2line"), toward="3118"))
    (way,) = found.ways

    assert way.who == ("buin", "2line")
    assert (way.places[0], way.end) == ("3123", "3118")
    exits = load_board().land_exits
    costs = [dict(exits(a))[b] for a, b in pairwise(way.places)]
    assert found.costs == (Text("cost.whole_way", {"n": sum(costs)}),)
    assert found.final == (DICE,)
    assert not preview(march(), MarchUnits(units=("buin",))).ways


def test_a_step_of_a_march_takes_points_and_no_dice() -> None:
    """The dice have been thrown: nothing of it is uncertain."""
    state = march()
    rolled = GAME.apply(state, CHILE, MarchUnits(units=("buin",)), ScriptedDice(2, 6)).state
    found = preview(rolled, Move(to="3122"))
    (way,) = found.ways

    assert way.places == ("3123", "3122")
    cost = dict(load_board().land_exits("3123"))["3122"]
    assert found.costs == (Text("cost.march", {"n": cost, "left": 6}),)
    assert DICE not in found.final


def test_a_voyage_shows_its_course_and_its_provisions() -> None:
    """7.8: a stack that leaves port uses up a Supply Column there."""
    found = preview(fleets(), SAIL)
    (way,) = found.ways

    assert way.who == ("cochrane",)
    assert (way.places[0], way.end) == ("box", "2814")
    assert all(b in load_board().sea_exits(a) for a, b in pairwise(way.places))
    assert found.costs == (Text("cost.columns", {"n": 1}),)
    assert found.reacting == ()


def test_who_may_intercept_is_named() -> None:
    """7.5: the enemy within reach of the course is asked before the voyage is over."""
    state = lay(
        place={"cochrane": "box port", "huascar": "2814"},
        columns={"box": 1},
        orders={CHILE: {"VI": ["cochrane"]}},
        phase="naval_movement",
    )

    assert preview(state, SAIL).reacting == (ALLIES,)


def test_what_cannot_be_taken_back() -> None:
    """A fight throws dice, closing a phase ends it, and a written order is neither."""
    fight = lay(place={"buin": "3123", "verdes": "3122"}, phase="land_combat")
    order = lay(place={"cochrane": "box port"}, phase="plan")
    closed = preview(march(), Done())

    assert preview(fight, Attack(target="3122", units=("buin",))).final == (DICE,)
    assert [line.code for line in closed.final][-1] == "final.next_of"
    writing = WriteOrder(area="VI", ships=("cochrane",))
    assert GAME.preview(GAME.view(order, CHILE), writing).final == ()


def test_whom_a_course_meets_is_named() -> None:
    """WP-R98: of enemy warships in the hexes that it enters, not of one that it goes round."""
    state = lay(
        place={"cochrane": "box port", "huascar": "3126", "oroya": "3124"},
        columns={"box": 1},
        orders={CHILE: {"II": ["cochrane"]}},
        phase="naval_movement",
    )
    through = preview(state, Sail(ships=("cochrane",), to="3123", via=("3126",)))
    ships = (Term("unit", "huascar"),)
    met = Text("note.meets", {"place": Term("place", "3126"), "ships": ships})

    assert [one for one in through.notes if one.code == "note.meets"] == [met]
    around = preview(state, Sail(ships=("cochrane",), to="3123"))
    assert [one for one in around.notes if one.code == "note.meets"] == []
    assert len(around.ways[0].places) == len(through.ways[0].places) + 1
