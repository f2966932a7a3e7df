"""The lesson: what it asks for can be done, in the order in which it comes."""

from __future__ import annotations

import hashlib

from engine.art_of_war.game import GAME
from engine.art_of_war.lesson import LESSON
from engine.art_of_war.settings import Settings
from engine.dice import SeededDice
from tests.engine.opponents import chosen


def test_it_is_of_this_game() -> None:
    """Side, settings and kinds of action are the game's; the last step is only read."""
    assert LESSON.seat in GAME.seats
    assert Settings.model_validate(LESSON.settings).terrain == "open"
    assert {kind for step in LESSON.steps for kind in step.kinds} <= set(GAME.actions)
    assert not LESSON.steps[-1].kinds


def test_what_it_asks_for_comes_to_pass() -> None:
    """Whoever plays as the computer does in its side's place does each step, one after another."""
    settings = Settings.model_validate(LESSON.settings)
    state = GAME.setup(settings, SeededDice(hashlib.sha256(LESSON.seed.encode()).digest())).state
    dice = SeededDice(LESSON.seed.encode())
    wanted = [step.kinds for step in LESSON.steps if step.kinds]
    while wanted and (owed := GAME.awaiting(state)):
        seat = owed[0].seat
        action = chosen(GAME, state, seat, f"lesson {state.table.serial}")
        if seat == LESSON.seat and action.kind in wanted[0]:
            wanted.pop(0)
        state = GAME.apply(state, seat, action, dice).state
    assert not wanted
    assert state.table.turn <= 4
