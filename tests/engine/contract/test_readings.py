"""What public actions read of what is hidden is listed, by game, with what of it may be told."""

from __future__ import annotations

import pkgutil
from functools import cache
from typing import Any

import pytest

from bot.trials.random_play import play_at_random
from engine.api import Seat
from engine.dice import SeededDice, StoredDice
from engine.registry import load_games
from tests.games import known
from tests.games import minds as minds_of
from tests.support.readings import LISTS, Reading, Tracer, listed, unlisted

GAMES = [key for key in load_games() if (LISTS / key / "readings.toml").exists()]
SHORT, MOST = 160, 20_000
"""So many actions of one game of each system are done in every run; the rest is long."""


def read_in(key: str, seeds: tuple[str, ...], most: int) -> dict[Reading, set[str]]:
    """Return what the public actions of some random games read of what is hidden."""
    minds = minds_of(key)
    hidden = known(key).hidden
    assert hidden is not None
    tracer = Tracer(minds.game, hidden)
    for seed in seeds:
        for state, seat, action, rolls in _played(key, seed, most):
            if not action.secret:
                tracer.apply(state, seat, action, StoredDice(rolls))
    return tracer.found


@cache
def _played(key: str, seed: str, most: int) -> tuple[tuple[Any, Seat, Any, Any], ...]:
    minds, states = minds_of(key), list[Any]()
    settings = minds.game.settings_model(**minds.settings(seed))
    begun = minds.game.setup(settings, SeededDice(seed.encode())).state
    log, _ = play_at_random(minds.game, begun, seed, limit=most, each=states.append)
    return tuple(
        (state, one.seat, one.action, one.rolls) for state, one in zip(states, log, strict=True)
    )


@pytest.mark.parametrize("key", GAMES)
def test_what_public_actions_read_is_listed(key: str) -> None:
    """No rule looks at what is hidden but those whose telling was thought of."""
    assert list(unlisted(key, read_in(key, minds_of(key).seeds[:1], SHORT))) == []


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_what_public_actions_read_is_listed_everywhere(key: str) -> None:
    """Nor in any other game, to its end."""
    assert list(unlisted(key, read_in(key, minds_of(key).seeds, MOST))) == []


@pytest.mark.parametrize("key", GAMES)
def test_what_is_listed_is_told(key: str) -> None:
    """Each entry says what may be told, and names functions that are there."""
    for one in listed(key):
        assert one.tells
        assert one.reads
        for by in one.by:
            assert callable(pkgutil.resolve_name(f"engine.{key}.{by}")), by


@pytest.mark.parametrize("key", GAMES)
def test_another_reading_is_found(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A rule that begins to look at what others have in mind is named."""
    game: Any = minds_of(key).game
    finish = game.finish

    def looks(play: Any, action: Any) -> None:
        for own in play.secrets.values():
            assert own.standing is not None
        finish(play, action)

    monkeypatch.setattr(type(game), "finish", staticmethod(looks))
    found = read_in(key, minds_of(key).seeds[:1], 12)
    assert any("Secrets.standing" in one for one in unlisted(key, found))
