"""The zoo plays what it is asked for, and says where the computer falls short."""

from __future__ import annotations

import pytest

from engine.data.files import DATA
from engine.registry import load_games
from tests.games import known
from tests.zoo.__main__ import main
from tests.zoo.arenas import BEFORE, arena, arena_with, enemies, has_enemies, simple

KEYS = sorted(filter(has_enemies, load_games()))


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_enemies_of_one_idea(key: str) -> None:
    """At least three besides random play, and each is one of the arena's computers."""
    assert len(simple(key)) > 3
    assert set(enemies(key)) - {"random"} <= set(arena(key).opponents)


def test_a_table_of_what_came_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for each side, with the share's interval."""
    code = main(["war_of_the_pacific", "--games", "1", "--enemy", "passive", "--processes", "1"])

    assert code == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        "| passive | chile | 1 of 1 | 100% (21% to 100%) | 0 | 5 |",
        "| passive | allies | 1 of 1 | 100% (21% to 100%) | 0 | 5 |",
    ]


def test_it_says_where_too_few_are_won(capsys: pytest.CaptureFixture[str]) -> None:
    """All that can be won is enough where all is asked for, and too little where more is."""
    asked = ["war_of_the_pacific", "--games", "1", "--enemy", "passive", "--seat", "chile"]

    assert main([*asked, "--processes", "1", "--least", "100"]) == 0
    assert main([*asked, "--processes", "1", "--least", "101"]) == 1


@pytest.mark.parametrize("key", KEYS)
def test_its_own_past_is_an_enemy_too(key: str) -> None:
    """By the weights of a file: here those of today."""
    game = arena_with(key, str(DATA / key / "opponent.toml"))

    assert set(game.opponents) == {*arena(key).opponents, BEFORE}


def test_a_game_against_its_past(capsys: pytest.CaptureFixture[str]) -> None:
    """It is played alone where no other enemy is asked for."""
    file = str(DATA / "barricadas" / "opponent.toml")
    code = main(["barricadas", "--games", "1", "--before", file, "--processes", "1"])

    assert code == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows if row.startswith("|")] == ["| before"] * 2


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_every_game_of_the_zoo_ends(key: str) -> None:
    """From either side against each, and most against enemies of one idea are won."""
    named = [word for enemy in simple(key) for word in ("--enemy", enemy)]

    assert main([key, "--games", str(known(key).zoo.games), "--processes", "1", *named]) == 0
