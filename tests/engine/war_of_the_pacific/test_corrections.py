"""Positions of War of the Pacific put right: counters, markers, and the orders that are struck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.data.rules_ledger import load_rules
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import GONE, on_track
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import ALLIES, CHILE, Order, Phase, Secrets, State, Voyage
from tests.engine.correcting import Correcting, Typed
from tests.engine.war_of_the_pacific.build import lay

TABLE = Correcting(GAME)
SEA = next(one for one in load_board().hexes if not load_board().is_land(one))
"""A hex of water alone."""


def table(**changes: Any) -> State:
    """A table with some counters in the Land Movement Phase of Chile."""
    place = {"buin": "box", "cochrane": "box port", "rimac": "box port"}
    place |= {"huascar": "2109 port"}
    state = lay(place=place, columns={"box": 2}, control={"3116": CHILE})
    return replace(state, table=replace(state.table, **changes))


def put(unit: str, to: str, **more: str) -> Typed:
    """To put a counter somewhere."""
    return "put", {"unit": unit, "to": to, **more}


def test_a_counter_is_put_where_it_should_be() -> None:
    """By its name and a city's; what it was doing on its march is over."""
    state = table()
    done = TABLE.done(state, put("buin", "Arica"))

    unit = done.state.table.units["buin"]
    assert (unit.at, unit.steps, unit.began, unit.path) == ("3116", 2, "", ())
    (told,) = TABLE.told(done)
    assert "Arica (3116)" in told
    assert "Chile Holding Box" in told


def test_who_is_dead_comes_back_whole() -> None:
    """And who leaves the map has no steps: land units to the pile that is named."""
    state = table()
    gone = TABLE.done(state, ("removed", {"unit": "buin"})).state
    assert (gone.table.units["buin"].at, gone.table.units["buin"].steps) == ("dead", 0)
    again = TABLE.done(gone, put("buin", "box")).state
    assert again.table.units["buin"] == state.table.units["buin"]
    pool = TABLE.done(state, ("removed", {"unit": "buin", "pile": "pool"})).state
    assert pool.table.units["buin"].at == "pool"
    assert TABLE.refused(state, ("removed", {"unit": "buin", "pile": "sea"})) == ["correct.no_word"]
    assert TABLE.refused(state, ("removed", {"unit": "cochrane", "pile": "pool"})) == [
        "correct.no_recruit"
    ]


def test_a_ship_lies_in_port_or_at_sea() -> None:
    """In a port of its own side only; in the box always."""
    state = table()
    at_sea = TABLE.done(state, put("cochrane", "3116")).state.table.units["cochrane"]
    in_port = TABLE.done(state, put("cochrane", "3116", port="yes")).state.table.units["cochrane"]

    assert (at_sea.at, at_sea.in_port) == ("3116", False)
    assert (in_port.at, in_port.in_port) == ("3116", True)
    assert TABLE.refused(state, put("cochrane", "2109", port="yes")) == ["fault.port"]
    assert TABLE.refused(state, put("cochrane", "2909", port="yes")) != []
    assert TABLE.refused(state, put("buin", "3116", port="yes")) == ["unit.not_ship"]
    assert TABLE.offered(state, "put", "port", unit="cochrane", to="3116") == ["true", "false"]
    assert TABLE.offered(state, "put", "port", unit="buin", to="3116") == []


def test_land_and_water() -> None:
    """A ship on land, a unit on water, an Allied counter in Chile's box cannot be."""
    state = table()
    land = next(one for one in TABLE.offered(state, "put", "to", unit="buin") if one != "box")

    assert TABLE.refused(state, put("cochrane", "3513")) == ["fault.on_land"]
    assert TABLE.refused(state, put("buin", SEA)) == ["fault.on_water"]
    assert TABLE.refused(state, put("huascar", "box")) == ["fault.port", "fault.box"]
    assert TABLE.refused(state, put("buin", land)) == []


def test_a_city_is_whose_units_stand_alone_in_it() -> None:
    """So both are put right together, in either order."""
    state = table()
    buin, city = put("buin", "3118"), ("control", {"city": "3118", "seat": "chile"})

    assert TABLE.refused(state, buin) == ["fault.city"]
    assert TABLE.refused(state, city) == []
    for both in ((buin, city), (city, buin)):
        done = TABLE.done(state, *both).state.table
        assert (done.units["buin"].at, done.control["3118"]) == ("3118", CHILE)
    assert TABLE.refused(state, ("control", {"city": SEA, "seat": "chile"})) == ["correct.no_city"]
    assert TABLE.refused(state, ("control", {"city": "3118", "seat": "spain"})) == [
        "correct.no_word"
    ]


