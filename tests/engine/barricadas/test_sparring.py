"""The computer wins against enemies that make a game long, or throw themselves upon it."""

from __future__ import annotations

from functools import partial

import pytest

from bot.trials.lab import LabGame, play
from engine.barricadas.settings import Settings
from engine.barricadas.state import NATIONALIST, REPUBLICAN, SEATS, other
from tests.support.barricadas_sparring import ARENA, OPPONENTS

every_seat = pytest.mark.parametrize("seat", SEATS)

LONGEST = 1000
"""Actions after which a game counts as one that never ends."""


def game(seat: str, enemy: str, number: int, *, mine: str = "hard", **settings: str) -> LabGame:
    """Return a game of the computer on a seat against an enemy."""
    players = {seat: mine, other(seat): enemy}
    table = Settings.model_validate(settings)
    return play(ARENA, f"spar {number}", table, players, limit=LONGEST)


@pytest.mark.parametrize("enemy", OPPONENTS)
def test_who_attacks_like_that_is_beaten(enemy: str) -> None:
    """Against each of them the defender keeps the towns."""
    assert game(NATIONALIST, enemy, 1).winner == NATIONALIST


@pytest.mark.parametrize("enemy", ["charging", "fleeing"])
def test_who_leaves_the_towns_loses_them(enemy: str) -> None:
    """The attacker takes what is not held."""
    assert game(REPUBLICAN, enemy, 1).winner == REPUBLICAN


@pytest.mark.long
@every_seat
@pytest.mark.parametrize("enemy", ["passive", "charging", "fleeing"])
def test_they_are_beaten_for_certain(seat: str, enemy: str) -> None:
    """Of 50 games all end, and at least 45 are won; 38 of those in which both attack."""
    played = [game(seat, enemy, number) for number in range(50)]

    least = 38 if (seat, enemy) == (REPUBLICAN, "charging") else 45
    assert sum(one.winner == seat for one in played) >= least


@every_seat
@pytest.mark.parametrize("strength", ["easy", "normal"])
def test_weaker_ones_play_to_an_end(seat: str, strength: str) -> None:
    """Whatever they do without thinking is legal, and the game comes to its end."""
    assert game(seat, "charging", 2, mine=strength).rounds


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [("hard", "normal"), ("normal", "easy")])
def test_the_stronger_wins_more(better: str, worse: str) -> None:
    """From both sides together, clearly."""
    against = partial(game, mine=better)
    played = [(seat, against(seat, worse, n)) for n in range(40) for seat in SEATS]

    assert sum(one.winner == seat for seat, one in played) > 0.55 * len(played)
