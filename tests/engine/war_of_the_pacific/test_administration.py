"""The Administrative Phase of campaigns begun before supply waited for the orders (WP-E34)."""

from __future__ import annotations

import json
from typing import Any

from engine.api import Action
from engine.dice import ScriptedDice
from engine.war_of_the_pacific.actions import Allot, Done, WriteOrder
from engine.war_of_the_pacific.counters import is_column
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.odds.asking import odds
from engine.war_of_the_pacific.state import ALLIES, CHILE, Allotment, Phase, State
from tests.engine.war_of_the_pacific.build import lay

GAME = WarOfThePacific()


def on_file_before(state: State) -> State:
    """Return *state* as it is read from a file that knows nothing of supply waiting for orders."""
    written: dict[str, Any] = json.loads(GAME.dump(state))
    table = written["table"]
    del table["supply_due"]
    for frame in table["frames"]:
        del frame["closes"]
    read: State = GAME.load(json.dumps(written))
    return read


def do(state: State, seat: str, action: Action, *dice: int) -> State:
    """Return the state after *action*, which rolls just these dice."""
    script = ScriptedDice(*dice)
    done: State = GAME.apply(state, seat, action, script).state
    assert script.left == 0
    assert GAME.faults(done) == ()
    return done


def test_supply_is_not_rolled_twice() -> None:
    """A campaign that waited for orders had rolled: closing the phase rolls no more."""
    waiting = on_file_before(lay(phase="administrative", columns={"box": 2}))
    assert odds(GAME.view(waiting, CHILE), Done()) == ()
    closed = do(waiting, CHILE, Done())
    assert closed.table.phase is Phase.SUPPLY
    assert sum(map(is_column, closed.table.units.values())) == 2


def test_the_next_player_turn_rolls_after_its_orders() -> None:
    """From its next player turn on it rolls when the orders are closed, and once."""
    last = on_file_before(lay(phase="land_combat", place={"buin": "3123"}))
    begun = do(last, CHILE, Done())
    assert (begun.table.phase, begun.table.player) == (Phase.ADMIN, ALLIES)
    rolled = do(begun, ALLIES, Done(), 1, 2)
    placed = do(rolled, ALLIES, Allot(lima=0, callao=1, la_paz=1, oruro=0))
    assert placed.table.phase is Phase.SUPPLY
    assert sum(map(is_column, placed.table.units.values())) == 2


def test_columns_on_the_way_are_placed_before_the_orders() -> None:
    """Columns that were rolled before the orders are placed; the orders come after them."""
    frames = (Allotment(90, ALLIES, 2),)
    state = lay(
        phase="administrative", player=ALLIES, place={"huascar": "2007 port"}, frames=frames
    )
    placed = do(on_file_before(state), ALLIES, Allot(lima=1, callao=0, la_paz=0, oruro=1))
    assert placed.table.phase is Phase.ADMIN
    ordered = do(placed, ALLIES, WriteOrder(ships=("huascar",), area="X"))
    assert do(ordered, ALLIES, Done()).table.phase is Phase.SUPPLY
