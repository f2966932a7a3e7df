"""The leak gate: what one side has in mind reaches nobody else, byte for byte.

In the states of ten random games one side's hidden orders are rewritten (``tests/support/twins``),
and everything that anybody else gets is compared: answers of the rules, words, messages with their
buttons, menus, maps. ``test_leaks_on_discord`` does the same with two whole worlds. Every state is
looked at here in part; the tests marked ``long`` look at all of everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from engine.api import Decision, Seat
from engine.dice import StoredDice
from engine.wander import Wandered, wander
from engine.war_of_the_pacific.game import GAME, WarOfThePacific
from engine.war_of_the_pacific.state import (
    SEATS,
    Allotment,
    Blockade,
    Interception,
    LandBattle,
    March,
    NavalBattle,
    Phase,
    State,
    View,
    Voyage,
)
from tests.support.twins import attempts, differences, drawn, shown, told, twins

SEEDS = tuple(f"leak {n}" for n in (41, 112, 140, 156, 164, 173, 200, 201, 203, 204))
"""Games that meet at sea more than most do, and one of twelve turns."""
VIEWERS: tuple[Seat | None, ...] = (None, *SEATS)
AHEAD = 40
"""How many actions a game goes on for with other secrets."""

pytestmark = pytest.mark.usefixtures("strict_texts")

every_game = pytest.mark.parametrize("seed", SEEDS)


@cache
def played(seed: str) -> tuple[Wandered, tuple[State, ...]]:
    """Return a random game and the states in which its actions were done."""
    states: list[State] = []
    return wander(GAME, seed, each=states.append), tuple(states)


def turn_by_turn(state: State, viewer: Seat | None, place: int) -> tuple[str, State]:
    """Return one twin; another one at every *place*, so that all kinds have their turn."""
    others = list(twins(state, viewer))
    return others[place % len(others)]


def sampled(states: tuple[State, ...], every: int) -> Iterator[tuple[int, State]]:
    """Yield every so many-th state with its place."""
    return ((place, state) for place, state in enumerate(states) if place % every == 0)


def test_the_games_go_everywhere() -> None:
    """Every phase and every interruption is among the states; if rules change, choose new seeds."""
    tables = [state.table for seed in SEEDS for state in played(seed)[1]]
    frames = {type(frame) for table in tables for frame in table.frames}

    assert {table.phase for table in tables} == set(Phase) - {Phase.OVER}
    assert frames >= {Voyage, Interception, Blockade, NavalBattle, March, LandBattle, Allotment}


# -- the gate --------------------------------------------------------------------------------


@every_game
def test_the_rules_answer_alike(seed: str) -> None:
    """In every state, to every viewer: his view, what is owed, and what is refused and why."""
    for place, state in enumerate(played(seed)[1]):
        for viewer in VIEWERS:
            view, owed = GAME.view(state, viewer), GAME.awaiting(state)
            for name, twin in twins(state, viewer):
                assert GAME.view(twin, viewer) == view, (viewer, name)
                assert GAME.awaiting(twin) == owed, (viewer, name)
            name, twin = turn_by_turn(state, viewer, place)
            tried = attempts(state, viewer)
            found = differences(told(state, viewer, tried), told(twin, viewer, tried))
            assert not found, (viewer, name)


@every_game
def test_words_messages_and_menus_are_alike(seed: str) -> None:
    """In both languages, as they go over the wire; menus of all that the viewer can do."""
    wandered, states = played(seed)
    for place, state in sampled(states, 30):
        events = wandered.log[place].events
        for viewer in VIEWERS:
            name, twin = turn_by_turn(state, viewer, place // 30)
            tried = attempts(state, viewer)
            one = shown(state, viewer, tried, events)
            assert not differences(one, shown(twin, viewer, tried, events)), (viewer, name)


@every_game
def test_maps_are_alike(seed: str) -> None:
    """Bytes and alt texts, whole, of a zone and of a place, with what has changed since."""
    states = played(seed)[1]
    place = (SEEDS.index(seed) + 1) * len(states) // (len(SEEDS) + 1)
    viewer = VIEWERS[SEEDS.index(seed) % len(VIEWERS)]
    name, twin = turn_by_turn(states[place], viewer, place)
    before = states[max(0, place - 20)]
    one = drawn(states[place], viewer, before)
    assert not differences(one, drawn(twin, viewer, before)), (viewer, name)


@every_game
def test_the_game_goes_on_alike(seed: str) -> None:
    """Until those orders sail, the same actions lead to the same for everybody else."""
    followed = 0
    for place, state in sampled(played(seed)[1], 30):
        if any(isinstance(frame, Voyage) for frame in state.table.frames):
            continue
        for viewer in VIEWERS:
            for shift in range(3):
                name, twin = turn_by_turn(state, viewer, place // 30 * 3 + shift)
                followed += _follow(seed, place, twin, viewer, name)
    assert followed > 500


def _follow(seed: str, place: int, twin: State, viewer: Seat | None, name: str) -> int:
    """Go on in *twin* as the game did; return how many actions could be compared."""
    wandered, states = played(seed)
    hidden = {seat for seat in SEATS if twin.secrets[seat] != states[place].secrets[seat]}
    compared = 0
    for at in range(place, min(place + AHEAD, len(states) - 1)):
        table, one, after = states[at].table, wandered.log[at], states[at + 1]
        if table.phase is Phase.NAVAL and table.player in hidden:
            break
        if one.action.secret and one.seat in hidden:
            continue  # its orders are others here; that it writes some is nobody's business
        step = GAME.apply(twin, one.seat, one.action, StoredDice(one.rolls))
        mine = [event for event in one.events if event.reaches(viewer)]
        assert [event for event in step.events if event.reaches(viewer)] == mine, (viewer, name)
        assert GAME.view(step.state, None) == GAME.view(after, None), (viewer, name)
        assert GAME.awaiting(step.state) == GAME.awaiting(after), (viewer, name)
        twin = step.state
        compared += 1
    return compared


@pytest.mark.long
@every_game
def test_everything_is_alike_everywhere(seed: str) -> None:
    """Everything the tests above compare, in every state; maps in every twentieth."""
    wandered, states = played(seed)
    for place, state in enumerate(states):
        for viewer in VIEWERS:
            tried, events = attempts(state, viewer), wandered.log[place].events
            answers = told(state, viewer, tried)
            for name, twin in twins(state, viewer):
                assert not differences(answers, told(twin, viewer, tried)), (viewer, name)
            name, twin = turn_by_turn(state, viewer, place)
            one = shown(state, viewer, tried, events)
            assert not differences(one, shown(twin, viewer, tried, events)), (viewer, name)
            if place % 20 == 0:
                before = states[max(0, place - 20)]
                pictures = drawn(state, viewer, before)
                assert not differences(pictures, drawn(twin, viewer, before)), (viewer, name)


# -- the gate can shut -----------------------------------------------------------------------


def test_a_telling_decision_key_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that counts the orders written is seen by the gate."""
    awaiting = WarOfThePacific.awaiting

    def leaky(self: WarOfThePacific, state: State) -> tuple[Decision, ...]:
        count = sum(len(own.orders) for own in state.secrets.values())
        return tuple(_renamed(decision, count) for decision in awaiting(self, state))

    monkeypatch.setattr(WarOfThePacific, "awaiting", leaky)
    with pytest.raises(AssertionError):
        test_the_rules_answer_alike(SEEDS[0])


def _renamed(decision: Decision, count: int) -> Decision:
    return Decision(
        f"{decision.key}.{count}", decision.seat, decision.code, decision.rule, decision.params
    )


def test_a_telling_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A public view that holds somebody's orders is seen by the gate, as words and as a map."""

    def leaky(self: WarOfThePacific, state: State, seat: Seat | None) -> View:
        return View(seat, state.table, state.secrets[seat or "chile"])

    state = next(one for one in played(SEEDS[0])[1] if one.secrets["chile"].orders)
    twin = next(one for name, one in twins(state, None) if name == "chile: nothing in mind")
    assert not differences(shown(state, None, ()), shown(twin, None, ()))
    assert not differences(drawn(state, None, None), drawn(twin, None, None))
    monkeypatch.setattr(WarOfThePacific, "view", leaky)
    assert differences(shown(state, None, ()), shown(twin, None, ()))
    assert differences(drawn(state, None, None), drawn(twin, None, None))
