"""What somebody who waits is told, on a terminal and in a pipe."""

from __future__ import annotations

import io

import pytest

from bot.cli.progress import Progress, in_words
from bot.trials import pace


class Clock:
    """Stands still until it is put on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the seconds."""
        return self.now


class Terminal(io.StringIO):
    """Looks like one."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_in_a_pipe_a_line_comes_after_two_seconds_and_then_now_and_then() -> None:
    """Quick work says nothing; long work how far it is, and what is left once that is known."""
    out, clock = io.StringIO(), Clock()
    with Progress(4, out=out, clock=clock) as progress:
        progress.acted(10)
        assert out.getvalue() == ""
        clock.now = 2.0
        progress.acted(30)
        clock.now = 10.0
        progress.acted(90)
        progress.acted(100)
        progress.ended(1)
        clock.now = 30.0
        progress.acted(150)

    assert out.getvalue().splitlines() == [
        "0 of 4 games, 30 actions",
        "1 of 4 games, 150 actions, about 50 s left",
    ]


def test_on_a_terminal_a_bar_moves_within_a_game_and_is_gone_in_the_end() -> None:
    """What was found meanwhile stays."""
    out, clock = Terminal(), Clock()
    with Progress(2, out=out, clock=clock) as progress:
        for actions in (1_000, 2_000):
            clock.now += 1
            progress.acted(actions)
        progress.say("seed 's 1': a hole in the map")
    told = out.getvalue()

    assert "0/2" in told
    assert "2,000 actions" in told
    assert "a hole in the map" in told


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (99, "99 s"), (240, "4 min"), (7_500, "2 h 5 min")]
)
def test_times_are_read_at_a_glance(seconds: float, words: str) -> None:
    """Seconds, then minutes, then hours."""
    assert in_words(seconds) == words


def doubled(seed: str) -> str:
    """Play nothing in three actions."""
    for _ in range(3):
        pace.step()
    if seed == "broken":
        raise ValueError(seed)
    return seed * 2


class Ear:
    """Hears how far it has come."""

    def __init__(self) -> None:
        self.heard = [0]

    def acted(self, actions: int) -> None:
        """Hear it."""
        self.heard.append(actions)


@pytest.mark.parametrize("processes", [1, 2])
def test_games_come_in_order_and_their_actions_are_counted(processes: int) -> None:
    """In one process or several; afterwards nobody listens any more."""
    ear = Ear()

    assert list(pace.played(doubled, "abcdefg", processes, ear)) == [one * 2 for one in "abcdefg"]
    assert ear.heard == sorted(ear.heard)
    assert ear.heard[-1] == 21
    pace.step()
    assert ear.heard[-1] == 21


@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_raised_comes_through_and_ends_the_work(processes: int) -> None:
    """What came before it was had."""
    found = pace.played(doubled, ["a", "broken", "b"], processes)

    assert next(found) == "aa"
    with pytest.raises(ValueError, match="broken"):
        next(found)
