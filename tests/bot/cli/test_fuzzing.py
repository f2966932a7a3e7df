"""`python -m bot fuzz` as a person types it."""

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.cli import fuzzing
from bot.cli.fuzzing import fuzz_games
from bot.trials.fuzz import Trial
from engine.registry import load_games


def test_sound_games_are_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    """A game given with hyphens is played, and the last line tells how fast."""
    assert fuzz_games("war-of-the-pacific", 1, 1, "command line") == 0
    said = capsys.readouterr().out
    assert "1 of 1 games are sound" in said
    assert "games a second" in said.splitlines()[-1]


class Trials:
    """Stands in for the fuzzer: notes what it is asked, and finds every game sound."""

    def __init__(self) -> None:
        self.games: list[str] = []
        self.settings: list[object] = []

    def __call__(
        self, game: str, _seeds: object, _processes: int, settings: object, _watcher: object
    ) -> list[Trial]:
        """Play nothing."""
        self.games.append(game)
        self.settings.append(settings)
        return [Trial("s 1", 10)]


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> Trials:
    """No game is really played."""
    stand_in = Trials()
    monkeypatch.setattr(fuzzing, "fuzz", stand_in)
    return stand_in


def test_every_game_is_played_where_none_is_named(
    capsys: pytest.CaptureFixture[str], trials: Trials
) -> None:
    """One summary a game, each under the game's name."""
    assert fuzz_games("", 1, 1, "s") == 0
    assert trials.games == list(load_games())
    assert capsys.readouterr().out.count("1 of 1 games are sound") == len(trials.games)


def test_settings_reach_the_game(capsys: pytest.CaptureFixture[str], trials: Trials) -> None:
    """What the table chooses is read as typed; what the game does not know is refused."""
    assert fuzz_games("war-of-the-pacific", 1, 1, "s", ["colour = red"]) == 2
    assert "colour" in capsys.readouterr().err
    model = load_games()["war_of_the_pacific"].settings_model
    name, info = next(iter(model.model_fields.items()))
    assert fuzz_games("war-of-the-pacific", 1, 1, "s", [f"{name} = {info.default}"]) == 0
    assert trials.settings == [{name: str(info.default)}]


def test_a_broken_game_is_told_with_its_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is wrong stands on standard error, and the exit code says so."""
    monkeypatch.setattr(
        fuzzing, "fuzz", lambda *_: iter([Trial("s 1", 10, problems=("a hole in the map",))])
    )
    assert fuzz_games("war-of-the-pacific", 1, 1, "s") == 1
    said = capsys.readouterr()
    assert "a hole in the map" in said.err
    assert "seed s 1: a hole in the map" in said.out


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The games that there are are named."""
    assert fuzz_games("chess", 1, 1, "s") == 2
    assert "war-of-the-pacific" in capsys.readouterr().err


def test_settings_of_the_command_line_reach_the_game(trials: Trials) -> None:
    """`--set name=value` may be repeated, and what cannot be meant is told in one line."""
    name, info = next(iter(load_games()["war_of_the_pacific"].settings_model.model_fields.items()))
    typed = ["fuzz", "war-of-the-pacific", "--games", "1", "--set"]
    answer = CliRunner().invoke(app, [*typed, f"{name}={info.default}"])

    assert answer.exit_code == 0, answer.output
    assert trials.settings == [{name: str(info.default)}]
    assert CliRunner().invoke(app, [*typed, f"{name}=no such"]).exit_code == 2
