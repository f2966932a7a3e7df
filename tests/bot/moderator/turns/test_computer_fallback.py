"""Plain moves that end a decision: what is done by default first, then whatever else there is."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from bot.moderator.turns.computer.fallback import fallback_moves
from engine.api import Action, Decision
from engine.dice import ScriptedDice
from engine.kit.filling import NothingOffered
from tests.support.toy_game import TOY, Land, Row, State, ToyGame, View
from tests.support.toy_game.actions import Settings

LANDING, ROWING = Land(bank="north"), Row(strokes=1)


class Failing(ToyGame):
    """Cannot say what is done by default."""

    def default(self, view: View, decision: Decision) -> Action:
        """Fail as code fails."""
        raise RuntimeError("a bug in the game")


class Helpless(ToyGame):
    """Finds nothing that could be done by default."""

    def default(self, view: View, decision: Decision) -> Action:
        """Say so."""
        raise NothingOffered("nothing")


class Cheating(ToyGame):
    """Does by default what its rules forbid."""

    def default(self, view: View, decision: Decision) -> Action:
        """Land nowhere."""
        return Land(bank="nowhere")


def moves(game: ToyGame, *, closing: bool = True) -> tuple[Action, ...]:
    """What red may be made to do at first, asked to land or row; to row is a button, too."""
    state: State = TOY.setup(Settings(), ScriptedDice(1)).state
    (decision,) = TOY.awaiting(state)
    assert [one.action for one in decision.choices] == [ROWING]
    return fallback_moves(game, state, replace(decision, kinds=("land", "row")), closing=closing)


def test_what_is_done_by_default_goes_first() -> None:
    """Though it is not of the last kind; the rest follows, each once."""
    assert moves(TOY) == (LANDING, ROWING)


def test_nothing_is_closed_where_that_is_not_wanted() -> None:
    """Kinds are gone through as they are named, and nobody asks for what is done by default."""
    assert moves(Failing(), closing=False) == (LANDING, ROWING)


def test_where_the_default_fails_another_may_do(caplog: pytest.LogCaptureFixture) -> None:
    """From the last kind to the first; the log tells of the bug."""
    with caplog.at_level(logging.ERROR, "bot.moderator"):
        assert moves(Failing()) == (ROWING, LANDING)
    assert [one.getMessage() for one in caplog.records] == [
        "a plain answer to cross cannot be found"
    ]


@pytest.mark.parametrize("game", [Helpless(), Cheating()])
def test_a_default_that_is_none_is_left_out(
    game: ToyGame, caplog: pytest.LogCaptureFixture
) -> None:
    """And what its rules forbid."""
    assert moves(game) == (ROWING, LANDING)
    assert caplog.records == []
