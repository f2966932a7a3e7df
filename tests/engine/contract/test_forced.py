"""Forced answers: allowed, the only thing there is to do, and the same whatever is secret."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from bot.trials.promises import leaks
from engine.api import Action, Decision, tried
from engine.dice import ScriptedDice
from tests.engine.contract.games import GAMES, every_seed_of_every_game, played
from tests.support.toy_game import (
    BANKS,
    TOY,
    Land,
    Row,
    Search,
    Settings,
    Shout,
    State,
    ToyGame,
    View,
)


@every_seed_of_every_game
def test_it_is_the_only_thing_to_do(key: str, seed: str) -> None:
    """Whatever its seat has in mind: ``check`` accepts it, and no other kind answers."""
    game = GAMES[key]
    for state in played(key, seed)[1]:
        public = game.view(state, None)
        for decision in game.awaiting(state):
            answer = game.forced(public, decision)
            possible = set(game.kinds(game.view(state, decision.seat))) & set(decision.kinds)
            if answer is None:
                continue
            assert not answer.secret
            assert possible == {answer.kind}
            assert all(one.action == answer for one in decision.choices)
            for world in (state, *tried(game).scramble(state, None, 3)):
                assert game.check(world, decision.seat, answer) == ()
                assert game.forced(game.view(world, decision.seat), decision) == answer


def test_a_phase_with_nothing_to_do_is_met() -> None:
    """In the War of the Pacific sides come to a combat phase without anybody to fight."""
    game = GAMES["war_of_the_pacific"]
    met: Counter[str] = Counter()
    for state in played("war_of_the_pacific", "contract 1")[1]:
        for decision in game.awaiting(state):
            answer = game.forced(game.view(state, None), decision)
            met[decision.code] += answer is not None
    assert met["phase.land_combat"] > 0
    assert met["phase.administrative"] == 0


def hoarse(*seats: str) -> State:
    """Somebody has rowed a six, and the other is asked; of these the voice is gone."""
    start: State = TOY.setup(Settings(hoarse=True), ScriptedDice(1)).state
    state = dataclasses.replace(start, table=dataclasses.replace(start.table, hoarse=seats))
    after: State = TOY.apply(state, "red", Row(strokes=1), ScriptedDice(6)).state
    return after


def asked(game: ToyGame, state: State) -> tuple[Decision, Action | None]:
    """The one decision, and its forced answer."""
    (decision,) = game.awaiting(state)
    return decision, game.forced(game.view(state, None), decision)


def test_whoever_has_no_voice_can_only_be_silent() -> None:
    """A lantern could be put down all the time: it answers nothing."""
    decision, answer = asked(TOY, hoarse("blue"))
    assert (decision.code, answer) == ("shout", Shout(loud=False))
    assert asked(TOY, hoarse("red"))[1] is None


def test_a_voice_is_lost_by_shouting() -> None:
    """Only where the table plays so."""
    for lost in (True, False):
        start: State = TOY.setup(Settings(hoarse=lost), ScriptedDice(1)).state
        state = TOY.apply(start, "red", Row(strokes=1), ScriptedDice(6)).state
        state = TOY.apply(state, "blue", Shout(loud=True), ScriptedDice(1, 2)).state
        state = TOY.apply(state, "red", Row(strokes=1), ScriptedDice(6)).state
        assert (asked(TOY, state)[1] is not None) == lost
        assert bool(TOY.check(state, "blue", Shout(loud=True))) == lost


def landed() -> State:
    """Red has landed where blue may have a lantern, and blue is asked whether they search."""
    start: State = TOY.setup(Settings(), ScriptedDice(1)).state
    table = dataclasses.replace(start.table, settings=Settings(smuggling=True))
    after: State = TOY.apply(
        dataclasses.replace(start, table=table), "red", Land(bank="north"), ScriptedDice()
    ).state
    return after


def test_what_hangs_on_a_secret_is_always_asked() -> None:
    """Without a lantern there nothing can be searched; only its owner knows."""
    state = landed()
    for lantern in ("", *BANKS):
        own = dataclasses.replace(state.secrets["blue"], lantern=lantern)
        world = dataclasses.replace(state, secrets={**state.secrets, "blue": own})
        assert asked(TOY, world)[1] is None


class Sly(ToyGame):
    """Answers for whoever can do nothing else, as they alone know."""

    def forced(self, view: View, decision: Decision) -> Action | None:
        """By what the viewer of the moment has in mind: a planted leak."""
        if view.table.frames and decision.code == "search" and self.dark:
            return Search(spot="nothing")
        return None

    dark = False

    def awaiting(self, state: State) -> tuple[Decision, ...]:
        """Look at the lantern of whoever is asked by the way."""
        frames = state.table.frames
        if frames and frames[-1].type == "searching":
            self.dark = state.secrets[frames[-1].seat].lantern != frames[-1].bank
        return super().awaiting(state)


def test_an_answer_that_tells_is_found() -> None:
    """By its being there in one world and not in another."""
    assert leaks(TOY, landed(), 10) == ()
    assert any("forced" in leak for leak in leaks(Sly(), landed(), 10))


@pytest.mark.parametrize("code", ["cross", "loading"])
def test_where_there_is_more_to_do_nothing_is_forced(code: str) -> None:
    """Two kinds, or a table that hides what a question hangs on."""
    start: State = TOY.setup(Settings(smuggling=code == "loading"), ScriptedDice(1)).state
    for decision in TOY.awaiting(start):
        assert decision.code == code
        assert TOY.forced(TOY.view(start, None), decision) is None
