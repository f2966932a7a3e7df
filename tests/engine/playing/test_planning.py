"""How the entries of a plan stand, worked out from a view alone."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import GAMES
from engine.api import Action, Refusal
from engine.dice import SeededDice
from engine.errors import IllegalAction
from engine.playing.planning import CLOSE_ALL, foresee
from tests.support.games_played import SEEDS, states_of
from tests.support.short import short
from tests.support.toy_game import TOY, Settings

ROW = ("row", {"strokes": "1"})


def view(**settings: bool) -> object:
    """What the side sees that begins."""
    state = TOY.setup(Settings(turns=3, **settings), SeededDice(b"seed", 0, 1)).state
    return TOY.view(state, TOY.awaiting(state)[0].seat)


def whens(*plan: tuple[str, dict[str, str]], **settings: bool) -> list[str]:
    """How each entry stands."""
    return [one.when for one in foresee(TOY, view(**settings), plan).outlooks]


def test_what_is_certain_leads_on() -> None:
    """A lantern is put away for certain, and its bank is what the side then knows."""
    found = foresee(TOY, view(), [("hide", {"bank": "north"})])
    assert found.certain
    assert found.view.own.lantern == "north"
    assert [(one.when, one.open) for one in found.outlooks] == [("now", "")]


def test_a_die_leaves_open_what_follows() -> None:
    """What the rules refuse as things stand may be allowed after it; what is nonsense may not."""
    found = foresee(TOY, view(), [ROW, ("land", {"bank": "south"}), ("shout", {"loud": "yes"})])
    assert [(one.when, one.open) for one in found.outlooks] == [
        ("now", "dice"),
        ("now", "secret"),
        ("unsure", ""),
    ]
    assert not found.certain


def test_what_is_refused_or_not_understood_never_is() -> None:
    """With the reasons; those after it are looked at as if it were not there."""
    found = foresee(TOY, view(), [("row", {"strokes": "99"}), ("dance", {}), ("row", {}), ROW])
    assert [one.when for one in found.outlooks] == ["never", "never", "never", "now"]
    assert [one.refusals[0].code for one in found.outlooks[:2]] == [
        "strokes",
        "plan.unknown",
    ]


def test_some_are_allowed_only_after_others() -> None:
    """Closing one's loading, once everything is stowed."""
    stow = ("stow", {"loads": "tea bow"})
    assert whens(("ready", {}), smuggling=True) == ["never"]
    assert whens(stow, ("ready", {}), smuggling=True) == ["now", "after"]


def test_what_cannot_be_closed_says_why() -> None:
    """What is not stowed yet keeps the loading open."""
    (found,) = foresee(TOY, view(smuggling=True), [(CLOSE_ALL, {})]).outlooks
    assert found.when == "never"
    assert [one.code for one in found.refusals] == ["stow.nothing"]


@pytest.mark.parametrize("key", GAMES)
def test_who_cannot_close_a_phase_is_told_what_closing_it_by_hand_would_tell(key: str) -> None:
    """Whose move it is, which question comes first, what still has to be done: as is refused."""
    game = GAMES[key]
    seen = states_of(game, SEEDS[0], short(game))
    told = set()
    for state in seen[:: max(1, len(seen) // 40)]:
        for seat in game.seats:
            found = game.view(state, seat)
            (outlook,) = foresee(game, found, [(CLOSE_ALL, {})]).outlooks
            if outlook.when != "never":
                continue
            assert outlook.refusals
            told |= {one.code for one in outlook.refusals}
            closers = [one for one in game.actions.values() if one.closes]
            refused = [_refused(game, found, one()) for one in closers if not one.model_fields]
            assert outlook.refusals in refused
    assert told - {"gate.wrong_phase"}


def _refused(game: Any, seen: object, action: Action) -> tuple[Refusal, ...]:
    try:
        game.suppose(seen, action)
    except IllegalAction as found:
        return found.refusals
    return ()