def test_two_change_places() -> None:
    """Only the position that all lead to is judged."""
    state = lay(place={"buin": "3116", "zepita": "3118"}, control={"3116": CHILE})
    sides = (
        ("control", {"city": "3116", "seat": "allies"}),
        ("control", {"city": "3118", "seat": "chile"}),
    )
    # The one is taken up first: nobody is put beside the enemy.
    moves = (("removed", {"unit": "zepita"}), put("buin", "3118"), put("zepita", "3116"))

    assert TABLE.refused(state, put("buin", "3118")) == ["correct.enemy"]
    done = TABLE.done(state, *moves, *sides).state.table
    assert (done.units["buin"].at, done.units["zepita"].at) == ("3118", "3116")


def test_forts_stand_at_home_and_the_gone_stay_gone() -> None:
    """Nor is anything put on the track without its turn."""
    state = table()
    units = state.table.units
    gone = replace(units["colorados"], at=GONE, steps=0)
    state = replace(state, table=replace(state.table, units={**units, "colorados": gone}))

    fort = next(one.id for one in units.values() if one.id.startswith("fort"))
    assert TABLE.refused(state, put(fort, "3513")) == ["correct.fort"]
    assert len(TABLE.offered(state, "put", "to", unit=fort)) <= 1
    assert TABLE.refused(state, put("colorados", "3513")) == ["correct.gone"]
    for kind, rest in (
        ("removed", {}),
        ("waits", {"turn": "4"}),
        ("carried", {"ship": "rimac"}),
    ):
        assert TABLE.refused(state, (kind, {"unit": "colorados", **rest})) == ["correct.gone"]
    assert TABLE.refused(state, put("buin", "track")) == ["correct.waits"]


def test_stacking_where_it_is_asked_for() -> None:
    """In the Administrative Phase, for its player (8.1)."""
    seven = ("buin", "santiago", "2linea", "3linea", "4linea", "esmeralda-7", "chacabuco")
    known = [one for one in GAME.view(table(), None).table.units.values() if one.side == CHILE]
    names = [one.id for one in known if not one.in_port and one.id not in ("cochrane", "rimac")]
    land = [one for one in names if TABLE.refused(table(), put(one, "3116")) == []][:7]
    assert len(land) == len(seven)
    for phase, wrong in ((Phase.LAND, []), (Phase.ADMIN, ["fault.stacking"])):
        state = table(phase=phase)
        assert TABLE.refused(state, *(put(one, "3116") for one in land)) == wrong


def test_what_is_aboard() -> None:
    """On a transport on the map, as much as it holds; it goes where the ship is put."""
    state = table()
    done = TABLE.done(state, ("carried", {"unit": "buin", "ship": "rimac"})).state

    assert done.table.units["buin"].at == "@rimac"
    assert TABLE.refused(done, ("carried", {"unit": "sc1", "ship": "rimac"})) == ["fault.load"]
    assert TABLE.refused(done, ("removed", {"unit": "rimac"})) == ["fault.carrier"]
    assert TABLE.refused(done, put("rimac", "3116")) == []
    assert TABLE.refused(state, ("carried", {"unit": "buin", "ship": "cochrane"})) == [
        "correct.no_transport"
    ]
    assert TABLE.refused(state, ("carried", {"unit": "huascar", "ship": "rimac"})) == [
        "correct.not_cargo"
    ]
    assert TABLE.refused(state, ("carried", {"unit": "zepita", "ship": "rimac"})) == [
        "fault.enemy_cargo"
    ]
    assert TABLE.offered(state, "carried", "ship", unit="buin") == ["rimac"]


def test_the_turn_track() -> None:
    """A counter waits for a turn to come, and the turn is not put past it."""
    state = table()
    done = TABLE.done(state, ("waits", {"unit": "cochrane", "turn": "5"})).state

    assert done.table.units["cochrane"].at == on_track(5)
    assert TABLE.refused(done, ("turn", {"turn": "5"})) == ["correct.turn_waits"]
    assert TABLE.done(done, ("turn", {"turn": "4"})).state.table.turn == 4
    assert TABLE.refused(state, ("waits", {"unit": "cochrane", "turn": "2"})) == ["correct.track"]
    assert TABLE.refused(state, ("waits", {"unit": "sc1", "turn": "5"})) == ["correct.never_waits"]
    assert TABLE.refused(state, ("turn", {"turn": "13"})) == ["correct.no_turn"]
    assert TABLE.refused(table(phase=Phase.PLAN), ("turn", {"turn": "1"})) == ["correct.plan"]
    machines = table(machines=("2109",), turn=9, settings=Settings(infernal_machines=True))
    assert TABLE.refused(machines, ("turn", {"turn": "1"})) == ["fault.machines"]


