"""Ship capture and infernal machines (chapter 10): what cases do not look at."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.api import Term
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import (
    Aside,
    Capture,
    Done,
    Infernal,
    Intercept,
    Sail,
    Scuttle,
    Stop,
)
from engine.war_of_the_pacific.board import load_board
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.play import place_term, seat_term
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.soundness import faults
from engine.war_of_the_pacific.state import ALLIES, CHILE, Order, Prizes, State, Voyage
from tests.engine.war_of_the_pacific.build import lay

CAPTURE = Settings(ship_capture=True)
MACHINES = Settings(infernal_machines=True)


def fought_out(*later: Order, **others: str) -> State:
    """A damaged Unión and a transport have met Cochrane; Chile is asked about prizes.

    Args:
        later: Orders of the Allies besides the one under which the two sail.
        others: Further units and where they are.
    """
    place = {"union": "2512 x1", "oroya": "2512", "cochrane": "2513", **others}
    state: State = lay(
        place=place,
        orders={ALLIES: {"VI": ["union", "oroya"]}},
        phase="naval_movement",
        player=ALLIES,
        settings=CAPTURE,
    )
    own = state.secrets[ALLIES]
    written = replace(own, orders=(*own.orders, *later), numbered=9)
    state = replace(state, secrets={**state.secrets, ALLIES: written})
    sail = Sail(ships=("union", "oroya"), to="2614", via=("2513",))
    state = GAME.apply(state, ALLIES, sail, ScriptedDice()).state
    state = GAME.apply(state, CHILE, Intercept(stacks=("2513",)), ScriptedDice()).state
    state = GAME.apply(state, ALLIES, Aside(ships=("oroya",)), ScriptedDice(6, 6)).state
    assert isinstance(state.table.frames[-1], Prizes)
    return state


def test_a_prize_leaves_its_old_owners_orders_and_nobody_is_told() -> None:
    """The Allies' order for the next turn keeps its other ship; the table looks as without it."""
    order = Order(5, 3, "V", ("union", "pilcomayo"))
    state, twin = fought_out(order, pilcomayo="2007 port"), fought_out(pilcomayo="2007 port")
    take = Capture(ship="cochrane", prize="union")
    step = GAME.apply(state, CHILE, take, ScriptedDice(6))
    without = GAME.apply(twin, CHILE, take, ScriptedDice(6))

    (left,) = step.state.secrets[ALLIES].orders
    assert left.ships == ("pilcomayo",)
    assert step.events == without.events
    assert GAME.view(step.state, CHILE) == GAME.view(without.state, CHILE)


def test_those_set_aside_sail_on_when_the_prizes_are_settled() -> None:
    """The voyage waits under the question and keeps only who was set aside."""
    state = fought_out()
    take = Capture(ship="cochrane", prize="union")
    state = GAME.apply(state, CHILE, take, ScriptedDice(6)).state
    state = GAME.apply(state, CHILE, Stop(), ScriptedDice()).state

    (voyage,) = state.table.frames
    assert isinstance(voyage, Voyage)
    assert voyage.ships == ("oroya",)
    assert faults(state) == ()


def test_every_step_of_the_question_is_another_decision() -> None:
    """A press on an old button is recognised; sinking at once is marked as irrevocable."""
    state = fought_out()
    (first,) = GAME.awaiting(state)
    state = GAME.apply(state, CHILE, Capture(ship="cochrane", prize="union"), ScriptedDice(6)).state
    (second,) = GAME.awaiting(state)

    assert (first.code, second.code) == ("prizes", "prizes.keep")
    assert first.key != second.key
    assert first.interrupt
    assert [choice.danger for choice in second.choices] == [False, True]
    assert second.kinds == ("scuttle", "stop")
    for choice in (*first.choices, *second.choices):
        assert isinstance(choice.action, Capture | Scuttle | Stop)


