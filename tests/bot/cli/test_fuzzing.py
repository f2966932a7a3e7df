"""`python -m bot fuzz` as a person types it."""

import pytest

from bot.cli import fuzzing
from bot.cli.fuzzing import fuzz_games
from engine.fuzz import Trial


def test_sound_games_are_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    """A game given with hyphens is played, and the last line tells how fast."""
    assert fuzz_games("war-of-the-pacific", 1, 1, "command line") == 0
    said = capsys.readouterr().out
    assert "1 of 1 games are sound" in said
    assert "games a second" in said.splitlines()[-1]


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