def test_steps() -> None:
    """As many as are printed, and none of who is off the map."""
    state = table()

    assert (
        TABLE.done(state, ("strength", {"unit": "buin", "steps": "1"}))
        .state.table.units["buin"]
        .steps
        == 1
    )
    assert TABLE.offered(state, "strength", "steps", unit="buin") == ["1"]
    for steps in ("0", "3"):
        assert TABLE.refused(state, ("strength", {"unit": "buin", "steps": steps})) == [
            "fault.steps"
        ]
    assert TABLE.refused(state, ("strength", {"unit": "zepita", "steps": "1"})) == [
        "unit.not_on_map"
    ]


def test_who_has_moved() -> None:
    """Of the player whose turn it is, ships and land units alike."""
    state = table()
    done = TABLE.done(
        state,
        ("moved", {"unit": "buin", "done": "yes"}),
        ("moved", {"unit": "cochrane", "done": "yes"}),
    ).state.table.units

    assert done["buin"].spent
    assert done["cochrane"].sailed
    assert TABLE.refused(state, ("moved", {"unit": "huascar", "done": "yes"})) == [
        "correct.not_phasing"
    ]
    assert TABLE.refused(state, ("moved", {"unit": "santiago", "done": "yes"})) == [
        "unit.not_on_map"
    ]


def test_whose_a_ship_is() -> None:
    """Where ships are captured; under one of its captor's flags."""
    state = table(settings=Settings(ship_capture=True))
    taken = ("captor", {"ship": "huascar", "seat": "chile"})
    done = TABLE.done(state, put("huascar", "3116"), taken).state

    assert done.table.units["huascar"].side == CHILE
    assert done.table.units["huascar"].nation == CHILE
    assert TABLE.offered(state, "captor", "seat", ship="cochrane") == []
    back = TABLE.done(done, ("captor", {"ship": "huascar", "seat": "allies"})).state
    assert back.table.units["huascar"].nation == "peru"
    sunk = TABLE.done(done, ("removed", {"unit": "huascar"})).state.table.units["huascar"]
    assert (sunk.side, sunk.at) == (ALLIES, "dead")
    assert TABLE.refused(table(), taken) == ["correct.no_capture"]
    assert TABLE.offered(table(), "captor", "ship") == []
    assert TABLE.refused(state, ("captor", {"ship": "buin", "seat": "allies"})) == ["unit.not_ship"]


def test_supply_columns() -> None:
    """They are made with new numbers, and go for good."""
    state = table()

    def columns(n: int, to: str = "box", nation: str = "chile") -> Typed:
        return "columns", {"to": to, "nation": nation, "n": str(n)}

    more = TABLE.done(state, columns(3)).state.table
    assert (more.columns, {"sc1", "sc2", "sc3"} <= set(more.units)) == (3, True)
    none = TABLE.done(state, columns(0)).state.table
    assert (none.columns, "sc1" in none.units) == (2, False)
    assert TABLE.offered(state, "columns", "n", to="box", nation="chile") == ["0", "1", "3", "4"]
    assert TABLE.refused(state, columns(1, "track")) == ["correct.columns_wait"]
    assert TABLE.refused(state, columns(1, nation="spain")) == ["correct.no_word"]
    assert TABLE.refused(state, columns(1, nation="peru")) == ["correct.columns_enemy"]
    out = table(bolivia_out=True)
    assert TABLE.refused(out, columns(1, "3513", "bolivia")) == ["correct.bolivia_out"]
    beside = lay(place={"zepita": "3118"})
    assert TABLE.refused(beside, columns(1, "3118")) == ["correct.columns_enemy"]
    assert TABLE.refused(state, put("sc1", "3118")) == []


def test_bonus_points() -> None:
    """They count among Chile's points."""
    done = TABLE.done(table(), ("bonus", {"points": "2"})).state

    assert done.table.bonus == 2
    assert TABLE.refused(done, ("bonus", {"points": "2"})) == ["correct.nothing"]


# -- at rest -----------------------------------------------------------------------------------


def test_nothing_is_corrected_while_somebody_is_asked() -> None:
    """Nor while they set up: then each sets up anew what it likes."""
    voyage = Voyage(7, CHILE, ("cochrane",), "VI", "3116")
    one = ("bonus", {"points": "2"})

    assert TABLE.refused(table(frames=(voyage,)), one) == ["correct.interrupted"]
    assert TABLE.refused(table(phase=Phase.SETUP), one) == ["correct.set_up"]
    assert TABLE.refused(table(phase=Phase.PLAN), one) == []
    assert TABLE.offered(table(phase=Phase.SETUP), "put", "unit") == []


# -- orders ------------------------------------------------------------------------------------


def ordered(*orders: Order) -> State:
    """A table on which the Allies have ordered ships, and Chile too."""
    place = {"huascar": "2109 port", "union": "2109 port", "cochrane": "box port"}
    state = lay(place=place, phase="administrative")
    chile = Secrets((Order(1, 3, "I", ("cochrane",)),), 1)
    return replace(state, secrets={CHILE: chile, ALLIES: Secrets(orders, len(orders))})


