"""Deployment in secret, and what is laid when both sides are ready (2.3)."""

from __future__ import annotations

from engine.api import Action
from engine.barricadas.actions import Alert, Deploy, Fortify, Place, Ready
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, SEATS, Phase, Reaction, State
from engine.dice import SeededDice

DICE = SeededDice(b"deployment")


def begun() -> State:
    """The small scenario, nobody deployed."""
    state: State = GAME.setup(Settings(), DICE).state
    return state


def ready_made(state: State, seat: str) -> Deploy:
    """The first deployment that is offered."""
    offered = next(GAME.options(GAME.view(state, seat), "deploy", "places", {}))
    action = GAME.parse(GAME.view(state, seat), "deploy", {"places": offered.value})
    assert isinstance(action, Deploy)
    return action


def deployed(state: State, seat: str) -> State:
    """The state in which a side has taken that."""
    after: State = GAME.apply(state, seat, ready_made(state, seat), DICE).state
    return after


def refused(state: State, seat: str, action: Action) -> list[str]:
    """The codes of what is against an action."""
    return [one.code for one in GAME.check(state, seat, action)]


def test_whom_the_other_side_drew_nobody_knows() -> None:
    """Neither its counters nor its plan are in another's view (2.3, ALB-R62)."""
    state = deployed(begun(), NATIONALIST)
    for viewer in (REPUBLICAN, None):
        view = GAME.view(state, viewer)
        assert not [one for one in view.table.counters.values() if one.side == NATIONALIST]
        assert view.table.shades == ()
    assert all(one.secret for one in (Deploy, Place, Fortify, Alert))


def test_all_is_laid_at_once_and_whom_nobody_sees_is_hidden() -> None:
    """Positions are there, markers count as of a turn before, the first turn begins (ALB-R63)."""
    state = begun()
    for seat in SEATS:
        state = deployed(state, seat)
    works = Fortify(hexes=("C807", "C808"))
    state = GAME.apply(state, NATIONALIST, works, DICE).state
    armed = next(
        one.id
        for one in state.table.counters.values()
        if one.side == NATIONALIST and one.printed is not None
    )
    state = GAME.apply(state, NATIONALIST, Alert(counters=(armed,)), DICE).state
    state = GAME.apply(state, REPUBLICAN, Ready(), DICE).state
    assert state.table.phase is Phase.SETUP
    state = GAME.apply(state, NATIONALIST, Ready(), DICE).state
    table = state.table
    assert (table.turn, table.phase) == (1, Phase.ACTIVATION)
    assert table.positions == ("C807", "C808")
    assert table.counters[armed].reaction is Reaction.KEPT
    assert all(own.plan == () for own in state.secrets.values())
    hidden = [one for one in table.counters.values() if one.side == NATIONALIST and one.unseen]
    assert hidden
    shades = GAME.view(state, REPUBLICAN).table.shades
    assert {one.at for one in hidden} <= set(shades)
