"""What a seat orders at sea is known to it alone."""

from __future__ import annotations

from itertools import islice

from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Intercept,
    LetPass,
    Move,
    Sail,
    WriteOrder,
)
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.places import DEAD
from engine.war_of_the_pacific.play import Play, place_term
from engine.war_of_the_pacific.rules.sea.damage import sink
from engine.war_of_the_pacific.state import ALLIES, CHILE, State, Voyage
from tests.engine.war_of_the_pacific.build import lay


def _under_way(**others: str) -> State:
    """A transport bound for Mollendo, two hexes from a Chilean ship that may intercept."""
    state: State = lay(
        place={"oroya": "2512", "blanco": "2415", **others},
        orders={ALLIES: {"VI": ["oroya"]}},
        phase="naval_movement",
        player=ALLIES,
    )
    sail = Sail(ships=("oroya",), to="2814", via=("2513", "2614", "2714"))
    after: State = GAME.apply(state, ALLIES, sail, ScriptedDice()).state
    return after


def test_the_table_never_shows_a_course() -> None:
    """The frame holds where the stack is; what lies ahead is the owner's (7.2)."""
    state = _under_way()
    voyage = state.table.frames[0]

    assert isinstance(voyage, Voyage)
    assert voyage.at == "2513"
    assert state.secrets[ALLIES].course == ("2614", "2714", "2814")
    for viewer in (CHILE, None):
        assert "2814" not in repr(GAME.view(state, viewer).own)
        assert "2814" not in repr(state.table.frames)


def test_a_stopped_course_may_be_held() -> None:
    """Its owner is offered the old end first, and naming it keeps the old way (WP-R46)."""
    state = _under_way()
    dice = ScriptedDice(1)
    state = GAME.apply(state, CHILE, Intercept(stacks=("2415",)), dice).state
    (decision,) = GAME.awaiting(state)
    view = GAME.view(state, ALLIES)
    first = next(GAME.options(view, "move", "to", {}))

    assert decision.seat == ALLIES
    assert first.value == "2814"
    assert first.label.code == "voyage.hold"
    step = GAME.apply(state, ALLIES, Move(to="2814"), ScriptedDice())
    (moved,) = (event for event in step.events if event.code == "voyage.moved")
    assert moved.params["path"] == tuple(map(place_term, ("2614", "2714", "2814")))


def test_buttons_of_a_stopped_stack_are_public_knowledge() -> None:
    """They are the same whatever the course was."""
    state = GAME.apply(_under_way(), CHILE, Intercept(stacks=("2415",)), ScriptedDice(1)).state
    (twin,) = GAME.scramble(state, CHILE)

    assert state.secrets != twin.secrets
    assert GAME.awaiting(state) == GAME.awaiting(twin)


def test_a_standing_answer_is_kept_from_the_mover() -> None:
    """How near the stack may come before its enemy is asked again shows nowhere."""
    state = _under_way(ohiggins="2715")
    step = GAME.apply(state, CHILE, LetPass(ask_within=1), ScriptedDice())

    assert step.state.table.units["oroya"].at == "2714"
    (decision,) = GAME.awaiting(step.state)
    assert decision.seat == CHILE
    codes = [(event.code, dict(event.params)) for event in step.events if event.audience is None]
    assert codes[0][0] == "interception.let_pass"
    assert set(codes[0][1]) == {"seat", "hex"}


def test_orders_leave_no_public_trace() -> None:
    """Writing one changes no table and tells nobody else."""
    state = lay(place={"cochrane": "box port"}, phase="administrative", player=CHILE)
    step = GAME.apply(state, CHILE, WriteOrder(ships=("cochrane",), area="II"), ScriptedDice())

    assert step.state.table == state.table
    assert all(event.audience == frozenset((CHILE,)) for event in step.events)
    assert step.state.secrets[ALLIES] == state.secrets[ALLIES]


def test_offers_for_orders_begin_with_whole_stacks() -> None:
    """All ships of a place, its warships, its transports; the nearest areas first."""
    state = lay(
        place={"cochrane": "3123 port", "rimac": "3123 port", "itata": "3123 port"},
        phase="plan",
        player=CHILE,
    )
    view = GAME.view(state, CHILE)
    ships = [option.value for option in GAME.options(view, "order", "ships", {})]
    areas = GAME.options(view, "order", "area", {"ships": "cochrane"})

    assert ships[:2] == ["cochrane,rimac,itata", "rimac,itata"]
    assert {"cochrane", "rimac", "itata"} <= set(ships)
    assert [option.value for option in islice(areas, 1)] == ["II"]


def test_a_stack_too_long_to_type_is_named_by_one_ship() -> None:
    """A fleet under one order can be sailed from the options, however long its list."""
    transports = ("rimac", "itata", "lamar", "limari", "loa", "huanay", "amazonas", "paquete")
    warships = ("cochrane", "blanco", "ohiggins", "chacabuco", "magallanes", "covadonga")
    fleet = (*warships, *transports)
    state = lay(
        place=dict.fromkeys(fleet, "box port"),
        columns={"box": 1},
        orders={CHILE: {"II": list(fleet)}},
        phase="naval_movement",
        player=CHILE,
    )
    (option,) = GAME.options(GAME.view(state, CHILE), "sail", "ships", {})
    assert len(option.value) <= 100
    sail = GAME.parse(GAME.view(state, CHILE), "sail", {"ships": option.value, "to": "3024"})
    after = GAME.apply(state, CHILE, sail, ScriptedDice()).state

    assert all(after.table.units[ship].at == "3024" for ship in fleet)


def test_a_sunk_ship_leaves_the_orders() -> None:
    """Its owner's orders for the next turn go on without it."""
    state = lay(
        place={"oroya": "2512 x1", "limena": "2512", "blanco": "2513"},
        orders={ALLIES: {"VI": ["oroya", "limena"]}},
        phase="naval_movement",
        player=CHILE,
    )
    play = Play(state, ScriptedDice())
    sink(play, "oroya", "7.9.hit")
    (order,) = play.secrets[ALLIES].orders

    assert order.ships == ("limena",)
    assert play.units["oroya"].at == DEAD
    assert play.table.lost_warships == (0, 0)
