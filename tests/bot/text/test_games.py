"""Every game's sentences, said with what real games give them, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bot.games import GAMES
from bot.text import words_for
from bot.text.catalogue import LANGUAGES, load
from bot.text.words import Words, be_strict
from bot.trials.promises import probes
from bot.trials.random_play import Played
from engine.api import Decision, Event, Option, Refusal, Term, Text
from engine.kit.filling import menus
from tests.games import known
from tests.support import games_played
from tests.support.seldom import seldom, told
from tests.support.short import short

SEEDS = ("words 1", "words 2", "words 3")

Saying = Text | Event | Refusal | Decision | Option | Term
"""What becomes a sentence."""

every_game = pytest.mark.parametrize("key", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
TABLES = [(key, seed, language) for key in GAMES for seed in SEEDS for language in LANGUAGES]
OFTEN = [(key, SEEDS[n % 2], LANGUAGES[n % 2]) for n, key in enumerate(GAMES)]
every_table = pytest.mark.parametrize(("key", "seed", "language"), seldom(TABLES, OFTEN))


@pytest.fixture(autouse=True)
def _strict() -> Iterator[None]:
    be_strict()
    yield
    be_strict(strict=False)


@cache
def played(key: str, seed: str) -> tuple[tuple[Played, ...], tuple[Any, ...]]:
    """A random game's log and the states in which somebody was awaited."""
    whole, states = games_played.played(GAMES[key], seed, short(GAMES[key], SEEDS.index(seed)))
    return whole.log, (*states, whole.state)


def said(words: Words, what: Saying) -> str:
    """The sentence, which must be one."""
    sentence = words.say(what)
    assert sentence.strip()
    assert "{" not in sentence
    assert "  " not in sentence, sentence
    return sentence


@every_table
def test_every_event_and_order_can_be_said(key: str, language: str, seed: str) -> None:
    """What happens in whole games, and what was ordered, reads as sentences."""
    words = words_for(language, GAMES[key])
    for one in played(key, seed)[0]:
        assert words.action(one.action)
        for event in one.events:
            said(words, event)


@cache
def asked(key: str, seed: str) -> tuple[Saying, ...]:
    """Questions, options, refusals, headings and the map in words of a game, each once."""
    game = GAMES[key]
    states = played(key, seed)[1]
    first, second = game.seats
    found = list[Saying]()
    for state in states[:: max(1, len(states) // 60)]:
        found += game.awaiting(state)
        for seat in (None, *game.seats):
            view = game.view(state, seat)
            status = game.status(view)
            found += (status.phase, status.turn_name, *game.orders(view), *game.describe(view))
            for kind in game.kinds(view):
                found += (one for _, options in menus(game, view, kind) for one in options[:8])
        for seat, foe in ((first, second), (second, first)):
            for action in probes(game, state, foe):
                found += game.check(state, seat, action)
    outcome = game.outcome(states[-1])
    assert outcome is not None
    return (*{repr(one): one for one in found}.values(), outcome.reason)


@every_table
def test_every_question_and_menu_can_be_said(key: str, language: str, seed: str) -> None:
    """They read as sentences, and every button has its word."""
    words = words_for(language, GAMES[key])
    for what in asked(key, seed):
        said(words, what)
        if isinstance(what, Decision):
            assert all(words.say(choice) for choice in what.choices)


@told(GAMES)
def test_every_phase_of_the_log_has_a_name(key: str, language: str) -> None:
    """The log names the phases of its entries, and lets one choose among them."""
    game = GAMES[key]
    words = words_for(language, game).plain
    phases = {
        game.status(game.view(state, None)).phase_key
        for seed in SEEDS[: len(LANGUAGES)]  # those that the sentences above are from
        for state in played(key, seed)[1]
    }
    names = {said(words, Term("phase", phase)) for phase in phases}

    assert len(names) == len(phases)


@every_game
@every_language
def test_what_discord_shows_fits(key: str, language: str) -> None:
    """Descriptions hold 100 characters, names 32 of the kind that Discord takes, each once."""
    game = GAMES[key]
    templates = load(language, key).templates

    def text(code: str) -> str:
        return "".join(part.before for part in templates[code].forms[0])

    names = set()
    for kind, model in (
        *game.actions.items(),
        *game.corrections.items(),
        *game.own_corrections.items(),
    ):
        assert 1 <= len(text(f"action.{kind}")) <= 100
        names.add((model.group, _named(text(f"action.{kind}.name"))))
        fields = set()
        for field in model.model_fields:
            assert 1 <= len(text(f"field.{kind}.{field}")) <= 100
            fields.add(_named(text(f"field.{kind}.{field}.name")))
        assert len(fields) == len(model.model_fields), kind
    assert len(names) == sum(map(len, (game.actions, game.corrections, game.own_corrections)))
    assert len(text("game.description")) <= 100


def _named(name: str) -> str:
    assert 1 <= len(name) <= 32
    assert name == name.lower()
    assert all(letter.isalnum() or letter in "-_" for letter in name), name
    return name


@every_game
def test_no_sentence_is_the_same_in_both_languages(key: str) -> None:
    """Spanish is Spanish: only names and bare values may read as in English."""
    english, spanish = (load(language, key).templates for language in LANGUAGES)
    same = {
        code
        for code, template in english.items()
        if template == spanish[code]
        and any(" " in part.before.strip(" ,:") for part in template.forms[0])
    }

    assert same <= known(key).says.alike


@every_game
@every_language
def test_what_a_kind_is_told_as_has_a_name(key: str, language: str) -> None:
    """Whose dice are awaited for an answer that must look alike, everybody reads by that name."""
    words = words_for(language, GAMES[key])
    for kind, model in GAMES[key].actions.items():
        assert said(words, Term("action", model.told_as or kind)) == words.kind(
            model.told_as or kind
        )
