"""`python -m bot lab` as a person types it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli import given, lab
from bot.cli.lab import lines, measure
from bot.trials.lab import LabGame, summary
from engine.registry import load_games
from tests.support.toy_game import TOY, ToyGame

RUN = CliRunner()


class Series:
    """Plays nothing, and notes what it was asked to play."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.problem = ""

    def __call__(
        self, game: str, seeds: Any, settings: Any, players: Any, **how: Any
    ) -> Iterator[LabGame]:
        """Let red win every game but the last, which may have a problem."""
        self.asked.append((game, tuple(seeds), dict(settings), dict(players)))
        *whole, last = seeds
        for seed in whole:
            yield LabGame(seed, "red", "further", 4, 20, {"red.score": 3, "seen": 1}, (0.002,))
        if self.problem:
            yield LabGame(last, problem=self.problem)
        else:
            yield LabGame(last, None, "level", 6, 30, {"red.score": 4, "seen": 0}, (0.004,))


@pytest.fixture
def series(monkeypatch: pytest.MonkeyPatch) -> Series:
    """The toy game is registered, and nothing is really played."""
    stand_in = Series()
    monkeypatch.setattr(lab, "series", stand_in)
    monkeypatch.setattr(given, "load_games", lambda: {TOY.key: TOY})
    return stand_in


def test_what_it_prints(capsys: pytest.CaptureFixture[str], series: Series) -> None:
    """Shares with their intervals, reasons, lengths, averages, and how long it thought."""
    assert measure("toy", 4, 1, "s") == 0
    said = capsys.readouterr().out.splitlines()
    told = [" ".join(line.split()) for line in said]

    assert said[0] == "toy: red=computer, blue=computer"
    assert said[1] == "4 games played to their end"
    assert told[2] == "red 3 75.0 % (30.1 to 95.4)"
    assert told[4] == "draws 1 25.0 % ( 4.6 to 69.9)"
    assert told[5] == "decided in turn 4 3 75.0 % (30.1 to 95.4)"
    assert told[6] == "red: further 3 75.0 % (30.1 to 95.4)"
    assert told[7] == "decided in turn 6 1 25.0 % ( 4.6 to 69.9)"
    assert told[8] == "draw: level 1 25.0 % ( 4.6 to 69.9)"
    assert said[9] == "rounds 4 to 6, 4 in the middle"
    assert said[10] == "actions 20 to 30, 20 in the middle"
    assert said[12] == "red:"
    assert told[13] == "score 4 100.0 % (51.0 to 100.0) 3.25 a game, 3 in the middle"
    assert said[14] == "all:"
    assert told[15] == "seen 3 75.0 % (30.1 to 95.4)"
    assert "4 times" in said[16]
    assert "half within 2.0 ms" in said[16]
    assert "the longest 4.0 ms" in said[16]
    assert "games a second" in said[17]


def test_of_a_long_group_the_largest_are_printed() -> None:
    """All of it where everything is asked for."""
    tally = {f"red.lost.{number}": number for number in range(30)}
    report = summary(("red", "blue"), [LabGame("a", "red", "far", 1, 1, tally)])
    short, long = list(lines(report)), list(lines(report, whole=True))

    named = [line.split()[0] for line in short[short.index("red.lost:") + 1 :]]
    assert named == ["29", "28", "27", "26", "25", "24", "23", "22", "and"]
    assert short[-1] == "  and 22 smaller ones (--all)"
    every = [line.split()[0] for line in long[long.index("red.lost:") + 1 :]]
    assert every == [str(number) for number in range(30)]


def test_what_was_typed_reaches_the_games(series: Series) -> None:
    """Settings and players by name; the computer plays where nothing is said."""
    assert measure("toy", 2, 1, "s", settings=["turns = 7"], players=["blue=random"]) == 0
    assert series.asked == [
        ("toy", ("s 1", "s 2"), {"turns": "7"}, {"red": "computer", "blue": "random"})
    ]


