"""The zoo plays what it is asked for, and says where the computer falls short."""

from __future__ import annotations

import pytest

from engine.registry import load_games
from tests.zoo.__main__ import main
from tests.zoo.arenas import arena, enemies, has_enemies, simple

KEYS = sorted(filter(has_enemies, load_games()))
SAMPLE = {"art_of_war": 1, "barricadas": 4, "calama": 4, "war_of_the_pacific": 8}
"""Games against each enemy of one idea, from either side, that are tried now and then."""


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


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_every_game_of_the_zoo_ends(key: str) -> None:
    """From either side against each, and most against enemies of one idea are won."""
    named = [word for enemy in simple(key) for word in ("--enemy", enemy)]

    assert main([key, "--games", str(SAMPLE[key]), "--processes", "1", *named]) == 0
