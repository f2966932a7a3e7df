"""What every question of every game carries: its sentence and clause, a picture, what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest

from bot.games import GAMES, painter
from bot.letters.sentences import question
from bot.text import Words, words_for
from bot.text.rulebook import rulebook_of
from bot.trials.random_play import play_at_random
from bot.ui.asked import pictured, single
from bot.ui.odds import Lead, lead_lines
from engine.api import AnyGame, Choice, Decision
from engine.dice import RecordedDice, SeededDice
from engine.kit.filling import offered
from engine.kit.gate import is_of_phase
from tests.games import known
from tests.support.kept import kept
from tests.support.recordings import recorded
from tests.support.seldom import told

Met = dict[str, list[tuple[Any, Decision]]]
"""Questions by their code, each with what whoever is asked sees."""


@cache
def met(key: str) -> Met:
    """Some of each kind of question that come up in a game at random or of the computer."""
    return kept(__file__, key, partial(_meet, key))


def _meet(key: str) -> Met:
    game, found = GAMES[key], Met()

    def look(state: Any) -> None:
        for owed in game.awaiting(state):
            view = game.view(state, owed.seat)
            note(view, next(one for one in game.asked(view) if one.key == owed.key))

    def note(view: Any, asked: Decision) -> None:
        known = found.setdefault(asked.code, [])
        # Where more can be answered than before it is looked at again.
        more = not known or len(asked.choices) > len(known[-1][1].choices)
        if len(known) < 3 or (more and len(known) < 6):
            known.append((view, asked))

    for number, chosen in enumerate(known(key).asked.tables):
        settings = game.settings_model.model_validate(chosen)
        seed = f"{known(key).asked.seed} {number}"
        begun = game.setup(settings, RecordedDice(SeededDice(seed.encode()))).state
        play_at_random(game, begun, seed, limit=known(key).pace.asked, each=look)
        if key == "calama":
            _idle(game, begun, look)
    if key == "war_of_the_pacific":
        settings = game.settings_model()
        for one in recorded(game, "asking", settings, dict.fromkeys(game.seats, "computer")):
            note(one.view, one.decision)
    return found


def _idle(game: AnyGame, state: Any, look: Callable[[Any], None]) -> None:
    """Set up and then do nothing, until the end is offered: at random that is long in coming."""
    for _ in range(60):
        owed = game.awaiting(state)[0]
        view = game.view(state, owed.seat)
        kinds = game.kinds(view)
        kind = next((one for one in ("ready", "done") if one in kinds), kinds[0])
        action = next(iter(offered(game, view, kind)))
        state = game.apply(state, owed.seat, action, SeededDice(b"idle")).state
        look(state)
        if game.awaiting(state)[0].code == "offer":
            return


def every(key: str) -> Iterator[tuple[Any, Decision]]:
    """Each of them."""
    for several in met(key).values():
        yield from several


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_questions_are_met(key: str) -> None:
    """Else nothing would be held of them."""
    assert known(key).asked.met <= met(key).keys()


@told(sorted(GAMES))
def test_a_question_says_what_it_is_about_and_its_clause(key: str, language: str) -> None:
    """A sentence of a phone's width or two, with nothing unsaid in it."""
    words, book = words_for(language, GAMES[key]), rulebook_of(key)
    for _, asked in every(key):
        said = question(asked, words)
        assert len(said) > 15, asked.code
        assert not set("{}[]") & set(said), said
        assert asked.rule in book.clauses, asked.code
        assert is_of_phase(asked) or "?" in said or ":" in said, said


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_question_shows_the_place_that_it_is_about(key: str) -> None:
    """On the map of whoever is asked, whatever they can answer."""
    drawing = painter(GAMES[key])
    for view, asked in every(key):
        if is_of_phase(asked):
            assert single((asked,)) is None
            continue
        assert single((asked,)) is asked
        section = drawing.aim(view, pictured(asked))
        assert (section is None) == (asked.code in known(key).asked.nowhere), asked


def lead(game: AnyGame, view: Any, choice: Choice) -> Lead:
    """What an answer leads to."""
    return Lead(choice, game.odds(view, choice.action), game.preview(view, choice.action))


@told(sorted(GAMES))
def test_each_answer_says_what_it_leads_to(key: str, language: str) -> None:
    """Its odds, what it costs and ends, or what follows by the rules."""
    game, words = GAMES[key], Words(language, GAMES[key], plain=True)
    for view, asked in every(key):
        if not is_of_phase(asked):
            for choice in asked.choices:
                assert lead_lines([lead(game, view, choice)], words), (asked.code, choice)


@pytest.mark.parametrize("language", ["en", "es"])
def test_orders_say_for_which_turn_they_count(language: str) -> None:
    """The turn that begins sails what was ordered; what is written now sails in the next."""
    words = words_for(language, GAMES["war_of_the_pacific"])
    looked = [
        (view, asked)
        for view, asked in every("war_of_the_pacific")
        if asked.code == "phase.administrative"
    ]
    assert looked
    for view, asked in looked:
        at_once = view.table.settings.follows("naval_plan") == "es"
        assert asked.params["sailing"] == view.table.turn + (not at_once)
        assert f" {asked.params['sailing']}" in str(words.say(asked)).split(":", 1)[1]