BOTH = Order(1, 3, "VI", ("huascar", "union"))


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ((("removed", {"unit": "huascar"}),), (replace(BOTH, ships=("union",)),)),
        ((put("huascar", "3116"),), (replace(BOTH, ships=("union",)),)),
        ((("waits", {"unit": "huascar", "turn": "5"}),), (replace(BOTH, ships=("union",)),)),
        ((put("huascar", "3116"), put("union", "3116")), (BOTH,)),
        ((("turn", {"turn": "4"}),), ()),
        ((("turn", {"turn": "3"}),), (BOTH,)),
        ((("bonus", {"points": "1"}),), (BOTH,)),
    ],
)
def test_orders_that_cannot_be_sailed_are_struck(
    typed: tuple[Typed, ...], left: tuple[Order, ...]
) -> None:
    """Ships off the map or apart are out of them; those who are put together sail together."""
    state = ordered(BOTH)
    done = TABLE.done(state, *typed)

    assert done.state.secrets[ALLIES].orders == left
    assert (ALLIES in done.struck) is (left != (BOTH,))
    for line in done.struck.get(ALLIES, ()):
        assert line in GAME.orders(GAME.view(state, ALLIES))
    assert done.state.secrets[CHILE].orders == (
        () if typed == (("turn", {"turn": "4"}),) else state.secrets[CHILE].orders
    )


def test_an_order_for_a_turn_whose_voyages_are_over_is_struck() -> None:
    """Where Chile marches on land, only the Allies sail yet in the turn that is set (4.1 I)."""
    ours, theirs = Order(1, 6, "I", ("cochrane",)), replace(BOTH, turn=6)
    state = ordered(theirs)
    state = replace(
        state,
        table=replace(state.table, turn=5, phase=Phase.LAND, player=CHILE),
        secrets={CHILE: Secrets((ours,), 1), ALLIES: state.secrets[ALLIES]},
    )
    done = TABLE.done(state, ("turn", {"turn": "6"}))
    assert done.state.secrets[CHILE].orders == ()
    assert done.state.secrets[ALLIES].orders == (theirs,)


def test_that_an_order_was_struck_is_told_to_its_side_alone() -> None:
    """With the order and without it, everybody else reads and sees the same."""
    typed = ("removed", {"unit": "huascar"})
    with_it, without = (TABLE.done(state, typed) for state in (ordered(BOTH), ordered()))

    assert with_it.struck.keys() == {ALLIES}
    assert without.struck == {}
    assert with_it.events == without.events
    for viewer in (None, CHILE):
        assert GAME.view(with_it.state, viewer) == GAME.view(without.state, viewer)


def test_every_reason_has_its_clause() -> None:
    """The clauses that faults and refusals name are the rulebook's."""
    clauses = load_rules(GAME.key)
    state = table()
    for typed in (put("cochrane", "3513"), put("buin", SEA), put("buin", "3118")):
        corrections = TABLE.read(state, typed)
        for one in GAME.check_corrections(GAME.view(state, None), corrections):
            assert one.rule in clauses


def test_bolivia_leaves_and_comes_back() -> None:
    """Its counters go for good; back in the war they come from the dead pile."""
    state = table()
    done = TABLE.done(state, ("bolivia", {"out": "true"}))
    bolivian = [one for one in done.state.table.units.values() if one.nation == "bolivia"]
    assert bolivian
    assert {one.at for one in bolivian} == {GONE}
    assert TABLE.told(done) == ["Position corrected: Bolivia has left the war."]
    back = TABLE.done(done.state, ("bolivia", {"out": "false"})).state
    assert {one.at for one in back.table.units.values() if one.nation == "bolivia"} == {"dead"}
    assert TABLE.refused(back, ("bolivia", {"out": "false"})) == ["correct.nothing"]
    assert TABLE.offered(state, "bolivia", "out") == ["true"]


def test_a_machine_has_been_tried() -> None:
    """Once a port, where they are played and once they may be."""
    played = table(settings=Settings(infernal_machines=True), turn=9)
    done = TABLE.done(played, ("machine", {"port": "Callao", "tried": "true"}))
    assert len(done.state.table.machines) == 1
    assert TABLE.done(done.state, ("machine", {"port": "Callao", "tried": "false"})).events
    assert TABLE.offered(table(), "machine", "port") == []
    one = ("machine", {"port": "Callao", "tried": "true"})
    assert TABLE.refused(table(), one) == ["correct.no_machines"]
    early = table(settings=Settings(infernal_machines=True), turn=1)
    assert TABLE.refused(early, one) == ["fault.machines"]
    inland = ("machine", {"port": "Oruro", "tried": "true"})
    assert TABLE.refused(played, inland) == ["correct.no_port"]
