"""What events tell of a game: all that is gone at its end was told as lost, with whose it was."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bot.trials.random_play import RandomGame
from engine.api import Event, Params, Term
from engine.calama.game import Calama
from engine.dice import SeededDice
from engine.registry import load_games
from engine.war_of_the_pacific.game import WarOfThePacific
from tests.support import games_played
from tests.support.short import short
from tests.support.toy_game import TOY

PACIFIC, CALAMA = WarOfThePacific(), Calama()
SEEDS = (games_played.SEEDS[0], "two", "three")


@cache
def events(game: Any, seed: str) -> tuple[RandomGame, tuple[Event, ...]]:
    """Return a random game, and all that the public was told of it."""
    settings = short(game)
    played, _ = games_played.played(game, seed, settings)
    first = game.setup(settings, SeededDice(seed.encode())).events
    told = [*first, *(event for each in played.log for event in each.events)]
    return played, tuple(event for event in told if event.audience is None)


def lost(game: Any, seed: str) -> set[tuple[str, Term]]:
    """Return what was told as lost, with whose it was."""
    return {
        (loss.seat, loss.what)
        for event in events(game, seed)[1]
        for loss in game.tale(event).losses
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", [*load_games().values(), TOY], ids=lambda game: game.key)
def test_tales_are_of_the_game(game: Any, seed: str) -> None:
    """Seats that play, worth that counts, dice that can be thrown."""
    found = [game.tale(event) for event in events(game, seed)[1]]
    for tale in found:
        assert tale.weight >= 0
        for loss in tale.losses:
            assert loss.seat in game.seats
            assert loss.worth >= 1
        for throw in tale.throws:
            assert throw.seat in game.seats
            assert throw.dice
            assert all(1 <= die <= throw.sides for die in throw.dice)
    assert any(tale.throws for tale in found)


def test_every_dead_unit_was_told() -> None:
    """War of the Pacific: whatever is on the dead pile, Supply Columns aside, is among the lost."""
    found = set()
    for seed in SEEDS:
        figures = PACIFIC.tally(events(PACIFIC, seed)[0].state)
        dead = {
            key.rsplit(".", 1)[1]
            for key, number in figures.items()
            if number and key.count(".") == 2 and key.split(".")[1] in ("sunk", "lost")
        }
        assert dead <= {what.key for _, what in lost(PACIFIC, seed)}
        found |= dead
    assert found


@pytest.mark.parametrize("seed", SEEDS)
def test_every_dead_piece_was_told(seed: str) -> None:
    """Batalla de Calama: as many of each side as its tally counts."""
    played, _ = events(CALAMA, seed)
    figures = CALAMA.tally(played.state)
    told = lost(CALAMA, seed)
    for seat in CALAMA.seats:
        dead = sum(
            number
            for key, number in figures.items()
            if key.startswith((f"{seat}.lost.", f"{seat}.guns_taken"))
        )
        assert len([one for whose, one in told if whose == seat]) == dead


def test_few_pips_are_good_where_they_are() -> None:
    """A shot that hits with a one is luck, one that misses with a six is none (7.9)."""
    shot = Event("naval_battle.hit", "7.9.fire", {"seat": Term("seat", "chile"), "die": 1})
    (throw,) = PACIFIC.tale(shot).throws
    assert throw.low
    assert throw.dice == (1,)


def test_a_prize_is_lost_once() -> None:
    """When it is captured, by its own navy; not again when its captor scuttles it (WP-R73)."""
    chile, huascar = Term("seat", "chile"), Term("unit", "huascar")
    params: Params = {"seat": chile, "ship": Term("unit", "cochrane"), "prize": huascar, "die": 6}
    (loss,) = PACIFIC.tale(Event("capture.captured", "10.1.result", params)).losses
    assert (loss.seat, loss.what) == ("allies", huascar)
    scuttled = Event("ship.scuttled", "10.1.eliminate", {"seat": chile, "ship": huascar})
    assert not PACIFIC.tale(scuttled).losses


def test_a_prize_goes_down_with_its_captors_units() -> None:
    """What is aboard is lost by whose it is, whatever navy the ship came from."""
    params: Params = {"ship": Term("unit", "rimac"), "units": (Term("unit", "pe-inf-1"),)}
    (loss,) = PACIFIC.tale(Event("ship.cargo_lost", "7.9.hit.cargo", params)).losses
    assert loss.seat == "allies"
