"""What every game system promises to the bot, held to by playing it at random.

A new game is measured by these tests as soon as it stands in the registry.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from bot.trials.fuzz import fuzz, replay, summary
from bot.trials.promises import leaks, probes, refused_offers, told_by
from bot.trials.random_play import random_game
from engine.api import NO_PREVIEW, Action, Event, Feature, Game, Refusal, Seat, Term, Text, tried
from engine.dice import SeededDice, StoredDice
from engine.errors import CorruptState, IllegalAction, MalformedAction
from engine.kit.filling import offered
from engine.kit.parsing import held_by, is_compound
from engine.kit.standing_orders import StandingOrder
from engine.registry import load_games
from tests.engine.contract.games import (
    GAMES,
    SEEDS,
    chosen,
    every_game,
    every_game_with,
    every_registered_game,
    every_seed_of_every_game,
    looked_at,
    played,
    seeds_of,
    some,
    steps,
)
from tests.games import known
from tests.support import games_played
from tests.support.seldom import seldom
from tests.support.short import short
from tests.support.toy_game import TOY

TWINS = 20
"""Other possible states with which one is compared for each viewer."""
every_seed = pytest.mark.parametrize("seed", seldom(SEEDS, SEEDS[:2]))


@every_seed_of_every_game
def test_random_play_comes_to_an_end(key: str, seed: str) -> None:
    """Nobody is ever awaited in vain, and every game ends."""
    whole, states = played(key, seed)

    assert GAMES[key].outcome(whole.state) is not None
    assert GAMES[key].awaiting(whole.state) == ()
    assert len(states) == len(whole.log)


@every_game
def test_a_seed_is_a_whole_game(key: str) -> None:
    """The same seed plays the same game, another seed another."""
    game = GAMES[key]
    again = random_game(game, SEEDS[0], settings=chosen(key, SEEDS[0]))

    assert game.dump(again.state) == game.dump(played(key, SEEDS[0])[0].state)
    assert again.log != played(key, SEEDS[1])[0].log


@every_seed_of_every_game
def test_what_is_offered_is_allowed(key: str, seed: str) -> None:
    """Every option and every button, for every seat, makes an action that check accepts."""
    for state in looked_at(key, seed, 12):
        assert refused_offers(GAMES[key], state) == ()


@every_seed_of_every_game
def test_whoever_is_awaited_can_act(key: str, seed: str) -> None:
    """A decision names kinds the game has, and its seat can do at least one of them."""
    game = GAMES[key]
    for state in looked_at(key, seed, 200):
        for decision in game.awaiting(state):
            assert set(decision.kinds) <= set(game.actions)
            assert set(game.kinds(game.view(state, decision.seat))) & set(decision.kinds)


@every_seed_of_every_game
def test_the_public_can_do_nothing(key: str, seed: str) -> None:
    """Without a seat there is nothing to do."""
    game = GAMES[key]
    for state in looked_at(key, seed, 20):
        assert game.kinds(game.view(state, None)) == ()


@every_seed_of_every_game
def test_states_survive_json(key: str, seed: str) -> None:
    """A state written and read is the same state, and is written the same again."""
    game = GAMES[key]
    for state in looked_at(key, seed, 40):
        text = game.dump(state)
        assert game.load(text) == state
        assert set(game.redumped(text)) == {text}  # also by the changes that are recorded


@every_game
@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"turn": "one"}', "no json"])
def test_damaged_states_are_refused(key: str, text: str) -> None:
    """What is no state is said to be none."""
    with pytest.raises(CorruptState):
        GAMES[key].load(text)


@every_seed_of_every_game
def test_a_log_replays_to_the_same_state(key: str, seed: str) -> None:
    """Actions and dice of the log lead through the same events to the same state and text."""
    assert list(replay(GAMES[key], played(key, seed)[0])) == []


@every_game_with(Feature.DICE)
def test_a_replay_notices_other_dice(key: str) -> None:
    """A log whose dice were tampered with does not replay."""
    whole = played(key, SEEDS[0])[0]
    index = next(i for i, one in enumerate(whole.log) if one.rolls)
    one = whole.log[index]
    forged = (
        *whole.log[:index],
        dataclasses.replace(one, rolls=one.rolls[1:]),
        *whole.log[index + 1 :],
    )

    assert list(replay(GAMES[key], dataclasses.replace(whole, log=forged)))


@every_seed_of_every_game
def test_secrets_are_kept(key: str, seed: str) -> None:
    """Nothing that a viewer is shown changes with what they may not know."""
    for state in looked_at(key, seed, 12):
        assert leaks(GAMES[key], state, TWINS if key == TOY.key else 1) == ()


@pytest.mark.long
@every_registered_game
@every_seed
def test_secrets_are_kept_in_twenty_worlds(key: str, seed: str) -> None:
    """Nor with whatever else the others may have in mind."""
    for state in some(played(key, seed)[1], 30):
        assert leaks(GAMES[key], state, TWINS) == ()


@every_game_with(Feature.SECRETS)
def test_there_are_many_worlds(key: str) -> None:
    """Most states have as many twins as are asked for, all unlike each other and sound."""
    game: Any = GAMES[key]
    states = looked_at(key, SEEDS[1], 12)
    many = 0
    for state in states:
        worlds = tried(game).scramble(state, game.seats[0], TWINS)
        many += len(worlds) == TWINS
        assert state not in worlds
        assert not any(game.faults(one) for one in worlds)
        assert all(one not in worlds[:number] for number, one in enumerate(worlds))
        assert tried(game).scramble(state, game.seats[0], TWINS) == worlds
    assert many > len(states) / 2


@every_game_with(Feature.SECRETS)
def test_scrambling_changes_secrets(key: str) -> None:
    """The measure of secrets is not an empty one: scrambled states differ, for each viewer."""
    game = GAMES[key]
    states = [state for seed in seeds_of(key) for state in looked_at(key, seed, 30)]
    viewers: tuple[Seat | None, ...] = (None, *game.seats)
    for viewer in viewers:
        assert any(tried(game).scramble(state, viewer) for state in states)


@every_seed_of_every_game
def test_secret_actions_stay_secret(key: str, seed: str) -> None:
    """A secret action, done or possible, changes nothing that others see and tells them nothing."""
    game = GAMES[key]
    for state in looked_at(key, seed, 40):
        for seat in game.seats:
            for action in probes(game, state, seat):
                if action.secret and not game.check(state, seat, action):
                    assert told_by(game, state, seat, action) == ()


@every_game_with(Feature.STANDING_ORDERS)
def test_standing_orders_are_secret_and_no_turn(key: str) -> None:
    """Each is a secret action of its own group, no menu of moves offers it, one withdraws them."""
    game = GAMES[key]
    standing = {kind: model for kind, model in game.actions.items() if model.standing}
    assert len(standing) > 1
    assert all(model.secret and model.group == StandingOrder.group for model in standing.values())
    assert [
        kind
        for kind, model in standing.items()
        if any(held_by(info) == "standing" for info in model.model_fields.values())
    ] == ["forget"]
    for state in looked_at(key, SEEDS[0], 40):
        for seat in game.seats:
            assert not standing.keys() & set(game.kinds(game.view(state, seat)))


@every_game_with(Feature.STANDING_ORDERS)
def test_games_with_standing_orders(key: str) -> None:
    """They come to an end and replay, and nobody else learns that an order was left."""
    game = GAMES[key]
    given = answered = 0
    for seed in seeds_of(key):
        ordered, states = games_played.played(game, seed, short(game), standing=True)
        assert list(replay(game, ordered)) == []
        for state, one in zip(states, ordered.log, strict=True):
            if one.action.standing:
                given += 1
                assert told_by(game, state, one.seat, one.action) == ()
                assert game.check(ordered.state, one.seat, one.action)
                continue
            owed = [decision for decision in game.awaiting(state) if decision.seat == one.seat]
            view = game.view(state, one.seat)
            answered += any(game.standing(view, decision) == one.action for decision in owed)
    assert given > 10
    assert answered


@every_seed_of_every_game
def test_decisions_have_their_own_keys(key: str, seed: str) -> None:
    """Open decisions have different keys, and a key never comes back with another question."""
    game = GAMES[key]
    asked: dict[str, tuple[str, str]] = {}
    for state in played(key, seed)[1]:
        open_now = game.awaiting(state)
        assert len({decision.key for decision in open_now}) == len(open_now)
        for decision in open_now:
            question = decision.seat, decision.code
            assert asked.setdefault(decision.key, question) == question
            assert len(decision.key) <= 60


@every_seed_of_every_game
def test_buttons_do_not_outlive_their_question(key: str, seed: str) -> None:
    """While a decision keeps its key its buttons mean the same, or there are none."""
    game = GAMES[key]
    buttons: dict[str, tuple[Any, ...]] = {}
    for state in played(key, seed)[1]:
        for decision in game.awaiting(state):
            made = tuple(choice.action for choice in decision.choices)
            assert buttons.setdefault(decision.key, made) == made


@every_seed_of_every_game
def test_a_seat_is_asked_what_it_is_awaited_for(key: str, seed: str) -> None:
    """Each viewer is asked the same questions; their own may say more, behind what all see."""
    game = GAMES[key]
    for state in looked_at(key, seed, 60):
        public = game.awaiting(state)
        assert game.asked(game.view(state, None)) == public
        for seat in game.seats:
            asked = game.asked(game.view(state, seat))
            assert [(one.key, one.seat) for one in asked] == [(d.key, d.seat) for d in public]
            for own, seen in zip(asked, public, strict=True):
                assert own == seen or own.seat == seat
                assert own.choices[: len(seen.choices)] == seen.choices


@every_seed_of_every_game
def test_what_is_supposed_comes_true(key: str, seed: str) -> None:
    """Where all of a supposition is certain it is what the seat sees next; else it says why not."""
    game = GAMES[key]
    certain = 0
    for state, one in steps(key, seed):
        supposed = game.suppose(game.view(state, one.seat), one.action)
        after = game.apply(state, one.seat, one.action, StoredDice(one.rolls))
        if supposed.open in ("dice", "secret"):
            continue
        certain += 1
        assert not [roll for roll in one.rolls if not roll.secret], one.action
        assert supposed.view == game.view(after.state, one.seat), one.action
        told = [event.reading(one.seat) for event in after.events]
        assert supposed.events == tuple(event for event in told if event is not None)
    assert certain > len(played(key, seed)[1]) // 10


@every_seed_of_every_game
def test_previews_lead_where_the_action_goes(key: str, seed: str) -> None:
    """A preview names counters and places; one of its ways is there in most games."""
    game = GAMES[key]
    ways = 0
    for state, one in steps(key, seed):
        found = game.preview(game.view(state, one.seat), one.action)
        assert set(found.reacting) <= set(game.seats) - {one.seat}
        for way in found.ways:
            assert way.who
            assert len(way.places) > 1
            assert way.end == way.places[-1]
            ways += 1
        others = [seat for seat in game.seats if seat != one.seat]
        for seat in others:
            if game.check(state, seat, one.action):
                assert game.preview(game.view(state, seat), one.action) == NO_PREVIEW
    assert bool(ways) is (Feature.COUNTERS in game.has)


@every_game
def test_what_is_offered_means_what_an_action_then_holds(key: str) -> None:
    """Whoever shows an action that is being put together gets values, and never an error."""
    game = GAMES[key]
    read = 0
    for state in looked_at(key, SEEDS[0], 40):
        for seat in game.seats:
            view = game.view(state, seat)
            for kind in game.kinds(view):
                fields = game.actions[kind].model_fields
                raw = dict.fromkeys(fields, "zebra 99-99 \N{SNOWMAN}, -1")
                assert game.values(view, kind, raw).keys() <= fields.keys()
                given: dict[str, str] = {}
                for field, info in fields.items():
                    first = next(iter(game.options(view, kind, field, given)), None)
                    if first is not None and info.is_required():
                        given[field] = first.value
                try:
                    action = game.parse(view, kind, given)
                except MalformedAction:
                    continue
                meant = game.values(view, kind, given)
                assert meant == {field: getattr(action, field) for field in given}
                read += len(meant)
    assert read
    assert not game.values(game.view(state, None), "no such kind", {"field": "value"})


@every_seed_of_every_game
def test_whoever_can_act_is_found(key: str, seed: str) -> None:
    """Some actor of every game can do something, and names what it does by the game's kinds."""
    game = GAMES[key]
    found = set()
    for state in looked_at(key, seed, 40):
        for seat in game.seats:
            view = game.view(state, seat)
            for actor in game.actors(view):
                assert actor.acts
                found |= {act.kind for act in actor.acts}
                assert {act.kind for act in actor.acts} <= set(game.kinds(view))
    assert (len(found) > 1) is (Feature.COUNTERS in game.has)


