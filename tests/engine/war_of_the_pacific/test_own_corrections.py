"""What a side of War of the Pacific keeps secret, put right."""

from __future__ import annotations

from dataclasses import replace

from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import ALLIES, CHILE, Order, Phase, Secrets, State
from tests.engine.correcting import Correcting, Typed
from tests.engine.war_of_the_pacific.build import lay

TABLE = Correcting(GAME)
HERE, THERE = tuple(load_board().areas)[:2]


def table(*orders: Order, phase: Phase = Phase.LAND) -> State:
    """A table in Chile's player turn, with three of its ships in the box."""
    place = {"cochrane": "box port", "rimac": "box port", "blanco": "box port"}
    state = lay(place=place | {"huascar": "2109 port", "buin": "box"})
    secrets = {**state.secrets, CHILE: Secrets(orders=orders, numbered=len(orders))}
    return State(replace(state.table, phase=phase, turn=2), secrets)


def chit(ship: str, area: str, turn: int = 3) -> Typed:
    """To order a ship somewhere."""
    return "chit", {"ship": ship, "area": area, "turn": str(turn)}


def test_a_ship_is_ordered_elsewhere() -> None:
    """It leaves the order that it had; those that lie together and go there share one."""
    state = table(Order(1, 3, HERE, ("cochrane", "rimac")))
    after = TABLE.own_done(state, CHILE, chit("rimac", THERE))
    own = after.secrets[CHILE]
    assert own.orders == (Order(1, 3, HERE, ("cochrane",)), Order(2, 3, THERE, ("rimac",)))
    assert own.numbered == 2
    assert GAME.view(after, ALLIES) == GAME.view(state, ALLIES)
    joined = TABLE.own_done(after, CHILE, chit("cochrane", THERE)).secrets[CHILE].orders
    assert joined == (Order(2, 3, THERE, ("rimac", "cochrane")),)
    none = TABLE.own_done(state, CHILE, ("no_chit", {"ship": "rimac", "turn": "3"}))
    assert none.secrets[CHILE].orders == (Order(1, 3, HERE, ("cochrane",)),)
    assert GAME.faults(after) == ()


def test_what_no_clause_allows_is_refused() -> None:
    """Somebody else's ship, a land unit, a turn whose voyages are over or too far ahead."""
    state = table(Order(1, 3, HERE, ("cochrane",)))
    assert TABLE.own_refused(state, CHILE, chit("huascar", HERE)) == ["unit.not_yours"]
    assert TABLE.own_refused(state, CHILE, chit("buin", HERE)) == ["unit.not_ship"]
    assert TABLE.own_refused(state, CHILE, chit("rimac", HERE, 2)) == ["correct.chit_turn"]
    assert TABLE.own_refused(state, CHILE, chit("rimac", HERE, 4)) == ["correct.chit_turn"]
    assert TABLE.own_refused(state, CHILE, chit("cochrane", HERE)) == ["correct.nothing"]
    assert TABLE.own_refused(state, CHILE, ("no_chit", {"ship": "rimac", "turn": "3"})) == [
        "correct.no_chit"
    ]
    before = table(phase=Phase.SUPPLY)
    assert TABLE.own_refused(before, CHILE, chit("rimac", HERE, 2)) == []
    assert TABLE.own_refused(table(), ALLIES, chit("huascar", HERE, 2)) == []
    assert TABLE.own_refused(table(phase=Phase.SETUP), CHILE) == ["correct.set_up"]