def test_figures_for_programs(capsys: pytest.CaptureFixture[str], series: Series) -> None:
    """The same figures as JSON, and nothing else on standard output."""
    assert measure("toy", 4, 1, "s", settings=["turns=7"], as_json="-") == 0
    data = json.loads(capsys.readouterr().out)

    assert data["game"] == "toy"
    assert data["settings"] == {"turns": "7"}
    assert data["wins"]["red"]["count"] == 3
    assert data["turns"]["4"]["count"] == 3
    first = data["decided"][0]
    assert (first["turn"], first["winner"], first["reason"]) == (4, "red", "further")
    assert (first["count"], first["share"]) == (3, 0.75)
    assert data["found"]["seen"]["count"] == 3
    assert data["tally"] == {"red.score": 3.25, "seen": 0.75}
    assert data["problems"] == []


def test_figures_in_a_file(
    capsys: pytest.CaptureFixture[str], series: Series, tmp_path: Path
) -> None:
    """The file holds what a program reads, and the person still has the report."""
    file = tmp_path / "figures.json"
    assert measure("toy", 4, 1, "s", as_json=str(file)) == 0

    assert json.loads(file.read_text(encoding="utf-8"))["wins"]["red"]["count"] == 3
    assert "4 games played to their end" in capsys.readouterr().out


def test_a_broken_game_is_told_with_its_seed(
    capsys: pytest.CaptureFixture[str], series: Series
) -> None:
    """At once on standard error, again at the end, and in the exit code."""
    series.problem = "20000 actions and no end"
    assert measure("toy", 2, 1, "s") == 1
    said = capsys.readouterr()
    assert "seed 's 2': 20000 actions and no end" in said.err
    assert "seed s 2: 20000 actions and no end" in said.out
    assert "1 games played to their end" in said.out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"game": "chess"}, "There is no game 'chess'; there are: toy."),
        (
            {"settings": ["colour=red"]},
            "toy has no setting 'colour'; there are: turns, crates, smuggling, hoarse.",
        ),
        ({"settings": ["turns=many"]}, "turns cannot be 'many'"),
        ({"settings": ["turns"]}, "'turns' is not of the form setting=value."),
        ({"settings": ["turns=2", "turns=3"]}, "turns is given twice."),
        ({"players": ["green=random"]}, "toy has no seat 'green'; there are: red, blue."),
        (
            {"players": ["red=me"]},
            "red can be played by computer or easy or normal or hard or random, not by 'me'.",
        ),
        ({"players": ["red=easy"]}, "toy has no computer player 'easy'; there are: hard."),
    ],
)
def test_what_cannot_be_meant_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], series: Series, typed: dict[str, Any], told: str
) -> None:
    """Nothing is played; the line says what there is, and the exit code is 2."""
    asked: dict[str, Any] = {"game": "toy", **typed}
    assert measure(asked.pop("game"), 1, 1, "s", **asked) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert series.asked == []


def test_a_game_without_a_computer_player_says_so(
    capsys: pytest.CaptureFixture[str], series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can still be played at random."""
    mute = ToyGame()
    mute.opponents = {}
    monkeypatch.setattr(given, "load_games", lambda: {mute.key: mute})

    assert measure("toy", 2, 1, "s", players=["red=random"]) == 2
    assert "toy has no computer player" in capsys.readouterr().err
    assert measure("toy", 2, 1, "s", players=["red=random", "blue=random"]) == 0


def test_the_command_line_hands_everything_on(series: Series) -> None:
    """Every option of the command reaches the games."""
    typed = ["lab", "toy", "--games", "2", "--processes", "1", "--seed", "x", "--json", "-"]
    answer = RUN.invoke(app, [*typed, "--set", "turns=4", "--player", "red=random"])

    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.output)["settings"] == {"turns": "4"}
    assert series.asked == [
        ("toy", ("x 1", "x 2"), {"turns": "4"}, {"red": "random", "blue": "computer"})
    ]


def test_a_real_game_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    """With nothing in place of the games."""
    name, game = next((key, one) for key, one in load_games().items() if one.opponents)
    seats = [f"{seat}=random" for seat in game.seats]

    assert measure(name.replace("_", "-"), 1, 1, "s", players=seats) == 0
    assert "1 games played to their end" in capsys.readouterr().out
