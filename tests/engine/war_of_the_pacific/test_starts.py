"""War of the Pacific begun at a turn: counters where they are said to lie, orders asked of both."""

from __future__ import annotations

from engine.dice import NoDice, SeededDice
from engine.war_of_the_pacific.actions import Done, WriteOrder
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import on_track
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, Phase
from tests.engine.correcting import Correcting

TABLE = Correcting(GAME)


def test_it_begins_at_a_turn_with_orders_to_write() -> None:
    """No die falls before both have planned the turn; then it is played as any other."""
    laid = GAME.laid_out(Settings(), "turn-5")
    corrections = TABLE.read(
        laid,
        ("control", {"city": "Tacna", "seat": "chile"}),
        ("removed", {"unit": "huascar"}),
        ("bonus", {"points": "1"}),
        ("waits", {"unit": "cochrane", "turn": "5"}),
    )
    begun = GAME.begin(Settings(), "turn-5", corrections, NoDice())
    state, table = begun.state, begun.state.table
    assert (table.turn, table.phase, table.bonus) == (5, Phase.PLAN, 1)
    assert table.units["huascar"].at == "dead"
    assert table.units["cochrane"].at == on_track(5)
    assert begun.events[-1].params["turn"] == 5
    assert {one.seat for one in GAME.awaiting(state)} == {CHILE, ALLIES}
    assert all(not own.orders for own in state.secrets.values())
    order = GAME.parse(GAME.view(state, CHILE), "order", {"ships": "blanco", "area": "VI"})
    assert isinstance(order, WriteOrder)
    state = GAME.apply(state, CHILE, order, NoDice()).state
    assert state.secrets[CHILE].orders[0].turn == 5
    for seat in (CHILE, ALLIES):
        state = GAME.apply(state, seat, Done(), SeededDice(b"1")).state
    assert (state.table.turn, state.table.player) == (5, CHILE)
    assert state.table.units["cochrane"].at != on_track(5)  # repaired in time


def test_the_turn_itself_is_no_correction() -> None:
    """It is chosen as the start; before turn 1 nobody waits for it."""
    laid = GAME.laid_out(Settings(), "turn-1")
    assert TABLE.refused(laid, ("turn", {"turn": "2"})) == ["correct.plan"]
    assert TABLE.refused(laid, ("waits", {"unit": "cochrane", "turn": "1"})) == ["correct.track"]
