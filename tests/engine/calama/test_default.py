"""What is done for whoever is late: set up by the book, then no shot, no charge, no peace."""

from __future__ import annotations

from functools import partial

import pytest

from engine.calama.actions import Advance, Charge, Done, Lose, Melee, PlayOn, Prepare, Rank, Ready
from engine.calama.game import GAME
from engine.calama.rules.movement.advance import reach
from engine.calama.rules.pieces.attributes import strength
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.state import BOLIVIA, CHILE, Loss, Offer, State
from tests.engine import defaults
from tests.engine.calama.build import lay, set_up
from tests.engine.calama.test_standing_orders import CHIEFS_AT_HOME, firing_line

default = partial(defaults.default, GAME)
answered = partial(defaults.answered, GAME)


@pytest.mark.parametrize("scenario", ["standard", "points"])
@pytest.mark.parametrize("seat", [CHILE, BOLIVIA])
def test_a_side_is_set_up_by_the_book(scenario: str, seat: str) -> None:
    """The first ready formation, with the objectives as they were ranked, if they were."""
    settings = Settings.model_validate({"scenario": scenario})
    opening = set_up(settings)
    prepared, ready = answered(opening, seat).actions
    assert (prepared,) == next(iter(GAME.bundles(GAME.view(opening, seat)))).actions
    assert isinstance(prepared, Prepare)
    assert ready == Ready()
    ranked = tuple(reversed(prepared.objectives))
    again, _ = answered(set_up(settings, {seat: ()}, {seat: ranked}), seat).actions
    assert again == prepared.model_copy(update={"objectives": ranked})


def test_what_a_side_has_planned_stays() -> None:
    """It is only said to be ready."""
    last = list(load_scenario("standard").formations[CHILE])[-1]
    assert answered(set_up(Settings(), {CHILE: last}), CHILE).actions == (Ready(),)


def test_only_objectives_are_ranked_where_nothing_else_is_missing() -> None:
    """An army that was bought and placed piece by piece stays as it is (5.3, 5.4)."""
    settings = Settings.model_validate({"scenario": "points"})
    bought = ("commander 2-10", "infantry 1-12", "cavalry 1-13")
    state = set_up(settings, {CHILE: bought}, {CHILE: ()})
    found = answered(state, CHILE)
    rank, ready = found.actions
    assert isinstance(rank, Rank)
    assert ready == Ready()
    assert found.state.secrets[CHILE].plan == state.secrets[CHILE].plan


def test_chile_moves_one_piece_as_cheaply_as_it_can() -> None:
    """It may not pass; then its turn ends (7.4.1.pass). Rather none of those who lead."""
    state: State = lay(
        place={
            "chile-commander-1": "8-5",
            "chile-officer-1": "8-4",
            "chile-infantry-1": "8-6",
            "chile-cavalry-1": "8-8",
            "bolivia-commander-1": "8-15",
        }
    )
    assert GAME.check(state, CHILE, Done())
    move, done = answered(state, CHILE).actions
    assert isinstance(move, Advance)
    assert done == Done()
    table = state.table
    ways = [
        way.points
        for piece in table.pieces.values()
        if piece.side == CHILE
        for way in reach(table, piece).values()
    ]
    assert reach(table, table.pieces[move.piece])[move.to].points == min(ways)
    assert move.piece == "chile-infantry-1"  # of the others who is farthest from the enemy stays so


def test_bolivia_passes() -> None:
    """Nobody makes it move."""
    state: State = lay(place=CHIEFS_AT_HOME, player=BOLIVIA)
    assert answered(state, BOLIVIA).actions[0] == Done()


def test_who_can_only_charge_charges() -> None:
    """Where nothing can move, and something must be done."""
    state: State = lay(
        place={
            "chile-commander-1": "1-16",
            "chile-infantry-1": "1-15 moved=1",
            "chile-infantry-2": "1-14 moved=2",
            "chile-infantry-3": "2-14 moved=2",
            "chile-infantry-4": "2-16 moved=2",
            "bolivia-infantry-1": "2-15",
            "bolivia-commander-1": "10-7",
        },
        attributes={CHILE: {"commander": {"movement": 0}}},
    )
    charge = default(state, CHILE)
    assert charge == Charge(target="bolivia-infantry-1", pieces=("chile-infantry-1",))


def test_nobody_fires_and_what_is_declared_is_fought() -> None:
    """A charge that is declared holds the phase up; a shot does not."""
    assert default(firing_line(), CHILE) == Done()
    charged = {"chile-infantry-2": "8-7 charging=bolivia-infantry-2", "bolivia-infantry-2": "8-8"}
    assert default(firing_line(**charged), CHILE) == Melee(target="bolivia-infantry-2")


def test_a_lost_charge_costs_the_weakest_and_no_end_is_agreed() -> None:
    """What must be answered is answered by the least."""
    place = {
        "chile-infantry-1": "8-7",
        "chile-cavalry-1": "7-8",
        "bolivia-infantry-1": "8-8",
        "chile-commander-1": "8-5",
        "bolivia-commander-1": "8-15",
    }
    frame = Loss(100, CHILE, ("chile-infantry-1", "chile-cavalry-1"), "bolivia-infantry-1")
    state = lay(place=place, phase="combat", frames=[frame])
    lose = default(state, CHILE)
    assert isinstance(lose, Lose)
    strengths = [strength(state.table, state.table.pieces[one]) for one in frame.pieces]
    assert strength(state.table, state.table.pieces[lose.piece]) == min(strengths)
    offer: State = lay(place=CHIEFS_AT_HOME, frames=[Offer(100)])
    for decision in GAME.awaiting(offer):
        assert default(offer, decision.seat) == PlayOn()
