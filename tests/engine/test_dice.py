"""Dice: the open ones are counted through a campaign, the secret ones apart from them."""

from __future__ import annotations

import pytest

from engine.dice import (
    DiceAsked,
    DiceNeeded,
    EnteredDice,
    Entry,
    NoDice,
    RecordedDice,
    Roll,
    ScriptedDice,
    SeededDice,
    StoredDice,
)
from engine.errors import DiceDiverged

SEED = b"river"


def test_open_dice_fall_as_they_always_have() -> None:
    """A running campaign goes on with the dice that an earlier version would have thrown."""
    dice = SeededDice(SEED, 3)

    assert dice.roll("x", 8) == (1, 6, 4, 6, 6, 1, 3, 2)
    assert dice.roll("y", 4, 20) == (13, 5, 1, 2)
    assert dice.thrown == 15


def test_secret_dice_move_no_open_one() -> None:
    """Neither what the open dice show nor how many were thrown tells of them."""
    open_only, both = SeededDice(SEED), SeededDice(SEED)
    both.roll_secret("draw", 5)

    assert both.roll("x", 6) == open_only.roll("x", 6)
    assert both.thrown == open_only.thrown == 6


def test_open_dice_move_no_secret_one() -> None:
    """A draw hangs on its step and its place in it alone."""
    dice, other = SeededDice(SEED, 0, 7), SeededDice(SEED, 99, 7)
    dice.roll("x", 3)

    assert dice.roll_secret("draw", 4, 1000) == other.roll_secret("draw", 4, 1000)
    assert dice.roll_secret("draw", 4, 1000) != SeededDice(SEED, 0, 7).roll_secret("draw", 4, 1000)


def test_every_step_draws_anew() -> None:
    """A step never repeats the draws of another."""
    draws = {SeededDice(SEED, 0, step).roll_secret("draw", 4, 1000) for step in range(50)}

    assert len(draws) == 50


def test_a_record_keeps_open_and_secret_rolls_apart() -> None:
    """They come back in their order, and each only as what it was."""
    recorded = RecordedDice(ScriptedDice(1, 2))
    recorded.roll("open")
    recorded.roll_secret("hidden")

    assert recorded.rolls == [Roll("open", 6, (1,)), Roll("hidden", 6, (2,), secret=True)]
    stored = StoredDice(recorded.rolls)
    assert stored.roll("open") == (1,)
    with pytest.raises(DiceDiverged):
        stored.roll("hidden")
    assert stored.roll_secret("hidden") == (2,)
    stored.finish()


def test_dice_that_are_not_thrown_say_what_for() -> None:
    """Either way of rolling."""
    for roll in (NoDice().roll, NoDice().roll_secret):
        with pytest.raises(DiceAsked, match="flank march") as asked:
            roll("flank march")
        assert asked.value.purpose == "flank march"


def test_entered_dice_are_asked_for_one_roll_at_a_time() -> None:
    """What is there is given in its order, with who entered it; the next is asked for."""
    dice = EnteredDice([Entry((3, 5), "red")], SeededDice(SEED))
    assert dice.roll("hit", 2) == (3, 5)
    with pytest.raises(DiceNeeded) as needed:
        dice.roll("harm", 1, 10)
    asked = needed.value
    assert (asked.purpose, asked.count, asked.sides, asked.entered) == ("harm", 1, 10, 1)
    assert dice.rolls == [Roll("hit", 6, (3, 5), entered="red")]


def test_secret_rolls_are_never_entered() -> None:
    """They come from the campaign's own secret, asked anew as often as one likes."""
    first, again = (EnteredDice((), SeededDice(SEED, 0, 7)) for _ in range(2))
    assert first.roll_secret("draw", 3) == again.roll_secret("draw", 3)
    assert first.rolls[0].secret
    assert not first.rolls[0].entered


@pytest.mark.parametrize("values", [(3,), (3, 4, 5), (0, 1), (1, 7)])
def test_what_such_dice_cannot_show_is_no_entry(values: tuple[int, ...]) -> None:
    """Neither another number of dice nor a face that there is not."""
    with pytest.raises(DiceDiverged):
        EnteredDice([Entry(values, "red")], SeededDice(SEED)).roll("hit", 2)


def test_all_that_is_entered_counts() -> None:
    """An entry that no rule asked for is a mistake, and said to be one."""
    with pytest.raises(DiceDiverged):
        EnteredDice([Entry((1,), "red")], SeededDice(SEED)).finish()
