"""War of the Pacific's sentences, said with what real games give them, in both languages."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bot.text import words_for
from bot.text.catalogue import LANGUAGES, load
from bot.text.words import Words, be_strict
from engine.api import Decision, Event, Option, Refusal, Term, Text
from engine.probing import menus, probes
from engine.wander import Played, wander
from engine.war_of_the_pacific.game import GAME
from engine.war_of_the_pacific.state import SEATS, Phase, State

SEEDS = ("words 1", "words 2", "words 3")

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


@pytest.fixture(autouse=True)
def _strict() -> Any:
    be_strict()
    yield
    be_strict(strict=False)


@cache
def played(seed: str) -> tuple[tuple[Played, ...], tuple[State, ...]]:
    """A wandered game's log and the states in which somebody was awaited."""
    states: list[State] = []
    wandered = wander(GAME, seed, each=states.append)
    return wandered.log, (*states, wandered.state)


def said(words: Words, what: Text | Event | Refusal | Decision | Option | Term) -> str:
    """The sentence, which must be one."""
    sentence = words.say(what)
    assert sentence.strip()
    assert "{" not in sentence
    assert "  " not in sentence, sentence
    return sentence


@every_language
@every_seed
def test_every_event_and_order_can_be_said(language: str, seed: str) -> None:
    """What happens in whole games, and what was ordered, reads as sentences."""
    words = words_for(language, GAME)
    for one in played(seed)[0]:
        assert words.action(one.action)
        for event in one.events:
            said(words, event)


@every_language
@every_seed
def test_every_question_and_menu_can_be_said(language: str, seed: str) -> None:
    """Questions, buttons, options, refusals, headings and the map in words read as sentences."""
    words = words_for(language, GAME)
    states = played(seed)[1]
    for state in states[:: max(1, len(states) // 60)]:
        for decision in GAME.awaiting(state):
            said(words, decision)
            assert all(words.say(choice) for choice in decision.choices)
        for seat in (None, *SEATS):
            view = GAME.view(state, seat)
            status = GAME.status(view)
            for text in (status.phase, status.turn_name, *GAME.orders(view), *GAME.describe(view)):
                said(words, text)
            for kind in GAME.kinds(view):
                for _, options in menus(GAME, view, kind):
                    for option in options[:8]:
                        said(words, option)
        for seat, foe in (SEATS, SEATS[::-1]):
            for action in probes(GAME, state, foe):
                for refusal in GAME.check(state, seat, action):
                    said(words, refusal)
    outcome = GAME.outcome(states[-1])
    assert outcome is not None
    said(words, outcome.reason)


@every_language
def test_places_units_and_phases_have_names(language: str) -> None:
    """Every phase, and every place a unit can be in, has a name."""
    words = words_for(language, GAME)
    for phase in Phase:
        said(words, Term("phase", phase.value))
    for place in ("box", "pool", "dead", "gone", "hand", "track", "t7", "@rimac", "3116", "2415"):
        assert said(words, Term("place", place)) != place or place == "2415"
    for seat in SEATS:
        said(words, Term("seat", seat))
    assert said(words, Term("weakened", "huascar")) != said(words, Term("unit", "huascar"))


@every_language
@pytest.mark.parametrize("ending", ["points", "held", "sudden_death", "draw"])
def test_every_ending_can_be_said(language: str, ending: str) -> None:
    """However a game ends, there is a sentence for it."""
    said(words_for(language, GAME), Text(f"ending.{ending}", {"rule": "5.4"}))


@every_language
def test_what_discord_shows_fits(language: str) -> None:
    """Descriptions hold 100 characters, names 32 of the kind that Discord takes, each once."""
    templates = load(language, GAME.key).templates

    def text(code: str) -> str:
        return "".join(part.before for part in templates[code].forms[0])

    names = set()
    for kind, model in GAME.actions.items():
        assert 1 <= len(text(f"action.{kind}")) <= 100
        names.add((model.group, _named(text(f"action.{kind}.name"))))
        fields = set()
        for field in model.model_fields:
            assert 1 <= len(text(f"field.{kind}.{field}")) <= 100
            fields.add(_named(text(f"field.{kind}.{field}.name")))
        assert len(fields) == len(model.model_fields), kind
    assert len(names) == len(GAME.actions)
    assert len(text("game.description")) <= 100


def _named(name: str) -> str:
    assert 1 <= len(name) <= 32
    assert name == name.lower()
    assert all(letter.isalnum() or letter in "-_" for letter in name), name
    return name


def test_no_sentence_is_the_same_in_both_languages() -> None:
    """Spanish is Spanish: only names and bare values may read as in English."""
    english, spanish = (load(language, GAME.key).templates for language in LANGUAGES)
    same = {
        code
        for code, template in english.items()
        if template == spanish[code] and any(" " in part.before for part in template.forms[0])
    }

    assert same <= {"event.phase.begins", "term.zone.la_paz"}
