"""Invariant 1: a kill at any instant loses nothing acknowledged, and repeats nothing.

See ``tests/support/killing.py``: real processes, really killed, many of them twice.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.games import GAMES

ROOT = Path(__file__).resolve().parents[3]
SEVERAL = pytest.mark.slow
ALL = pytest.mark.long
ON_SERVER = "tests.support.killing_on_server"
SHOWN = {"": 90, "standing": 90, "computer": 90, "undo": 150, "seat": 150}
"""How the short game goes, and how many points there are at least."""


def killed(
    folder: Path, stride: str, how: str = "", *, program: str = "tests.support.killing"
) -> tuple[int, int]:
    """Kill, hold what comes of it against an undisturbed game; return the points and the kills."""
    (counted,) = each_killed(folder, (stride, how), program=program)
    return counted


def each_killed(
    folder: Path, *runs: tuple[str, str], program: str = "tests.support.killing"
) -> list[tuple[int, int]]:
    """Do so for several strides, each with how its games go, by one program: it is long to load."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            program,
            str(folder / "games"),
            *(word for run in runs for word in run),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    numbers = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    return [(points, kills) for points, kills in numbers]


@SEVERAL
def test_killed_now_and_then(tmp_path: Path) -> None:
    """Nothing acknowledged is lost, nothing is done or told twice, no panel is posted twice.

    Whole short games: by hand, by standing order, against the computer, with something taken back,
    and with a seat that changes hands; at every point of each of them in the long tests. Then the
    first actions of every game there is, and around a panel's posting.
    """
    short, real, panel = each_killed(
        tmp_path, ("55", ",".join(SHOWN)), ("100", ",".join(GAMES)), ("panel/5", "")
    )

    assert short[0] > 90 * len(SHOWN)
    assert short[1] > 5 * len(SHOWN)
    assert real[0] > 100 * len(GAMES)
    assert real[1] >= 2 * len(GAMES)
    assert panel[1] >= 4


@SEVERAL
def test_killed_now_and_then_on_a_server(tmp_path: Path) -> None:
    """The same with the games on PostgreSQL; by every way a game goes in the long tests."""
    points, kills = killed(tmp_path, "40", program=ON_SERVER)

    assert points > 90
    assert kills > 5


@ALL
@pytest.mark.parametrize("how", [*SHOWN, *(f"undo/{game}" for game in GAMES)])
def test_killed_often_on_a_server(tmp_path: Path, how: str) -> None:
    """Some thirty times each show."""
    points, kills = killed(tmp_path, "15" if how in SHOWN else "60", how, program=ON_SERVER)

    assert points > 90
    assert kills > 10


@ALL
@pytest.mark.parametrize(("how", "least"), SHOWN.items())
def test_killed_at_every_point(tmp_path: Path, how: str, least: int) -> None:
    """The same, wherever there is something to kill.

    What is asked, agreed to and taken back is so once; what was ordered in secret since stands. A
    seat is offered, asked for, granted, accepted and handed over once; stood in for, and back.
    """
    points, kills = killed(tmp_path, "1", how)

    assert points > least
    assert kills > least


@pytest.mark.parametrize(
    ("how", "kills"),
    [
        pytest.param("toy", 8, marks=SEVERAL),
        *(pytest.param(how, 40, marks=ALL) for how in ("toy", "toy/claim", *GAMES)),
    ],
)
def test_killed_around_the_times_at_which_something_is_due(
    tmp_path: Path, how: str, kills: int
) -> None:
    """Nothing is answered or told twice, nothing early, nothing within the grace after a start."""
    points, done = killed(tmp_path, str(kills), how, program="tests.support.killing_time")

    assert points > 250
    assert done >= kills * 0.9


@ALL
@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_killed_while_something_is_taken_back(tmp_path: Path, game: str) -> None:
    """The same of the first actions of every game, fifty times each."""
    points, _ = killed(tmp_path / "counted", "100000", f"undo/{game}")
    _, kills = killed(tmp_path, str(max(1, points // 50)), f"undo/{game}")

    assert kills >= 50


@ALL
@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_killed_many_times(tmp_path: Path, game: str) -> None:
    """The same at so many points that there are more than a hundred kills of all games."""
    points, kills = killed(tmp_path, "7", game)

    assert points > 150
    assert kills >= 30


@ALL
@pytest.mark.parametrize(
    ("stride", "how"), [("panel", ""), ("panel/2", ",".join(GAMES))], ids=["all", "each game"]
)
def test_a_panel_is_never_posted_twice(tmp_path: Path, stride: str, how: str) -> None:
    """Killed when it is posted and not on file, and again while the next process makes it good.

    That one finds it by its mark and edits it; the edit has to leave the mark.
    """
    _, kills = killed(tmp_path, stride, how)

    assert kills >= 4
