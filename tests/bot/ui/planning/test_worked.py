"""What of a plan is kept between presses: the same for the same view, and no half of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.games import GAMES
from bot.ui.planning.worked import Able, worked_out
from engine.api import Act, Actor, Option, Text
from tests.engine.war_of_the_pacific.build import lay

ANYBODY = Actor(Option("loa", Text("unit")), (Act("sail"),))


def test_who_can_act_is_asked_no_further_than_somebody_looks_and_anew_where_it_failed() -> None:
    """A list that broke in the middle is not taken for a whole one."""
    asked: list[int] = []

    def ask() -> Iterator[Actor]:
        asked.append(0)
        for _ in range(3):
            asked[-1] += 1
            if len(asked) == 1 and asked[-1] == 3:
                raise KeyError("a bug")
            yield ANYBODY

    able = Able(ask)
    assert len(able.first(2)) == 2
    assert asked == [2]
    with pytest.raises(KeyError):
        able.first(3)
    assert len(able.first(25)) == 3
    assert asked == [3, 3]


def test_a_plan_is_worked_out_once_a_view() -> None:
    """Of another view, though it is equal, it is another one's."""
    game = GAMES["war_of_the_pacific"]
    state = lay(place={"loa": "box port"}, phase="administrative")
    view, other = game.view(state, "chile"), game.view(lay(), "chile")
    once = worked_out(game, view, ())
    assert worked_out(game, view, ()) is once
    assert worked_out(game, other, ()) is not once
