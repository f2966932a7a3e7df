"""What every game promises of a position that is put right by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import pytest

from bot.trials.random_play import play_at_random
from engine.api import Corrected, Correction, Feature, Seat, Term, tried
from engine.dice import SeededDice
from engine.errors import IllegalAction, MalformedAction
from tests.engine.contract.games import (
    GAMES,
    SEEDS,
    every_game,
    every_game_with,
    every_seed_of_games_with,
    played,
    seeds_of,
    some,
    those_with,
)
from tests.engine.correcting import is_at_rest, made
from tests.games import known

CORRECTED = those_with(Feature.CORRECTIONS)
every_corrected_game = every_seed_of_games_with(Feature.CORRECTIONS)
STATES = 4
"""Positions of a random game that are corrected."""
SOON = 60
"""Actions that are played on after a correction; of a dear game fewer."""
AFTERWARDS = 200
"""Actions that are played on after each of them now and then."""
LOOKED_AT = 20
"""Of so many positions that are played through afterwards one is looked at."""
WORLDS = 2


class Done(NamedTuple):
    """A correction, the state before it, and what came of it."""

    state: Any
    one: Correction
    after: Corrected


def offers_nothing(game: Any, state: Any) -> bool:
    """Say whether no correction is offered."""
    return not any(offered(game, state))


@cache
def corrections(key: str, seed: str) -> tuple[Done, ...]:
    """Corrections of every kind in positions of a random game."""
    game, chooser = GAMES[key], SeededDice(f"corrections {seed}".encode())
    found = []
    resting = tuple(state for state in played(key, seed)[1] if is_at_rest(game, state))
    for state in some(resting, STATES):
        for kind in game.corrections:
            one = made(game, state, kind, chooser)
            if one is not None:
                assert game.check_corrections(game.view(state, None), (one,)) == (), one
                found.append(Done(state, one, game.correct(state, (one,))))
    return tuple(found)


@every_game
def test_kinds_are_corrections_and_no_actions(key: str) -> None:
    """A kind is one thing: what a side does, or what is put right."""
    game = GAMES[key]

    assert not set(game.corrections) & set(game.actions)
    for kind, model in game.corrections.items():
        assert issubclass(model, Correction)
        assert model.kind == kind
        assert model.model_fields


@every_game_with(Feature.CORRECTIONS)
def test_every_kind_comes_up(key: str) -> None:
    """In some random game each kind has something to put right."""
    kinds = {done.one.kind for seed in seeds_of(key) for done in corrections(key, seed)}
    for one in GAMES[key].corrections:
        assert one in kinds or one in known(key).uncorrected, one


@every_corrected_game
def test_a_corrected_position_is_sound(key: str, seed: str) -> None:
    """Nothing is wrong with it, somebody is awaited, and it is read back as it was written."""
    game = GAMES[key]
    assert corrections(key, seed)
    for _, one, after in corrections(key, seed):
        state = after.state
        assert game.faults(state) == (), one
        owed = game.awaiting(state)
        assert owed, one
        for decision in owed:
            able = game.kinds(game.view(state, decision.seat))
            assert set(able) & set(decision.kinds), one
        text = game.dump(state)
        assert game.load(text) == state
        assert set(game.redumped(text)) == {text}
        assert [event.code for event in after.events] == [f"corrected.{one.kind}"]
        assert all(event.audience is None for event in after.events)


@every_corrected_game
def test_a_corrected_position_is_played_on(key: str, seed: str) -> None:
    """A little, after one correction of each kind, by random legal actions without a fault."""
    of_each = {done.one.kind: done for done in corrections(key, seed)}
    play_on(key, seed, SOON // known(key).pace.dear, tuple(of_each.values()))


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", CORRECTED)
def test_every_corrected_position_is_played_on(key: str, seed: str) -> None:
    """To the end or two hundred actions, of every game; fewer of a dear one."""
    play_on(key, seed, AFTERWARDS // known(key).pace.dear, corrections(key, seed))


def play_on(key: str, seed: str, limit: int, those: Sequence[Done]) -> None:
    """Play on from what corrections came to: nothing is ever wrong with it."""
    game = GAMES[key]
    for number, (_, one, after) in enumerate(those):
        states: list[Any] = []
        _, last = play_at_random(
            game, after.state, f"{seed} {number}", limit=limit, each=states.append
        )
        for state in (*states[number % LOOKED_AT :: LOOKED_AT], last):
            assert game.faults(state) == (), one
        assert game.awaiting(last) or game.outcome(last) is not None


@every_corrected_game
def test_a_correction_is_the_same_each_time(key: str, seed: str) -> None:
    """Also as it stands on file, and it changes nothing of the state that it began with."""
    game = GAMES[key]
    for state, one, after in corrections(key, seed):
        before = game.dump(state)
        again = type(one).model_validate_json(one.model_dump_json())
        assert again == one
        assert game.correct(state, (again,)) == after
        assert game.dump(state) == before


@every_corrected_game
def test_it_tells_nothing_of_what_is_hidden(key: str, seed: str) -> None:
    """Worlds that look the same to somebody are judged alike, and look the same afterwards."""
    game: Any = GAMES[key]
    for state, one, after in corrections(key, seed)[:: known(key).pace.dear]:
        wrong = refused(game, state, one)
        for viewer in (None, *game.seats):
            for twin in tried(game).scramble(state, viewer, WORLDS):
                assert game.check_corrections(game.view(twin, viewer), (one,)) == ()
                corrected = game.correct(twin, (one,))
                assert corrected.events == after.events
                assert game.view(corrected.state, viewer) == game.view(after.state, viewer)
                assert game.awaiting(corrected.state) == game.awaiting(after.state)
                assert corrected.struck.get(viewer) == after.struck.get(viewer)
                if viewer is None:
                    assert refused(game, twin, one) == wrong
    for state in {id(done.state): done.state for done in corrections(key, seed)}.values():
        for twin in tried(game).scramble(state, None):
            assert offered(game, state) == offered(game, twin)


def refused(game: Any, state: Any, one: Correction) -> Any:
    """Return why a correction cannot be made twice, by anybody's view."""
    view = game.view(game.correct(state, (one,)).state, None)
    return game.check_corrections(view, (one,))


