"""What every game promises of a game that is begun from a position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from pydantic import BaseModel

from bot.text import words_for
from bot.text.catalogue import LANGUAGES
from bot.trials.random_play import play_at_random
from engine.api import Correction, Feature, Start, tried
from engine.dice import RecordedDice, SeededDice, StoredDice
from engine.errors import IllegalAction
from tests.engine.contract.games import GAMES, TOYS, every_game, every_game_with
from tests.engine.correcting import is_at_rest, made
from tests.games import known
from tests.support import toy_words  # noqa: F401 - its texts are read by importing it
from tests.support.seldom import seldom

PLAYED = 200
SOON = 50
"""Actions that are played on from a start, and from one of several; of a dear game fewer."""
TWINS = 3
MOST = 25
"""Starts: so many are in a menu."""
CORRECTIONS = 6
"""At most so many are made together."""


class Place(NamedTuple):
    """A start of a game with some settings."""

    settings: BaseModel
    start: Start


def tables(key: str) -> Iterator[BaseModel]:
    """Yield the usual settings of a game, and those by which its random games are short."""
    model = GAMES[key].settings_model
    seen = list[BaseModel]()
    for chosen in ({}, *known(key).tables):
        settings = model.model_validate(chosen)
        if settings not in seen:
            seen.append(settings)
            yield settings


def places(key: str) -> list[Place]:
    """Every start of the usual game, and the first and last of each other."""
    found = []
    for number, settings in enumerate(tables(key)):
        starts = GAMES[key].starts(settings)
        some = starts if number == 0 else (*starts[:1], *starts[1:][-1:])
        found += [Place(settings, start) for start in some]
    return found


def put_right(game: Any, state: Any, seed: str) -> tuple[Correction, ...]:
    """Corrections of a table that is laid out, drawn one after the other, which hold together."""
    chooser, found = SeededDice(seed.encode()), list[Correction]()
    view = game.view(state, None)
    for kind in game.corrections:
        one = made(game, state, kind, chooser)
        if one is None or len(found) == CORRECTIONS:
            continue
        if not game.check_corrections(view, (*found, one)):
            found.append(one)
    return tuple(found)


@every_game
def test_starts_are_declared(key: str) -> None:
    """A game that declares them has some with its usual settings; another one has none."""
    game = GAMES[key]
    settings = game.settings_model()
    assert bool(game.starts(settings)) is (Feature.STARTS in game.has)
    with pytest.raises(ValueError, match="no start"):
        game.laid_out(settings, "nonsense")
    with pytest.raises(ValueError, match="no start"):
        game.begin(settings, "nonsense", (), SeededDice(b"1"))


@every_game_with(Feature.STARTS)
def test_each_start_has_a_name(key: str) -> None:
    """A key of its own, and words in every language; only the first may be the game's own."""
    game = GAMES[key]
    for settings in tables(key):
        starts = game.starts(settings)
        assert len({one.key for one in starts}) == len(starts) <= MOST
        assert all(re.fullmatch("[a-z0-9-]{1,20}", one.key) for one in starts)
        assert not any(one.own for one in starts[1:])
        for language in LANGUAGES:
            said = [words_for(language, game).plain.say(one.label) for one in starts]
            assert len(set(said)) == len(said)


@every_game_with(Feature.STARTS)
def test_each_start_is_laid_out(key: str) -> None:
    """At rest and sound, the same each time, without dice; whatever is offered can be put right."""
    game = GAMES[key]
    for settings, start in places(key):
        state = game.laid_out(settings, start.key)
        assert is_at_rest(game, state)
        assert game.faults(state) == ()
        assert game.load(game.dump(state)) == state == game.laid_out(settings, start.key)


@pytest.mark.parametrize("every", seldom([3, 1], [3]))
@every_game_with(Feature.STARTS)
def test_each_start_begins(key: str, every: int) -> None:
    """Sound, with somebody awaited who can act, read back as written, and it can be played on."""
    game, dear = GAMES[key], known(key).pace.dear
    for number, (settings, start) in enumerate(places(key)[::every]):
        for corrections in ((), put_right(game, game.laid_out(settings, start.key), start.key)):
            dice = RecordedDice(SeededDice(f"{number}".encode()))
            done = game.begin(settings, start.key, corrections, dice)
            begun, played = done.state, len(corrections) if corrections else 0
            assert game.faults(begun) == (), (start.key, corrections)
            assert game.outcome(begun) is None
            owed = game.awaiting(begun)
            assert owed
            for decision in owed:
                assert set(game.kinds(game.view(begun, decision.seat))) & set(decision.kinds)
            assert game.load(game.dump(begun)) == begun
            again = game.begin(settings, start.key, corrections, StoredDice(tuple(dice.rolls)))
            assert again == done
            assert all(event.audience is None for event in done.events)
            if number % dear == 0 or played:
                limit = (PLAYED if every == 1 else SOON) // dear
                _, last = play_at_random(game, begun, f"{start.key}", limit=limit)
                assert game.faults(last) == ()


@every_game_with(Feature.STARTS)
def test_its_own_beginning_is_as_it_always_was(key: str) -> None:
    """Where a start is the game's own beginning, nothing is otherwise for having been chosen."""
    game, own = GAMES[key], 0
    for settings in tables(key):
        for start in game.starts(settings):
            if start.own:
                own += 1
                begun = game.begin(settings, start.key, (), SeededDice(b"own"))
                assert begun == game.setup(settings, SeededDice(b"own"))
    # In the others both sides set up first, in secret or in turns: no start is that.
    assert bool(own) is (game in TOYS)


@every_game_with(Feature.STARTS)
def test_nothing_hidden_is_told(key: str) -> None:
    """Worlds that look the same to somebody are awaited alike as such a game begins."""
    game: Any = GAMES[key]
    for settings, start in places(key)[:: known(key).pace.dear * 2]:
        begun = game.begin(settings, start.key, (), SeededDice(b"twins")).state
        for viewer in (None, *game.seats):
            for twin in tried(game).scramble(begun, viewer, TWINS):
                assert game.view(twin, viewer) == game.view(begun, viewer)
                assert game.awaiting(twin) == game.awaiting(begun)


@every_game_with(Feature.STARTS)
def test_what_cannot_be_is_refused(key: str) -> None:
    """Corrections that a referee could not make either; of another game none is known."""
    game = GAMES[key]
    settings, start = places(key)[0]
    state = game.laid_out(settings, start.key)
    strange = next(iter(GAMES["toy" if key != "toy" else "calama"].corrections.values()))
    other = strange.model_construct()
    view = game.view(state, None)
    refusals = game.check_corrections(view, (other,))
    assert [one.code for one in refusals] == ["correct.unknown"]
    with pytest.raises(IllegalAction):
        game.begin(settings, start.key, (other,), SeededDice(b"1"))
    for one in put_right(game, state, "named"):
        assert game.unknown_in(view, one) == ()
