"""What every game promises of what a side keeps secret and has put right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple

import pytest

from bot.trials.random_play import play_at_random
from engine.api import Corrected, Correction, Feature, Seat, tried
from engine.dice import SeededDice
from engine.errors import IllegalAction, MalformedAction
from tests.engine.contract.games import (
    GAMES,
    SEEDS,
    every_game,
    every_game_with,
    every_seed_of_games_with,
    played,
    some,
)
from tests.engine.correcting import Correcting, own_made
from tests.games import known
from tests.support import toy_words  # noqa: F401 - its words are looked at

every_corrected_game = every_seed_of_games_with(Feature.OWN_CORRECTIONS)
STATES = 5
"""Positions of a random game that are corrected."""
AFTERWARDS = 40
WORLDS = 2
TWINNED = 4
"""One of so many corrections is made in other worlds too."""


class Done(NamedTuple):
    """A correction, whose, the state before it, and what came of it."""

    state: Any
    seat: Seat
    one: Correction
    after: Corrected


@cache
def corrections(key: str, seed: str) -> tuple[Done, ...]:
    """Corrections of every kind and side in positions of a random game."""
    game, chooser = GAMES[key], SeededDice(f"own corrections {seed}".encode())
    found = []
    states = played(key, seed)[1]
    # Secrets are many while sides set up: the first positions count as much as all others.
    for state in (*some(states[: len(states) // 8], STATES), *some(states, STATES)):
        for seat in game.seats:
            for kind in game.own_corrections:
                one = own_made(game, state, seat, kind, chooser)
                if one is not None:
                    assert game.check_own_corrections(game.view(state, seat), (one,)) == (), one
                    found.append(Done(state, seat, one, game.correct_own(state, seat, (one,))))
    return tuple(found)


@every_game
def test_kinds_are_corrections_and_nothing_else(key: str) -> None:
    """A kind is one thing: what a side does, or what is put right in public or in secret."""
    game = GAMES[key]

    assert not set(game.own_corrections) & {*game.actions, *game.corrections}
    for kind, model in game.own_corrections.items():
        assert issubclass(model, Correction)
        assert model.kind == kind
        assert model.model_fields


@every_game_with(Feature.OWN_CORRECTIONS)
def test_every_kind_comes_up(key: str) -> None:
    """In some random game each kind has something to put right."""
    missing = set(GAMES[key].own_corrections) - known(key).uncorrected
    for seed in SEEDS:
        if missing:
            missing -= {done.one.kind for done in corrections(key, seed)}
    assert missing == set()


@every_corrected_game
def test_a_corrected_position_is_sound(key: str, seed: str) -> None:
    """Nothing is wrong with it, and it is read back as it was written."""
    game = GAMES[key]
    for _, _, one, after in corrections(key, seed):
        state = after.state
        assert game.faults(state) == (), one
        text = game.dump(state)
        assert game.load(text) == state
        assert set(game.redumped(text)) == {text}


@every_corrected_game
def test_a_corrected_position_is_played_on(key: str, seed: str) -> None:
    """A little, after one correction of each kind, by random legal actions without a fault."""
    of_each = {done.one.kind: done for done in corrections(key, seed)}
    play_on(key, seed, tuple(of_each.values()))


@pytest.mark.long
@every_corrected_game
def test_every_corrected_position_is_played_on(key: str, seed: str) -> None:
    """After each correction, of a dear game after some."""
    play_on(key, seed, corrections(key, seed)[:: known(key).pace.dear])


def play_on(key: str, seed: str, those: Sequence[Done]) -> None:
    """Play on from what corrections came to: nothing is wrong with it afterwards."""
    game = GAMES[key]
    for number, (_, _, one, after) in enumerate(those):
        _, last = play_at_random(game, after.state, f"{seed} {number}", limit=AFTERWARDS)
        assert game.faults(last) == (), one


@every_corrected_game
def test_nobody_else_notices_it(key: str, seed: str) -> None:
    """Only its side sees anything otherwise, or reads of it; what all are asked stays."""
    game: Any = GAMES[key]
    for state, seat, one, after in corrections(key, seed):
        for viewer in (None, *(other for other in game.seats if other != seat)):
            assert game.view(after.state, viewer) == game.view(state, viewer), one
            assert game.orders(game.view(after.state, viewer)) == game.orders(
                game.view(state, viewer)
            )
        assert game.awaiting(after.state) == game.awaiting(state), one
        assert game.status(game.view(after.state, None)) == game.status(game.view(state, None))
        assert game.outcome(after.state) == game.outcome(state)
        assert game.view(after.state, seat) != game.view(state, seat), one
        assert [event.code for event in after.events] == [f"corrected.{one.kind}"]
        assert all(event.audience == frozenset({seat}) for event in after.events)
        assert all(event.otherwise is None for event in after.events)
        assert after.struck == {}
        Correcting(game).say((one, *after.events))


@every_corrected_game
def test_a_correction_is_the_same_each_time(key: str, seed: str) -> None:
    """Also as it stands on file, and it changes nothing of the state that it began with."""
    game = GAMES[key]
    for state, seat, one, after in corrections(key, seed):
        before = game.dump(state)
        again = type(one).model_validate_json(one.model_dump_json())
        assert again == one
        assert game.correct_own(state, seat, (again,)) == after
        assert game.dump(state) == before


@every_corrected_game
def test_what_others_hide_changes_nothing(key: str, seed: str) -> None:
    """Worlds that look the same to its side are judged alike, and look the same afterwards."""
    game: Any = GAMES[key]
    for state, seat, one, after in corrections(key, seed)[::TWINNED]:
        wrong, options = refused(game, after.state, seat, one), offered(game, state, seat)
        for twin in tried(game).scramble(state, seat, WORLDS):
            assert game.check_own_corrections(game.view(twin, seat), (one,)) == ()
            corrected = game.correct_own(twin, seat, (one,))
            assert corrected.events == after.events
            assert game.view(corrected.state, seat) == game.view(after.state, seat)
            assert refused(game, corrected.state, seat, one) == wrong
            assert offered(game, twin, seat) == options


def refused(game: Any, state: Any, seat: Seat, one: Correction) -> Any:
    """Return why a correction cannot be made once more."""
    return game.check_own_corrections(game.view(state, seat), (one,))


def offered(game: Any, state: Any, seat: Seat) -> list[Any]:
    """Return what is offered first for each kind."""
    view = game.view(state, seat)
    return [
        list(islice(game.correction_options(view, kind, next(iter(model.model_fields)), {}), 5))
        for kind, model in game.own_corrections.items()
    ]


@every_corrected_game
def test_nonsense_is_refused(key: str, seed: str) -> None:
    """Whatever is typed into a field, it is read and done, or there is a sentence of why not."""
    game = GAMES[key]
    for state, seat, one, _ in {done.one.kind: done for done in corrections(key, seed)}.values():
        view, filled = game.view(state, seat), one.model_dump().items()
        for name, word in product(type(one).model_fields, ("nonsense", "-1", "9" * 30)):
            typed = {each: str(value) for each, value in filled} | {name: word}
            try:
                read = game.parse_correction(view, one.kind, typed)
                game.correct_own(state, seat, (read,))
            except (MalformedAction, IllegalAction) as error:
                Correcting(game).say(error.refusals)
            else:
                assert word not in str(read), read


@every_corrected_game
def test_others_are_offered_and_refused_everything(key: str, seed: str) -> None:
    """Whoever keeps nothing has nothing put right, nor do public corrections go this way."""
    game = GAMES[key]
    for state, seat, one, _ in corrections(key, seed)[:1]:
        public, own = game.view(state, None), game.view(state, seat)
        (refusal,) = game.check_own_corrections(public, (one,))
        assert refusal.code == "correct.whose"
        field = next(iter(type(one).model_fields))
        assert list(game.correction_options(public, one.kind, field, {})) == []
        assert [found.code for found in game.check_own_corrections(own, ())] == ["correct.nothing"]
        codes = {found.code for found in game.check_corrections(public, (one,))}
        assert codes <= {"correct.unknown", "correct.set_up", "correct.loading", "correct.declared"}
        assert codes


@every_corrected_game
def test_nothing_is_corrected_but_at_rest(key: str, seed: str) -> None:
    """Not while something interrupts, nor when all is over; then nothing is offered either."""
    game = GAMES[key]
    _, seat, one, _ = next(done for each in SEEDS for done in corrections(key, each))
    interrupted = [
        state
        for state in played(key, seed)[1]
        if any(decision.interrupt for decision in game.awaiting(state))
    ]
    for state in interrupted[:: len(interrupted) // STATES + 1]:
        (refusal,) = game.check_own_corrections(game.view(state, seat), (one,))
        assert refusal.code == "correct.interrupted"
        assert not any(offered(game, state, seat))
    over = played(key, seed)[0].state
    (refusal,) = game.check_own_corrections(game.view(over, seat), (one,))
    assert refusal.code == "correct.over"
    with pytest.raises(IllegalAction):
        game.correct_own(over, seat, (one,))
