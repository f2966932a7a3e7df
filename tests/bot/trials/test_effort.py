"""What a turn costs people, counted as they would enter it."""

from __future__ import annotations

from statistics import median

from bot.cli.effort import missed_in, summed_up
from bot.games import GAMES
from bot.trials.effort import Effort, Sendings, efforts, recorded, set_ups
from bot.trials.posts import posts_of
from bot.trials.quiet import quiet_turns
from bot.trials.taps import letters_of, taps
from engine.dice import SeededDice
from engine.war_of_the_pacific.actions import Sail
from tests.support import recordings
from tests.support.toy_game import TOY, Land, Load, Row, Settings, Stow

PLAYERS = {"red": "computer", "blue": "computer"}


def test_every_action_is_counted_once() -> None:
    """Each side's, in whatever sending or answer; never more submissions than actions."""
    played = recorded(TOY, "one", Settings(turns=3), PLAYERS)
    found = list(efforts(TOY, played, []))

    by_people = [one for one in played if not one.by_itself and one.turn >= 1]
    assert sum(one.actions for one in found) == len(by_people)
    assert all(1 <= one.submissions <= one.actions for one in found)
    assert all(one.cheapest <= one.buttons for one in found)


def test_one_sending_holds_what_can_be_given_before_it() -> None:
    """A stroke and a landing are one plan; a shout in between is another's, and ends it."""
    played = recorded(TOY, "one", Settings(turns=3), PLAYERS)
    by_turn = [one for one in efforts(TOY, played, []) if one.actions > 1]
    assert any(one.submissions < one.actions for one in by_turn)


def test_taps_of_one_entry() -> None:
    """The kind from a menu, and a menu for what has several answers; or four letters a tap."""
    state = TOY.setup(Settings(turns=3), SeededDice(b"seed")).state
    view = TOY.view(state, TOY.awaiting(state)[0].seat)
    assert 2 <= taps(TOY, view, Land(bank="north")) <= 4
    assert letters_of(TOY, view, Row(strokes=2)) == len("row 2;")


def test_a_whole_order_is_one_button() -> None:
    """Of an order of several items: pressed and put in; any other takes a menu for each item."""
    state = TOY.setup(Settings(smuggling=True), SeededDice(b"seed")).state
    view = TOY.view(state, "red")
    whole, other = (
        Stow(loads=tuple(map(Load.model_validate, loads)))
        for loads in (("silk bow", "tea stern"), ("tea bow", "silk stern"))
    )
    assert taps(TOY, view, other) - taps(TOY, view, whole) == 4


def test_a_game_of_the_house_costs_less_than_before() -> None:
    """Taps and submissions of a plan are fewer than of an order at a time."""
    game = GAMES["calama"]
    players = dict.fromkeys(game.seats, "computer")
    played, sent = recordings.recorded(game, "one", game.settings_model(), players), Sendings()
    found = list(efforts(game, played, sent))
    begun = list(set_ups(game, played))
    figures = summed_up(found, posts=list(posts_of(game, played, sent)), begun=begun)
    assert sum(one.actions for one in begun) == sum(one.turn < 1 for one in played)
    assert 1 <= figures["set_up"]["median"] <= max(one.actions for one in begun)
    assert 0 < figures["posts"]["median"] <= figures["posts_before"]["median"]
    assert figures["submissions"]["median"] < figures["actions"]["median"]
    assert figures["cheapest"]["median"] < figures["before"]["median"]


def test_a_target_that_is_missed_is_named() -> None:
    """By its figure; at the target is not above it."""
    figures = summed_up([Effort(actions=3, submissions=2), Effort(actions=3, submissions=4)])
    assert missed_in(figures, {"submissions": {"median": 3, "p90": 4}}) == frozenset()
    assert missed_in(figures, {"submissions": {"p90": 3}}) == {"submissions"}


def test_undisturbed_a_voyage_ends_where_it_was_bound() -> None:
    """Who may intercept is supposed to let it pass; what is planned behind goes on from there."""
    game = GAMES["war_of_the_pacific"]
    players = dict.fromkeys(game.seats, "computer")
    arrived = asked = 0
    for one in recordings.recorded(game, "one", game.settings_model(), players):
        if not isinstance(one.action, Sail) or not game.suppose(one.view, one.action).open:
            continue
        asked += 1
        ahead = game.suppose(one.view, one.action, undisturbed=True)
        if ahead.open or ahead.view.table.frames:
            continue  # a die, or a question of the side's own: a blockade to be run
        arrived += 1
        units = ahead.view.table.units
        assert {units[ship].at for ship in one.action.ships} == {one.action.to}
    assert arrived > asked // 2


def test_a_turn_in_which_one_wants_nothing() -> None:
    """Mostly "Skip this turn" alone; what is asked all the same counts too."""
    game = GAMES["calama"]
    players = dict.fromkeys(game.seats, "computer")
    quiet = quiet_turns(game, "one", game.settings_model(), players, "bolivia")
    assert median(quiet) == 1
    rowing = quiet_turns(TOY, "one", Settings(turns=4), PLAYERS, "blue")
    assert rowing
    assert min(rowing) > 1
