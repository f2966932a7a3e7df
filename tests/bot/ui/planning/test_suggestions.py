"""Suggestions: what they hold, and where they end."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.planning.suggestions import of_phase
from engine.api import Action, AnyGame, Decision, Warned
from engine.dice import Dice, SeededDice
from engine.errors import Refused
from engine.playing.suggesting import suggested
from engine.registry import load_games
from engine.war_of_the_pacific.actions import Done, WriteOrder
from tests.engine.war_of_the_pacific.build import lay
from tests.support.positions import positions
from tests.support.toy_game import Land, Row

GAMES = load_games()


def test_the_orders_of_a_phase_end_with_what_closes_it() -> None:
    """What comes behind the end of a phase is of the next one."""
    row, land = Row(strokes=1), Land(bank="north")
    assert of_phase((row, land)) == (row, land)
    assert of_phase((row, Done(), land)) == (row,)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_warning_that_an_order_could_have_avoided(key: str) -> None:
    """Where a phase is closed in a suggestion, no order that is all said would have mended it."""
    game, closed = GAMES[key], 0
    for state in positions(key, 0, "suggested", spread=60, whole=False)[::4]:
        for seat in {one.seat for one in game.awaiting(state)}:
            view = game.view(state, seat)
            for opponent in game.opponents.values():
                found = suggested(game, opponent, view, seat, SeededDice(b"a"))
                behind = view
                for action in found.actions:
                    if action.closes:
                        closed += 1
                        for one in game.preview(behind, action).warnings:
                            assert not _mends(game, behind, action, one)
                    behind = game.suppose(behind, action).view
    assert closed or key != "war_of_the_pacific"


def _mends(game: AnyGame, view: Any, closing: Action, warned: Warned) -> bool:
    """Say whether a warned-of loss is avoided by the order that it names, as it stands."""
    if not warned.kind:
        return False
    try:
        mend = game.parse(view, warned.kind, dict(warned.filled))
        ahead = game.suppose(view, mend)
    except Refused:
        return False
    now, then = (game.preview(one, closing).warnings for one in (view, ahead.view))
    return not ahead.open and len(then) < len(now)


class _Hasty:
    """A computer that closes every phase at once."""

    def choose(self, view: Any, decision: Decision, dice: Dice) -> Action:
        """Close it."""
        del view, decision, dice
        return Done()


def test_ships_at_sea_are_kept_there_before_the_phase_is_closed() -> None:
    """What a plain order mends comes before the end; what a player has to choose does not."""
    game = GAMES["war_of_the_pacific"]
    orders = {"chile": {"VI": ["cochrane"]}}
    place = {"cochrane": "2814", "loa": "box port"}
    state = lay(place=place, phase="administrative", orders=orders)
    found = suggested(game, _Hasty(), game.view(state, "chile"), "chile", SeededDice(b"a"))
    assert [action.kind for action in found.actions[:2]] == ["order", "done"]
    (order, *_) = found.actions
    assert isinstance(order, WriteOrder)
    assert order.ships == ("cochrane",)