def test_a_prize_can_be_taken_back() -> None:
    """The Angamos, Peruvian for a while, comes home under its own flag, and is no prize to sink."""
    state = lay(
        place={"angamos": "2512 x1 allies", "cochrane": "2513"},
        orders={ALLIES: {"VI": ["angamos"]}},
        phase="naval_movement",
        player=ALLIES,
        settings=CAPTURE,
    )
    sail, meet = Sail(ships=("angamos",), to="2614", via=("2513",)), Intercept(stacks=("2513",))
    state = GAME.apply(state, ALLIES, sail, ScriptedDice()).state
    state = GAME.apply(state, CHILE, meet, ScriptedDice(6, 6)).state
    take = Capture(ship="cochrane", prize="angamos")
    state = GAME.apply(state, CHILE, take, ScriptedDice(6)).state

    angamos = state.table.units["angamos"]
    assert (angamos.side, angamos.nation, angamos.at) == (CHILE, "chile", "2513")
    assert state.table.frames == ()
    assert faults(state) == ()


def test_captured_ships_and_spent_ports_are_told() -> None:
    """Whoever reads the table in words sees whose the prizes are, and which ports are spent."""
    state = lay(
        place={"union": "box port chile", "rimac": "2007 port allies"},
        settings=CAPTURE,
        machines=["2007"],
    )
    lines = GAME.describe(GAME.view(state, None))

    assert [line.params for line in lines if line.code == "describe.captured"] == [
        {"seat": seat_term(CHILE), "ships": (Term("unit", "union"),)},
        {"seat": seat_term(ALLIES), "ships": (Term("unit", "rimac"),)},
    ]
    (machines,) = (line for line in lines if line.code == "describe.machines")
    assert machines.params == {"places": (place_term("2007"),)}


def test_older_games_load() -> None:
    """A state written before these rules has no machines and nobody captured."""
    state = lay(place={"cochrane": "2513"})
    written = json.loads(GAME.dump(state))
    del written["table"]["machines"]
    for name in ("ship_capture", "infernal_machines", "capture_losses"):
        written["table"]["settings"].pop(name)

    assert GAME.load(json.dumps(written)) == state


@pytest.mark.parametrize(
    ("place", "settings", "told"),
    [
        ({"union": "box port chile"}, Settings(), "fault.captor"),
        ({"buin": "3123 allies"}, CAPTURE, "fault.captor"),
        ({"union": "dead x0 chile"}, CAPTURE, "union is chile's in the dead"),
    ],
)
def test_unsound_captures_are_found(place: dict[str, str], settings: Settings, told: str) -> None:
    """Nobody changes sides unless ships may be captured, and a lost ship is back with its navy."""
    assert told in str(faults(lay(place=place, settings=settings)))


def test_unsound_machines_are_found() -> None:
    """Before their turn, twice in a port, or where there is none."""
    assert faults(lay(settings=MACHINES, turn=8, machines=["2007"]))
    assert faults(lay(settings=MACHINES, turn=9, machines=["2007", "2007"]))
    assert faults(lay(settings=MACHINES, turn=9, machines=["2513"]))
    assert not faults(lay(settings=MACHINES, turn=9, machines=["2007"]))


def test_offers_of_machines_are_all_legal() -> None:
    """Every ship offered may be the target, and with none the phase holds nobody up."""
    ports = [one for one, city in load_board().cities.items() if city.port][:4]
    ships = ("cochrane", "blanco", "abtao", "rimac")
    state = lay(
        place=dict(zip(ships, ports, strict=True)),
        columns={f"allies:{port}": 1 for port in ports},
        control=dict.fromkeys(ports, ALLIES),
        turn=12,
        phase="naval_combat",
        player=ALLIES,
        settings=MACHINES,
    )
    offered = [one.value for one in GAME.options(GAME.view(state, ALLIES), "infernal", "ship", {})]

    assert set(offered) == set(ships[:3])
    for ship in offered:
        assert GAME.check(state, ALLIES, Infernal(ship=ship)) == ()
    assert "infernal" in GAME.kinds(GAME.view(state, ALLIES))
    assert GAME.check(state, ALLIES, Done()) == ()
