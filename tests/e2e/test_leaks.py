"""The leak gate: what one side has in mind reaches nobody else, byte for byte.

In the states of random games of every system one side's secrets are rewritten
(:mod:`tests.support.twins`), and everything that anybody else gets is compared: answers of the
rules, words, messages with their buttons, menus, maps, the computer's moves.
``test_leaks_on_discord`` does the same with two whole worlds. Every state is looked at here in
part; the tests marked ``long`` look at all of everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from bot.store.codec import visible
from bot.text import LANGUAGES
from engine.api import Decision, Seat
from engine.calama.game import Calama
from engine.calama.state import View as CalamaView
from engine.dice import SeededDice, StoredDice
from engine.registry import load_games
from engine.war_of_the_pacific.game import WarOfThePacific
from engine.war_of_the_pacific.state import (
    Allotment,
    Blockade,
    Interception,
    LandBattle,
    March,
    NavalBattle,
    Overstack,
    Phase,
    Prizes,
    Repair,
    View,
    Voyage,
)
from render.themes import THEMES
from tests.games import minds as minds_of
from tests.support import games_played
from tests.support.games_played import Whole
from tests.support.minds import Minds
from tests.support.seldom import seldom
from tests.support.twins import attempts, differences, drawn, filmed, shown, told, twins

AHEAD = 40
"""How many actions a game goes on for with other secrets."""
VIEWED, REFUSED = 16, 32
"""Of so many states of a game one is viewed by all, and one is where everything is tried."""
LOOKED_AT = 4
"""States of a game in which everything is put into words."""
EVERYWHERE = 24
"""The same in the long tests: as many at least, less than twice as many."""
PACIFIC, CALAMA = minds_of("war_of_the_pacific"), minds_of("calama")

pytestmark = pytest.mark.usefixtures("strict_texts")

EVERY = [(key, seed) for key in load_games() for seed in minds_of(key).seeds]
USUAL = [(key, seed) for key in load_games() for seed in minds_of(key).usual[:2]]

every_game = pytest.mark.parametrize(("key", "seed"), seldom(EVERY, USUAL))
every_game_closely = pytest.mark.parametrize(("key", "seed"), EVERY)


def played(key: str, seed: str) -> Whole:
    """Return a random game and the states in which its actions were done."""
    minds = minds_of(key)
    settings = minds.game.settings_model(**minds.settings(seed))
    return games_played.played(minds.game, seed, settings)


def place_of(minds: Minds, seed: str) -> int:
    """Return the number of a seed: the usual ones come first, so that all has its turn there."""
    return (*minds.usual, *(one for one in minds.seeds if one not in minds.usual)).index(seed)


def viewers(minds: Minds) -> tuple[Seat | None, ...]:
    """Return all who may look on: the public and every seat."""
    return (None, *minds.game.seats)


def turn_by_turn(minds: Minds, state: Any, viewer: Seat | None, place: int) -> tuple[str, Any]:
    """Return one twin; another one at every *place*, so that all kinds have their turn."""
    others = list(twins(minds, state, viewer))
    return others[place % len(others)]


def sampled(states: tuple[Any, ...], wanted: int) -> Iterator[tuple[int, int, Any]]:
    """Yield about so many states, with a running number and their place."""
    every = max(1, len(states) // wanted)
    for number, place in enumerate(range(0, len(states), every)):
        yield number, place, states[place]


def test_every_game_is_watched() -> None:
    """A game whose secrets nobody looks for is noticed."""
    assert all(minds_of(key).game is game for key, game in load_games().items())


@pytest.mark.long
def test_the_games_go_everywhere() -> None:
    """Every phase and every interruption is among the states; if rules change, choose new seeds."""
    pacific = [state.table for seed in PACIFIC.seeds for state in played(PACIFIC.game.key, seed)[1]]
    frames = {type(frame) for table in pacific for frame in table.frames}
    calama = [state.table for seed in CALAMA.seeds for state in played(CALAMA.game.key, seed)[1]]

    assert {table.phase for table in pacific} == set(Phase) - {Phase.OVER}
    assert frames >= {Voyage, Interception, Blockade, NavalBattle, March, LandBattle, Allotment}
    assert frames >= {Prizes, Repair, Overstack}
    assert {table.phase.value for table in calama} == {"setup", "orders", "movement", "combat"}
    assert any(table.frames for table in calama)
    assert any(table.scored for table in calama)
    assert any(table.ready and table.phase.value == "setup" for table in calama)


# -- the gate --------------------------------------------------------------------------------


@every_game
def test_the_rules_answer_alike(key: str, seed: str) -> None:
    """In a sixteenth of the states, to every viewer: the view, what is owed, at times refusals."""
    minds = minds_of(key)
    game, first = minds.game, place_of(minds, seed)
    states = played(key, seed)[1]
    for place in range(first % VIEWED, len(states), VIEWED):
        state = states[place]
        for viewer in viewers(minds):
            view, owed = game.view(state, viewer), game.awaiting(state)
            for name, twin in twins(minds, state, viewer):
                assert game.view(twin, viewer) == view, (viewer, name)
                assert game.awaiting(twin) == owed, (viewer, name)
            if place % REFUSED >= VIEWED:
                continue
            name, twin = turn_by_turn(minds, state, viewer, place // REFUSED)
            tried = attempts(minds, state, viewer)
            one, another = (told(minds, world, viewer, tried) for world in (state, twin))
            assert not differences(one, another), (viewer, name)


@every_game
def test_words_messages_and_menus_are_alike(key: str, seed: str) -> None:
    """In both languages, as they go over the wire; menus of all that the viewer can do.

    What is looked up by name takes turns: other names and the other language every time.
    """
    minds = minds_of(key)
    whole, states = played(key, seed)
    turns = count(place_of(minds, seed))
    for number, place, state in sampled(states, LOOKED_AT):
        events = whole.log[place].events
        for viewer, turn in zip(viewers(minds), turns, strict=False):
            name, twin = turn_by_turn(minds, state, viewer, number)
            tried = attempts(minds, state, viewer)
            one = shown(minds, state, viewer, tried, events, turn=turn)
            another = shown(minds, twin, viewer, tried, events, turn=turn)
            assert not differences(one, another), (viewer, name)


@every_game
def test_maps_are_alike(key: str, seed: str) -> None:
    """Bytes and alt texts, whole, of a zone or of a place, with what has changed since.

    Each game in one of the languages and themes; who looks and at how much of the map takes turns.
    """
    minds = minds_of(key)
    states = played(key, seed)[1]
    number, count = place_of(minds, seed), len(minds.usual)
    place = (number % count + 1) * len(states) // (count + 1)
    viewer = viewers(minds)[number % 3]
    name, twin = turn_by_turn(minds, states[place], viewer, place)
    before = states[max(0, place - 20)]
    spoken = LANGUAGES[number % len(LANGUAGES)]
    theme = tuple(THEMES)[number % len(THEMES)]
    one, another = (
        drawn(minds, world, viewer, before, spoken, theme=theme, turn=number + number // 3)
        for world in (states[place], twin)
    )
    assert not differences(one, another), (viewer, name)


@pytest.mark.parametrize("key", load_games())
def test_replays_are_alike(key: str) -> None:
    """To whoever looks on and to a seat, byte for byte, whatever the others had in mind."""
    minds = minds_of(key)
    states = played(key, minds.seeds[0])[1]
    scenes = [states[place] for place in range(len(states) // 4, len(states), len(states) // 4)]
    for viewer in viewers(minds)[:2]:
        others = [turn_by_turn(minds, one, viewer, place)[1] for place, one in enumerate(scenes)]
        assert filmed(minds, scenes, viewer) == filmed(minds, others, viewer), viewer


@every_game
def test_the_game_goes_on_alike(key: str, seed: str) -> None:
    """Until what is hidden comes out, the same actions lead to the same for everybody else."""
    minds, compared = minds_of(key), 0
    for number, place, state in sampled(played(key, seed)[1], 2 * LOOKED_AT):
        for viewer in viewers(minds):
            for shift in range(2):
                name, twin = turn_by_turn(minds, state, viewer, number * 2 + shift)
                compared += _follow(minds, seed, place, twin, viewer, name)
    assert compared > 100


def _follow(minds: Minds, seed: str, place: int, twin: Any, viewer: Seat | None, name: str) -> int:
    """Go on in *twin* as the game did; return how many actions could be compared."""
    game = minds.game
    whole, states = played(game.key, seed)
    begun = states[place]
    hidden = {seat for seat in game.seats if game.view(twin, seat) != game.view(begun, seat)}
    ordered = any(twin.secrets[one].standing != begun.secrets[one].standing for one in hidden)
    comes_out = minds.comes_out if ordered else minds.is_found
    compared = 0
    for at in range(place, min(place + AHEAD, len(states) - 1)):
        state, one, after = states[at], whole.log[at], states[at + 1]
        if comes_out(state, after, one, hidden):
            break
        if one.action.secret and one.seat in hidden:
            continue  # a hidden seat has other secrets here, and may do other things
        step = game.apply(twin, one.seat, one.action, StoredDice(one.rolls))
        assert visible(step.events, viewer) == visible(one.events, viewer), (viewer, name)
        assert game.view(step.state, None) == game.view(after, None), (viewer, name)
        assert game.awaiting(step.state) == game.awaiting(after), (viewer, name)
        twin = step.state
        compared += 1
    return compared


@pytest.mark.parametrize(
    ("key", "strength"),
    [(key, name) for key, game in load_games().items() for name in game.opponents],
)
def test_the_computer_plays_alike(key: str, strength: str) -> None:
    """Whatever the others have in mind, the computer answers the same, however strong it is."""
    minds = minds_of(key)
    game, opponent = minds.game, minds.game.opponents[strength]
    for seed in minds.usual[::2]:
        for number, _, state in sampled(played(key, seed)[1], LOOKED_AT):
            for decision in game.awaiting(state):
                _, twin = turn_by_turn(minds, state, decision.seat, number)
                answers = [
                    opponent.choose(game.view(world, decision.seat), decision, SeededDice(b"gate"))
                    for world in (state, twin, state)
                ]
                assert answers[0] == answers[1] == answers[2]


@pytest.mark.long
@every_game_closely
def test_everything_is_alike_everywhere(key: str, seed: str) -> None:
    """Everything the tests above compare, all over a game; maps at every fifth place."""
    minds = minds_of(key)
    whole, states = played(key, seed)
    for number, place, state in sampled(states, EVERYWHERE):
        for viewer in viewers(minds):
            tried, events = attempts(minds, state, viewer), whole.log[place].events
            answers = told(minds, state, viewer, tried)
            for name, twin in twins(minds, state, viewer):
                assert not differences(answers, told(minds, twin, viewer, tried)), (viewer, name)
            name, twin = turn_by_turn(minds, state, viewer, place)
            one = shown(minds, state, viewer, tried, events)
            another = shown(minds, twin, viewer, tried, events)
            assert not differences(one, another), (viewer, name)
            if number % 5 == 0:
                before = states[max(0, place - 20)]
                theme = tuple(THEMES)[number // 5 % len(THEMES)]
                pictures = drawn(minds, state, viewer, before, theme=theme)
                others = drawn(minds, twin, viewer, before, theme=theme)
                assert not differences(pictures, others), (viewer, name)


# -- the gate can shut -----------------------------------------------------------------------


@pytest.mark.parametrize("key", load_games())
def test_a_telling_decision_key_is_found(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A key that depends on what seats have in mind is seen by the gate."""
    game = type(minds_of(key).game)
    awaiting = game.awaiting

    def leaky(self: Any, state: Any) -> tuple[Decision, ...]:
        secret = repr(state.secrets)
        return tuple(_renamed(decision, secret) for decision in awaiting(self, state))

    played(key, minds_of(key).seeds[0])  # it is kept for all tests: not played by a leaky game
    monkeypatch.setattr(game, "awaiting", leaky)
    with pytest.raises(AssertionError):
        test_the_rules_answer_alike(key, minds_of(key).seeds[0])


