"""Naval orders are their owner's alone, in what is shown and in what happens (4.1, WP-E1)."""

from __future__ import annotations

import pytest

from bot.trials.promises import told_by
from bot.trials.random_play import Played
from engine.api import Event, Seat
from engine.dice import StoredDice
from engine.errors import DiceDiverged
from engine.war_of_the_pacific.actions import CancelOrder, Done, WriteOrder
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import SEATS, Phase, State, Voyage, other
from tests.engine.war_of_the_pacific.build import lay
from tests.support import games_played
from tests.support.games_played import Whole

SEEDS = ("secrets 1", "secrets 2", "secrets 3")
REVEALING = frozenset(("sail", "move", "stop", "intercept", "let_pass", "run", "catch"))
"""What shows an order or a course, or answers by a standing wish: that much is meant to be seen."""

every_seed = pytest.mark.parametrize("seed", SEEDS)


def played(seed: str) -> Whole:
    """A random game and the states in which its actions were done."""
    return games_played.played(GAME, seed)


def _seen(events: tuple[Event, ...], viewer: Seat | None) -> list[Event]:
    return [event for event in events if event.reaches(viewer)]


@every_seed
def test_outcomes_do_not_tell_of_orders(seed: str) -> None:
    """What a seat does leads to the same for a viewer whatever orders they do not know of."""
    compared = 0
    whole, states = played(seed)
    for state, one in zip(states, whole.log, strict=True):
        if one.action.kind in REVEALING or any(isinstance(f, Voyage) for f in state.table.frames):
            continue
        for viewer in (None, *SEATS):
            compared += _same_for(viewer, state, one)
    assert compared > 100


def _same_for(viewer: Seat | None, state: State, one: Played) -> bool:
    (changed,) = GAME.scramble(state, viewer)
    if GAME.check(changed, one.seat, one.action):
        return False  # its owner's orders forbid it, as only that side can find out
    step = GAME.apply(state, one.seat, one.action, StoredDice(one.rolls))
    try:
        twin = GAME.apply(changed, one.seat, one.action, StoredDice(one.rolls))
    except DiceDiverged as error:
        raise AssertionError(f"{one.action!r} rolls by secrets: {error}") from None
    assert _seen(step.events, viewer) == _seen(twin.events, viewer), one.action
    assert GAME.awaiting(step.state) == GAME.awaiting(twin.state), one.action
    public, other_public = GAME.view(step.state, None), GAME.view(twin.state, None)
    assert public == other_public, one.action
    return True


def _fleets() -> State:
    return lay(
        turn=2,
        phase="administrative",
        player="chile",
        place={"cochrane": "3123 port", "blanco": "3123 port", "huascar": "2007 port"},
        columns={"chile:3123": 2},
        control={"3123": "chile"},
        orders={"chile": {"III": ["blanco"]}, "allies": {"IV": ["huascar"]}},
    )


def test_writing_an_order_shows_to_nobody() -> None:
    """Neither the enemy nor the public sees an order written, changed or taken back."""
    state = _fleets()
    order = WriteOrder(ships=("cochrane",), area="IV")
    assert GAME.check(state, "chile", order) == ()
    assert told_by(GAME, state, "chile", order) == ()

    written = GAME.apply(state, "chile", order, StoredDice(())).state
    number = written.secrets["chile"].orders[-1].number
    assert told_by(GAME, written, "chile", CancelOrder(number=number)) == ()
    assert told_by(GAME, written, "chile", WriteOrder(ships=("cochrane",), area="V")) == ()


def test_only_the_owner_reads_his_orders() -> None:
    """`orders` tells a seat its own orders, the other seat its own, and the public none."""
    state = _fleets()

    assert len(GAME.orders(GAME.view(state, "chile"))) == 1
    assert GAME.orders(GAME.view(state, None)) == ()
    for seat in SEATS:
        own = {ship for order in state.secrets[seat].orders for ship in order.ships}
        told = str(GAME.orders(GAME.view(state, seat)))
        foreign = {ship for order in state.secrets[other(seat)].orders for ship in order.ships}
        assert all(ship in told for ship in own)
        assert not any(ship in told for ship in foreign)


@pytest.mark.parametrize(
    "orders", [{}, {"III": ["blanco"]}, {"III": ["blanco"], "I": ["cochrane"]}]
)
def test_closing_the_phase_tells_the_same(orders: dict[str, list[str]]) -> None:
    """However many orders were written, the public line and the next question are the same."""
    state = lay(
        turn=2,
        phase="administrative",
        player="chile",
        place={"cochrane": "3123 port", "blanco": "3123 port"},
        columns={"chile:3123": 2},
        control={"3123": "chile"},
        orders={"chile": orders},
    )
    step = GAME.apply(state, "chile", Done(), StoredDice(()))

    assert [event.code for event in step.events] == ["phase.closed", "phase.begins"]
    assert all(event.audience is None for event in step.events)
    assert step.state.table.phase is Phase.SUPPLY
    assert "blanco" not in str([event.params for event in step.events])
