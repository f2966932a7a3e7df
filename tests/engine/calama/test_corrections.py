"""Positions of Batalla de Calama put right: pieces, attributes, figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.api import Term
from engine.calama.actions import Reserves
from engine.calama.game import GAME
from engine.calama.scenario import load_scenario
from engine.calama.settings import Settings
from engine.calama.state import BOLIVIA, CHILE, Offer, State
from engine.data.rules_ledger import load_rules
from engine.kit.standing_orders import given
from tests.engine.calama.build import lay, set_up
from tests.engine.correcting import Correcting, Typed

TABLE = Correcting(GAME)
PLACE = {
    "chile-commander-1": "3-10",
    "chile-infantry-1": "4-9",
    "chile-officer-1": "4-10",
    "chile-cavalry-r1": "reserve",
    "bolivia-commander-1": "10-7",
    "bolivia-infantry-1": "9-7",
    "bolivia-light_artillery-1": "10-8",
}


def table(**more: Any) -> State:
    """A table with a few pieces in Chile's turn of movement."""
    return lay(place={**PLACE, **more.pop("place", {})}, **more)


def put(piece: str, to: str) -> Typed:
    """To put a piece on a square."""
    return "put", {"piece": piece, "to": to}


def test_a_piece_is_put_on_a_square() -> None:
    """One named by its square or its name; from off the board too."""
    state = table(place={"chile-infantry-2": "dead"})

    done = TABLE.done(state, put("4-9", "5-9"), put("chile-infantry-2", "4-9"))
    pieces = done.state.table.pieces
    assert (pieces["chile-infantry-1"].at, pieces["chile-infantry-2"].at) == ("5-9", "4-9")
    assert TABLE.told(done) == [
        "Position corrected: Chilean infantry 1 stands on 5-9 (before: 4-9).",
        "Position corrected: Chilean infantry 2 stands on 4-9 (before: eliminated).",
    ]


def test_never_two_on_one_square() -> None:
    """But two may change places."""
    state = table()
    there, back = put("chile-infantry-1", "4-10"), put("chile-officer-1", "4-9")

    assert TABLE.refused(state, there) == ["fault.stacked"]
    assert TABLE.refused(state, there, back) == []
    assert "4-10" not in TABLE.offered(state, "put", "to", piece="chile-infantry-1")


def test_a_charge_that_is_none_any_more_is_called_off() -> None:
    """Where one of the two is put elsewhere, or off the board."""
    place = {"chile-infantry-1": "8-7 charging=bolivia-infantry-1"}
    for typed in (
        put("chile-infantry-1", "4-9"),
        put("bolivia-infantry-1", "11-7"),
        ("removed", {"piece": "chile-infantry-1", "to": "dead"}),
    ):
        after = TABLE.done(table(place=place), typed).state.table
        assert after.pieces["chile-infantry-1"].charging == ""
    beside = TABLE.done(table(place=place), put("chile-officer-1", "3-9")).state.table
    assert beside.pieces["chile-infantry-1"].charging == "bolivia-infantry-1"


def test_who_leaves_the_board() -> None:
    """To where such a piece can be; a side keeps its Commander, and infantry beside guns."""
    state = table()

    def removed(piece: str, to: str) -> Typed:
        return "removed", {"piece": piece, "to": to}

    gone = TABLE.done(state, removed("chile-officer-1", "gone")).state.table
    assert gone.pieces["chile-officer-1"].at == "gone"
    assert TABLE.refused(state, removed("chile-infantry-1", "gone")) == ["correct.no_officer"]
    assert TABLE.refused(state, removed("chile-infantry-1", "reserve")) == ["correct.no_reserve"]
    assert TABLE.refused(state, removed("chile-infantry-1", "lunch")) == ["correct.no_word"]
    assert TABLE.refused(state, removed("chile-commander-1", "dead")) == ["fault.commander"]
    assert TABLE.refused(state, removed("bolivia-infantry-1", "dead")) == ["fault.artillery"]
    assert TABLE.offered(state, "removed", "to", piece="chile-officer-1") == [
        "dead",
        "taken",
        "gone",
    ]


def test_attributes() -> None:
    """Of a side's type, within the track."""
    state = table()

    def marker(n: int, kind: str = "infantry") -> Typed:
        return "marker", {"seat": "chile", "type": kind, "attribute": "movement", "n": str(n)}

    done = TABLE.done(state, marker(4)).state.table
    assert done.attributes[CHILE]["infantry"].movement == 4
    assert done.attributes[BOLIVIA] == state.table.attributes[BOLIVIA]
    assert TABLE.refused(state, marker(40)) == ["fault.marker"]
    offered = TABLE.offered(
        state, "marker", "n", seat="chile", type="infantry", attribute="movement"
    )
    assert str(state.table.attributes[CHILE]["infantry"].movement) not in offered
    markers = dict(state.table.attributes)
    markers[CHILE] = {key: one for key, one in markers[CHILE].items() if key != "cavalry"}
    without = replace(state, table=replace(state.table, attributes=markers))
    assert TABLE.refused(without, marker(2, "cavalry")) == ["correct.no_type"]