def _renamed(decision: Decision, secret: str) -> Decision:
    key = f"{decision.key}.{len(secret)}.{secret[:200]}"
    return Decision(key, decision.seat, decision.code, decision.rule, decision.params)


def test_a_telling_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A public view that holds somebody's orders is seen by the gate, as words and as a map."""

    def leaky(self: WarOfThePacific, state: Any, seat: Seat | None) -> View:
        return View(seat, state.table, state.secrets[seat or "chile"])

    states = played(PACIFIC.game.key, PACIFIC.seeds[0])[1]
    state = next(one for one in states if one.secrets["chile"].orders)
    _must_be_found(monkeypatch, PACIFIC, state, "chile: nothing in mind", WarOfThePacific, leaky)


def test_a_telling_view_of_a_plan_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A public view that holds somebody's plan of deployment is seen, as words and as a map."""

    def leaky(self: Calama, state: Any, seat: Seat | None) -> CalamaView:
        return CalamaView(seat or "chile", state.table, state.secrets[seat or "chile"])

    states = played(CALAMA.game.key, CALAMA.seeds[0])[1]
    state = next(one for one in states if one.secrets["chile"].plan)
    _must_be_found(monkeypatch, CALAMA, state, "chile: nothing in mind", Calama, leaky)


def _must_be_found(
    monkeypatch: pytest.MonkeyPatch, minds: Minds, state: Any, name: str, game: Any, leaky: Any
) -> None:
    twin = dict(twins(minds, state, None))[name]
    assert not differences(shown(minds, state, None, ()), shown(minds, twin, None, ()))
    assert not differences(drawn(minds, state, None, None), drawn(minds, twin, None, None))
    monkeypatch.setattr(game, "view", leaky)
    assert differences(shown(minds, state, None, ()), shown(minds, twin, None, ()))
    assert differences(drawn(minds, state, None, None), drawn(minds, twin, None, None))
