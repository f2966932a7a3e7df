"""The computer against players unlike itself: every game ends, and who does nothing loses."""

from __future__ import annotations

import pytest

from bot.trials.lab import LabGame, Player, play
from engine.kit.settings import opened
from engine.war_of_the_pacific.settings import Settings
from engine.war_of_the_pacific.state import SEATS
from tests.support.war_of_the_pacific_sparring import ARENA, OPPONENTS

every_seat = pytest.mark.parametrize("seat", SEATS)


def against(name: str, seat: str, games: int) -> list[LabGame]:
    """Games of the strongest computer on a seat against a sparring player."""
    players: dict[str, Player] = dict.fromkeys(SEATS, name)
    players[seat] = "hard"
    table = Settings.model_validate(opened(Settings, {}))
    return [play(ARENA, f"{name} {seat} {one}", table, players) for one in range(games)]


@every_seat
def test_who_does_nothing_loses(seat: str) -> None:
    """From either side, and the game comes to its end."""
    (played,) = against("passive", seat, 1)

    assert played.winner == seat


@pytest.mark.long
@every_seat
@pytest.mark.parametrize("name", OPPONENTS)
def test_every_game_against_whoever_has_one_idea_ends(name: str, seat: str) -> None:
    """By turn 12, without a problem; who does nothing at all has no chance."""
    played = against(name, seat, 20)

    assert all(one.rounds <= 12 and not one.problem for one in played)
    if name == "passive":
        assert sum(one.winner == seat for one in played) >= 18