@every_game
def test_illegal_actions_are_not_applied(key: str) -> None:
    """What check refuses is not applied, with the same reasons, and changes nothing."""
    game = GAMES[key]
    tried = 0
    for state, _ in steps(key, SEEDS[0]):
        for seat in game.seats:
            refusals = _refused(game, state, seat)
            if refusals is None:
                continue
            action, reasons = refusals
            before = game.dump(state)
            with pytest.raises(IllegalAction) as raised:
                game.apply(state, seat, action, SeededDice(b"never thrown"))
            assert raised.value.refusals == reasons
            assert game.dump(state) == before
            tried += 1
    assert tried


def _refused(
    game: Game[Any, Any], state: Any, seat: Seat
) -> tuple[Action, tuple[Refusal, ...]] | None:
    """An action of somebody else's that *seat* may not do now."""
    for other in game.seats:
        for action in probes(game, state, other):
            reasons = game.check(state, seat, action)
            if reasons:
                return action, reasons
    return None


@every_seed_of_every_game
def test_acting_leaves_the_old_state_alone(key: str, seed: str) -> None:
    """States are values: an action makes a new one and the old reads as before."""
    game = GAMES[key]
    pairs = list(steps(key, seed))
    for state, one in pairs[:: max(1, len(pairs) // 60)]:
        before = game.dump(state)
        game.apply(state, one.seat, one.action, StoredDice(one.rolls))
        assert game.dump(state) == before


@every_game
def test_states_views_and_actions_are_frozen(key: str) -> None:
    """Nobody can change a state, a view or an action in place."""
    game = GAMES[key]
    whole, states = played(key, SEEDS[0])
    for value in (states[0], game.view(states[0], game.seats[0])):
        assert dataclasses.is_dataclass(value)
        name = dataclasses.fields(value)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, None)
    action = next(one.action for one in whole.log if type(one.action).model_fields)
    with pytest.raises(ValidationError):
        setattr(action, next(iter(type(action).model_fields)), None)


@every_seed_of_every_game
def test_events_name_their_readers(key: str, seed: str) -> None:
    """An event is everybody's or for seats of the game; secrets are told to their owner alone."""
    game = GAMES[key]
    for one in played(key, seed)[0].log:
        for event in one.events:
            if event.audience is not None:
                assert event.audience <= set(game.seats)
            if one.action.secret:
                assert event.audience == frozenset({one.seat})


@every_seed_of_every_game
def test_parameters_can_be_written_down(key: str, seed: str) -> None:
    """Sentences hold words, numbers, terms and lists of these: what a log can store."""
    whole, states = played(key, seed)
    game = GAMES[key]
    sayings: list[Event | Text] = [event for one in whole.log for event in one.events]
    for state in some(states, 30):
        for seat in (None, *game.seats):
            view = game.view(state, seat)
            sayings += [*game.describe(view), *game.orders(view)]
            sayings += [game.status(view).phase, game.status(view).turn_name]
        for decision in game.awaiting(state):
            sayings += [Text(decision.code, decision.params)]
            sayings += [choice.label for choice in decision.choices]
    for saying in sayings:
        for value in saying.params.values():
            assert _plain(value), saying


def _plain(value: object) -> bool:
    if isinstance(value, Term):
        return True
    if isinstance(value, tuple):
        return all(_plain(one) for one in value)
    return isinstance(value, str | int | Fraction)


@every_game
def test_options_can_be_typed(key: str) -> None:
    """No option's value is longer than Discord lets a person type, and none is empty."""
    game = GAMES[key]
    for state in looked_at(key, SEEDS[0], 60):
        for seat in game.seats:
            view = game.view(state, seat)
            for kind in game.kinds(view):
                filled: dict[str, str] = {}
                for name, info in game.actions[kind].model_fields.items():
                    options = list(game.options(view, kind, name, filled))[:50]
                    assert all(0 < len(option.value) <= 100 for option in options)
                    if info.is_required():
                        filled[name] = options[0].value


@every_game
def test_reading_understands_what_was_offered(key: str) -> None:
    """An option read back is the action it was meant as, whatever the case of its letters."""
    game = GAMES[key]
    for state in looked_at(key, SEEDS[0], 30):
        for seat in game.seats:
            view = game.view(state, seat)
            for kind in game.kinds(view):
                for action in offered(game, view, kind):
                    assert isinstance(action, game.actions[kind])
                    assert type(action).model_validate_json(action.model_dump_json()) == action


@every_game
@pytest.mark.parametrize("word", ["", "?", "nowhere at all", "@everyone", "9" * 5000, "x" * 5000])
def test_nonsense_is_not_understood(key: str, word: str) -> None:
    """Whatever a person types, they get reasons, never another error."""
    game = GAMES[key]
    state = played(key, SEEDS[0])[1][0]
    view = game.view(state, game.seats[0])
    for kind, model in game.actions.items():
        raw = dict.fromkeys(model.model_fields, word)
        if not model.model_fields:
            continue
        understood = _read(game, view, kind, raw)
        if isinstance(understood, Action):
            game.check(state, game.seats[0], understood)
        else:
            assert understood


@every_seed_of_every_game
@pytest.mark.parametrize("word", ["?", "nowhere at all", "a, b c d, ,", "9" * 500, "x" * 500])
def test_nonsense_in_an_order_of_several_parts_is_no_error(key: str, seed: str, word: str) -> None:
    """Whatever stands there already, the next item is offered or is not."""
    game = GAMES[key]
    compound = [
        (kind, name)
        for kind, model in game.actions.items()
        for name, info in model.model_fields.items()
        if is_compound(info)
    ]
    for state in looked_at(key, seed, 20):
        for seat in game.seats:
            view = game.view(state, seat)
            for kind, name in compound:
                if kind in game.kinds(view):
                    assert all(game.options(view, kind, name, {name: word}))


def _read(
    game: Game[Any, Any], view: Any, kind: str, raw: dict[str, str]
) -> Action | tuple[Refusal, ...]:
    try:
        return game.parse(view, kind, raw)
    except MalformedAction as malformed:
        return malformed.refusals


@pytest.mark.parametrize("key", seldom(load_games(), ["calama"]))
def test_the_fuzzer_reports(key: str) -> None:
    """A few games through the fuzzer itself: all sound, and a summary of them."""
    trials = list(fuzz(key, ["report 1", "report 2"], settings=known(key).soon_over))

    assert [trial.problems for trial in trials] == [(), ()]
    assert summary(trials)[0] == "2 of 2 games are sound"


@every_registered_game
def test_the_fuzzer_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A broken game is reported, not raised, with the seed that shows it."""
    monkeypatch.setattr(type(load_games()[key]), "kinds", lambda self, view: ())
    (trial,) = fuzz(key, ["broken"])

    assert "can do nothing" in trial.problems[0]
    assert "seed broken" in summary([trial])[-1]
