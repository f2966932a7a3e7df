"""What is done by default where a game says nothing of it: it follows from what it declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.api import Decision, Step
from engine.dice import NoDice, ScriptedDice
from engine.kit.defaulting import ByDefault, default_answer, first_of
from engine.kit.filling import NothingOffered
from engine.kit.standing_orders import given
from tests.engine.defaults import answered, default
from tests.support.nim import NIM
from tests.support.nim.actions import Take
from tests.support.toy_game import TOY
from tests.support.toy_game.actions import (
    Hide,
    Land,
    Ready,
    Reply,
    Row,
    Search,
    Settings,
    Shout,
    Stow,
)
from tests.support.toy_game.state import BANKS, State

NOTHING: Mapping[str, ByDefault] = {}


def start(**chosen: bool) -> State:
    """The ferrymen before anything is done; red begins."""
    state: State = TOY.setup(Settings(**chosen), ScriptedDice(1)).state
    return state


def test_the_ferrymen_say_nothing_of_their_own() -> None:
    """Nor does Nim: all that is asserted here is derived."""
    assert TOY.by_default == NIM.by_default == NOTHING


def test_what_ends_a_turn_without_dice_goes_before_what_goes_on() -> None:
    """Rowing is named first, and is the button; it throws dice and ends nothing."""
    assert isinstance(default(TOY, start(), "red"), Land)


def test_the_order_in_which_kinds_are_named_tells_nothing() -> None:
    """Named the other way round, the last is what does not end it."""
    state = start()
    (decision,) = TOY.awaiting(state)
    turned = replace(decision, kinds=tuple(reversed(decision.kinds)))
    assert isinstance(TOY.default(TOY.view(state, "red"), turned), Land)


def test_what_rests_says_no() -> None:
    """Whatever else is ordered beforehand."""
    state: State = TOY.apply(start(), "red", Row(strokes=1), ScriptedDice(6)).state
    assert default(TOY, state, "blue") == Shout(loud=False)
    loud = replace(state.secrets["blue"], standing=given({}, Reply(loud=True)))
    ordered = replace(state, secrets={**state.secrets, "blue": loud})
    assert default(TOY, ordered, "blue") == Shout(loud=False)


def test_what_must_be_done_before_what_closes_is_done() -> None:
    """Nobody is ready with an empty ferry; what was stowed before stays as it is."""
    state = start(smuggling=True)
    stow, ready = answered(TOY, state, "red").actions
    assert isinstance(stow, Stow)
    assert ready == Ready()
    view = TOY.view(state, "red")
    load = TOY.parse(
        view, "stow", {"loads": next(iter(TOY.options(view, "stow", "loads", {}))).value}
    )
    stowed: Step = TOY.apply(state, "red", load, NoDice())
    assert answered(TOY, stowed.state, "red").actions == (Ready(),)
    decision = TOY.awaiting(state)[0]
    turned = replace(decision, kinds=tuple(reversed(decision.kinds)))
    assert isinstance(TOY.default(view, turned), Stow)


def test_what_closes_is_not_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is supposed where a kind that closes can be done."""
    state = start(smuggling=True)
    state = TOY.apply(state, "red", default(TOY, state, "red"), NoDice()).state

    def supposing(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(TOY, "suppose", supposing)
    assert default(TOY, state, "red") == Ready()


@pytest.mark.parametrize("lantern", BANKS)
def test_a_choice_that_costs_nobody_anything_is_taken(lantern: str) -> None:
    """Nothing is searched, whether or not a lantern stands there: nobody can tell."""
    state = start()
    table = replace(state.table, settings=Settings(smuggling=True))
    state = replace(state, table=table)
    state = TOY.apply(state, "blue", Hide(bank=lantern), NoDice()).state
    state = TOY.apply(state, "red", Land(bank="north"), NoDice()).state
    assert default(TOY, state, "blue") == Search(spot="nothing")


def test_the_only_kind_is_done_as_it_is_offered_first() -> None:
    """Whoever is late takes all of the first heap."""
    state = NIM.setup(NIM.settings_model(), NoDice()).state
    assert default(NIM, state, "first") == Take(heap=1, matches=1)


def test_what_a_game_says_goes_before_all_that_follows() -> None:
    """Where it is allowed; else it is as if it had said nothing."""
    state = start()
    view, (decision,) = TOY.view(state, "red"), TOY.awaiting(state)
    own: Mapping[str, ByDefault] = {"cross": lambda game, view: first_of(game, view, "row")}
    assert isinstance(default_answer(TOY, TOY.gate, view, decision, own), Row)
    refused: Mapping[str, ByDefault] = {"cross": lambda game, view: Land(bank="nowhere")}
    assert TOY.check(state, "red", Land(bank="nowhere"))
    found = default_answer(TOY, TOY.gate, view, decision, refused)
    assert isinstance(found, Land)
    assert not TOY.check(state, "red", found)


def test_where_nothing_can_be_done_it_says_so() -> None:
    """Of a question that nothing answers, which is a bug in a game."""
    state = start()
    nothing = Decision("1.cross", "red", "cross", "2")
    with pytest.raises(NothingOffered):
        TOY.default(TOY.view(state, "red"), nothing)
