"""Whoever rests is answered for, or asked, alike: nothing else that they have in mind moves it.

Enemies can tell from answers that come at once that a side rests. Were it asked all the same where
it has orders that must be obeyed, its enemies would know of them before they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.api import Action, Decision, Seat
from engine.kit.standing_orders import Rest, given
from engine.registry import load_games
from engine.war_of_the_pacific.actions import Done
from engine.war_of_the_pacific.sequence import unfinished
from engine.war_of_the_pacific.standing_orders import answers
from engine.war_of_the_pacific.state import View
from tests.engine.contract.games import some
from tests.games import known
from tests.games import minds as minds_of
from tests.support.games_played import states_of
from tests.support.minds import Minds

every_game = pytest.mark.parametrize("key", sorted(load_games()))
OF_EACH = 12
"""Times that each question is looked at in a random game, for each seat that is asked it."""


def resting(state: Any, seat: Seat) -> Any:
    """The same, but that a seat has left no standing order but to rest."""
    orders = given({}, Rest(turn=state.table.turn))
    own = replace(state.secrets[seat], standing=orders)
    return replace(state, secrets={**state.secrets, seat: own})


def worlds(minds: Minds, state: Any, seat: Seat) -> Iterator[tuple[str, Any]]:
    """Yield with names what a resting seat may have in mind in a position."""
    yield "as it is", resting(state, seat)
    for name, own in minds.others(state, seat):
        other = replace(state, secrets={**state.secrets, seat: own})
        if _can_be(own):
            yield name, resting(other, seat)


def _can_be(own: Any) -> bool:
    """Say whether no ship has two orders for one turn: nobody can write that."""
    ordered = [(one.turn, ship) for one in getattr(own, "orders", ()) for ship in one.ships]
    return len(ordered) == len(set(ordered))


def played(key: str, seed: str) -> tuple[Any, ...]:
    """Return the states of a random game, those of one way through it."""
    minds = minds_of(key)
    return states_of(minds.game, seed, minds.game.settings_model(**minds.settings(seed)))


def uneven(key: str, most: int = OF_EACH) -> tuple[set[str], Counter[str]]:
    """Return the questions that a resting seat is asked in some worlds only; count the answers.

    Each question is looked at where it is asked first, and then now and then: *most* times a game.
    """
    minds, found, met = minds_of(key), set[str](), Counter[str]()
    for seed in known(key).resting:
        asked: dict[tuple[str, Seat], list[tuple[Any, Decision]]] = {}
        for state in played(key, seed):
            for decision in minds.game.awaiting(state):
                asked.setdefault((decision.code, decision.seat), []).append((state, decision))
        for (_, seat), those in asked.items():
            for state, decision in some(tuple(those), most):
                told = set()
                for name, world in worlds(minds, state, seat):
                    answer = minds.game.standing(minds.game.view(world, seat), decision)
                    told.add(answer is None)
                    if answer is not None:
                        met[f"{decision.code}: {answer.kind}"] += 1
                        assert minds.game.check(world, seat, answer) == (), (name, answer)
                if len(told) > 1:
                    found.add(decision.code)
    return found, met


@every_game
def test_whoever_rests_is_asked_alike_whatever_they_have_in_mind(key: str) -> None:
    """And what is answered for them is allowed, orders that must be obeyed included."""
    found, met = uneven(key)
    assert found == set()
    assert met
    if key == "war_of_the_pacific":
        assert met["phase.naval_movement: sail"]
        assert met["phase.naval_movement: done"]
        assert met["voyage.home: move"]


def _only_closing(view: View, decision: Decision) -> Action | None:
    """Close the phase unless orders must be obeyed: only its seat knows of them."""
    return None if unfinished(view) else Done()


def _only_its_course(view: View, decision: Decision) -> Action | None:
    """Hold the course, and ask where there is none."""
    assert view.own is not None
    return answers._hold_course(view, decision) if view.own.course else None


@pytest.mark.parametrize(
    ("code", "answer"),
    [("phase.naval_movement", _only_closing), ("voyage.home", _only_its_course)],
)
def test_waiting_for_a_secret_is_found(
    monkeypatch: pytest.MonkeyPatch, code: str, answer: Callable[[View, Decision], Action | None]
) -> None:
    """Planted: the phase stays open where ships have orders, a voyage where it has no course."""
    monkeypatch.setattr(answers, "_PLAIN", {**answers._PLAIN, code: answer})
    assert uneven("war_of_the_pacific")[0] == {code}