def test_what_a_piece_has_done_in_this_round() -> None:
    """Squares up to its Movement, and its combat; of who stands on the board."""
    state = table()

    def moved(piece: str, n: int) -> Typed:
        return "moved", {"piece": piece, "squares": str(n)}

    done = TABLE.done(
        state, moved("4-9", 2), ("fought", {"piece": "4-9", "done": "yes"})
    ).state.table.pieces["chile-infantry-1"]
    assert (done.moved, done.fought) == (2, True)
    assert TABLE.refused(state, moved("4-9", 7)) == ["fault.moved"]
    assert TABLE.refused(state, moved("chile-cavalry-r1", 1)) == ["correct.off_board"]
    fought = "fought", {"piece": "chile-cavalry-r1", "done": "yes"}
    assert TABLE.refused(state, fought) == ["correct.off_board"]
    assert TABLE.offered(state, "moved", "squares", piece="4-9") == ["1", "2"]
    assert TABLE.offered(state, "fought", "done", piece="4-9") == ["true"]


def test_points_and_orders() -> None:
    """Short of the goal, and as many orders as a game has."""
    state = table()
    goal, orders = load_scenario("standard").goal, load_scenario("standard").orders

    def figure(kind: str, n: int) -> Typed:
        return kind, {"seat": "bolivia", "n": str(n)}

    done = TABLE.done(state, figure("points", goal - 1), figure("orders_left", 1)).state.table
    assert (done.points[BOLIVIA], done.orders_left[BOLIVIA]) == (goal - 1, 1)
    assert (done.points[CHILE], done.orders_left[CHILE]) == (0, orders)
    assert TABLE.refused(state, figure("points", goal)) == ["fault.points"]
    assert TABLE.refused(state, figure("orders_left", orders + 1)) == ["fault.orders"]
    assert str(goal) not in TABLE.offered(state, "points", "n", seat="bolivia")


def test_movement_points_and_the_round() -> None:
    """Points in the movement phase; rounds up to the last that the table has."""
    state = table(settings=Settings(last_round=6))

    done = TABLE.done(state, ("pool", {"n": "3"}), ("round", {"n": "5"})).state.table
    assert (done.pool, done.round) == (3, 5)
    assert TABLE.refused(state, ("pool", {"n": "99"})) == ["fault.pool"]
    assert TABLE.refused(table(phase="combat"), ("pool", {"n": "3"})) == ["correct.no_pool"]
    assert TABLE.refused(state, ("round", {"n": "7"})) == ["correct.last_round"]
    assert "7" not in TABLE.offered(state, "round", "n")
    assert TABLE.offered(table(phase="combat"), "pool", "n") == []


def test_at_rest_only() -> None:
    """Not while both are asked for an end, nor while they set up."""
    one = ("points", {"seat": "chile", "n": "3"})
    asked = table(frames=[Offer(7)])

    assert TABLE.refused(asked, one) == ["correct.interrupted"]
    told = GAME.check_corrections(GAME.view(asked, None), TABLE.read(asked, one))[0]
    assert told.params["seats"] == (Term("seat", CHILE), Term("seat", BOLIVIA))
    setting_up = set_up(Settings())
    assert TABLE.refused(setting_up, one) == ["correct.set_up"]
    assert TABLE.offered(setting_up, "points", "seat") == []


@pytest.mark.parametrize("with_order", [True, False])
def test_an_order_for_a_reserve_that_is_gone_is_struck(*, with_order: bool) -> None:
    """Its side alone can be told; what is ordered of others stands."""
    state = table()
    order = Reserves(type="cavalry", at="1-8")
    own = state.secrets[CHILE]
    if with_order:
        own = replace(own, standing=given({}, order))
    state = replace(state, secrets={**state.secrets, CHILE: own})
    used = TABLE.done(state, put("chile-cavalry-r1", "1-8"))
    other = TABLE.done(state, put("chile-infantry-1", "1-8"))

    assert used.struck.keys() == ({CHILE} if with_order else set())
    assert used.state.secrets[CHILE].standing == {}
    assert other.struck == {}
    assert other.state.secrets[CHILE] == own
    plain = TABLE.done(table(), put("chile-cavalry-r1", "1-8"))
    assert plain.events == used.events
    assert GAME.view(plain.state, BOLIVIA) == GAME.view(used.state, BOLIVIA)


def test_what_objectives_are_worth_stays_hidden() -> None:
    """Nothing of a correction hangs on it."""
    state = table(priorities={CHILE: ("guns", "topater", "roads")})
    twin = table(priorities={CHILE: ("roads", "guns", "topater")})
    typed = put("bolivia-light_artillery-1", "11-8")
    one, two = TABLE.done(state, typed), TABLE.done(twin, typed)

    assert one.state.table == two.state.table
    assert one.events == two.events
    assert one.state.secrets == state.secrets


def test_every_reason_has_its_clause() -> None:
    """Those that are the rulebook's are in its ledger."""
    clauses, state = load_rules(GAME.key), table()
    for typed in (
        put("chile-infantry-1", "4-10"),
        ("removed", {"piece": "chile-commander-1", "to": "dead"}),
        ("removed", {"piece": "chile-infantry-1", "to": "gone"}),
        ("points", {"seat": "chile", "n": "99"}),
        ("moved", {"piece": "4-9", "squares": "9"}),
    ):
        found = GAME.check_corrections(GAME.view(state, None), TABLE.read(state, typed))
        assert found
        assert all(one.rule in clauses for one in found)
