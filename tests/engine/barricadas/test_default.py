"""What is done for whoever is late: deploy by the book, pass, hold."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.barricadas.actions import Alert, Defend, Deploy, Fortify, Hold, Pass, Ready
from engine.barricadas.game import GAME
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, SEATS, State
from engine.barricadas.survey import scenario_of
from engine.dice import SeededDice
from tests.engine import defaults
from tests.engine.barricadas.build import do, order, whole
from tests.engine.barricadas.test_standing_orders import (
    E1,
    G1,
    G,
    assaulted,
    coming,
    crossing,
    ordered,
    watch,
)

default = partial(defaults.default, GAME)
answered = partial(defaults.answered, GAME)


def begun(scenario: str) -> State:
    """A scenario before anybody is deployed."""
    settings = Settings.model_validate({"scenario": scenario})
    state: State = GAME.setup(settings, SeededDice(b"late")).state
    return state


@pytest.mark.parametrize("scenario", ["small", "full"])
def test_a_side_deploys_as_is_offered_first(scenario: str) -> None:
    """With as many positions and markers of reaction as the scenario gives, and is ready."""
    state = begun(scenario)
    for seat in SEATS:
        army = scenario_of(state.table).of(seat)
        found = answered(state, seat)
        first, *rest = found.actions
        assert isinstance(first, Deploy)
        assert (first,) == next(iter(GAME.bundles(GAME.view(state, seat)))).actions
        assert rest.pop() == Ready()
        works = [len(one.hexes) for one in rest if isinstance(one, Fortify)]
        alert = [len(one.counters) for one in rest if isinstance(one, Alert)]
        assert works == [army.positions] * bool(army.positions)
        assert alert == [army.reactions] * bool(army.reactions)
        assert len(rest) == len(works) + len(alert)


def test_what_a_side_has_deployed_stays() -> None:
    """Markers that lie are not laid anew."""
    state = begun("full")
    first = default(state, NATIONALIST)
    assert isinstance(first, Deploy)
    works = (scenario_of(state.table).of(NATIONALIST).deploy[-1],)
    fortified = first.model_copy(update={"works": works})
    state = GAME.apply(state, NATIONALIST, fortified, SeededDice(b"late")).state
    found = answered(state, NATIONALIST)
    assert not any(isinstance(one, Deploy | Fortify) for one in found.actions)


def test_it_passes() -> None:
    """Whoever could still be activated."""
    assert default(whole(crossing()), REPUBLICAN) == Pass()


def test_nobody_ever_fires_in_reaction() -> None:
    """Asked once or hex by hex, and whatever is ordered: orders answer before, by themselves."""
    assert default(coming(), NATIONALIST) == Hold()
    by_hex = replace(crossing(), settings=Settings(reaction="hex"))
    state: State = do(by_hex, order(G, f"{G1} move C407")).state
    assert GAME.awaiting(state)[0].code == "react.at"
    assert default(state, NATIONALIST) == Hold()
    assert default(ordered(coming(), watch(f"{E1} 3")), NATIONALIST) == Hold()


def test_who_is_assaulted_fires_before_the_check() -> None:
    """A moment must be said, and that gives nothing up (9.2)."""
    assert default(assaulted(), NATIONALIST) == Defend(when="before")
