"""Deployment in secret, and what is laid when both sides are ready (2.3)."""

from __future__ import annotations

from engine.api import Action
from engine.barricadas.actions import Alert, Deploy, Fortify, Place, Placement, Ready
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


def test_all_counters_go_where_the_scenario_says() -> None:
    """One missing, one elsewhere, too many in a hex: refused (2.3, 4)."""
    state = begun()
    whole = ready_made(state, REPUBLICAN).places
    assert refused(state, REPUBLICAN, Deploy(places=whole)) == []
    assert refused(state, REPUBLICAN, Deploy(places=whole[:-1])) == ["deploy.missing"]
    away = (*whole[:-1], Placement(who=whole[-1].who, at="C1120"))
    assert refused(state, REPUBLICAN, Deploy(places=away)) == ["deploy.where"]
    heap = tuple(Placement(who=one.who, at="C101") for one in whole)
    assert refused(state, REPUBLICAN, Deploy(places=heap)) == ["deploy.stacking"]
    assert refused(state, REPUBLICAN, Ready()) == ["deploy.nothing"]


def test_one_counter_is_put_elsewhere() -> None:
    """The rest of the plan stays."""
    state = deployed(begun(), REPUBLICAN)
    plan = state.secrets[REPUBLICAN].plan
    first = plan[0].counter
    other = next(one for one in ("C101", "C1201") if one != plan[0].at)
    after = GAME.apply(state, REPUBLICAN, Place(counter=first, at=other), DICE).state
    changed = {one.counter: one.at for one in after.secrets[REPUBLICAN].plan}
    assert changed == {**{one.counter: one.at for one in plan}, first: other}


def test_the_defenders_works_and_markers_are_limited() -> None:
    """Two positions and two markers of reaction in the small scenario (2.3, 3.4)."""
    state = deployed(begun(), NATIONALIST)
    own = [one.counter for one in state.secrets[NATIONALIST].plan][1:]
    assert refused(state, NATIONALIST, Fortify(hexes=("C807", "C808"))) == []
    assert refused(state, NATIONALIST, Fortify(hexes=("C807", "C808", "C809"))) == ["fortify.many"]
    assert refused(state, NATIONALIST, Fortify(hexes=("C101",))) == ["fortify.where"]
    assert refused(state, NATIONALIST, Alert(counters=tuple(own[:2]))) == []
    assert refused(state, NATIONALIST, Alert(counters=tuple(own[:3]))) == ["alert.many"]
    assert refused(state, REPUBLICAN, Alert(counters=(own[0],))) != []


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