def offered(game: Any, state: Any) -> list[Any]:
    """Return what is offered first for each kind."""
    view = game.view(state, None)
    return [
        list(islice(game.correction_options(view, kind, next(iter(model.model_fields)), {}), 5))
        for kind, model in game.corrections.items()
    ]


@every_corrected_game
def test_what_is_hidden_stays(key: str, seed: str) -> None:
    """A side's own view changes where everybody's does, and by what was struck."""
    game: Any = GAMES[key]
    for state, one, after in corrections(key, seed):
        public = game.view(state, None).table, game.view(after.state, None).table
        for seat in game.seats:
            before, then = game.view(state, seat), game.view(after.state, seat)
            assert list(otherwise(before.table, then.table, *public)) == [], one
            struck = after.struck.get(seat, ())
            assert (before.own == then.own) is not bool(struck), one
            assert all(line in game.orders(before) for line in struck), one


def otherwise(own: Any, own_then: Any, all_see: Any, all_see_then: Any) -> Iterator[str]:
    """Yield where something changed for its side and not for everybody."""
    if own == own_then:
        return
    same = {type(one) for one in (own, own_then, all_see, all_see_then)} == {type(own)}
    if same and is_dataclass(own):
        for field in fields(own):
            parts = (getattr(one, field.name) for one in (own, own_then, all_see, all_see_then))
            yield from (f"{field.name}.{found}" for found in otherwise(*parts))
    elif same and isinstance(own, Mapping):
        for name in {*own, *own_then}:
            parts = (one.get(name) for one in (own, own_then, all_see, all_see_then))
            yield from (f"{name}.{found}" for found in otherwise(*parts))
    elif all_see == all_see_then:
        yield f"{own!r} -> {own_then!r}"


@every_corrected_game
def test_nothing_is_corrected_but_at_rest(key: str, seed: str) -> None:
    """Not while something interrupts, nor when all is over; then nothing is offered either."""
    game = GAMES[key]
    one = next(iter(corrections(key, seed))).one
    interrupted = 0
    for state in played(key, seed)[1]:
        owed = game.awaiting(state)
        if any(decision.interrupt for decision in owed):
            interrupted += 1
            if interrupted % LOOKED_AT == 1:
                view = game.view(state, None)
                (refusal,) = game.check_corrections(view, (one,))
                assert refusal.code == "correct.interrupted"
                seats = refusal.params["seats"]
                assert isinstance(seats, tuple)
                assert {*seats} == {Term("seat", decision.seat) for decision in owed}
                assert offers_nothing(game, state)
    over = played(key, seed)[0].state
    (refusal,) = game.check_corrections(game.view(over, None), (one,))
    assert refusal.code == "correct.over"
    assert offers_nothing(game, over)
    with pytest.raises(IllegalAction):
        game.correct(over, (one,))


@every_corrected_game
def test_no_correction_is_none(key: str, seed: str) -> None:
    """Where nothing is to be put right nothing is done."""
    game = GAMES[key]
    for state, _, _ in corrections(key, seed)[:1]:
        (refusal,) = game.check_corrections(game.view(state, None), ())
        assert refusal.code == "correct.nothing"


@every_game
def test_what_is_no_correction_is_refused(key: str) -> None:
    """A kind of another game, or of an action, is said to be none, and has no options."""
    game = GAMES[key]
    state = played(key, SEEDS[0])[1][0]
    view = game.view(state, None)
    for kind in ("nonsense", next(iter(game.actions))):
        with pytest.raises(MalformedAction) as refused:
            game.parse_correction(view, kind, {})
        assert [one.code for one in refused.value.refusals] == ["correct.unknown"]
        assert list(game.correction_options(view, kind, "seat", {})) == []
        assert game.correction_accepts(view, kind, "seat", {}) is None


@every_corrected_game
def test_anybodys_view_serves(key: str, seed: str) -> None:
    """Only what everybody sees of a view counts."""
    game = GAMES[key]
    for state, one, _ in corrections(key, seed)[::7]:
        seen: list[Any] = []
        viewers: tuple[Seat | None, ...] = (None, *game.seats)
        for viewer in viewers:
            view = game.view(state, viewer)
            field = next(iter(type(one).model_fields))
            options = list(islice(game.correction_options(view, one.kind, field, {}), 10))
            seen.append((options, game.check_corrections(view, (one,))))
        assert seen == seen[:1] * len(seen)
