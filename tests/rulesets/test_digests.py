"""What a ruleset leads to does not change under its number."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

import pytest

from engine.dice import Dice
from engine.registry import load_games
from tests.rulesets.recording import (
    Stretch,
    differences,
    digest,
    digests,
    path_of,
    read,
    record,
    unlike,
)

GAMES = tuple(load_games())
WHAT_TO_DO = """
{game} plays by ruleset {number} otherwise than ruleset {number} was recorded:

  {first}

If no rule was meant to change, mend it. If one was: raise `ruleset` in engine/{game}/game.py, add
the number with its rulings, before and after, to data/{game}/rulesets.toml, and record the new
number by `python -m tests.rulesets {game}`. Tables under way are told by themselves. (Only while no
build with this number is landed is it recorded once more, by the same with --anew.)
"""
PART = 3
"""One in so many stretches is played in the usual tests, all in the long ones."""


def _hold(key: str, stretches: tuple[Stretch, ...]) -> None:
    game = load_games()[key]
    for stretch in stretches:
        first = next(differences(game, stretch), None)
        if first is not None:
            pytest.fail(
                WHAT_TO_DO.format(game=key, number=game.ruleset, first=first), pytrace=False
            )


@pytest.mark.parametrize("key", GAMES)
def test_the_present_ruleset_is_recorded(key: str) -> None:
    """Its recording is there, is the one whose digest stands beside the number, and shows much."""
    number = load_games()[key].ruleset
    said = f"ruleset {number} of {key} is not recorded: `python -m tests.rulesets {key}`"
    assert path_of(key).is_file(), said
    recording = read(key)

    assert (recording.game, recording.ruleset) == (key, number), said
    assert digests(key).get(str(number)) == digest(key), said
    done = [did for stretch in recording.stretches for did in stretch.log]
    assert len(done) > 100
    assert sum(len(did.asked) for did in done) > len(done)


@pytest.mark.parametrize("key", GAMES)
def test_no_rule_changes_under_an_unchanged_number(key: str) -> None:
    """Rolls, status, outcome, state and what is legal are what was recorded, in some stretches."""
    _hold(key, read(key).stretches[::PART])


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_no_rule_changes_anywhere_under_an_unchanged_number(key: str) -> None:
    """In all of them."""
    _hold(key, read(key).stretches)


# ------------------------------------------------------------ that it would be noticed


class _Otherwise:
    """A game with something changed."""

    def __init__(self, inner: Any, **changed: Any) -> None:
        self._inner = inner
        self.__dict__.update(changed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


GAME = load_games()["calama"]


@pytest.fixture(scope="module")
def stretch() -> Stretch:
    """A few actions of a game, recorded just now."""
    begun = GAME.setup(GAME.settings_model(), _Ones()).state
    found = record(GAME, "x", begun, 12, "y")
    assert list(differences(GAME, found)) == []
    return found


class _Ones:
    """Dice that show ones."""

    def roll(self, _purpose: str, count: int = 1, _sides: int = 6) -> tuple[int, ...]:
        """Return ones."""
        return (1,) * count

    roll_secret = roll


def _differs(stretch: Stretch, **changed: Any) -> str:
    return next(differences(_Otherwise(GAME, **changed), stretch), "")


def test_what_is_no_more_legal_is_noticed(stretch: Stretch) -> None:
    """Kinds of action and options of fields, by name; in which order they come is no rule."""
    fewer = _differs(stretch, kinds=lambda view: GAME.kinds(view)[1:])
    none = _differs(stretch, options=lambda *_: iter(()))
    turned = _differs(
        stretch,
        kinds=lambda view: GAME.kinds(view)[::-1],
        options=lambda *given: iter(tuple(GAME.options(*given))[::-1]),
    )

    assert "what is legal: kinds of action" in fewer
    assert "is no more" in none
    assert turned == ""


def test_another_status_or_ending_is_noticed(stretch: Stretch) -> None:
    """Each by its name."""
    later = _differs(stretch, status=lambda v: replace(GAME.status(v), turn=99))

    assert "status" in later


def test_dice_that_nobody_rolled_are_noticed(stretch: Stretch) -> None:
    """Also those that are left over."""

    def rolls_more(state: Any, seat: str, action: Any, dice: Dice) -> Any:
        dice.roll("more")
        return GAME.apply(state, seat, action, dice)

    assert "more" in _differs(stretch, apply=rolls_more)


def test_another_value_of_a_state_is_noticed_and_a_new_key_is_not(stretch: Stretch) -> None:
    """Of what was recorded nothing may be lost or other; dumps may hold more than they did."""
    did = stretch.log[-1]
    table = dict(did.state["table"])
    lacking = dataclasses.replace(
        did, state={**did.state, "table": {k: v for k, v in table.items() if k != "phase"}}
    )
    before = dataclasses.replace(did, state={**did.state, "gone": 1})

    assert list(differences(GAME, replace(stretch, log=(*stretch.log[:-1], lacking)))) == []
    (lost,) = differences(GAME, replace(stretch, log=(*stretch.log[:-1], before)))
    assert "gone is no more" in lost
    assert list(unlike({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3, "c": 4}], "d": 5})) == [
        "a[1].b was 2, it is 3"
    ]


def test_codes_of_events_may_change(stretch: Stretch) -> None:
    """They, and the clauses that they cite, are not what a ruleset is."""

    def tells_nothing(state: Any, seat: str, action: Any, dice: Dice) -> Any:
        return replace(GAME.apply(state, seat, action, dice), events=())

    assert _differs(stretch, apply=tells_nothing) == ""
