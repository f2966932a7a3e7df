"""Real dice, one roll at a time: every game asks for them as it would have rolled them itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.trials.random_play import Played
from engine.api import AnyGame, Step
from engine.dice import DiceNeeded, EnteredDice, Entry, Roll, StoredDice
from engine.registry import load_games
from tests.engine.contract.games import SEEDS, played
from tests.games import known
from tests.support.seldom import seldom

ACTIONS = 250
"""Of each random game; so many are played again, of a dear one fewer."""


def drawn(rolls: Sequence[Roll]) -> StoredDice:
    """Return the secret rolls of an action, to be had once more."""
    return StoredDice([one for one in rolls if one.secret])


def entered(game: AnyGame, state: Any, done: Played) -> tuple[Step, tuple[Roll, ...]]:
    """Do an action again, each of its open rolls entered when it is asked for."""
    rolls = [one for one in done.rolls if not one.secret]
    entries: list[Entry] = []
    before = game.dump(state)
    while True:
        dice = EnteredDice(entries, drawn(done.rolls))
        try:
            step = game.apply(state, done.seat, done.action, dice)
        except DiceNeeded as needed:
            asked = needed
        else:
            dice.finish()
            return step, tuple(dice.rolls)
        wanted = rolls[len(entries)]
        found = (asked.entered, asked.purpose, asked.count, asked.sides)
        assert found == (len(entries), wanted.purpose, len(wanted.values), wanted.sides)
        assert game.dump(state) == before
        entries.append(Entry(wanted.values, done.seat))


@pytest.mark.parametrize("key", load_games())
@pytest.mark.parametrize("seed", seldom(SEEDS[:2], SEEDS[:1]))
def test_entered_dice_lead_where_the_same_rolled_dice_do(key: str, seed: str) -> None:
    """State, events and rolls are the same but for the mark, however often the rules are asked."""
    game = load_games()[key]
    whole, (state, *_) = played(key, seed)
    asked = 0
    for done in whole.log[: ACTIONS // known(key).pace.dear]:
        if any(not one.secret for one in done.rolls):
            step, rolls = entered(game, state, done)
            asked += 1
            plain = game.apply(state, done.seat, done.action, StoredDice(done.rolls))
            assert game.dump(step.state) == game.dump(plain.state)
            assert step.events == plain.events
            marked = [one.entered for one in rolls]
            assert marked == ["" if one.secret else done.seat for one in done.rolls]
            assert [(one.purpose, one.values) for one in rolls] == [
                (one.purpose, one.values) for one in done.rolls
            ]
            state = plain.state
        else:
            state = game.apply(state, done.seat, done.action, StoredDice(done.rolls)).state
    assert asked
