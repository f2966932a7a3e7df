"""The computer wins, and not only lasts, against enemies that make a game long."""

from __future__ import annotations

from functools import partial

import pytest

from bot.trials.lab import LabGame, play
from engine.calama.settings import NESTINGS, Settings
from engine.calama.state import SEATS, other
from tests.support.calama_sparring import ARENA
from tests.support.seldom import seldom

STALLERS = ("passive", "fleeing", "turtling")

every_seat = pytest.mark.parametrize("seat", SEATS)
every_staller = pytest.mark.parametrize("enemy", STALLERS)

EACH = [(seat, enemy) for seat in SEATS for enemy in STALLERS]

LONGEST = 4000
"""Actions after which a game counts as one that never ends."""


def game(seat: str, enemy: str, number: int, *, mine: str = "hard", **settings: str) -> LabGame:
    """Return a game of the computer on a seat against an enemy."""
    players = {seat: mine, other(seat): enemy}
    table = Settings.model_validate(settings)
    return play(ARENA, f"spar {number}", table, players, limit=LONGEST)


@pytest.mark.parametrize(("seat", "enemy"), seldom(EACH, EACH[::2]))
def test_who_does_not_fight_is_beaten(seat: str, enemy: str) -> None:
    """A game against each of them ends, and the computer has won it."""
    assert game(seat, enemy, 2).winner == seat


@pytest.mark.long
@every_seat
@every_staller
def test_who_does_not_fight_is_beaten_for_certain(seat: str, enemy: str) -> None:
    """Of 50 games all end, and at least 45 are won."""
    played = [game(seat, enemy, number) for number in range(50)]

    assert sum(one.winner == seat for one in played) >= 45


@pytest.mark.long
def test_plain_greed_seldom_wins() -> None:
    """Fire less danger and nothing else wins at most a quarter of its games."""
    played = [(seat, game(seat, "greedy", n)) for n in range(25) for seat in SEATS]

    assert sum(one.winner == other(seat) for seat, one in played) <= len(played) / 4


@every_seat
@pytest.mark.parametrize("strength", ["easy", "normal"])
def test_weaker_ones_play_to_an_end(seat: str, strength: str) -> None:
    """Whatever they do without thinking is legal, and the game comes to its end."""
    assert game(seat, "greedy", 2, mine=strength, last_round="8").rounds


@pytest.mark.parametrize("nesting", NESTINGS)
def test_both_orders_of_play_come_to_an_end(nesting: str) -> None:
    """The computer plays itself in either."""
    assert game(SEATS[0], "normal", 3, order_of_play=nesting).rounds


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [("hard", "normal"), ("normal", "easy")])
def test_the_stronger_wins_more(better: str, worse: str) -> None:
    """From both sides together, clearly."""
    against = partial(game, mine=better)
    played = [(seat, against(seat, worse, n)) for n in range(30) for seat in SEATS]

    assert sum(one.winner == seat for seat, one in played) > 0.6 * len(played)
